/// The commit point of one touchpad: fingers in, ticks and outcomes out.
///
/// One sentence rules it: **the last tick you felt is what release will do.**
///
///     idle ──begin──► undecided ──axis──► tracking ◄──stop──► armed
///       ▲                 │                  │                  │
///       └── ignored, cancelled, sprungBack ──┴── committed ─────┘
///
/// It has no clock and no timer. Every call brings a time stamp, and after every call `deadline` is when
/// `advance(to:_:)` wants to be called if no input comes first: a tick may be owed then. Events are
/// handed to the closure in the order in which they happen; nothing is allocated for a sample.
///
///     var tracker = try SwipeTracker(SwipeSettings())
///     tracker.handle(.begin(fingers: 3), at: now) { event in … }
///     tracker.handle(.motion(dx: -1.2, dy: 0.1), at: now) { event in
///       if case .tick(let tick) = event.kind { haptics.play(tick) }
///     }
///     tracker.handle(.end, at: now) { event in
///       if case .committed(let stop) = event.kind { archive(stop) }
///     }
///
/// Every begin gives exactly one of `committed`, `sprungBack`, `cancelled` and `ignored`. Inputs that
/// belong to no swipe (an end that follows a cancel, the motion of an ignored one) change nothing.
public struct SwipeTracker: Sendable {
  private enum State {
    /// No swipe, or one whose outcome is already told.
    case idle
    /// Fingers move, but it is open along which axis.
    case undecided
    /// A swipe of ours along the axis; release does nothing.
    case tracking(Axis)
    /// A swipe of ours; release does what the stop stands for.
    case armed(Stop)
  }

  /// The ratio by which one axis must surpass the other to be decided early.
  private static let axisRatio = 1.5
  /// The travel at which the larger axis is taken even if it is not much the larger.
  private static let axisDecided = 5.0

  /// What the tracker goes by, fitted to the touchpad; changed by `use(_:at:_:)`.
  public private(set) var settings: SwipeSettings {
    didSet { activeAxes = ActiveAxes(settings) }
  }
  private var activeAxes: ActiveAxes
  /// The touchpad's size; `nil` where it is not known.
  private var size: (width: Millimetres, height: Millimetres)?
  private var state = State.idle
  private var fingers = 0
  /// The travel since the begin; no number before the first.
  private var x = Double.nan
  private var y = Double.nan
  private var window = VelocityWindow()
  private(set) var steady = SteadyBand()
  /// What the last tick said that release would do.
  private var felt: Stop?
  private var lastTick: Microseconds?
  private var now = Microseconds(.min)

  /// When `advance(to:_:)` is to be called next: a tick is owed then. `nil` while none is.
  public private(set) var deadline: Microseconds?

  /// - Throws: the first setting that is out of its range.
  public init(_ settings: SwipeSettings = SwipeSettings()) throws(SettingsError) {
    try settings.validate()
    self.settings = settings
    activeAxes = ActiveAxes(settings)
  }

  /// A tracker for one touchpad of the given size, with the stops brought within its reach.
  ///
  /// - Throws: the first setting that is out of its range, before it is fitted to the touchpad.
  public init(
    _ settings: SwipeSettings, width: Millimetres, height: Millimetres
  ) throws(SettingsError) {
    try self.init(settings)
    self.settings = settings.fitted(width: width, height: height)
    size = (width, height)
  }

  // MARK: Input

  /// Takes what the fingers did at `time`; a stamp older than the last one counts as the last one.
  public mutating func handle(
    _ input: SwipeInput, at time: Microseconds, _ emit: (SwipeEvent) -> Void
  ) {
    advance(to: time, emit)
    if case .motion(let dx, let dy, nil) = input,
      steady.contains(x: x + dx.value, y: y + dy.value)
    {
      // Nearly every sample: it changes nothing but the place.
      return add(dx, dy)
    }
    switch input {
    case .begin(let fingers):
      begin(fingers: fingers, emit)
    case .motion(let dx, let dy, let fingers):
      move(dx, dy, fingers: fingers, emit)
    case .end:
      end(emit)
    case .cancel(let reason):
      cancel(reason, emit)
    }
  }

  /// Lets time pass, so that a tick that is due by `time` is played.
  public mutating func advance(to time: Microseconds, _ emit: (SwipeEvent) -> Void) {
    let time = max(now, time)
    if let deadline, deadline <= time {
      now = max(now, deadline)
      tick(emit)
    }
    now = time
  }

  /// Goes by other settings from now on, fitted to the touchpad. A swipe under way is cancelled, for
  /// `reload`, if it would go on otherwise than it began.
  ///
  /// - Throws: the first setting that is out of its range, before they are fitted; the old ones then
  ///   stay in force.
  public mutating func use(
    _ new: SwipeSettings, at time: Microseconds, _ emit: (SwipeEvent) -> Void
  ) throws(SettingsError) {
    try new.validate()
    let new = fitted(new)
    advance(to: time, emit)
    if !continues(under: new) { cancel(.reload, emit) }
    settings = new
    // The new interval may have passed already.
    settleTick(emit)
  }

  /// Settings as far as the touchpad has room for them.
  private func fitted(_ settings: SwipeSettings) -> SwipeSettings {
    size.map { settings.fitted(width: $0.width, height: $0.height) } ?? settings
  }

  /// Has the swipe that is under way go on as though it had begun with other settings, as long as they leave alone what
  /// release would do now: a direction has lost its action, or has another one.
  ///
  /// - Returns: whether it does; not where the direction that is armed would feel otherwise, or no swipe is under way. All is
  ///   then as it was.
  /// - Throws: as `use(_:at:_:)`.
  public mutating func reconsider(
    _ new: SwipeSettings, at time: Microseconds, _ emit: (SwipeEvent) -> Void
  ) throws(SettingsError) -> Bool {
    try new.validate()
    advance(to: time, emit)
    let new = fitted(new)
    guard isTracking, armed.map({ new[$0.direction] == settings[$0.direction] }) ?? true else {
      return false
    }
    settings = new
    // While the axis is open the next motion decides.
    guard let axis else { return true }
    guard settings.hasAction(on: axis) else {
      finish(.ignored, emit)
      return true
    }
    findSteadyBand()
    setArmed(stop(at: axis == .horizontal ? x : y, on: axis), axis: axis, emit)
    settleTick(emit)
    return true
  }

  // MARK: What is so now

  /// The latest time that the tracker was told; an input that bears an older stamp counts as of then.
  public var clock: Microseconds { now }

  /// What release would do now; `nil` for nothing.
  public var armed: Stop? {
    if case .armed(let stop) = state { stop } else { nil }
  }

  /// The axis that the swipe keeps to; `nil` while there is none or it is not decided.
  public var axis: Axis? {
    switch state {
    case .idle, .undecided: nil
    case .tracking(let axis): axis
    case .armed(let stop): stop.direction.axis
    }
  }

  /// Whether a swipe is under way whose outcome is open.
  public var isTracking: Bool {
    if case .idle = state { false } else { true }
  }

  /// The signed travel along the axis since the begin, unclamped; 0 while no axis is decided.
  public var offset: Millimetres {
    guard let axis else { return 0 }
    return Millimetres(axis == .horizontal ? x : y)
  }

  /// The signed velocity along the axis, as it was at the last motion; 0 once the fingers have rested for
  /// longer than `SwipeSettings.rest` at `time`.
  public func velocity(at time: Microseconds) -> MillimetresPerSecond {
    guard let axis, let lastMotion = window.lastMotion, time - lastMotion <= settings.rest
    else { return 0 }
    return window.velocity(along: axis)
  }

  /// Where the fingers would end if they went on for the flick's projection (80 ms where the direction
  /// has no flick).
  public func predictedEndOffset(at time: Microseconds) -> Millimetres {
    let flick = heading.flatMap { settings[$0]?.flick } ?? Flick()
    return offset + velocity(at: time) * flick.projection
  }

  /// The offset to draw a row at: 0 on a side that has no action, one to one up to the last stop, and a
  /// rubber band beyond, which never gets farther than `width` past the stop.
  ///
  /// - Parameter width: the row's width, in millimetres of finger travel; more than 0.
  public func displayedOffset(width: Millimetres) -> Millimetres {
    guard let axis else { return 0 }
    return settings.displayedOffset(of: offset, on: axis, width: width)
  }

  /// The direction on whose side the fingers are; `nil` where they began.
  private var heading: Direction? {
    guard let axis, offset != 0 else { return nil }
    return offset < 0 ? axis.negative : axis.positive
  }

  // MARK: The swipe

  @inline(never)
  private mutating func begin(fingers count: Int, _ emit: (SwipeEvent) -> Void) {
    // Whatever was felt belongs to the last swipe: this one starts with nothing armed and nothing felt.
    cancel(.superseded, disarmAtOnce: true, emit)
    if felt != nil { tick(emit) }

    guard settings.fingers?.contains(count) ?? true else { return finish(.ignored, emit) }
    fingers = count
    x = 0
    y = 0
    window.removeAll()
    state = .undecided
    if settings.axisLock <= 0, case .only(let axis) = activeAxes { keep(to: axis) }
  }

  @inline(never)
  private mutating func move(
    _ dx: Millimetres, _ dy: Millimetres, fingers count: Int?, _ emit: (SwipeEvent) -> Void
  ) {
    // A sample that is not finite tells nothing, neither of place nor of time.
    guard dx.value.isFinite, dy.value.isFinite else { return }
    if let count, count != fingers, settings.fingers != nil { return cancel(.fingers, emit) }
    if case .idle = state { return }
    add(dx, dy)
    if case .undecided = state {
      switch SwipeTracker.decideAxis(x, y, lock: settings.axisLock, among: activeAxes) {
      case .open: return
      case .notOurs: return finish(.ignored, emit)
      case .keep(let axis): keep(to: axis)
      }
    }
    guard let axis else { return }
    let along = axis == .horizontal ? x : y
    let across = (axis == .horizontal ? y : x).magnitude
    if settings.wayOut > 0, across >= settings.wayOut.value, across > along.magnitude {
      return cancel(.vertical, emit)
    }
    setArmed(stop(at: along, on: axis), axis: axis, emit)
    settleTick(emit)
  }

  @inline(__always)
  private mutating func add(_ dx: Millimetres, _ dy: Millimetres) {
    x += dx.value
    y += dy.value
    window.append(time: now, dx: dx, dy: dy)
  }

  private mutating func keep(to axis: Axis) {
    state = .tracking(axis)
    findSteadyBand()
  }

  @inline(never)
  private mutating func end(_ emit: (SwipeEvent) -> Void) {
    switch state {
    case .idle: return
    case .undecided, .armed: break
    case .tracking(let axis):
      if let stop = flicked { setArmed(stop, axis: axis, emit) }
    }
    // A disarm tick that is still owed keeps its deadline.
    guard let armed else { return finish(.sprungBack, emit) }
    if felt != armed { tick(emit) }
    felt = nil
    deadline = nil
    finish(.committed(armed), emit)
  }

  @inline(never)
  private mutating func cancel(
    _ reason: CancelReason, disarmAtOnce: Bool = false, _ emit: (SwipeEvent) -> Void
  ) {
    switch state {
    case .idle: return
    case .undecided, .tracking: break
    case .armed(let stop):
      setArmed(nil, axis: stop.direction.axis, emit)
      if !settings.cancelTick { felt = nil }
      if disarmAtOnce, felt != nil { tick(emit) } else { settleTick(emit) }
    }
    finish(.cancelled(reason), emit)
  }

  private mutating func finish(_ outcome: SwipeEvent.Kind, _ emit: (SwipeEvent) -> Void) {
    state = .idle
    steady = SteadyBand()
    emit(SwipeEvent(time: now, kind: outcome))
  }

  private func continues(under new: SwipeSettings) -> Bool {
    var same = settings
    if let axis {
      // The other axis and the way to this one are behind it.
      for direction in Direction.allCases where direction.axis != axis {
        same[direction] = new[direction]
      }
      same.axisLock = new.axisLock
    }
    // Other finger counts may come and go, as long as this swipe's is still ours.
    if let new = new.fingers, same.fingers != nil, new.contains(fingers) { same.fingers = new }
    return same == new
  }

  // MARK: Axis

  private enum AxisDecision {
    case open
    case keep(Axis)
    case notOurs
  }

  /// The axes that have an action, found once and not at every sample.
  private enum ActiveAxes {
    case none
    case only(Axis)
    case both

    init(_ settings: SwipeSettings) {
      self =
        switch (settings.hasAction(on: .horizontal), settings.hasAction(on: .vertical)) {
        case (false, false): .none
        case (true, false): .only(.horizontal)
        case (false, true): .only(.vertical)
        case (true, true): .both
        }
    }
  }

  private static func decideAxis(
    _ x: Double, _ y: Double, lock: Millimetres, among axes: ActiveAxes
  ) -> AxisDecision {
    // Squares are compared, since a square root would need the maths library linked.
    let travel = x * x + y * y
    guard travel > 0, travel >= lock.value * lock.value else { return .open }
    let larger: Axis = x.magnitude >= y.magnitude ? .horizontal : .vertical
    let (more, less) = (max(x.magnitude, y.magnitude), min(x.magnitude, y.magnitude))
    let isClear = more >= axisRatio * less || travel >= axisDecided * axisDecided
    switch axes {
    case .none: return .notOurs
    case .both: return isClear ? .keep(larger) : .open
    case .only(let axis):
      // A tie counts for the axis that has the actions.
      guard larger == axis || more == less else { return .notOurs }
      return isClear ? .keep(axis) : .open
    }
  }

  // MARK: Stops

  /// What is armed at the signed travel `along`.
  private func stop(at along: Double, on axis: Axis) -> Stop? {
    let direction = along < 0 ? axis.negative : axis.positive
    guard let feel = settings[direction] else { return nil }
    // A stop that is reached already is held until the fingers are back by the hysteresis.
    let held = if let armed, armed.direction == direction { armed.number } else { 0 }
    let travel = along.magnitude
    var number = 0
    while number < feel.stops.count {
      let stop = feel.stops[number].value
      guard travel > (number < held ? stop - feel.hysteresis.value : stop) else { break }
      number += 1
    }
    return number == 0 ? nil : Stop(direction, number)
  }

  private mutating func setArmed(_ stop: Stop?, axis: Axis, _ emit: (SwipeEvent) -> Void) {
    let previous = armed
    guard stop != previous else { return }
    let offset = offset
    if let stop {
      state = .armed(stop)
      findSteadyBand()
      emit(SwipeEvent(time: now, kind: .armed(stop, offset: offset)))
    } else if let previous {
      keep(to: axis)
      emit(SwipeEvent(time: now, kind: .disarmed(previous, offset: offset)))
    }
  }

  /// Finds where motion changes nothing from here: up to and with the next stop, down to but without
  /// the place where the armed one is left, and less than the way out across.
  private mutating func findSteadyBand() {
    guard let axis else {
      steady = SteadyBand()
      return
    }
    var near = -SteadyBand.unbounded
    var far = SteadyBand.unbounded
    if let armed, let feel = settings[armed.direction] {
      near = (feel.stops[armed.number - 1] - feel.hysteresis).value.nextUp
      if armed.number < feel.stops.count { far = feel.stops[armed.number].value }
      if armed.direction == axis.negative { (near, far) = (-far, -near) }
    } else {
      if let stop = settings[axis.negative]?.stops.first { near = -stop.value }
      if let stop = settings[axis.positive]?.stops.first { far = stop.value }
    }
    let across = settings.wayOut > 0 ? settings.wayOut.value.nextDown : SteadyBand.unbounded
    steady =
      switch axis {
      case .horizontal: SteadyBand(x: (near, far), y: (-across, across))
      case .vertical: SteadyBand(x: (-across, across), y: (near, far))
      }
  }

  /// The stop that a release now would flick to.
  private var flicked: Stop? {
    guard let heading, let feel = settings[heading], let flick = feel.flick,
      let commit = feel.stops.first?.value
    else { return nil }
    let travel = offset.magnitude.value
    let velocity = MillimetresPerSecond(velocity(at: now).value * heading.sign)
    guard velocity >= flick.velocity, travel >= flick.minFraction * commit,
      travel + (velocity * flick.projection).value >= commit
    else { return nil }
    return Stop(heading, 1)
  }

  // MARK: Ticks

  /// Plays the tick that is owed, if it may be played already.
  private mutating func settleTick(_ emit: (SwipeEvent) -> Void) {
    guard felt != armed else {
      deadline = nil
      return
    }
    let due = lastTick.map { $0 + settings.tickInterval } ?? now
    if due <= now { tick(emit) } else { deadline = due }
  }

  @inline(never)
  private mutating func tick(_ emit: (SwipeEvent) -> Void) {
    felt = armed
    lastTick = now
    deadline = nil
    emit(SwipeEvent(time: now, kind: .tick(felt.map(Tick.arm) ?? .disarm)))
  }
}

/// The travel within which a motion changes nothing, so that most samples need only be added.
///
/// It never contains travel that is not finite.
struct SteadyBand: Sendable {
  static let unbounded = Double.greatestFiniteMagnitude

  private var leftmost, rightmost, topmost, bottommost: Double

  /// The band that contains no travel.
  init() { self.init(x: (.infinity, -.infinity), y: (.infinity, -.infinity)) }

  /// All bounds belong to the band.
  init(x: (Double, Double), y: (Double, Double)) {
    (leftmost, rightmost) = x
    (topmost, bottommost) = y
  }

  func contains(x: Double, y: Double) -> Bool {
    x >= leftmost && x <= rightmost && y >= topmost && y <= bottommost
  }
}
