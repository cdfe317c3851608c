import CommitPoint
import Foundation
import SwipeActions
import SwipeConfig
import SwipeExamples
import Testing

struct ExampleSetTests {
  private func actions(_ set: ExampleSet) -> LoadedSwipeActions {
    SwipeActions.parse(set.yaml, name: set.name, for: .check)
  }

  @Test("Each set passes the check without a remark", arguments: ExampleSet.all.map(\.name))
  func check(_ name: String) throws {
    let set = try #require(ExampleSet.all.first { $0.name == name })
    let loaded = actions(set)
    #expect(loaded.messages.map(\.description) == [])
    #expect(!loaded.actions.swipes.isEmpty)
    #expect(loaded.actions.swipes.allSatisfy { $0.name != nil })
    #expect(set.summary.count > 10)
  }

  @Test("Every file of the folder is shown")
  func files() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/SwipeExamples/Sets").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(ExampleSet.all.map { $0.name + ".yaml" }))
  }

  @Test(
    "What only ticks does nothing, says that it is approximate, and ticks where the desktop's commit points are",
    arguments: [
      ("gnome-ticks", 3, Direction.left, 400.0), ("gnome-ticks", 3, .up, 300),
      ("niri-ticks", 3, .up, 300), ("niri-ticks", 4, .down, 300),
    ])
  func ticks(_ name: String, _ fingers: Int, _ direction: Direction, _ units: Double) throws {
    let set = try #require(ExampleSet.all.first { $0.name == name })
    #expect(String(decoding: set.yaml, as: UTF8.self).contains("APPROXIMATE"))
    let swipes = actions(set).actions.swipes
    #expect(swipes.allSatisfy { $0.isTickOnly && $0.allActions.isEmpty })
    let swipe = try #require(
      swipes.first { $0.key.value == SwipeKey(fingers: fingers, direction: direction) })
    // Half of the units that the desktop takes for one workspace; 10.5165 of libinput's are a millimetre.
    let stops = try #require(swipe.feel.stops?.value.map(\.value))
    #expect(stops.count == 1)
    #expect(abs(stops[0] - units / 2 / 10.5165) < 0.05)
  }
}
