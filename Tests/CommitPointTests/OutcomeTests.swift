import CommitPoint
import Testing

@Suite("A swipe")
struct OutcomeTests {
  @Test("commits if it is armed, else springs back")
  func commitsOrSpringsBack() throws {
    var hand = try Hand()
    hand.touch()
    #expect(hand.tracker.isTracking)
    hand.move(-17)
    hand.lift()
    #expect(hand.said.last == "committed left 1")
    #expect(!hand.tracker.isTracking)
    #expect(hand.tracker.armed == nil)
    hand.touch()
    hand.move(-15)
    hand.lift()
    #expect(hand.said.last == "sprung back")
    #expect(!hand.tracker.isTracking)
  }

  @Test("commits though the fingers roll back as they lift")
  func rollsBack() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-16.25)
    for _ in 0..<10 { hand.move(0.125) }
    hand.lift()
    #expect(hand.said.last == "committed left 1")
  }

  @Test("begins at 0, however soon it follows, and both count")
  func beginsAtZero() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 0)
    hand.lift(after: 0)
    hand.touch(after: 0)
    hand.move(-15, after: 60)
    #expect(hand.tracker.offset == -15)
    hand.move(-2)
    hand.lift()
    #expect(hand.said.filter { $0 == "committed left 1" }.count == 2)
  }

  @Test("begins at 0 across its axis as well, with no axis and no velocity")
  func beginsAtZeroAcross() throws {
    var hand = try Hand(SwipeSettings(up: Feel(), down: Feel()))
    hand.touch()
    for _ in 0..<9 { hand.move(1, 1.75) }
    #expect(hand.tracker.axis == .vertical)
    hand.lift()
    hand.touch()
    #expect(hand.tracker.axis == nil)
    hand.move(-3, 0)
    #expect(hand.tracker.axis == .horizontal)
    #expect(hand.tracker.velocity(at: Microseconds(hand.time)) == 0)
    hand.move(0, -3)
    #expect(hand.tracker.offset == -3)
  }

  @Test(
    "that was armed and is cancelled disarms, is felt, and does nothing",
    arguments: CancelReason.allCases)
  func cancelWhileArmed(reason: CancelReason) throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17)
    hand.cancel(reason, after: 60)
    #expect(
      hand.said == [
        "armed left 1 at -17.0", "tick arm left 1", "disarmed left 1 at -17.0", "tick disarm",
        "cancelled \(reason)",
      ])
    hand.lift()
    hand.wait(1000)
    #expect(hand.said.count == 5)
  }

  @Test("that is cancelled too soon for its disarm tick is felt later")
  func cancelTooSoon() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 0)
    hand.cancel(.button, after: 10)
    #expect(hand.saidWhen.suffix(2) == ["10.0 disarmed left 1 at -17.0", "10.0 cancelled button"])
    hand.wait(100)
    #expect(hand.saidWhen.last == "50.0 tick disarm")
  }

  @Test("that is cancelled is not felt where that is not wanted")
  func silentCancel() throws {
    var hand = try Hand(SwipeSettings(cancelTick: false))
    hand.touch()
    hand.move(-17)
    hand.cancel(.libinput, after: 60)
    #expect(hand.tracker.deadline == nil)
    hand.wait(1000)
    hand.touch()
    #expect(
      hand.said == [
        "armed left 1 at -17.0", "tick arm left 1", "disarmed left 1 at -17.0",
        "cancelled libinput",
      ])
    hand.move(-17)
    #expect(hand.ticks == ["tick arm left 1", "tick arm left 1"])
    // The fingers' own disarm is felt, whatever comes after it.
    hand.move(5)
    hand.cancel(.libinput)
    hand.wait(1000)
    #expect(hand.ticks.last == "tick disarm")
  }

  @Test("whose arm tick is still owed when it is cancelled is not felt at all")
  func cancelBeforeTheArmTick() throws {
    for reason in [CancelReason.libinput, .superseded] {
      var hand = try Hand()
      hand.touch()
      hand.move(-17, after: 0)
      hand.lift(after: 0)
      hand.touch(after: 0)
      hand.move(-17, after: 10)
      hand.forget()
      if reason == .superseded { hand.touch() } else { hand.cancel(reason) }
      hand.wait(1000)
      #expect(hand.said == ["disarmed left 1 at -17.0", "cancelled \(reason)"])
    }
  }

  @Test("that was felt at one stop and is cancelled at the next disarms what was felt")
  func cancelBetweenStops() throws {
    var hand = try Hand(SwipeSettings(left: Feel(stops: [12, 24])))
    hand.touch()
    hand.move(-13, after: 0)
    hand.move(-12, after: 10)
    hand.cancel(.libinput, after: 10)
    hand.wait(100)
    #expect(
      hand.saidWhen.suffix(3) == [
        "20.0 disarmed left 2 at -25.0", "20.0 cancelled libinput", "50.0 tick disarm",
      ])
  }

  @Test("that never ended is superseded by the next, which starts with nothing felt")
  func superseded() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 0)
    hand.touch(after: 10)
    #expect(
      hand.saidWhen.suffix(3) == [
        "10.0 disarmed left 1 at -17.0", "10.0 tick disarm", "10.0 cancelled superseded",
      ])
    #expect(hand.tracker.offset == 0)
    hand.move(-15, after: 100)
    hand.lift()
    #expect(hand.said.last == "sprung back")
  }

  @Test("that never ended, and is not armed, is superseded with the tick that it owes")
  func supersededUnarmed() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 0)
    hand.move(5, after: 10)
    hand.touch(after: 10)
    #expect(hand.said.suffix(2) == ["cancelled superseded", "tick disarm"])
    hand.touch()
    #expect(hand.said.last == "cancelled superseded")
  }

  @Test("with fingers that are not ours is ignored from its begin")
  func otherFingers() throws {
    for fingers in [-1, 0, 1, 2, 4, 5, 32, 67, .max] {
      var hand = try Hand()
      hand.touch(fingers)
      hand.move(-17)
      hand.move(-17, fingers: 3)
      hand.lift()
      hand.cancel(.libinput)
      #expect(hand.said == ["ignored"])
      #expect(!hand.tracker.isTracking)
    }
  }

  @Test("with fingers that are not ours supersedes one that is")
  func otherFingersSupersede() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-3)
    hand.touch(4)
    hand.move(-17)
    #expect(hand.said == ["cancelled superseded", "ignored"])
  }

  @Test("is cancelled when the number of fingers changes, even to one that is ours")
  func fingersChange() throws {
    var hand = try Hand(SwipeSettings(fingers: [3, 4]))
    hand.touch(3)
    hand.move(-17)
    hand.move(-1, fingers: 3)
    #expect(hand.tracker.armed == Stop(.left, 1))
    hand.move(-1, fingers: 4, after: 60)
    #expect(
      hand.said.suffix(3) == ["disarmed left 1 at -18.0", "tick disarm", "cancelled fingers"])
    hand.touch(4)
    hand.move(-17, fingers: 4, after: 60)
    hand.lift()
    #expect(hand.said.last == "committed left 1")
  }

  @Test("may change its fingers where they are free")
  func freeFingers() throws {
    var hand = try Hand(SwipeSettings(fingers: nil))
    hand.touch(7)
    hand.move(-10, fingers: 3)
    hand.move(-10, fingers: 1)
    hand.lift()
    #expect(hand.said.last == "committed left 1")
  }

  @Test("before its axis is decided springs back, or is cancelled")
  func undecided() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-1)
    hand.lift()
    #expect(hand.said == ["sprung back"])
    hand.touch()
    hand.lift()
    #expect(hand.said == ["sprung back", "sprung back"])
    hand.forget()
    hand.touch()
    hand.cancel(.locked)
    hand.touch()
    hand.move(-1, fingers: 4)
    hand.touch()
    hand.touch()
    #expect(hand.said == ["cancelled locked", "cancelled fingers", "cancelled superseded"])
  }

  @Test("loses a sample that is not finite, its fingers and its time with it")
  func notFinite() throws {
    let bad: [(Double, Double)] = [
      (.nan, 0), (0, .nan), (.infinity, 0), (-.infinity, 0), (0, .infinity), (0, -.infinity),
    ]
    for (dx, dy) in bad {
      var hand = try Hand()
      hand.touch()
      hand.move(-17)
      hand.move(dx, dy)
      hand.move(dx, dy, fingers: 4)
      #expect(hand.tracker.offset == -17)
      hand.lift()
      #expect(hand.said.last == "committed left 1")
    }
  }

  @Test("that is over hears nothing more")
  func over() throws {
    var hand = try Hand()
    hand.lift()
    hand.cancel(.libinput)
    hand.move(-40)
    hand.move(-40, fingers: 1)
    #expect(hand.said == [])
    #expect(hand.tracker.offset == 0)
    #expect(hand.tracker.axis == nil)
  }
}
