// Every call of the tools into the C library.

internal import CommitPoint
internal import Glibc
internal import LinuxIO

/// Standard output and standard error, as a tool that is waited for writes to them.
final class Console {
  /// Whether standard output is a terminal that can redraw a line.
  let isLive: Bool
  /// Whether colours are wanted there.
  let isColoured: Bool
  /// Whether somebody can be asked: sees what is written, and can answer.
  let canAsk: Bool
  /// Whether somebody watches standard error.
  let isWatched: Bool
  /// Whether nobody reads standard output any more: there is no reason to go on.
  private(set) var isClosed = false
  /// Why standard output could not be written.
  private(set) var failure: Errno?
  private var pending: [UInt8] = []

  init() {
    Signals.ignoreFailedWrites()
    isLive = isatty(STDOUT_FILENO) == 1 && environment("TERM") != "dumb"
    canAsk = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    isWatched = isatty(STDERR_FILENO) == 1
    isColoured = isLive && (environment("NO_COLOR") ?? "").isEmpty
  }

  /// Writes text to standard output, at the latest at the next `flush()`.
  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= 1 << 16 { flush() }
  }

  func flush() {
    guard !pending.isEmpty, !isClosed else { return }
    // Out of the object first: a span of what can be reached by others cannot outlive a look at it.
    var bytes: [UInt8] = []
    swap(&bytes, &pending)
    do throws(Errno) {
      try WaitingOutput.write(bytes.span, to: STDOUT_FILENO)
    } catch {
      isClosed = true
      if error != .brokenPipe {
        failure = error
        self.error("standard output: \(error)")
      }
    }
    bytes.removeAll(keepingCapacity: true)
    swap(&bytes, &pending)
  }

  /// Shows what is written, and waits; not at all for a time that has passed.
  func pause(_ time: Microseconds) {
    flush()
    guard time > 0, !isClosed else { return }
    var left = timespec(
      tv_sec: Int(time.value / 1_000_000), tv_nsec: Int(time.value % 1_000_000) * 1000)
    var rest = timespec()
    while unsafe nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
  }

  /// Asks on the terminal, and takes the answer that a line is; no answer is no.
  func agrees(_ question: String) -> Bool {
    write(printable(question) + " [y/N] ")
    flush()
    var line: [UInt8] = []
    let terminal = OwnedDescriptor(dup(STDIN_FILENO))
    while let byte = try? terminal.readByte(), byte != UInt8(ascii: "\n") { line.append(byte) }
    let answer = String(decoding: line, as: UTF8.self).lowercased()
    return answer == "y" || answer == "yes"
  }

  /// Writes one line to standard error, behind what standard output already has.
  func error(_ message: String) {
    flush()
    // If even that cannot be written, the exit code is left to tell.
    try? WaitingOutput.write("swipectl: \(printable(message))\n".utf8.span, to: STDERR_FILENO)
  }
}

/// A file that is read from its start to its end, waiting for what it gives.
struct InputFile: ~Copyable {
  private static let chunk = 1 << 16

  private let descriptor: Int32
  private let isOwned: Bool

  /// - Parameter path: `-` stands for standard input.
  init(path: String) throws(Errno) {
    isOwned = path != "-"
    guard isOwned else {
      descriptor = STDIN_FILENO
      return
    }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    self.descriptor = descriptor
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// The next bytes; none at the end.
  func read() throws(Errno) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      var result = 0
      repeat {
        result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      } while result < 0 && errno == EINTR
      if result < 0 { code = errno }
      count = max(0, result)
    }
    guard code == 0 else { throw Errno(rawValue: code) }
    return bytes
  }
}

/// Who runs the program, and when.
enum ThisProcess {
  static var userID: UInt32 { geteuid() }
  static var isRoot: Bool { userID == 0 }

  /// The program's file, links followed; `nil` without /proc.
  static var path: String? {
    guard let text = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// Waits until the descriptor is readable, or until the time of `CLOCK_MONOTONIC`; whether it is readable.
  static func waitToRead(_ descriptor: Int32, until deadline: Microseconds) -> Bool {
    waitToRead(anyOf: [descriptor], until: deadline)
  }

  /// Waits until one of the descriptors is readable, or until the time of `CLOCK_MONOTONIC`, to the microsecond; whether
  /// one is readable.
  ///
  /// The corresponding C function is `poll`, with a timer for what it counts in milliseconds.
  static func waitToRead(anyOf descriptors: [Int32], until deadline: Microseconds) -> Bool {
    guard var timer = try? Timer(), (try? timer.set(deadline.value)) != nil else { return false }
    var entries = (descriptors + [timer.descriptor]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while unsafe poll(&entries, nfds_t(entries.count), -1) < 0, errno == EINTR {}
    return entries.dropLast().contains { $0.revents != 0 }
  }
}

/// The folder that relative paths are of; `nil` where it is gone.
var workingFolder: String? {
  guard let folder = unsafe getcwd(nil, 0) else { return nil }
  defer { unsafe free(folder) }
  return unsafe String(cString: folder)
}

/// A variable of the environment.
func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}
