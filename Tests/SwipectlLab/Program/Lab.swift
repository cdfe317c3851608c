import CDevices
import Foundation

/// Runs swipectl, and counts what does not hold.
final class Lab {
  private let swipectl: String
  private var name = ""
  private(set) var failures = 0

  init(swipectl: String) { self.swipectl = swipectl }

  struct Run {
    var output: String
    var errors: String
    var code: Int32
  }

  func run(_ arguments: String...) throws -> Run { try start([swipectl] + arguments) }

  /// As a user who may open nothing.
  func runAsNobody(_ arguments: String...) throws -> Run {
    try start(
      ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", swipectl] + arguments)
  }

  /// On a terminal, at which somebody types that answer.
  func runOnTerminal(_ answer: String, _ arguments: String...) throws -> Run {
    let command = ([swipectl] + arguments).joined(separator: " ")
    return try start([
      "sh", "-c",
      "{ sleep 1; printf '\(answer)\\n'; sleep 1; } | script -qec '\(command)' /dev/null",
    ])
  }

  private func start(_ words: [String]) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.path
    let (output, errors) = (folder + "/output", folder + "/errors")
    // Foundation's Process needs sockets, which the laptop's kernel has not.
    let child = lab_fork()
    if child == 0 {
      for (descriptor, path) in [(0, "/dev/null"), (1, output), (2, errors)] {
        let file = unsafe open(
          path, descriptor == 0 ? O_RDONLY : O_CREAT | O_TRUNC | O_WRONLY, 0o666)
        dup2(file, Int32(descriptor))
      }
      var arguments = unsafe words.map { unsafe strdup($0) }
      unsafe arguments.append(nil)
      unsafe execvp(words[0], arguments)
      _exit(127)
    }
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    // A terminal ends lines with both.
    let text = { (file: String) in
      try String(contentsOfFile: file, encoding: .utf8).replacingOccurrences(of: "\r", with: "")
    }
    return Run(
      output: try text(output), errors: try text(errors),
      code: status & 0x7F == 0 ? status >> 8 & 0xFF : -1)
  }

  // MARK: Claims

  func that(_ name: String, _ body: () throws -> Void) {
    self.name = name
    let before = failures
    do { try body() } catch { fail("\(error)") }
    print(failures == before ? "ok      \(name)" : "FAILED  \(name)")
    fflush(nil)
  }

  func equal<Value: Equatable>(_ found: Value, _ expected: Value, line: Int = #line) {
    if found != expected { fail("line \(line): \(found)\n    expected \(expected)") }
  }

  /// Both streams and the exit code; a `~` in what is expected stands for anything within a line.
  func says(
    _ run: Run, _ output: String, _ errors: String, _ code: Int32, line: Int = #line
  ) {
    if !matches(run.output, output) {
      fail("line \(line): output:\n\(run.output)expected:\n\(output)")
    }
    if !matches(run.errors, errors) {
      fail("line \(line): errors:\n\(run.errors)expected:\n\(errors)")
    }
    equal(run.code, code, line: line)
  }

  func says(_ run: Run, _ output: String, _ code: Int32, line: Int = #line) {
    says(run, output, "", code, line: line)
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    let escaped = pattern.split(separator: "~", omittingEmptySubsequences: false)
      .map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: "[^\\n]*")
    return text.range(of: "^\(escaped)$", options: .regularExpression) == text
      .startIndex..<text.endIndex
  }

  private func fail(_ text: String) {
    failures += 1
    print("  \(name): \(text)")
  }
}
