import CommitPoint
import Testing

@Suite("A tick")
struct TickTests {
  @Test("waits for the interval, is played at its end, and not lost")
  func waitsForTheInterval() throws {
    var hand = try Hand()
    hand.touch()
    #expect(hand.tracker.deadline == nil)
    hand.move(-17, after: 10)
    #expect(hand.tracker.deadline == nil)
    hand.move(5, after: 10)
    #expect(hand.tracker.deadline == 60_000)
    hand.wait(39.999)
    #expect(hand.ticks == ["tick arm left 1"])
    hand.wait(0.001)
    #expect(hand.saidWhen.last == "60.0 tick disarm")
    #expect(hand.tracker.deadline == nil)
  }

  @Test("that is due bears the time when it was, however late the next sample comes")
  func bearsItsDeadline() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 10)
    hand.move(5, after: 10)
    hand.move(-0.125, after: 300)
    #expect(
      hand.saidWhen == [
        "10.0 armed left 1 at -17.0", "10.0 tick arm left 1", "20.0 disarmed left 1 at -12.0",
        "60.0 tick disarm",
      ])
  }

  @Test("may be played when exactly the interval has passed, and not a microsecond sooner")
  func exactlyTheInterval() throws {
    for (wait, ticks) in [(49.999, 1), (50, 2)] {
      var hand = try Hand()
      hand.touch()
      hand.move(-17)
      hand.move(5, after: wait)
      #expect(hand.ticks.count == ticks)
    }
  }

  @Test("that is due before a sample comes before what the sample does")
  func comesBeforeTheSample() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 10)
    hand.move(5, after: 10)
    // Due at 60, just when the fingers arm again: both are felt, the second later.
    hand.move(-5, after: 40)
    #expect(hand.ticks == ["tick arm left 1", "tick disarm"])
    #expect(hand.tracker.deadline == 110_000)
    hand.wait(50)
    #expect(hand.saidWhen.last == "110.0 tick arm left 1")
  }

  @Test("and its contrary annihilate within the interval")
  func annihilate() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17)
    hand.move(5)
    hand.move(-5)
    #expect(hand.tracker.deadline == nil)
    hand.wait(1000)
    #expect(hand.ticks == ["tick arm left 1"])
    hand.lift()
    #expect(hand.said.last == "committed left 1")
  }

  @Test("that is owed goes to the stop that is armed when it is due")
  func goesToTheLatest() throws {
    var hand = try Hand(SwipeSettings(left: Feel(stops: [12, 24, 36])))
    hand.touch()
    hand.move(-13)
    hand.move(-12)
    hand.move(-12)
    hand.wait(50)
    #expect(hand.ticks == ["tick arm left 1", "tick arm left 3"])
  }

  @Test("can come at once without an interval")
  func withoutInterval() throws {
    var hand = try Hand(SwipeSettings(tickInterval: 0))
    hand.touch()
    hand.move(-17, after: 0)
    hand.move(5, after: 0)
    hand.move(-5, after: 0)
    #expect(hand.ticks == ["tick arm left 1", "tick disarm", "tick arm left 1"])
  }

  @Test("that is owed is played by the commit at once")
  func commitForces() throws {
    var hand = try Hand(SwipeSettings(left: Feel(stops: [12, 24])))
    hand.touch()
    hand.move(-13)
    hand.move(-12)
    hand.lift()
    #expect(
      hand.saidWhen == [
        "8.0 armed left 1 at -13.0", "8.0 tick arm left 1", "16.0 armed left 2 at -25.0",
        "24.0 tick arm left 2", "24.0 committed left 2",
      ])
  }

  @Test("is not played again after a commit, nor taken back")
  func nothingAfterACommit() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17)
    hand.lift()
    #expect(hand.tracker.deadline == nil)
    hand.wait(1000)
    #expect(hand.said == ["armed left 1 at -17.0", "tick arm left 1", "committed left 1"])
  }

  @Test("that a commit has forced starts the interval")
  func aForcedTickStartsTheInterval() throws {
    var hand = try Hand(SwipeSettings(left: Feel(stops: [12, 24])))
    hand.touch()
    hand.move(-13, after: 0)
    hand.move(-12, after: 20)
    hand.lift(after: 0)
    hand.touch(after: 0)
    hand.move(-13, after: 49)
    #expect(hand.ticks.count == 2)
    #expect(hand.tracker.deadline == 70_000)
  }

  @Test("of the next swipe waits for the interval too")
  func theIntervalRunsOn() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 0)
    hand.lift(after: 10)
    hand.touch(after: 10)
    hand.move(17, after: 10)
    #expect(hand.ticks == ["tick arm left 1"])
    hand.wait(20)
    #expect(hand.saidWhen.last == "50.0 tick arm right 1")
  }

  @Test("to disarm, owed at a spring-back, is played when it is due")
  func afterASpringBack() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 0)
    hand.move(5, after: 10)
    hand.lift(after: 10)
    #expect(hand.said.last == "sprung back")
    #expect(hand.tracker.deadline == 50_000)
    hand.wait(100)
    #expect(hand.saidWhen.last == "50.0 tick disarm")
    #expect(hand.tracker.deadline == nil)
  }

  @Test("to disarm, still owed at the next begin, is played by it at once")
  func aBeginForces() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 0)
    hand.move(5, after: 10)
    hand.lift(after: 10)
    hand.touch(after: 10)
    #expect(hand.saidWhen.last == "30.0 tick disarm")
    hand.move(-17, after: 10)
    #expect(hand.tracker.deadline == 80_000)
    hand.lift(after: 10)
    #expect(hand.saidWhen.suffix(2) == ["50.0 tick arm left 1", "50.0 committed left 1"])
  }

  @Test("to disarm is played even by a begin with other fingers")
  func anIgnoredBeginForces() throws {
    var hand = try Hand()
    hand.touch()
    hand.move(-17, after: 0)
    hand.move(5, after: 10)
    hand.lift(after: 10)
    hand.touch(4, after: 0)
    #expect(hand.said.suffix(3) == ["sprung back", "tick disarm", "ignored"])
  }

  @Test("has the stamp of its sample even where the clock is stopped")
  func equalStamps() throws {
    var hand = try Hand()
    hand.touch()
    for _ in 0..<20 { hand.move(-1, after: 0) }
    hand.lift(after: 0)
    #expect(
      hand.saidWhen == [
        "0.0 armed left 1 at -17.0", "0.0 tick arm left 1", "0.0 committed left 1",
      ])
  }

  @Test("never goes back in time")
  func neverBack() throws {
    var hand = try Hand()
    hand.touch(after: 100)
    hand.move(-17, after: -50)
    hand.move(5, after: 30)
    #expect(
      hand.saidWhen == [
        "100.0 armed left 1 at -17.0", "100.0 tick arm left 1", "100.0 disarmed left 1 at -12.0",
      ])
    #expect(hand.tracker.deadline == 150_000)
    hand.wait(-1000)
    hand.lift(after: 0)
    #expect(hand.saidWhen.last == "100.0 sprung back")
  }

  @Test("is told of at the ends of time as well")
  func theEndsOfTime() throws {
    var tracker = try SwipeTracker()
    var ticks = 0
    let count: (SwipeEvent) -> Void = { if case .tick = $0.kind { ticks += 1 } }
    tracker.handle(.begin(fingers: 3), at: Microseconds(.min), count)
    tracker.handle(.motion(dx: -17, dy: 0), at: Microseconds(.min), count)
    #expect(ticks == 1)
    tracker.handle(.motion(dx: 5, dy: 0), at: Microseconds(.max), count)
    #expect(ticks == 2)
    tracker.handle(.motion(dx: -5, dy: 0), at: Microseconds(.max), count)
    tracker.handle(.end, at: Microseconds(.max), count)
    #expect(ticks == 3)
  }
}
