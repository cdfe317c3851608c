import Foundation
import SwipeActions
import SwipeConfig
import SwipeImport
import Testing
import YAMLNodes

/// A file of another tool's, beside it what swipectl writes of it (`NAME.yaml`) and says of it (`NAME.txt`).
struct ImportCase: Sendable, CustomTestStringConvertible {
  static let folder = "Tests/SwipeImportTests"

  var path: String
  var name: String { String(path.split(separator: "/").last ?? "") }
  var testDescription: String { name }

  static func all(in folder: String) -> [ImportCase] {
    let url = Bundle.module.resourceURL?.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url?.path ?? "")) ?? []
    return names.filter { !$0.hasSuffix(".yaml") && !$0.hasSuffix(".txt") }.sorted().map {
      ImportCase(path: (url?.path ?? "") + "/" + $0)
    }
  }

  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// What stands beside it, or what is to stand there, which is written to the folder that the variable names.
  func expected(_ ending: String, _ actual: String) throws -> String {
    let stem = path.split(separator: ".").dropLast().joined(separator: ".")
    if let folder = ProcessInfo.processInfo.environment["SWIPED_WRITE_CASES"] {
      let last = stem.split(separator: "/").suffix(2).joined(separator: "/")
      try Data(actual.utf8).write(to: URL(fileURLWithPath: folder + "/" + last + ending))
      return actual
    }
    return try String(contentsOfFile: "/" + stem + ending, encoding: .utf8)
  }

  /// The file's name says the desktop and the format: `windows.kde.xml`.
  var options: ImportOptions {
    var options = ImportOptions()
    for part in name.split(separator: ".") {
      if let desktop = ImportDesktop(rawValue: String(part)) { options.desktop = desktop }
    }
    return options
  }
}

extension Imported {
  func remarks(of name: String) -> String {
    remarks.map { remark in
      let kind = remark.kind == .leftOut ? "left out" : "differs"
      return "\(name):\(remark.place.line):\(remark.place.column): \(kind): \(remark.text)\n"
    }.joined()
  }

  /// What is wrong in what is written, by the agent's own reading.
  func faults() -> [String] {
    SwipeActions.parse(Array(yaml(from: "a file").utf8), name: "swipes.yaml", for: .check).messages
      .filter { $0.severity == .error }.map(\.description)
  }
}

struct CaseTests {
  @Test(
    "A file of another tool becomes the swipes.yaml beside it",
    arguments: ImportCase.all(in: "Cases"))
  func whole(_ file: ImportCase) throws {
    let imported = try Imported(try file.bytes(), file.options)
    let yaml = imported.yaml(from: file.name)
    #expect(try file.expected(".yaml", yaml) == yaml)
    let remarks = imported.remarks(of: file.name)
    #expect(try file.expected(".txt", remarks) == remarks)
  }

  @Test(
    "What is written passes the check, and has as many swipes",
    arguments: ImportCase.all(in: "Cases"))
  func check(_ file: ImportCase) throws {
    let imported = try Imported(try file.bytes(), file.options)
    #expect(imported.faults() == [])
    let loaded = SwipeActions.parse(
      Array(imported.yaml(from: file.name).utf8), name: "swipes.yaml", for: .check)
    #expect(loaded.actions.swipes.count == imported.swipes.map(\.fingers.count).reduce(0, +))
  }

  @Test("On every desktop what is written passes the check", arguments: ImportDesktop.allCases)
  func desktops(_ desktop: ImportDesktop) throws {
    for file in ImportCase.all(in: "Cases") {
      var options = ImportOptions()
      options.desktop = desktop
      #expect(try Imported(try file.bytes(), options).faults() == [])
    }
  }

  @Test(
    "What is broken is told in one line, with its place", arguments: ImportCase.all(in: "Broken"))
  func broken(_ file: ImportCase) throws {
    let bytes = try file.bytes()
    let format = ImportFormat.allCases.first { file.name.contains(".\($0.rawValue).") }
    let failure = try #require(throws: ImportFailure.self) { try Imported(bytes, format: format) }
    let place = failure.place.map { ":\($0.line):\($0.column)" } ?? ""
    let line = "\(file.name)\(place): \(failure.text)\n"
    #expect(try file.expected(".txt", line) == line)
    #expect(!failure.text.contains("\n"))
  }

  @Test func `What is said of a file is of print, whatever the file has`() throws {
    let bytes = Array("gesture hold on+\u{11}.5 true\n".utf8)
    let imported = try Imported(bytes, format: .libinputGestures)
    #expect(
      imported.remarks.map(\.text) == ["hold on+\u{FFFD}.5: swiped has swipes only, no holding"])
  }

  /// Debian 13's and Ubuntu's package `touchegg` have it; none of theirs is in our tree.
  static let installed = ["/usr/share/touchegg/touchegg.conf", "/etc/libinput-gestures.conf"]

  @Test(
    "The defaults that are installed here are imported whole",
    arguments: installed.filter { FileManager.default.fileExists(atPath: $0) })
  func defaults(_ path: String) throws {
    let imported = try Imported(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    #expect(!imported.swipes.isEmpty)
    #expect(imported.faults() == [])
  }
}
