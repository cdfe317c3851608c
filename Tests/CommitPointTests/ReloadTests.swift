import CommitPoint
import Testing

@Suite("New settings")
struct ReloadTests {
  /// A swipe that is armed at 17 mm, felt.
  private func armed(_ settings: SwipeSettings = SwipeSettings()) throws -> Hand {
    var hand = try Hand(settings)
    hand.touch()
    hand.move(-17)
    return hand
  }

  @Test("cancel a swipe that would go on otherwise than it began")
  func cancel() throws {
    let changes: [(inout SwipeSettings) -> Void] = [
      { $0.left = Feel(stops: [20]) }, { $0.left = Feel(hysteresis: 1) }, { $0.left = nil },
      { $0.left = Feel(flick: Flick()) }, { $0.right = nil }, { $0.right = Feel(stops: [20]) },
      { $0.tickInterval = 40_000 }, { $0.wayOut = 16 }, { $0.rest = 140_000 },
      { $0.cancelTick = false }, { $0.fingers = [4] }, { $0.fingers = nil },
    ]
    for (number, change) in changes.enumerated() {
      let new = SwipeSettings().with(change)
      var hand = try armed()
      try hand.use(new, after: 60)
      #expect(
        hand.said.suffix(3) == ["disarmed left 1 at -17.0", "tick disarm", "cancelled reload"],
        "change \(number)")
      #expect(hand.tracker.settings == new)
      hand.move(-17)
      hand.lift()
      #expect(hand.said.last == "cancelled reload")
    }
  }

  @Test("pass a swipe on that is armed on the other side")
  func reconsiderOtherSide() throws {
    var hand = try armed()
    #expect(try hand.reconsider(SwipeSettings().with { $0.right = nil }))
    #expect(hand.said == ["armed left 1 at -17.0", "tick arm left 1"])
    hand.move(34, after: 60)
    #expect(hand.said.suffix(2) == ["disarmed left 1 at 17.0", "tick disarm"])
    hand.move(-34, after: 60)
    hand.lift()
    #expect(hand.said.last == "committed left 1")
  }

  @Test("pass no swipe on that is armed on that side")
  func reconsiderArmedSide() throws {
    for new in [SwipeSettings().with { $0.left = nil }, SwipeSettings(left: Feel(stops: [20]))] {
      var hand = try armed()
      #expect(try !hand.reconsider(new))
      #expect(hand.tracker.settings == SwipeSettings())
      hand.lift()
      #expect(hand.said.last == "committed left 1")
    }
  }

  @Test("pass a swipe on that has armed nothing yet, with what then is armed")
  func reconsiderUnarmed() throws {
    var hand = try Hand()
    #expect(try !hand.reconsider(SwipeSettings(left: nil)))
    hand.touch()
    hand.move(-10)
    #expect(try hand.reconsider(SwipeSettings(left: Feel(stops: [9]))))
    #expect(hand.said == ["armed left 1 at -10.0", "tick arm left 1"])
  }

  @Test("let a swipe be that they do not touch")
  func goOn() throws {
    let changes: [(inout SwipeSettings) -> Void] = [
      { _ in }, { $0.up = Feel() }, { $0.down = Feel(stops: [30]) }, { $0.axisLock = 9 },
      { $0.fingers = [2, 3] },
    ]
    for (number, change) in changes.enumerated() {
      let new = SwipeSettings().with(change)
      var hand = try armed()
      try hand.use(new)
      #expect(hand.tracker.settings == new)
      hand.move(2.375)
      #expect(hand.said.count == 2)
      hand.lift()
      #expect(hand.said.last == "committed left 1", "change \(number)")
    }
  }

  @Test("let a vertical swipe be where only left and right change")
  func vertical() throws {
    let settings = SwipeSettings(up: Feel())
    var hand = try Hand(settings)
    hand.touch()
    hand.move(0, -3)
    try hand.use(settings.with { ($0.left, $0.right) = (nil, Feel(stops: [40])) })
    #expect(hand.said == [])
    try hand.use(settings.with { $0.down = Feel() })
    #expect(hand.said == ["cancelled reload"])
  }

  @Test("cancel a swipe whose axis they may still change")
  func undecided() throws {
    let changes: [(inout SwipeSettings) -> Void] = [
      { $0.up = Feel() }, { $0.axisLock = 1 }, { $0.left = nil },
    ]
    for change in changes {
      var hand = try Hand()
      hand.touch()
      hand.move(-1)
      try hand.use(SwipeSettings().with(change))
      #expect(hand.said == ["cancelled reload"])
    }
    var hand = try Hand()
    hand.touch()
    hand.move(-1)
    try hand.use(SwipeSettings().with { $0.fingers = [3, 4] })
    hand.move(-16)
    #expect(hand.ticks == ["tick arm left 1"])
  }

  @Test("hold for the next swipe")
  func holdForTheNext() throws {
    var hand = try Hand()
    try hand.use(SwipeSettings(right: Feel(stops: [8]), fingers: [4]))
    #expect(hand.said == [])
    hand.touch(3)
    hand.touch(4)
    hand.move(8.5)
    hand.lift()
    #expect(
      hand.said == ["ignored", "armed right 1 at 8.5", "tick arm right 1", "committed right 1"])
  }

  @Test("change when a tick that is owed is due, at once if it is due by now")
  func theInterval() throws {
    for (interval, due) in [(100, 108_000), (20, nil)] as [(Int64, Int64?)] {
      var hand = try armed()
      hand.move(5)
      hand.lift()
      #expect(hand.tracker.deadline == 58_000)
      try hand.use(SwipeSettings(tickInterval: .milliseconds(interval)))
      #expect(hand.tracker.deadline?.value == due)
      if due == nil { #expect(hand.saidWhen.last == "32.0 tick disarm") }
    }
  }

  @Test("play a tick first that was due before them")
  func dueBefore() throws {
    var hand = try armed()
    hand.move(5)
    try hand.use(SwipeSettings(left: nil), after: 100)
    #expect(hand.saidWhen.suffix(2) == ["58.0 tick disarm", "116.0 cancelled reload"])
  }

  @Test("that are out of range change nothing")
  func outOfRange() throws {
    var hand = try armed()
    #expect(throws: SettingsError.outOfRange(.wayOut, value: 101)) {
      try hand.use(SwipeSettings(wayOut: 101))
    }
    #expect(hand.tracker.settings == SwipeSettings())
    #expect(hand.tracker.armed == Stop(.left, 1))
    #expect(hand.said.count == 2)
  }
}
