import CommitPoint
import Foundation
import Testing

@testable import SwipeConfig

/// docs/configuration.md, which is swiped.yaml(5) as well, beside the tables that the parser goes by.
@Suite("docs/configuration.md")
struct DocumentationTests {
  /// The rows of the table that follows a heading, by their key.
  private func rows(of heading: String) throws -> [[String]] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/configuration.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## `\(heading)`").dropFirst().first)
    let lines = section.components(separatedBy: "\n").drop { !$0.hasPrefix("|") }
    return lines.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private func keys(_ rows: [[String]]) -> Set<String> {
    Set(rows.flatMap { $0[0].components(separatedBy: ", ") }.map { $0.filter { $0 != "`" } })
  }

  @Test("It has every key that the parser has, and no other")
  func everyKey() throws {
    #expect(keys(try rows(of: "feel")) == Set(FeelKey.allCases.map(\.rawValue)))
    #expect(keys(try rows(of: "haptics")) == Set(HapticsKey.allCases.map(\.rawValue)))
    #expect(keys(try rows(of: "touchpads")) == Set(TouchpadKey.allCases.map(\.rawValue)))
    let swipe = Set(SwipeEntryKey.allCases.map(\.rawValue)).subtracting(["feel"])
    #expect(keys(try rows(of: "swipes")) == swipe)
  }

  @Test("Its ranges and defaults are those that hold")
  func everyNumber() throws {
    let settings = SwipeSettings()
    let defaults: [Setting: Double] = [
      .commit: Feel().stops[0].value, .hysteresis: Feel().hysteresis.value,
      .tickInterval: Double(settings.tickInterval.value) / 1000,
      .axisLock: settings.axisLock.value, .wayOut: settings.wayOut.value,
      .rest: Double(settings.rest.value) / 1000,
    ]
    let rows = try rows(of: "feel")
    for (setting, value) in defaults {
      let row = try #require(rows.first { $0[0] == "`\(setting.rawValue)`" })
      let unit = setting.unit.rawValue
      #expect(row[1] == "\(plain(value)) \(unit)")
      let range = setting.range
      #expect(row[2] == "\(plain(range.lowerBound))…\(plain(range.upperBound)) \(unit)")
    }
  }
}
