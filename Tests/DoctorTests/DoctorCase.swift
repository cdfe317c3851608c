import Doctor
import Foundation
import Testing

/// A machine in a text, and what the doctor says of it.
///
/// `like NAME` takes another case's machine first; `user`, `env`, `file`, `gone` (a file or command of that case that is
/// not there) and `run` say what differs, each with what is in it in the lines behind it that begin with `|`. `exit` is
/// of the command before. `expect` has the exit code, and behind it what is found, a line each and its remedy.
struct DoctorCase: CustomTestStringConvertible {
  var name: String
  var user: UInt32 = 1000
  var environment: [String: String] = [:]
  var files: [String: String] = [:]
  var commands: [String: SystemView.Answer] = [:]
  var expectedCode: Int32 = 0
  var expected = ""

  var testDescription: String { name }

  static var names: [String] {
    let folder = Bundle.module.resourceURL?.appendingPathComponent("Cases").path ?? ""
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  init(_ name: String) throws {
    self.name = name
    try read(name)
  }

  private mutating func read(_ name: String) throws {
    let url = try #require(Bundle.module.resourceURL).appendingPathComponent("Cases/\(name)")
    var last: (word: String, rest: String) = ("", "")
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("|") {
        let text = line.dropFirst(line.hasPrefix("| ") ? 2 : 1) + "\n"
        switch last.word {
        case "file": files[last.rest, default: ""] += text
        case "run":
          guard case .ended(let code, let output) = commands[last.rest] else { continue }
          commands[last.rest] = .ended(code: code, output: output + text)
        case "expect": expected += text
        default: Issue.record("\(name): \(line) belongs to nothing")
        }
        continue
      }
      let word = String(line.prefix { $0 != " " })
      let rest = String(line.dropFirst(word.count + 1))
      switch word {
      case "like": try read(rest)
      case "user": user = try #require(UInt32(rest))
      case "env":
        let parts = rest.split(separator: "=", maxSplits: 1)
        environment[String(parts[0])] = parts.count > 1 ? String(parts[1]) : nil
      case "file": files[rest] = ""
      case "gone":
        files[rest] = nil
        commands[rest] = nil
      case "run": commands[rest] = .ended(code: 0, output: "")
      case "exit": commands[last.rest] = .ended(code: try #require(Int32(rest)), output: "")
      case "expect":
        expectedCode = try #require(Int32(rest))
        expected = ""
      case "#": break
      default: Issue.record("\(name): \(word)?")
      }
      if word != "exit" { last = (word, rest) }
    }
  }

  /// The machine, below a folder of its own.
  func diagnose() throws -> Diagnosis {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(
      "doctor-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, text) in files {
      // NUL stands between a process's arguments.
      let bytes = Data(text.replacingOccurrences(of: "\\0", with: "\0").utf8)
      let url = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: url)
      if path.contains("/bin/") {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
      }
    }
    let environment = environment
    let commands = commands
    return Diagnosis(
      SystemView(
        root: root.path, userID: user, environment: { environment[$0] },
        run: { commands[$0.joined(separator: " ")] ?? .notInstalled }))
  }
}

struct DoctorTests {
  @Test("Of each machine the doctor says what is expected", arguments: DoctorCase.names)
  func found(_ name: String) throws {
    let machine = try DoctorCase(name)
    let diagnosis = try machine.diagnose()
    var said = ""
    for finding in diagnosis.findings {
      said += "\(finding.kind.rawValue) \(finding.name): \(finding.text)\n"
      switch finding.remedy {
      case .command(let command): said += "$ \(command)\n"
      case .sentence(let sentence): said += "do: \(sentence)\n"
      case nil: break
      }
    }
    if diagnosis.isWell { said += "well: \(diagnosis.health)\n" }
    if let folder = ProcessInfo.processInfo.environment["SWIPED_WRITE_CASES"] {
      let lines = said.split(separator: "\n").map { "| \($0)\n" }.joined()
      try Data("expect \(diagnosis.exitCode)\n\(lines)".utf8).write(
        to: URL(fileURLWithPath: "\(folder)/\(name)"))
      return
    }
    #expect(said == machine.expected)
    #expect(diagnosis.exitCode == machine.expectedCode)
  }
}
