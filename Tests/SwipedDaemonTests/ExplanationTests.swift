import Foundation
import Testing

@testable import SwipedDaemon

@Suite struct ExplanationTests {
  /// The entries of the catalogue, by their identities.
  private static let catalogue: [String: String] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../systemd/swiped.catalog")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var entries: [String: String] = [:]
    for entry in text.components(separatedBy: "\n-- ").dropFirst() {
      entries[String(entry.prefix(32))] = String(entry.dropFirst(33))
    }
    return entries
  }()

  @Test func `Every explained message has one entry in the catalogue, and no entry is left over`() {
    #expect(Set(Self.catalogue.keys) == Set(Explanation.allCases.map(\.rawValue)))
  }

  @Test(arguments: Explanation.allCases)
  func `An entry has a subject, a manual page and a text`(_ explanation: Explanation) throws {
    let entry = try #require(Self.catalogue[explanation.rawValue])
    let parts = entry.components(separatedBy: "\n\n")
    #expect(parts[0].contains("Subject: "))
    #expect(parts[0].contains("Defined-By: swiped"))
    #expect(parts[0].contains("Documentation: man:"))
    #expect(parts.count > 1)
    #expect(parts.dropFirst().allSatisfy { !$0.isEmpty })
  }
}
