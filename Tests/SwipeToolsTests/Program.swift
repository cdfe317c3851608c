import Foundation

/// A program of this package, run to its end.
struct Run {
  var output: String
  var errors: String
  var code: Int32

  /// - Parameter shell: what `sh` is to do; `$swipectl` is the program.
  init(shell: String, input: String? = nil) throws {
    try self.init("/bin/sh", ["-c", shell], input)
  }

  init(_ arguments: String..., input: String? = nil) throws {
    try self.init(Self.swipectl, arguments, input)
  }

  private init(_ program: String, _ arguments: [String], _ input: String?) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, so that no pipe can fill up while nobody reads.
    func file(_ name: String, _ text: String) throws -> URL {
      let file = folder.appendingPathComponent(name)
      try Data(text.utf8).write(to: file)
      return file
    }
    let (output, errors) = (try file("output", ""), try file("errors", ""))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ["swipectl": Self.swipectl, "PATH": "/usr/bin:/bin"]
    // Where a program that counts its lines writes them, and what the compiler's watchers are to leave alone.
    for name in ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
      process.environment?[name] = ProcessInfo.processInfo.environment[name]
    }
    process.standardInput = try FileHandle(forReadingFrom: file("input", input ?? ""))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    self.output = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    code = process.terminationReason == .exit ? process.terminationStatus : -1
  }

  /// The build puts programs beside the tests.
  private static let swipectl = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("swipectl").path
}
