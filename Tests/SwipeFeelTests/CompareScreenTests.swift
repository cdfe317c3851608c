import CommitPoint
import Haptics
@testable import SwipeFeel
import SwipeConfig
import Testing

@Suite struct CompareScreenTests {
  private static let feels = [
    FeelSourceFacts(name: "Pad, 60 mm wide: stops are nearer", note: "ticks: click at 60 %"),
    FeelSourceFacts(name: "Pad, 60 mm wide", note: "ticks: buzz at 100 %", headline: "B"),
  ]

  @Test("Nothing that is shown changes when only the feel does")
  func blind() {
    for question in [ComparisonQuestion.better, .which] {
      let pictures = Self.feels.map { facts in
        var state = CompareState(Comparison(question, trials: 4, seed: 1))
        state.take(facts, touchpads: "Pad")
        let cells = state.cells(width: 100, height: 30, glyphs: .unicode, fill: true).text
        return state.heading + cells
      }
      #expect(pictures[0] == pictures[1])
      #expect(pictures[0].contains("Pad"))
      #expect(!pictures[0].contains("%"))
    }
  }

  @Test("Without a touchpad it says so")
  func none() {
    var state = CompareState(Comparison(.better, trials: 4, seed: 1))
    state.take(FeelSourceFacts(name: "", note: "no touchpad here"), touchpads: "")
    #expect(state.heading.hasPrefix("no touchpad here; Which feels better?"))
  }

  @Test(
    "The fingers of a feel are three, or else its fewest",
    arguments: [([2, 3], 3), ([2, 4], 2), ([4], 4), ([], 3)])
  func fingers(_ counts: [Int], _ first: Int) {
    let configured = Dictionary(uniqueKeysWithValues: counts.map { ($0, SwipeSettings()) })
    #expect(FeelPad.first(of: configured) == first)
  }
}

@Suite struct RecordingSourceTests {
  @Test("A line at the end of time is waited for, at every speed", arguments: [0.01, 1, 100])
  func endOfTime(_ speed: Double) throws {
    let text = """
      {"time_us":0,"event":"begin","fingers":3}
      {"time_us":9223372036854775807,"event":"end"}

      """
    let recording = try Recording(Array(text.utf8), title: "x", path: "x")
    let player = RecordingPlayer([recording], repeats: true)
    let source = RecordingSource(player, speed: speed, stop: nil) { _, _ in }
    #expect(source.wake(at: Microseconds(.max)) != nil)
    // Stepped through to its end, it goes on with the next one.
    for _ in 0..<6 { source.step() }
    source.togglePause()
    source.advance()
    #expect(source.deadline != nil)
    #expect(!source.isOver)
  }
}
