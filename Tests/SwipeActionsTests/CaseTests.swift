import CommitPoint
import Foundation
import LinuxIO
import SwipeActions
import SwipeConfig
import Testing

/// A file of `Broken` or `Good`, and what is said of it: the lines of the file of the same name that ends in `.txt`.
struct SwipesCase: Sendable, CustomStringConvertible {
  var name: String
  var bytes: [UInt8]
  var expected: String

  var description: String { name }

  static func all(in directory: String) -> [SwipesCase] {
    let urls = Bundle.module.urls(forResourcesWithExtension: "yaml", subdirectory: directory) ?? []
    return urls.map { SwipesCase($0 as URL) }.sorted { $0.name < $1.name }
  }

  private init(_ url: URL) {
    name = url.deletingPathExtension().lastPathComponent
    bytes = (try? Data(contentsOf: url)).map(Array.init) ?? []
    let text = url.deletingPathExtension().appendingPathExtension("txt")
    expected = (try? String(contentsOf: text, encoding: .utf8)) ?? ""
  }

  func load(for use: ConfigurationUse = .check) -> LoadedSwipeActions {
    // Where every Linux has `sh` and `true`, and none has what the cases call a program that is not there.
    SwipeActions.parse(
      bytes, name: name, for: use, programs: ProgramSearch(path: "/usr/bin:/bin"))
  }
}

extension LoadedSwipeActions {
  /// The messages, a line each.
  var told: String {
    messages.filter { !$0.text.hasPrefix("press: none of") }.map { $0.description + "\n" }.joined()
  }

  /// The swipes, a line each, as far as the cases go into them.
  var shown: String {
    actions.swipes.map { swipe in
      var parts = ["\(swipe.key.value.fingers) \(swipe.key.value.direction.rawValue)"]
      if let name = swipe.name { parts.append("\"\(name)\"") }
      if let stops = swipe.feel.stops { parts.append("\(stops.value.map(\.value))") }
      if let flick = swipe.feel.flick { parts.append(flick.value == nil ? "no flick" : "flick") }
      if swipe.isTickOnly { parts.append("tick_only") }
      if let action = swipe.action { parts.append("does \(action.value)") }
      for (stop, action) in swipe.stopActions.sorted(by: { $0.key < $1.key }) {
        parts.append("at \(stop) \(action.value)")
      }
      for step in FollowedStep.allCases {
        if let action = swipe.followers[step] { parts.append("\(step.rawValue): \(action.value)") }
      }
      for (word, conditions) in [("when", swipe.when), ("unless", swipe.unless)]
      where !conditions.isEmpty {
        parts.append(
          "\(word) \(conditions.desktops) \(conditions.programs) \(conditions.power?.rawValue ?? "-")"
        )
      }
      return parts.joined(separator: "; ").replacing("SwipeActions.", with: "") + "\n"
    }.joined()
  }
}

@Suite struct CaseTests {
  @Test(arguments: SwipesCase.all(in: "Broken"))
  func everythingThatIsWrongIsToldWithItsPlace(broken: SwipesCase) {
    #expect(broken.load().told == broken.expected)
    #expect(!broken.expected.isEmpty)
    #expect(
      broken.expected.split(separator: "\n").allSatisfy { $0.contains(#/^[a-z-]+:\d+:\d+: /#) })
  }

  @Test(arguments: SwipesCase.all(in: "Good"))
  func whatIsGivenIsUnderstood(good: SwipesCase) {
    let loaded = good.load()
    #expect(loaded.told + loaded.shown == good.expected)
    #expect(!loaded.hasErrors)
  }

  @Test func toTheAgentAKeyThatIsNotKnownAndAProgramThatIsNotThereAreWarnings() {
    let text = "swipes:\n  - {direction: left, runs: x, run: [no-such-program]}\n"
    let agent = SwipeActions.parse(
      Array(text.utf8), name: "x", for: .service, programs: ProgramSearch(path: "/usr/bin"))
    #expect(!agent.hasErrors)
    #expect(agent.messages.map(\.severity) == [.warning, .warning])
    #expect(agent.actions.swipes.first?.action?.value == .run(["no-such-program"]))
  }

  @Test func aConditionThatIsNotKnownIsAnErrorToTheAgentToo() {
    for section in ["when", "unless"] {
      let text = "swipes:\n  - {direction: left, run: [sh], \(section): {desktp: GNOME}}\n"
      let agent = SwipeActions.parse(Array(text.utf8), name: "x", for: .service)
      #expect(agent.hasErrors)
      #expect(agent.messages.map(\.text).allSatisfy { !$0.contains("ignoring") })
    }
  }

  @Test func twoFilesAreEqualIfTheyAskForTheSame() {
    func actions(_ text: String) -> SwipeActions {
      SwipeActions.parse(Array(text.utf8), name: "x", for: .service).actions
    }
    let entry = "swipes:\n  - {direction: left, run: [x]}\n"
    #expect(actions(entry) == actions("# a remark\n\n" + entry))
    #expect(actions(entry) != actions("swipes:\n  - {direction: left, run: [y]}\n"))
  }

  @Test func theDocumentsExamplesHaveNoFault() throws {
    let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "docs/swipes.md")
    let text = try String(contentsOf: document, encoding: .utf8)
    let examples = text.components(separatedBy: "```yaml\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(examples.count >= 3)
    for example in examples {
      let loaded = SwipeActions.parse(Array(example.utf8), name: "example", for: .check)
      #expect(loaded.told == "")
      #expect(!loaded.actions.swipes.isEmpty)
    }
  }

  @Test func theFileLiesWhereTheEnvironmentSays() {
    #expect(
      SwipeActions.path { ["HOME": "/home/a"][$0] } == "/home/a/.config/swiped/swipes.yaml")
    #expect(
      SwipeActions.path { ["HOME": "/home/a", "XDG_CONFIG_HOME": "/c"][$0] }
        == "/c/swiped/swipes.yaml")
    #expect(
      SwipeActions.path { ["HOME": "/home/a", "XDG_CONFIG_HOME": "c"][$0] }
        == "/home/a/.config/swiped/swipes.yaml")
    #expect(SwipeActions.path { _ in nil } == nil)
  }
}
