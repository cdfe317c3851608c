import Foundation
import Testing

@testable import SwipeImport

struct WorkspaceTests {
  /// A folder with a `wmctrl` that has so many workspaces, the first of which is number 0, and writes down which it
  /// is told to switch to.
  private func told(_ step: WorkspaceStep, at current: Int, of count: Int) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = (0..<count).map { "\($0)  \($0 == current ? "*" : "-") DG: 1920x1080  Desk \($0)" }
    let script = """
      #!/bin/sh
      case $1 in
      -d) \(count == 0 ? "exit 1" : "printf '%s\\n' '\(rows.joined(separator: "' '"))'") ;;
      -s) printf %s "$2" ;;
      esac
      """
    let program = folder.appendingPathComponent("wmctrl")
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", step.line]
    process.environment = ["PATH": folder.path + ":/usr/bin:/bin"]
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(
    "The line for the shell steps to the workspace that the other tool would",
    arguments: [
      // One column: up is the next, down the one before, and the last stays.
      ("ws_up", 0, 3, "1"), ("ws_up", 2, 3, ""), ("-w ws_up", 2, 3, "0"),
      ("ws_down", 2, 3, "1"), ("ws_down", 0, 3, ""), ("-w ws_down", 0, 3, "2"),
      ("ws_left", 0, 3, ""),
      // Two rows of four, and of three where the last is not full.
      ("--cols 4 ws_up", 1, 8, "5"), ("--cols 4 ws_up", 5, 8, ""), ("--cols 4 -w ws_up", 5, 8, "1"),
      ("--cols 4 ws_left", 1, 8, "2"), ("--cols 4 ws_left", 3, 8, ""),
      ("--cols 4 -w ws_left", 3, 8, "0"), ("--cols 4 ws_right", 4, 8, ""),
      ("--cols 4 -w ws_right", 4, 8, "7"), ("--cols 3 ws_up", 2, 5, ""),
      ("--cols 3 -w ws_right", 3, 5, "4"), ("--cols 3 -w ws_up", 4, 5, "1"),
      // Without any workspace told, as on GNOME with a single one.
      ("ws_up", 0, 0, "1"),
    ])
  func step(_ words: String, _ current: Int, _ count: Int, _ expected: String) throws {
    let step = try #require(WorkspaceStep(internal: words.split(separator: " ").map(String.init)))
    #expect(try told(step, at: current, of: count) == expected)
  }
}
