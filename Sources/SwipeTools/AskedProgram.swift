// Calls into the C library for programs that are asked something.

internal import CommitPoint
internal import Doctor
internal import Glibc
internal import LinuxIO

/// A program that is run for what it writes.
enum AskedProgram {
  private static let longest = 1 << 20

  /// Runs a program, with what it writes to standard error left unread.
  ///
  /// - Parameter patience: one that does not end in this time is given up.
  static func answer(
    _ words: [String], patience: Microseconds = .milliseconds(5000)
  ) -> SystemView.Answer {
    guard let program = words.first else { return .notInstalled }
    let path: String
    do throws(Errno) { path = try ProgramSearch.environment.find(program) } catch {
      return .notInstalled
    }
    var ends: (Int32, Int32) = (-1, -1)
    let made = unsafe withUnsafeMutableBytes(of: &ends) { buffer in
      unsafe pipe(buffer.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    guard made == 0 else { return .failed("\(Errno(rawValue: errno))") }
    // Nobody else starts a program meanwhile.
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let reader = OwnedDescriptor(ends.0)
    var process: pid_t = 0
    let code = spawn(path, words, output: ends.1, &process)
    // Its end is reached when the program's own is closed.
    close(ends.1)
    guard code == 0 else { return .failed("\(Errno(rawValue: code))") }
    let deadline = Microseconds(Clock.monotonic) + patience
    var output: [UInt8] = []
    var isOver = false
    while output.count < longest, ThisProcess.waitToRead(reader.rawValue, until: deadline) {
      guard let bytes = try? chunk(reader.rawValue) else { break }
      if bytes.isEmpty {
        isOver = true
        break
      }
      output += bytes
    }
    var status: Int32 = 0
    // One that has closed its output may go on.
    if !isOver || !hasEnded(process, &status, by: deadline) {
      kill(process, SIGKILL)
      while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    guard isOver, status & 0x7F == 0 else { return .failed("it does not answer") }
    return .ended(code: status >> 8 & 0xFF, output: String(decoding: output, as: UTF8.self))
  }

  /// Waits for its end, in steps of 1 ms, until the time of `CLOCK_MONOTONIC`; whether it has come.
  private static func hasEnded(
    _ process: pid_t, _ status: inout Int32, by deadline: Microseconds
  ) -> Bool {
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      guard Clock.monotonic < deadline.value else { return false }
      usleep(1000)
    }
    return true
  }

  private static func chunk(_ descriptor: Int32) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = try systemCall {
      unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    }
    return Array(bytes.prefix(count))
  }

  /// - Returns: the error's number, 0 for none.
  ///
  /// The corresponding C function is `posix_spawn`.
  private static func spawn(
    _ path: String, _ words: [String], output: Int32, _ process: inout pid_t
  ) -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let copies: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe posix_spawn(&process, path, &actions, nil, copies + [nil], environ)
  }
}
