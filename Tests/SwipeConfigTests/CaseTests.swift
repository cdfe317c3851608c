import CommitPoint
import Foundation
import Testing

@testable import SwipeConfig

@Suite struct CaseTests {
  @Test(arguments: ConfigurationCase.all(in: "Broken"))
  func everythingThatIsWrongIsToldWithItsPlace(broken: ConfigurationCase) {
    #expect(broken.load().told == broken.expected)
    #expect(!broken.expected.isEmpty)
  }

  @Test(arguments: ConfigurationCase.all(in: "Good"))
  func whatIsGivenIsInForceAndKnowsItsLine(good: ConfigurationCase) {
    let loaded = good.load()
    #expect(loaded.told + loaded.setLines == good.expected)
    #expect(!loaded.hasErrors)
  }

  @Test(arguments: ConfigurationCase.all(in: "Good") + ConfigurationCase.all(in: "Broken"))
  func whatIsInForceIsAConfigurationThatSetsTheSame(one: ConfigurationCase) {
    let configuration = one.load().configuration
    let again = Configuration.parse(
      Array(configuration.yaml().utf8), name: "dump", for: .check)
    #expect(again.told == "")
    #expect(values(again.configuration.yaml()) == values(configuration.yaml()))
  }

  /// A dump without its remarks.
  private func values(_ yaml: String) -> [String] {
    yaml.split(separator: "\n").map { line in
      line.range(of: "  # ", options: .backwards).map { remark in
        line[..<remark.lowerBound].trimmingCharacters(in: .whitespaces)
      } ?? line.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test func aKeyThatIsNotKnownIsOnlyAWarningToTheService() throws {
    let text = "feel:\n  comit: 20 mm\n  hysteresis: 1 mm\nsounds: {}\n"
    let service = Configuration.parse(Array(text.utf8), name: "x", for: .service)
    #expect(!service.hasErrors)
    #expect(
      service.told == """
        x:2:3: warning: "comit" is no key of feel; did you mean "commit"?, ignoring
        x:4:1: warning: "sounds" is no key of the configuration; expected one of feel, haptics, \
        touchpads, layout, swipes, ignoring

        """)
    #expect(service.configuration.feel.hysteresis?.value == 1)
    #expect(Configuration.parse(Array(text.utf8), name: "x", for: .check).hasErrors)
  }

  @Test func anEmptyFileIsNoNewsToTheService() {
    #expect(Configuration.parse([], name: "x", for: .service).messages.isEmpty)
  }

  @Test func theDocumentsExampleHasEveryKeyAndNoFault() throws {
    let text = try String(contentsOf: Self.file("docs/configuration.md"), encoding: .utf8)
    let examples = text.components(separatedBy: "```yaml\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(examples.count == 2)
    for example in examples {
      #expect(Configuration.parse(Array(example.utf8), name: "example", for: .check).told == "")
    }
    let whole = try #require(examples.last)
    for key in FeelKey.allCases.map(\.rawValue) + HapticsKey.allCases.map(\.rawValue)
      + TouchpadKey.allCases.map(\.rawValue) + SwipeEntryKey.allCases.map(\.rawValue)
      + TopKey.allCases.map(\.rawValue) + FlickKey.allCases.map(\.rawValue)
    where key != "project" {
      #expect(whole.contains("\(key):"), "\(key) is missing")
    }
  }

  @Test func theFileThatIsInstalledSetsNothingAndWouldSetTheDefaults() throws {
    let text = try String(contentsOf: Self.file("config/swiped.yaml"), encoding: .utf8)
    let asIs = Configuration.parse(Array(text.utf8), name: "x", for: .check)
    #expect(asIs.told == "x:1:1: note: the file sets nothing\n")
    #expect(asIs.configuration == Configuration())

    let uncommented = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasPrefix("#") && !$0.hasPrefix("# ") ? String($0.dropFirst()) : String($0)
    }.joined(separator: "\n")
    let set = Configuration.parse(Array(uncommented.utf8), name: "x", for: .check)
    #expect(set.told == "")
    #expect(set.configuration.feel.feel == Configuration().feel.feel)
    #expect(set.configuration.feel.settings == Configuration().feel.settings)
    #expect(set.configuration.haptics.options == Configuration().haptics.options)
  }

  private static func file(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path)
  }
}
