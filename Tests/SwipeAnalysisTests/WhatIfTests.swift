import CommitPoint
import SwipeAnalysis
import SwipeTrace
import Testing

struct WhatIfTests {
  /// Out to 20 mm and let go; out to 20 mm, back to 10 and let go.
  private static let swipes = """
    {"swiped_trace":1,"config":{"commit_mm":16}}
    {"time_us":0,"event":"begin","fingers":3}
    {"time_us":8000,"event":"motion","dx_mm":-20.0,"dy_mm":0.0}
    {"time_us":16000,"event":"end"}
    {"time_us":500000,"event":"begin","fingers":3}
    {"time_us":508000,"event":"motion","dx_mm":-20.0,"dy_mm":0.0}
    {"time_us":600000,"event":"motion","dx_mm":10.0,"dy_mm":0.0}
    {"time_us":700000,"event":"end"}

    """

  private func recording(_ text: String = swipes) throws -> Recording {
    try Recording(name: "test", Array(text.utf8))
  }

  @Test("As recorded it is what a replay gives")
  func asRecorded() throws {
    let outcome = WhatIf(try recording()).asRecorded
    #expect(outcome.swipes == 2)
    #expect(outcome.commits == 1)
    #expect(outcome.springBacks == 1)
    #expect(outcome.ticks == 3)
    #expect(outcome.changed == 0)
    // 20 mm lies 5.5 mm beyond 14.5, where it would be disarmed; 10 lies 6 mm before 16.
    #expect(outcome.closest == 5.5)
  }

  @Test(
    "Another commit point makes other commits, ticks and distances",
    arguments: [
      (9.5, 2, 2, 1, 2.0), (16, 1, 3, 0, 5.5), (19.5, 1, 3, 0, 2.0), (20, 0, 0, 1, 0.0),
      (60, 0, 0, 1, 40.0),
    ])
  func commit(
    _ commit: Double, _ commits: Int, _ ticks: Int, _ changed: Int, _ closest: Double
  ) throws {
    let whatIf = WhatIf(try recording())
    let outcome = try #require(whatIf.outcome(under: whatIf.settings.with(.commit, commit)))
    #expect(outcome.commits == commits)
    #expect(outcome.ticks == ticks)
    #expect(outcome.changed == changed)
    #expect(outcome.closest == Millimetres(closest))
  }

  @Test("A release less than 1 mm from another one is a close call")
  func closeCalls() throws {
    let whatIf = WhatIf(try recording())
    let outcome = try #require(whatIf.outcome(under: whatIf.settings.with(.commit, 20)))
    #expect(outcome.closeCalls == 1)
  }

  @Test("A setting out of its range gives nothing")
  func outOfRange() throws {
    let whatIf = WhatIf(try recording())
    #expect(whatIf.outcome(under: whatIf.settings.with(.commit, 5)) == nil)
  }

  @Test("A commit point takes the other stops along, and leaves out those that go beyond 60 mm")
  func stops() {
    let feel = Feel(stops: [14, 30, 58])
    let settings = SwipeSettings(left: feel, right: nil).with(.commit, 16)
    #expect(settings.left?.stops == [16, 32, 60])
    #expect(settings.right == nil)
    #expect(settings.with(.commit, 20).left?.stops == [20, 36])
  }

  @Test("A flick's settings give one where there is none")
  func flick() {
    let settings = SwipeSettings().with(.flickVelocity, 200)
    #expect(settings.left?.flick == Flick(velocity: 200))
  }

  @Test("Between two stops the nearer of the two ways to another outcome counts")
  func betweenStops() throws {
    var tracker = try SwipeTracker(SwipeSettings(left: Feel(stops: [14, 30])))
    tracker.handle(.begin(fingers: 3), at: 0) { _ in }
    #expect(tracker.distanceToOtherRelease == 14)
    tracker.handle(.motion(dx: -28, dy: 0), at: 8000) { _ in }
    #expect(tracker.distanceToOtherRelease == 2)
    tracker.handle(.motion(dx: 13, dy: 0), at: 16000) { _ in }
    #expect(tracker.distanceToOtherRelease == 2.5)
    tracker.handle(.end, at: 24000) { _ in }
    #expect(tracker.distanceToOtherRelease == nil)
  }
}

struct CurveTests {
  @Test("A curve has where the fingers were, what they felt and how it ended")
  func curve() throws {
    let text = """
      {"time_us":1000,"event":"begin","fingers":3}
      {"time_us":9000,"event":"motion","dx_mm":-20.0,"dy_mm":1.0}
      {"time_us":109000,"event":"motion","dx_mm":12.0,"dy_mm":0.0}
      {"time_us":209000,"event":"end"}

      """
    let curves = try Recording(name: "test", Array(text.utf8)).curves
    let curve = try #require(curves.first)
    #expect(curves.count == 1)
    #expect(curve.points.map(\.offset) == [0, -20, -8, -8])
    #expect(curve.points.map(\.time) == [1000, 9000, 109_000, 209_000])
    #expect(curve.armed.map(\.start) == [9000])
    #expect(curve.armed.map(\.end) == [109_000])
    #expect(curve.ticks.map(\.tick) == [.arm(Stop(.left, 1)), .disarm])
    #expect(curve.ticks.map(\.offset) == [-20, -8])
    #expect(curve.ending?.kind == .sprungBack)
    #expect(curve.distance == 8)
    #expect(curve.farthest == 20)
  }

  @Test("One that goes off across, one that is superseded, and one that is open at the end")
  func others() throws {
    let text = """
      {"time_us":0,"event":"begin","fingers":3}
      {"time_us":8000,"event":"motion","dx_mm":0.0,"dy_mm":9.0}
      {"time_us":100000,"event":"begin","fingers":3}
      {"time_us":108000,"event":"motion","dx_mm":18.0,"dy_mm":0.0}
      {"time_us":300000,"event":"begin","fingers":3}
      {"time_us":308000,"event":"motion","dx_mm":20.0,"dy_mm":0.0}

      """
    let curves = try Recording(name: "test", Array(text.utf8)).curves
    #expect(curves.map(\.ending?.kind) == [.ignored, .cancelled(.superseded), nil])
    #expect(curves.map(\.axis) == [.vertical, .horizontal, .horizontal])
    #expect(curves[0].points.last?.offset == 9)
    #expect(curves[1].armed.first?.end == 300_000)
    #expect(curves[2].armed.first?.end == 308_000)
  }

  @Test("Latencies and lost lines are those of the file")
  func facts() throws {
    let text = """
      {"time_us":0,"event":"begin","fingers":3}
      {"time_us":0,"event":"tick","kind":"arm","stop":1,"backend":"log","latency_us":120}
      {"event":"lost","count":4}

      """
    let recording = try Recording(name: "test", Array(text.utf8))
    #expect(recording.latencies == [120])
    #expect(recording.lost == 4)
    #expect(recording.swipeCount == 1)
  }
}
