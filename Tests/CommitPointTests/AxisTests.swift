import CommitPoint
import Testing

@Suite("The axis of a swipe")
struct AxisTests {
  enum Decision { case ours, other, ignored, open }

  /// What one sample from the begin decides.
  private func decision(_ settings: SwipeSettings, _ x: Double, _ y: Double) throws -> Decision {
    var hand = try Hand(settings)
    hand.touch()
    hand.move(x, y)
    if hand.said == ["ignored"] { return .ignored }
    return switch hand.tracker.axis {
    case nil: .open
    case .horizontal: .ours
    case .vertical: .other
    }
  }

  /// The decision for travel along and across the only axis that has actions.
  private static let oneAxis: [(along: Double, across: Double, decision: Decision)] = [
    (0, 0, .open), (1.875, 0, .open), (0, 1.875, .open),
    // From 2 mm on, along the line from the begin.
    (2, 0, .ours), (2.0.nextDown, 0, .open), (0, 2, .ignored), (0, 2.0.nextDown, .open),
    (1.5, 1, .open), (1.875, 1.25, .ours), (1.25, 1.875, .ignored),
    // A ratio of 1.5.
    (3, 2, .ours), (3, 2.0.nextUp, .open), (3.0.nextDown, 2, .open),
    // Between: neither is clear.
    (2, 2, .open), (2.0.nextUp, 2, .open), (2, 2.0.nextUp, .ignored), (3, 2.5, .open),
    // From 5 mm on.
    (4, 3, .ours), (4.0.nextDown, 3, .open), (3.5, 3.5, .open), (3.625, 3.625, .ours),
    (3.625, 3.6875, .ignored), (4.5, 3.5, .ours), (40, 40, .ours), (40, 40.125, .ignored),
    (1e200, 1e200, .ours), (1e200, 2e200, .ignored),
  ]

  @Test("is decided by the table, where one axis has actions", arguments: oneAxis)
  func ofOneAxis(along: Double, across: Double, decision: Decision) throws {
    let horizontal = SwipeSettings(wayOut: 0)
    let vertical = SwipeSettings(left: nil, right: nil, up: Feel(), down: nil, wayOut: 0)
    for (alongSign, acrossSign) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
      let (x, y) = (along * alongSign, across * acrossSign)
      #expect(try self.decision(horizontal, x, y) == decision, "\(x), \(y)")
      #expect(
        try self.decision(vertical, y, x) == (decision == .ours ? .other : decision), "\(y), \(x)")
    }
  }

  @Test(
    "is the clearer one, or the larger at 5 mm, where both have actions",
    arguments: [
      (0, 0, .open), (2, 0, .ours), (0, 2, .other), (1.875, 0, .open), (0, 1.875, .open),
      (3, 2, .ours), (3, 2.0.nextUp, .open), (2, 3, .other), (2.0.nextUp, 3, .open),
      (2, 2, .open), (3.5, 3.5, .open), (4, 3, .ours), (3, 4, .other), (4.0.nextDown, 3, .open),
      (3, 4.0.nextDown, .open), (3.75, 3.625, .ours), (3.625, 3.75, .other),
      // No larger one: it stays with the lines that are read.
      (3.75, 3.75, .ours),
    ] as [(Double, Double, Decision)])
  func ofBothAxes(x: Double, y: Double, decision: Decision) throws {
    let settings = SwipeSettings(left: nil, up: Feel(), wayOut: 0)
    for (xSign, ySign) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
      #expect(try self.decision(settings, x * xSign, y * ySign) == decision, "\(x), \(y)")
    }
  }

  @Test("is asked for at every sample until it is decided, from the whole travel")
  func atEverySample() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-1, 1)
    hand.move(-1, 0.75)
    #expect(hand.tracker.axis == nil)
    #expect(hand.tracker.offset == 0)
    hand.move(-1, 0.25)
    #expect(hand.tracker.axis == .horizontal)
    #expect(hand.tracker.offset == -3)
    // Once decided it stays.
    hand.move(2, 12)
    #expect(hand.tracker.axis == .horizontal)
    #expect(hand.said == [])
  }

  @Test("decides and arms in one sample")
  func decidesAndArms() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(20, 13)
    #expect(hand.said == ["armed right 1 at 20.0", "tick arm right 1"])
  }

  @Test("that is ignored says so once and stays silent to its end")
  func ignoredOnce() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(0, 3)
    hand.move(-40)
    hand.cancel(.libinput)
    hand.lift()
    #expect(hand.said == ["ignored"])
    #expect(!hand.tracker.isTracking)
    hand.touch()
    hand.move(-17)
    #expect(hand.ticks == ["tick arm left 1"])
  }

  @Test("is ignored where no direction has an action")
  func noActions() throws {
    for lock in [0.0, 2] {
      var hand = try Hand(SwipeSettings(left: nil, right: nil, axisLock: Millimetres(lock)))
      hand.touch()
      hand.move(3, 0)
      hand.lift()
      #expect(hand.said == ["ignored"])
    }
  }

  @Test("is not asked for where the lock is 0 and only one has actions")
  func noLock() throws {
    for axis in Axis.allCases {
      var hand = try Hand(
        SwipeSettings(
          left: nil, right: axis == .horizontal ? Feel() : nil,
          down: axis == .vertical ? Feel() : nil, axisLock: 0, wayOut: 0))
      hand.touch()
      #expect(hand.tracker.axis == axis)
      hand.move(axis == .vertical ? 9 : 0, axis == .vertical ? 0 : 9)
      hand.move(17, 17)
      hand.lift()
      #expect(hand.said.last == (axis == .horizontal ? "committed right 1" : "committed down 1"))
    }
  }

  @Test("is decided at the first clear movement where the lock is 0 and both have actions")
  func noLockOnBoth() throws {
    let settings = SwipeSettings(up: Feel(), axisLock: 0)
    #expect(try decision(settings, 0, 0) == .open)
    #expect(try decision(settings, 0.125, 0) == .ours)
    #expect(try decision(settings, 0, 0.125) == .other)
    #expect(try decision(settings, 0.125, 0.125) == .open)
  }

  @Test("is decided no sooner than the lock that was asked for")
  func ownLock() throws {
    let settings = SwipeSettings(axisLock: 8)
    #expect(try decision(settings, 7.875, 0) == .open)
    #expect(try decision(settings, 0, 7.875) == .open)
    #expect(try decision(settings, 8, 0) == .ours)
    #expect(try decision(settings, 6.5, 6.4375) == .ours)
    #expect(try decision(SwipeSettings(axisLock: 1), 0.875, 0) == .open)
    #expect(try decision(SwipeSettings(axisLock: 1), 1, 0) == .ours)
  }
}

@Suite("The way out across the axis")
struct WayOutTests {
  @Test("cancels from 15 mm on, if that is more than the travel along")
  func cancels() throws {
    for sign in [-1.0, 1] {
      var hand = try Hand()
      hand.touch()
      hand.move(-3)
      hand.move(0, 14.875 * sign)
      #expect(hand.tracker.isTracking)
      hand.move(0, 0.125 * sign)
      #expect(hand.said == ["cancelled vertical"])
    }
  }

  @Test("takes an armed swipe back")
  func takesBack() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17)
    hand.move(-1, 17, after: 60)
    #expect(hand.tracker.armed != nil)
    hand.move(0, 1, after: 60)
    #expect(hand.tracker.armed != nil)
    hand.move(0, 0.125, after: 60)
    #expect(
      hand.said == [
        "armed left 1 at -17.0", "tick arm left 1", "disarmed left 1 at -18.0", "tick disarm",
        "cancelled vertical",
      ])
  }

  @Test("comes before a stop in the same sample")
  func comesFirst() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-3)
    hand.move(-14, 18)
    #expect(hand.said == ["cancelled vertical"])
  }

  @Test("is not taken by a drift that stays less than the travel along")
  func drift() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-20, 10)
    hand.move(0, 10, after: 60)
    hand.lift()
    #expect(hand.said.last == "committed left 1")
    hand.touch()
    hand.move(-3)
    for _ in 0..<8 { hand.move(0, 1.25) }
    hand.lift()
    #expect(hand.said.last == "sprung back")
  }

  @Test("is counted across, whatever the axis")
  func acrossAVertical() throws {
    var hand = try Hand(SwipeSettings(up: Feel()))
    hand.touch()
    hand.move(0, -17)
    hand.move(17, 0, after: 60)
    #expect(hand.tracker.armed != nil)
    hand.move(0.125, 0, after: 60)
    #expect(hand.said.last == "cancelled vertical")
  }

  @Test("is closed at 0, and elsewhere at its own distance")
  func ownDistance() throws {
    var hand = try Hand(SwipeSettings(wayOut: 0))
    hand.touch()
    hand.move(-3)
    hand.move(0, 300)
    hand.move(-17)
    hand.lift()
    #expect(hand.said.last == "committed left 1")
    hand = try Hand(SwipeSettings(wayOut: 100))
    hand.touch()
    hand.move(-3)
    hand.move(0, 99.875)
    #expect(hand.said == [])
    hand.move(0, 0.125)
    #expect(hand.said == ["cancelled vertical"])
    hand = try Hand(SwipeSettings(axisLock: 0.5, wayOut: 0.75))
    hand.touch()
    hand.move(-0.5)
    hand.move(0, 0.75)
    #expect(hand.said == ["cancelled vertical"])
  }

  @Test("is not looked at before the axis is decided")
  func afterTheLock() throws {
    var hand = try Hand(SwipeSettings(axisLock: 20, wayOut: 1))
    hand.touch()
    hand.move(0, 19)
    #expect(hand.said == [])
  }
}
