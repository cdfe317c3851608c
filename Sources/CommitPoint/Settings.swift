/// The numbers that make up how a swipe feels, with their units and ranges: the one table that
/// traces, options and configuration all check against.
public enum Setting: String, Sendable, Hashable, CaseIterable {
  case commit
  case hysteresis
  case tickInterval = "tick_interval"
  case axisLock = "axis_lock"
  case wayOut = "way_out"
  case rest
  case flickProject = "flick_project"
  case flickVelocity = "flick_velocity"
  case flickMinFraction = "flick_min_fraction"

  /// What a setting's number counts.
  public enum Unit: String, Sendable {
    case millimetres = "mm"
    case milliseconds = "ms"
    case millimetresPerSecond = "mm/s"
    case fraction = ""
  }

  public var unit: Unit {
    switch self {
    case .commit, .hysteresis, .axisLock, .wayOut: .millimetres
    case .tickInterval, .rest, .flickProject: .milliseconds
    case .flickVelocity: .millimetresPerSecond
    case .flickMinFraction: .fraction
    }
  }

  /// The values that can be asked for, in the setting's unit.
  public var range: ClosedRange<Double> {
    switch self {
    // Below 6 mm libinput's hidden start is a good part of it; beyond 60 no common pad is wide enough.
    case .commit: 6...60
    case .hysteresis: 0...4
    // A tick that waits longer than 200 ms no longer belongs to the finger that caused it.
    case .tickInterval: 0...200
    case .axisLock: 0...20
    case .wayOut: 0...100
    case .rest: 0...1000
    case .flickProject: 0...500
    case .flickVelocity: 0...2000
    case .flickMinFraction: 0...1
    }
  }
}

/// Committing a short, fast swipe that has not reached its first stop.
///
/// Off unless a direction has one: it acts without the finger having passed the commit point.
public struct Flick: Sendable, Hashable {
  /// How far ahead the movement is carried on to see where it would have ended.
  public var projection: Microseconds
  /// The slowest movement that counts.
  public var velocity: MillimetresPerSecond
  /// The least part of the first stop that the fingers must have travelled themselves: 0…1.
  public var minFraction: Double

  public init(
    projection: Microseconds = .milliseconds(80), velocity: MillimetresPerSecond = 150,
    minFraction: Double = 0.4
  ) {
    self.projection = projection
    self.velocity = velocity
    self.minFraction = minFraction
  }
}

/// How swipes in one direction feel.
public struct Feel: Sendable, Hashable {
  /// The distances at which the direction's actions arm, ascending, 6…60 mm each.
  ///
  /// The default is the origin card's 96 pt, which are 15 to 16 mm of finger on a phone.
  public var stops: [Millimetres]
  /// How far behind a stop the fingers must come back to leave it: 0…4 mm.
  ///
  /// A finger trembling on the commit point for 10 s (10 Hz, 0.5 mm) crosses it 206 times; with the
  /// default it is felt once. 0 gives the origin card exactly.
  public var hysteresis: Millimetres
  /// What makes a short, fast swipe commit; `nil` for nothing.
  public var flick: Flick?

  public init(stops: [Millimetres] = [16], hysteresis: Millimetres = 1.5, flick: Flick? = nil) {
    self.stops = stops
    self.hysteresis = hysteresis
    self.flick = flick
  }
}

/// A set of finger counts, each 1…31.
public struct FingerCounts: Sendable, Hashable, ExpressibleByArrayLiteral {
  private static let known = 1...31
  private var bits: UInt32 = 0

  /// A count outside of 1…31 is left out: no touchpad reports it.
  public init(_ counts: some Sequence<Int>) {
    for count in counts where Self.known.contains(count) { bits |= 1 << UInt32(count) }
  }

  public init(arrayLiteral counts: Int...) { self.init(counts) }

  public func contains(_ count: Int) -> Bool {
    Self.known.contains(count) && bits & (1 << UInt32(count)) != 0
  }
}

/// Everything that a `SwipeTracker` goes by.
public struct SwipeSettings: Sendable, Hashable {
  /// What each direction does; `nil` where it has no action: it then never arms and never ticks.
  public var left, right, up, down: Feel?
  /// The numbers of fingers that make a swipe of ours; `nil` for any number, which may then also
  /// change during the swipe.
  public var fingers: FingerCounts?
  /// The least time between two ticks, 0…200 ms; a tick that comes sooner waits, it is not lost.
  public var tickInterval: Microseconds
  /// The travel from which on the axis is decided: 0…20 mm; 0 takes every swipe for ours.
  public var axisLock: Millimetres
  /// The travel across the axis that cancels, 0…100 mm, as long as it is more than the travel along
  /// it; 0 for none.
  public var wayOut: Millimetres
  /// The time without motion after which the fingers count as resting and velocity is 0.
  ///
  /// libinput is silent for up to 100 ms while fingers lift one by one.
  public var rest: Microseconds
  /// Whether cancelling an armed swipe is felt.
  public var cancelTick: Bool

  public init(
    left: Feel? = Feel(), right: Feel? = Feel(), up: Feel? = nil, down: Feel? = nil,
    fingers: FingerCounts? = [3], tickInterval: Microseconds = .milliseconds(50),
    axisLock: Millimetres = 2, wayOut: Millimetres = 15, rest: Microseconds = .milliseconds(130),
    cancelTick: Bool = true
  ) {
    self.left = left
    self.right = right
    self.up = up
    self.down = down
    self.fingers = fingers
    self.tickInterval = tickInterval
    self.axisLock = axisLock
    self.wayOut = wayOut
    self.rest = rest
    self.cancelTick = cancelTick
  }

  public subscript(direction: Direction) -> Feel? {
    get {
      switch direction {
      case .left: left
      case .right: right
      case .up: up
      case .down: down
      }
    }
    set {
      switch direction {
      case .left: left = newValue
      case .right: right = newValue
      case .up: up = newValue
      case .down: down = newValue
      }
    }
  }

  /// Whether any direction of `axis` has an action.
  public func hasAction(on axis: Axis) -> Bool {
    self[axis.negative] != nil || self[axis.positive] != nil
  }
}

/// Why settings cannot be used.
public enum SettingsError: Error, Sendable, Hashable {
  /// A number lies outside of its setting's range, or is none.
  case outOfRange(Setting, value: Double)
  /// A direction has an action, but no distance at which it arms.
  case noStops(Direction)
  /// A direction's stop, counted from 1, is not farther than the one before it.
  case stopsNotAscending(Direction, stop: Int)
}

extension SwipeSettings {
  /// Checks every number against its range.
  ///
  /// - Throws: the first fault found.
  public func validate() throws(SettingsError) {
    try check(.tickInterval, Double(tickInterval.value) / 1000)
    try check(.axisLock, axisLock.value)
    try check(.wayOut, wayOut.value)
    try check(.rest, Double(rest.value) / 1000)
    for direction in Direction.allCases {
      guard let feel = self[direction] else { continue }
      guard !feel.stops.isEmpty else { throw .noStops(direction) }
      for (index, stop) in feel.stops.enumerated() {
        try check(.commit, stop.value)
        guard index == 0 || stop > feel.stops[index - 1] else {
          throw .stopsNotAscending(direction, stop: index + 1)
        }
      }
      try check(.hysteresis, feel.hysteresis.value)
      guard let flick = feel.flick else { continue }
      try check(.flickProject, Double(flick.projection.value) / 1000)
      try check(.flickVelocity, flick.velocity.value)
      try check(.flickMinFraction, flick.minFraction)
    }
  }

  private func check(_ setting: Setting, _ value: Double) throws(SettingsError) {
    // A NaN is in no range.
    guard setting.range.contains(value) else { throw .outOfRange(setting, value: value) }
  }

  /// The part of a touchpad's width or height that the last stop may take.
  public static let widestStop = 0.4

  /// These settings as they apply on a pad of the given size: where a pad is less than 2.5 times as
  /// wide as the last stop is far, the direction's stops shrink in proportion, so that the last lies at
  /// 40 % of the width (of the height, for up and down). Hysteresis stays, it is the finger's, but
  /// fingers that are back where they began always disarm.
  ///
  /// A size that is not positive is taken for unknown and changes nothing.
  public func fitted(width: Millimetres, height: Millimetres) -> SwipeSettings {
    var fitted = self
    for direction in Direction.allCases {
      guard var feel = self[direction], let last = feel.stops.last else { continue }
      let extent = direction.axis == .horizontal ? width : height
      let farthest = extent * Self.widestStop
      guard extent > 0, last > farthest else { continue }
      let factor = farthest.value / last.value
      for index in feel.stops.indices { feel.stops[index] = feel.stops[index] * factor }
      feel.hysteresis = min(feel.hysteresis, feel.stops[0])
      fitted[direction] = feel
    }
    return fitted
  }
}

extension SwipeSettings {
  /// Where a row is drawn whose fingers have gone `offset` along `axis`: 0 on a side that has no action, one to
  /// one up to the last stop, and a rubber band beyond, which never gets farther than `width` past the stop.
  ///
  /// - Parameters:
  ///   - offset: how far the fingers have gone, in millimetres; negative to the left and up.
  ///   - axis: the axis that they go along.
  ///   - width: the row's width, in millimetres of finger travel; more than 0.
  public func displayedOffset(
    of offset: Millimetres, on axis: Axis, width: Millimetres
  ) -> Millimetres {
    guard offset != 0 else { return 0 }
    let heading = offset < 0 ? axis.negative : axis.positive
    guard let last = self[heading]?.stops.last else { return 0 }
    let travel = offset.magnitude
    guard travel > last else { return offset }
    // The rubber band that iOS scroll views have, with their constant.
    let beyond = 0.55 * (travel.value - last.value) / width.value
    let stretched = last.value + width.value * (1 - 1 / (beyond + 1))
    return Millimetres(stretched * heading.sign)
  }
}
