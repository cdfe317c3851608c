import CommitPoint
import Testing

@Suite("A stop")
struct StopTests {
  @Test(
    "arms when travel is strictly greater, on every side",
    arguments: [(-1.0, 0.0, "left"), (1, 0, "right"), (0, -1, "up"), (0, 1, "down")])
  func armsWhenTravelIsGreater(dx: Double, dy: Double, direction: String) throws {
    var hand = try Hand(SwipeSettings(up: Feel(), down: Feel()))
    hand.touch()
    hand.move(16 * dx, 16 * dy)
    #expect(hand.said == [])
    #expect(hand.tracker.armed == nil)
    hand.move(0x1p-10 * dx, 0x1p-10 * dy)
    let offset = (dx + dy) * (16 + 0x1p-10)
    #expect(hand.said == ["armed \(direction) 1 at \(offset)", "tick arm \(direction) 1"])
    #expect(hand.tracker.armed?.words == "\(direction) 1")
  }

  @Test(
    "is left when the fingers are back by the hysteresis, on every side",
    arguments: [(-1.0, 0.0, "left"), (1, 0, "right"), (0, -1, "up"), (0, 1, "down")])
  func isLeftByTheHysteresis(dx: Double, dy: Double, direction: String) throws {
    var hand = try Hand(SwipeSettings(up: Feel(), down: Feel()))
    hand.touch()
    hand.move(17 * dx, 17 * dy)
    hand.forget()
    hand.move((0x1p-10 - 2.5) * dx, (0x1p-10 - 2.5) * dy, after: 50)
    #expect(hand.said == [])
    hand.move(-0x1p-10 * dx, -0x1p-10 * dy)
    #expect(
      hand.said == ["disarmed \(direction) 1 at \((dx + dy) * 14.5)", "tick disarm"])
  }

  @Test("is not armed again between the disarm point and the commit point")
  func isNotArmedAgainBetween() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17)
    hand.move(3, after: 50)
    hand.forget()
    hand.move(-2, after: 50)
    #expect(hand.said == [])
    hand.move(-0.125)
    #expect(hand.said == ["armed left 1 at -16.125", "tick arm left 1"])
  }

  @Test("that trembles on the commit point is felt once, without hysteresis every time")
  func trembling() throws {
    for (hysteresis, ticks) in [(1.5, 1), (0, 20)] {
      var hand = try Hand(
        SwipeSettings(left: Feel(hysteresis: Millimetres(hysteresis)), tickInterval: 0))
      hand.touch()
      hand.move(-15.75)
      for _ in 0..<10 {
        hand.move(-0.5)
        hand.move(0.5)
      }
      #expect(hand.ticks.count == ticks)
    }
  }

  @Test("of several is felt one by one, and the step down still acts")
  func ofSeveral() throws {
    var hand = try Hand(SwipeSettings(left: Feel(stops: [12, 24, 36])))
    hand.touch()
    hand.move(-12)
    hand.move(-0.5, after: 60)
    hand.move(-11.5, after: 60)
    hand.move(-0.5, after: 60)
    hand.move(-12, after: 60)
    #expect(
      hand.said == [
        "armed left 1 at -12.5", "tick arm left 1", "armed left 2 at -24.5", "tick arm left 2",
        "armed left 3 at -36.5", "tick arm left 3",
      ])
    hand.forget()
    // Each has the hysteresis: 34.5, 22.5, 10.5.
    hand.move(1.875, after: 60)
    #expect(hand.said == [])
    hand.move(0.125, after: 60)
    hand.move(11.875, after: 60)
    hand.move(0.125, after: 60)
    hand.move(11.875, after: 60)
    hand.move(0.125, after: 60)
    #expect(
      hand.said == [
        "armed left 2 at -34.5", "tick arm left 2", "armed left 1 at -22.5", "tick arm left 1",
        "disarmed left 1 at -10.5", "tick disarm",
      ])
  }

  @Test("that several are jumped over to is felt in one tick, both ways")
  func severalAtOnce() throws {
    var hand = try Hand(SwipeSettings(left: Feel(stops: [12, 24, 36])))
    hand.touch()
    hand.move(-40)
    hand.move(39, after: 60)
    #expect(
      hand.said == [
        "armed left 3 at -40.0", "tick arm left 3", "disarmed left 3 at -1.0", "tick disarm",
      ])
  }

  @Test("that is nearer to the next than the hysteresis holds the one that was reached")
  func closeStops() throws {
    var hand = try Hand(SwipeSettings(left: Feel(stops: [12, 13], hysteresis: 2)))
    hand.touch()
    hand.move(-13.5)
    hand.move(2, after: 60)
    #expect(hand.tracker.armed == Stop(.left, 2))
    hand.move(0.5, after: 60)
    #expect(hand.tracker.armed == Stop(.left, 1))
    hand.move(0.5, after: 60)
    #expect(hand.tracker.armed == Stop(.left, 1))
    hand.move(0.5, after: 60)
    #expect(hand.tracker.armed == nil)
    #expect(
      hand.ticks == ["tick arm left 2", "tick arm left 1", "tick disarm"])
  }

  @Test("is left for the other side's in one sample with one tick")
  func fromSideToSide() throws {
    var hand = try Hand(SwipeSettings(right: Feel(stops: [10])))
    hand.touch()
    hand.move(-17)
    hand.move(28, after: 60)
    #expect(
      hand.said == [
        "armed left 1 at -17.0", "tick arm left 1", "armed right 1 at 11.0", "tick arm right 1",
      ])
    hand.lift()
    #expect(hand.said.last == "committed right 1")
  }

  @Test("is never reached on a side that has no action", arguments: [-1.0, 1])
  func noAction(sign: Double) throws {
    var hand = try Hand(
      SwipeSettings(left: sign > 0 ? Feel() : nil, right: sign < 0 ? Feel() : nil))
    hand.touch()
    hand.move(59 * sign)
    hand.lift()
    #expect(hand.said == ["sprung back"])
  }

  @Test("is the same place whatever way the fingers came: travel is not clamped")
  func travelIsNotClamped() throws {
    var hand = try Hand(SwipeSettings(right: nil))
    hand.touch()
    hand.move(30)
    hand.move(-46)
    #expect(hand.said == [])
    #expect(hand.tracker.offset == -16)
    hand.move(-0.5)
    #expect(hand.ticks == ["tick arm left 1"])
  }

  @Test("can be armed for hours")
  func armedForHours() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-20)
    hand.wait(1000 * 60 * 60 * 5)
    #expect(hand.tracker.armed == Stop(.left, 1))
    hand.lift()
    #expect(hand.said.last == "committed left 1")
  }

  @Test("is held at any travel that is a number")
  func enormousTravel() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-1e308)
    hand.move(-1e308)
    hand.move(-1e308)
    #expect(hand.ticks == ["tick arm left 1"])
    hand.lift()
    #expect(hand.said.last == "committed left 1")
    hand.touch()
    hand.move(-17)
    #expect(hand.tracker.offset == -17)
  }
}
