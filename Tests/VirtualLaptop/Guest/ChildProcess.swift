import Glibc

/// A program that the lab has started.
final class ChildProcess {
  let pid: pid_t
  /// As a shell has it: 128 and the signal for one that was killed.
  private(set) var status: Int?

  /// - Parameter more: NAME=value, besides what is handed on of the lab's own.
  init(
    _ words: [String], stdout: String, stderr: String, environment more: [String] = []
  ) throws(LabFailure) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, stdout, flags, 0o644)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, stderr, flags, 0o644)
    let variables =
      ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"].compactMap {
        name -> String? in
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe "\(name)=\(String(cString: value))"
      } + more
    var child: pid_t = 0
    let error = unsafe withCStrings(words) { arguments in
      unsafe withCStrings(variables) { environment in
        unsafe posix_spawnp(&child, words[0], &actions, nil, arguments, environment)
      }
    }
    guard error == 0 else {
      throw LabFailure("'\(words[0])' cannot be started: \(errorText(error))")
    }
    pid = child
  }

  /// Whether it has ended; asks the kernel only until it has.
  func hasEnded() -> Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard unsafe waitpid(pid, &raw, WNOHANG) == pid else { return false }
    status = raw & 0x7f == 0 ? Int((raw >> 8) & 0xff) : 128 + Int(raw & 0x7f)
    return true
  }

  func send(_ signal: Int32) {
    if status == nil { kill(pid, signal) }
  }

  // MARK: What /proc tells

  func hasOpen(_ node: String) -> Bool {
    let folder = "/proc/\(pid)/fd"
    return names(in: folder).contains { linkTarget("\(folder)/\($0)") == node }
  }

  var threads: Int { names(in: "/proc/\(pid)/task").count }

  /// How often any of its threads was switched to, which is how often it woke up.
  var switches: Int {
    names(in: "/proc/\(pid)/task").reduce(0) { sum, task in
      let status = readBytes("/proc/\(pid)/task/\(task)/status") ?? []
      let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
      let counts = lines.filter { $0.contains("ctxt_switches:") }
        .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
      return sum + counts.reduce(0, +)
    }
  }
}

private func withCStrings<Result>(
  _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
) rethrows -> Result {
  var pointers = unsafe words.map { unsafe strdup($0) }
  unsafe pointers.append(nil)
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return try unsafe body(pointers)
}
