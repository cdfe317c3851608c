import CommitPoint
import Testing

@Suite("Settings")
struct SettingsTests {
  /// The default settings with one number in the place of another, in the setting's unit.
  private func settings(_ setting: Setting, _ value: Double, on direction: Direction = .left)
    -> SwipeSettings
  {
    SwipeSettings().with {
      var feel = Feel(flick: Flick())
      switch setting {
      case .commit: feel.stops = [Millimetres(value)]
      case .hysteresis: feel.hysteresis = Millimetres(value)
      case .tickInterval: $0.tickInterval = Microseconds(Int64(value * 1000))
      case .axisLock: $0.axisLock = Millimetres(value)
      case .wayOut: $0.wayOut = Millimetres(value)
      case .rest: $0.rest = Microseconds(Int64(value * 1000))
      case .flickProject: feel.flick?.projection = Microseconds(Int64(value * 1000))
      case .flickVelocity: feel.flick?.velocity = MillimetresPerSecond(value)
      case .flickMinFraction: feel.flick?.minFraction = value
      }
      $0[direction] = feel
    }
  }

  private static let table: [(Setting, ClosedRange<Double>, Setting.Unit, String)] = [
    (.commit, 6...60, .millimetres, "commit"),
    (.hysteresis, 0...4, .millimetres, "hysteresis"),
    (.tickInterval, 0...200, .milliseconds, "tick_interval"),
    (.axisLock, 0...20, .millimetres, "axis_lock"),
    (.wayOut, 0...100, .millimetres, "way_out"),
    (.rest, 0...1000, .milliseconds, "rest"),
    (.flickProject, 0...500, .milliseconds, "flick_project"),
    (.flickVelocity, 0...2000, .millimetresPerSecond, "flick_velocity"),
    (.flickMinFraction, 0...1, .fraction, "flick_min_fraction"),
  ]

  @Test("hold their whole range, and nothing beyond it", arguments: table)
  func range(setting: Setting, range: ClosedRange<Double>, unit: Setting.Unit, name: String) throws
  {
    #expect(setting.range == range)
    #expect(setting.unit == unit)
    #expect(setting.rawValue == name)
    for direction in Direction.allCases {
      for value in [range.lowerBound, range.upperBound] {
        try settings(setting, value, on: direction).validate()
      }
      for value in [range.lowerBound - 0.001, range.upperBound + 0.001] {
        #expect(throws: SettingsError.outOfRange(setting, value: value)) {
          try settings(setting, value, on: direction).validate()
        }
      }
    }
    if unit != .milliseconds {
      for value in [Double.infinity, -.infinity] {
        #expect(throws: SettingsError.outOfRange(setting, value: value)) {
          try settings(setting, value).validate()
        }
      }
      #expect(throws: SettingsError.self) { try settings(setting, .nan).validate() }
    }
  }

  @Test("are all in the table")
  func all() {
    #expect(Self.table.map(\.0) == Setting.allCases)
    #expect(Setting.Unit.millimetres.rawValue == "mm")
    #expect(Setting.Unit.milliseconds.rawValue == "ms")
    #expect(Setting.Unit.millimetresPerSecond.rawValue == "mm/s")
    #expect(Setting.Unit.fraction.rawValue == "")
  }

  @Test("are by default what the law says")
  func defaults() throws {
    let settings = SwipeSettings()
    try settings.validate()
    #expect(settings.left == Feel(stops: [16], hysteresis: 1.5, flick: nil))
    #expect(settings.right == settings.left)
    #expect(settings.up == nil)
    #expect(settings.down == nil)
    #expect(settings.fingers == [3])
    #expect(settings.tickInterval == 50_000)
    #expect(settings.axisLock == 2)
    #expect(settings.wayOut == 15)
    #expect(settings.rest == 130_000)
    #expect(settings.cancelTick)
    let flick = Flick()
    #expect(flick.projection == 80_000)
    #expect(flick.velocity == 150)
    #expect(flick.minFraction == 0.4)
  }

  @Test("need a stop in every direction that has an action", arguments: Direction.allCases)
  func noStops(direction: Direction) {
    #expect(throws: SettingsError.noStops(direction)) {
      try SwipeSettings().with { $0[direction] = Feel(stops: []) }.validate()
    }
  }

  @Test("need stops that ascend", arguments: Direction.allCases)
  func ascending(direction: Direction) throws {
    func validate(_ stops: [Millimetres]) throws {
      try SwipeSettings().with { $0[direction] = Feel(stops: stops) }.validate()
    }
    try validate([12, 12.001, 30])
    #expect(throws: SettingsError.stopsNotAscending(direction, stop: 2)) { try validate([12, 12]) }
    #expect(throws: SettingsError.stopsNotAscending(direction, stop: 3)) {
      try validate([12, 20, 19])
    }
    #expect(throws: SettingsError.outOfRange(.commit, value: 61)) { try validate([12, 61]) }
    #expect(throws: SettingsError.outOfRange(.commit, value: 5)) { try validate([5, 12]) }
  }

  @Test("that are out of range make no tracker")
  func noTracker() {
    #expect(throws: SettingsError.outOfRange(.wayOut, value: -1)) {
      try SwipeTracker(SwipeSettings(wayOut: -1))
    }
    #expect(throws: SettingsError.outOfRange(.wayOut, value: 101)) {
      try SwipeTracker(SwipeSettings(wayOut: 101), width: 100, height: 60)
    }
  }

  @Test("hold each direction in its own place")
  func directions() {
    var settings = SwipeSettings(
      left: Feel(stops: [11]), right: Feel(stops: [12]), up: Feel(stops: [13]),
      down: Feel(stops: [14]))
    #expect(settings[.left]?.stops == [11])
    #expect(settings[.right]?.stops == [12])
    #expect(settings[.up]?.stops == [13])
    #expect(settings[.down]?.stops == [14])
    for direction in Direction.allCases {
      settings[direction] = nil
      #expect(settings[direction] == nil)
    }
    #expect(settings.left == nil && settings.right == nil)
    #expect(settings.up == nil && settings.down == nil)
  }

  @Test("know which axis has an action")
  func hasAction() {
    let none = SwipeSettings(left: nil, right: nil)
    #expect(Axis.allCases.allSatisfy { !none.hasAction(on: $0) })
    for direction in Direction.allCases {
      let one = none.with { $0[direction] = Feel() }
      for axis in Axis.allCases { #expect(one.hasAction(on: axis) == (direction.axis == axis)) }
    }
  }

  @Test("know numbers of fingers from 1 to 31")
  func fingerCounts() {
    let counts: FingerCounts = [2, 4, 31]
    for count in -2...64 { #expect(counts.contains(count) == [2, 4, 31].contains(count)) }
    #expect(FingerCounts([0, -1, 32, 33, .max, .min]) == [])
    #expect(FingerCounts(1...31).contains(1))
    #expect(!FingerCounts(1...31).contains(32))
    #expect(!FingerCounts([]).contains(0))
  }
}

@Suite("Fitted to a touchpad")
struct FittedTests {
  private let all = SwipeSettings(
    left: Feel(stops: [16]), right: Feel(stops: [8, 32]), up: Feel(stops: [16]), down: Feel())

  @Test("stops stay where the pad is 2.5 times as wide as the last is far")
  func wideEnough() {
    #expect(all.fitted(width: 80, height: 40) == all)
    #expect(all.fitted(width: 321, height: 96) == all)
  }

  @Test("stops shrink to 40 % of the width, and of the height for up and down")
  func shrink() {
    let fitted = all.fitted(width: 60, height: 20)
    #expect(fitted.left == all.left)
    #expect(fitted.right == Feel(stops: [6, 24]))
    #expect(fitted.up == Feel(stops: [8]))
    #expect(fitted.down == Feel(stops: [8]))
    #expect(all.fitted(width: 80, height: 20).left == all.left)
    #expect(all.fitted(width: 35, height: 60).left == Feel(stops: [14]))
    #expect(all.fitted(width: 35, height: 60).up == all.up)
    #expect(SwipeSettings.widestStop == 0.4)
  }

  @Test("nothing but the stops changes, and no direction gets an action")
  func nothingElse() {
    let settings = SwipeSettings(
      left: nil, right: Feel(hysteresis: 3, flick: Flick(velocity: 99)), tickInterval: 7000)
    let fitted = settings.fitted(width: 25, height: 25)
    #expect(
      fitted
        == settings.with { $0.right = Feel(stops: [10], hysteresis: 3, flick: Flick(velocity: 99)) }
    )
  }

  @Test(
    "a size that is unknown changes nothing",
    arguments: [0, -1, -.infinity, .nan, .infinity] as [Double])
  func unknown(size: Double) {
    #expect(all.fitted(width: Millimetres(size), height: Millimetres(size)) == all)
  }

  @Test("coming all the way back disarms even on a tiny pad")
  func tiny() throws {
    let settings = SwipeSettings(left: Feel(hysteresis: 4), right: Feel(hysteresis: 4), axisLock: 0)
    #expect(settings.fitted(width: 5, height: 5).left == Feel(stops: [2], hysteresis: 2))
    #expect(settings.fitted(width: 10, height: 5).left == Feel(stops: [4], hysteresis: 4))
    for sign in [-1.0, 1] {
      var tracker = try SwipeTracker(settings, width: 5, height: 5)
      tracker.handle(.begin(fingers: 3), at: 0) { _ in }
      tracker.handle(.motion(dx: Millimetres(2.5 * sign), dy: 0), at: 0) { _ in }
      #expect(tracker.armed != nil)
      tracker.handle(.motion(dx: Millimetres(-2.5 * sign), dy: 0), at: 0) { _ in }
      #expect(tracker.armed == nil)
    }
  }

  @Test("a pad of a millimetre has a commit point, on the side that it is on")
  func tiniest() throws {
    let settings = SwipeSettings(left: Feel(stops: [10]), right: Feel(stops: [20]), axisLock: 0)
    #expect(settings.fitted(width: 1, height: 1).left == Feel(stops: [0.4], hysteresis: 0.4))
    // Left arms and right does not, and the other way round.
    for (left, right) in [(10.0, nil), (nil, 10.0)] as [(Double?, Double?)] {
      for travel in [-0.5, 0.5] {
        let one = SwipeSettings(
          left: left.map { Feel(stops: [Millimetres($0)]) },
          right: right.map { Feel(stops: [Millimetres($0)]) }, axisLock: 0)
        var tracker = try SwipeTracker(one, width: 1, height: 1)
        tracker.handle(.begin(fingers: 3), at: 0) { _ in }
        tracker.handle(.motion(dx: Millimetres(travel), dy: 0), at: 0) { _ in }
        let isOurs = travel < 0 ? left != nil : right != nil
        #expect((tracker.armed != nil) == isOurs)
      }
    }
  }

  @Test("a pad that is just wide enough changes nothing, whatever the hysteresis")
  func justWideEnough() {
    let odd = SwipeSettings(left: Feel(stops: [1], hysteresis: 1.5), right: nil)
    #expect(odd.fitted(width: 2.5, height: 2.5) == odd)
  }

  @Test("a tracker goes by the fitted stops")
  func tracker() throws {
    var tracker = try SwipeTracker(SwipeSettings(up: Feel()), width: 30, height: 25)
    #expect(tracker.settings.left == Feel(stops: [12]))
    #expect(tracker.settings.up == Feel(stops: [10]))
    // So do the settings that come later, which are looked at before they are fitted.
    try tracker.use(SwipeSettings(left: Feel(stops: [60]), up: Feel()), at: 0) { _ in }
    #expect(tracker.settings.left == Feel(stops: [12]))
    #expect(tracker.settings.up == Feel(stops: [10]))
    #expect(throws: SettingsError.outOfRange(.commit, value: 5)) {
      try tracker.use(SwipeSettings(left: Feel(stops: [5])), at: 0) { _ in }
    }
    #expect(tracker.settings.left == Feel(stops: [12]))
    // The shortest stop that can be asked for, on a pad so narrow that it lies nearer.
    try tracker.use(SwipeSettings(left: Feel(stops: [6])), at: 0) { _ in }
    #expect(tracker.settings.left == Feel(stops: [6]))
  }
}

@Suite("Directions")
struct DirectionTests {
  @Test("lie on an axis, with a sign")
  func axes() {
    #expect(Direction.allCases.map(\.axis) == [.horizontal, .horizontal, .vertical, .vertical])
    #expect(Direction.allCases.map(\.sign) == [-1, 1, -1, 1])
    #expect(Axis.horizontal.negative == .left)
    #expect(Axis.horizontal.positive == .right)
    #expect(Axis.vertical.negative == .up)
    #expect(Axis.vertical.positive == .down)
  }

  @Test("of an edge lead away from it")
  func edges() {
    #expect(Edge.leading.direction(in: .leftToRight) == .right)
    #expect(Edge.trailing.direction(in: .leftToRight) == .left)
    #expect(Edge.leading.direction(in: .rightToLeft) == .left)
    #expect(Edge.trailing.direction(in: .rightToLeft) == .right)
  }
}

@Suite("Units")
struct UnitTests {
  @Test("reckon as numbers do")
  func reckon() {
    let two: Millimetres = 2
    #expect(two + 1.5 == 3.5)
    #expect(two - 1.5 == 0.5)
    #expect(two * -2 == -4)
    #expect(-two == -2)
    #expect(Millimetres(-2).magnitude == 2)
    #expect(two.magnitude == 2)
    #expect(two < 2.5 && !(two < 2) && !(two < 1))
    var sum = two
    sum += 3
    #expect(sum == 5)
    #expect(Microseconds.milliseconds(3) == 3000)
    #expect(Microseconds(5) < 6 && !(Microseconds(5) < 5))
    #expect(MillimetresPerSecond(1.5) < 2 && !(MillimetresPerSecond(2) < 2))
    #expect(MillimetresPerSecond(150) * .milliseconds(80) == 12)
  }

  @Test("of time stop at their ends")
  func timeSaturates() {
    #expect(Microseconds(3) + 4 == 7)
    #expect(Microseconds(3) - 4 == -1)
    #expect(Microseconds(.max) + 1 == Microseconds(.max))
    #expect(Microseconds(.min) + -1 == Microseconds(.min))
    #expect(Microseconds(.min) - 1 == Microseconds(.min))
    #expect(Microseconds(.max) - -1 == Microseconds(.max))
    #expect(Microseconds(.max) - Microseconds(.min) == Microseconds(.max))
    #expect(Microseconds(.min) - Microseconds(.max) == Microseconds(.min))
  }
}
