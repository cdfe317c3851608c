import CommitPoint
import SwipeActions
import Testing

@testable import SwipeAgent
@testable import SwipeClient

/// A swipe that hears steps, and what is done for each.
private struct Scene {
  var underWay = SwipesUnderWay()
  let key = SwipesUnderWay.Key(claim: ClaimedSwipe(number: 1), touchpad: "/pad")

  mutating func hear(_ step: SwipeStep, at time: Int64, heard: Int64? = nil) -> String {
    switch underWay.hear(step, key, at: Microseconds(time), now: heard ?? time) {
    case .nothing: "-"
    case .due(let due): describe(due)
    case .tooLate(let swipe): "too late: \(swipe.title)"
    }
  }

  mutating func progress(at now: Int64) -> String {
    underWay.due(at: now).map { describe($0.due) }.joined(separator: "; ")
  }

  private func describe(_ due: SwipesUnderWay.Due) -> String {
    guard case .run(let words) = due.action else { return "another action" }
    let reason = due.moment.reason.map { " \($0)" } ?? ""
    let speed = due.moment.velocity.map { " \(Int($0.value)) mm/s" } ?? ""
    return
      "\(words[0]) \(due.moment.step) \(due.moment.stop) \(Int(due.moment.offset.value))\(speed)\(reason)"
  }
}

@Suite("What swipes come to")
struct SwipesUnderWayTests {
  private static let text = """
      - direction: left
        name: lab
        run: do
        stops: [{at: 12 mm, run: short}, {at: 24 mm}]
        on: {armed: {run: up}, disarmed: {run: down}, cancelled: {run: gone}, progress: {run: on}}

    """

  private func scene(_ text: String = SwipesUnderWayTests.text) throws -> Scene {
    var scene = Scene()
    scene.underWay.begin(scene.key, try #require(try swipes(text).first), device: "/dev/pad")
    return scene
  }

  @Test(
    "Each step has its action, with where the fingers are and what is armed",
    arguments: [
      ([(.armed(stop: 1, offset: -13), "up armed 1 -13"), (.sprungBack, "-")]),
      ([
        (.armed(stop: 2, offset: -25), "up armed 2 -25"),
        (.disarmed(stop: 2, offset: -9), "down disarmed 2 -9"), (.sprungBack, "-"),
      ]),
      ([(.committed(stop: 1, offset: -14), "short committed 1 -14")]),
      ([(.committed(stop: 2, offset: -30), "do committed 2 -30")]),
      ([
        (.armed(stop: 1, offset: -13), "up armed 1 -13"),
        (.cancelled(reason: "locked"), "gone cancelled 0 -13 locked"),
      ]),
      // The fingers went elsewhere: it was never this swipe.
      ([(.cancelled(reason: "ignored"), "-")]),
      // What is over comes to nothing more.
      ([(.sprungBack, "-"), (.committed(stop: 1, offset: -14), "-")]),
      ([
        (.committed(stop: 1, offset: -14), "short committed 1 -14"),
        (.armed(stop: 1, offset: -14), "-"),
      ]),
    ] as [[(SwipeStep, String)]])
  func steps(_ steps: [(SwipeStep, String)]) throws {
    var scene = try scene()
    for (number, step) in steps.enumerated() {
      #expect(scene.hear(step.0, at: Int64(number) * 1000) == step.1)
    }
  }

  @Test(
    "A commit that is heard of late is not acted on",
    arguments: [(2_000_000, "short committed 1 -14"), (2_000_001, "too late: lab")]
      as [(Int64, String)])
  func late(_ delay: Int64, _ expected: String) throws {
    var scene = try scene()
    #expect(scene.hear(.committed(stop: 1, offset: -14), at: 5000, heard: 5000 + delay) == expected)
    #expect(scene.hear(.armed(stop: 1, offset: -14), at: 6000) == "-")
  }

  @Test func `What was not begun comes to nothing`() {
    var scene = Scene()
    #expect(scene.hear(.committed(stop: 1, offset: -14), at: 0) == "-")
    #expect(scene.hear(.progress(offset: -3, velocity: 1), at: 0) == "-")
    #expect(scene.underWay.progressDeadline == nil)
  }

  @Test func `Progress is told ten times a second, and the last of what came in between`() throws {
    var scene = try scene()
    #expect(scene.underWay.progressDeadline == nil)
    #expect(scene.hear(.progress(offset: -1, velocity: -10), at: 1000) == "-")
    #expect(scene.progress(at: 1000) == "on progress 0 -1 -10 mm/s")
    scene.underWay.progressEnded(scene.key)
    #expect(scene.underWay.progressDeadline == nil, "nothing is to be told, so nobody is woken")
    for number in 2...9 {
      _ = scene.hear(
        .progress(offset: Millimetres(-Double(number)), velocity: -20), at: Int64(number) * 8000)
    }
    #expect(scene.progress(at: 72_000) == "")
    #expect(scene.underWay.progressDeadline == 101_000)
    #expect(scene.progress(at: 100_999) == "")
    #expect(scene.progress(at: 101_000) == "on progress 0 -9 -20 mm/s")
    #expect(scene.progress(at: 300_000) == "", "it was told")
  }

  @Test func `Progress waits for the end of what the last one has started`() throws {
    var scene = try scene()
    _ = scene.hear(.progress(offset: -1, velocity: -10), at: 0)
    #expect(scene.progress(at: 0) == "on progress 0 -1 -10 mm/s")
    _ = scene.hear(.progress(offset: -2, velocity: -10), at: 8000)
    #expect(scene.underWay.progressDeadline == nil)
    #expect(scene.progress(at: 5_000_000) == "")
    _ = scene.hear(.armed(stop: 1, offset: -13), at: 5_000_000)
    scene.underWay.progressEnded(scene.key)
    #expect(scene.underWay.progressDeadline == 100_000)
    #expect(scene.progress(at: 5_000_000) == "on progress 1 -13 -10 mm/s")
    _ = scene.hear(.progress(offset: -14, velocity: -10), at: 5_000_000)
    #expect(scene.hear(.committed(stop: 1, offset: -14), at: 5_000_000) == "short committed 1 -14")
    // It ends when the swipe is over.
    scene.underWay.progressEnded(scene.key)
    #expect(scene.progress(at: 9_000_000) == "")
    #expect(scene.underWay.progressDeadline == nil)
  }

  @Test func `Steps that nobody follows wake nobody`() throws {
    var scene = try scene("  - {direction: left, run: do}\n")
    #expect(scene.hear(.progress(offset: -1, velocity: -10), at: 0) == "-")
    #expect(scene.underWay.progressDeadline == nil)
    #expect(scene.hear(.armed(stop: 1, offset: -16), at: 0) == "-")
    #expect(scene.hear(.disarmed(stop: 1, offset: -14), at: 0) == "-")
    #expect(scene.hear(.cancelled(reason: "locked"), at: 0) == "-")
  }
}
