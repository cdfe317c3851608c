internal import Glibc

/// Lines on their way to a descriptor that we were started with, and that may not be ready for them.
///
/// Nothing here waits but `flush(until:)`. What cannot be written at once is kept, up to a limit, and
/// written when the loop says that there is room; beyond the limit whole lines are dropped and counted, and
/// a line that says how many is put in their place. `O_NONBLOCK` is a property of the open file, which is
/// shared with whoever started us, and so is never set on it:
///
/// - a pipe or a terminal is opened anew through /proc, for ourselves, where that is possible;
/// - a socket is asked, at each call, not to wait;
/// - a regular file does not wait;
/// - what remains is written to in small pieces, and only while the kernel says that there is room.
public final class OutputQueue {
  /// Whether anyone still reads.
  public enum State: Sendable, Hashable {
    case open
    /// The reader is gone: all that is written is dropped, and not counted.
    case closed
  }

  private enum Way: ~Copyable {
    case plain
    case socket
    case reopened(OwnedDescriptor)
    case pieces(of: Int)
  }

  private enum Outcome {
    case allWritten, full, failed
  }

  /// How much is kept, if nothing else is asked for.
  public static let defaultCapacity = 256 * 1024

  /// A terminal says that it has room as soon as it has a little: this much (Linux n_tty's low water mark).
  private static let terminalPiece = 128

  public private(set) var state = State.open
  /// How many lines were dropped in all.
  public private(set) var dropped = 0
  /// Why lines cannot be written now, and are dropped; `nil` once they can be again. Want of room is no such reason.
  public private(set) var lastError: Errno?

  private let inherited: Int32
  private let isTerminal: Bool
  private let way: Way
  private let loop: EventLoop
  private let lostLine: (Int) -> [UInt8]
  private var isRegistered = false

  /// What is pending lies at `head..<tail`; both go back to 0 when it is written, so that of the buffer's
  /// pages only the first are ever touched as long as the reader keeps up.
  private var buffer: Buffer
  private var head = 0
  private var tail = 0
  /// How many lines were dropped that no line has told of yet.
  private var untold = 0

  /// A queue of at most `capacity` bytes towards `descriptor`, which stays its owner's.
  ///
  /// - Parameter lostLine: makes the line, without its line feed, that tells of so many lines lost.
  public init(
    _ descriptor: Int32, in loop: EventLoop, capacity: Int = OutputQueue.defaultCapacity,
    lostLine: @escaping (Int) -> String
  ) {
    inherited = descriptor
    isTerminal = isatty(descriptor) == 1
    way = OutputQueue.way(to: descriptor, isTerminal: isTerminal)
    self.loop = loop
    self.lostLine = { Array(lostLine($0).utf8) + [UInt8(ascii: "\n")] }
    buffer = Buffer(capacity: capacity)
  }

  deinit { unregister() }

  /// Whether bytes wait for room.
  public var isPending: Bool { head < tail }

  // MARK: Writing

  /// Writes a line, to which the line feed is added here, together with all that is pending.
  public func write(_ line: String) {
    append(line)
    flush()
  }

  /// Keeps a line, to which the line feed is added here, for the next `flush()`.
  public func append(_ line: String) {
    append(line.utf8.span)
  }

  /// Keeps a line, to which the line feed is added here, for the next `flush()`.
  public func append(_ line: Span<UInt8>) {
    guard reserve(line.count + 1, lines: 1) else { return }
    put(line)
    buffer.put(UInt8(ascii: "\n"), at: tail)
    tail += 1
  }

  /// Keeps bytes as they are, for the next `flush()`: lines with their line feeds, or what a terminal
  /// redraws. They are kept or dropped as a whole.
  public func append(asIs bytes: Span<UInt8>) {
    var lines = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { lines += 1 }
    guard reserve(bytes.count, lines: lines) else { return }
    put(bytes)
  }

  /// Makes room for `count` bytes, or counts `lines` as dropped.
  private func reserve(_ count: Int, lines: Int) -> Bool {
    guard state == .open else { return false }
    // What was lost before is told before.
    if tellLost(leaving: count), makeRoom(for: count) { return true }
    // The reader may have caught up since the loop last looked.
    flush()
    if state == .open, tellLost(leaving: count), makeRoom(for: count) { return true }
    if state == .open {
      dropped += lines
      untold += lines
    }
    return false
  }

  private func put(_ bytes: Span<UInt8>) {
    buffer.put(bytes, at: tail)
    tail += bytes.count
  }

  /// Writes what can be written without waiting; the loop sees to the rest.
  public func flush() {
    guard isPending || untold > 0 else { return }
    switch writePending() {
    case .allWritten, .failed: unregister()
    case .full: register()
    }
  }

  /// Writes what is pending, and waits for room up to `deadline` in µs of `Clock.monotonic`: for the end of
  /// a program.
  public func flush(until deadline: Int64) {
    unregister()
    while case .full = writePending() {
      let left = deadline - Clock.monotonic
      guard left > 0 else { return }
      // Rounded up, so that the last part of a millisecond is not spent spinning.
      let timeout = Int32(clamping: (left + 999) / 1000)
      guard (try? SystemCalls.waitForRoom(descriptor, timeout: timeout)) == true else { return }
    }
  }

  private func writePending() -> Outcome {
    while true {
      let outcome = drain()
      guard case .allWritten = outcome, untold > 0, state == .open else { return outcome }
      _ = tellLost(leaving: 0)
    }
  }

  private func drain() -> Outcome {
    while head < tail {
      do throws(Errno) {
        head += try write(head..<tail)
        if lastError != nil { lastError = nil }
      } catch .tryAgain {
        return .full
      } catch {
        fail(error)
        return .failed
      }
    }
    head = 0
    tail = 0
    return .allWritten
  }

  /// Writes some of the bytes at `range`.
  ///
  /// - Throws: `tryAgain` where there is no room.
  private func write(_ range: Range<Int>) throws(Errno) -> Int {
    switch way {
    case .plain:
      return try unsafe SystemCalls.write(inherited, buffer.bytes(range))
    case .socket:
      return try unsafe SystemCalls.send(inherited, buffer.bytes(range))
    case .reopened(let own):
      return try unsafe SystemCalls.write(own.rawValue, buffer.bytes(range))
    case .pieces(let size):
      guard try SystemCalls.waitForRoom(inherited, timeout: 0) else { throw .tryAgain }
      let piece = range.lowerBound..<min(range.upperBound, range.lowerBound + size)
      return try unsafe SystemCalls.write(inherited, buffer.bytes(piece))
    }
  }

  private func close() {
    state = .closed
    head = 0
    tail = 0
  }

  // MARK: Loss

  /// Drops what is pending but for the rest of a line that is written in part already, so that no line is
  /// ever cut short by another.
  private func fail(_ error: Errno) {
    switch error {
    case .brokenPipe, .connectionReset: close()
    // A terminal that was hung up says so; of a file it is the disk's trouble.
    case .inputOutput where isTerminal: close()
    default:
      lastError = error
      var keep = head
      if head > 0, buffer[head - 1] != UInt8(ascii: "\n") {
        while keep < tail, buffer[keep] != UInt8(ascii: "\n") { keep += 1 }
        keep = min(keep + 1, tail)
      }
      var lines = 0
      for index in keep..<tail where buffer[index] == UInt8(ascii: "\n") { lines += 1 }
      dropped += lines
      untold += lines
      tail = keep
    }
  }

  /// Puts in the line that tells of lost ones, if any are untold.
  ///
  /// - Returns: whether there is none untold (any more).
  private func tellLost(leaving room: Int) -> Bool {
    guard untold > 0 else { return true }
    let line = lostLine(untold)
    guard makeRoom(for: line.count + room) else { return false }
    put(line.span)
    untold = 0
    return true
  }

  private func makeRoom(for count: Int) -> Bool {
    if tail + count <= buffer.capacity { return true }
    guard tail - head + count <= buffer.capacity else { return false }
    // The byte before the head is kept: it tells whether a line is written in part.
    let from = max(head - 1, 0)
    guard tail - from + count <= buffer.capacity else { return false }
    buffer.move(from..<tail, to: 0)
    head -= from
    tail -= from
    return true
  }

  // MARK: Descriptor

  private var descriptor: Int32 {
    switch way {
    case .reopened(let own): own.rawValue
    case .plain: inherited
    case .socket: inherited
    case .pieces: inherited
    }
  }

  private func register() {
    guard !isRegistered else { return }
    // A file that cannot be waited for never says that it is full.
    isRegistered =
      (try? loop.add(descriptor, for: .writing) { [unowned self] _ in flush() }) != nil
  }

  private func unregister() {
    guard isRegistered else { return }
    isRegistered = false
    loop.remove(descriptor)
  }

  private static func way(to descriptor: Int32, isTerminal: Bool) -> Way {
    guard let status = try? SystemCalls.status(of: descriptor) else { return .plain }
    switch status.kind {
    case .socket: return .socket
    case .regular, .directory, .blockDevice, .other: return .plain
    case .characterDevice where !isTerminal: return .plain
    case .pipe, .characterDevice:
      if let own = try? OwnedDescriptor(path: "/proc/self/fd/\(descriptor)", .write) {
        return .reopened(own)
      }
      return .pieces(of: isTerminal ? terminalPiece : Int(PIPE_BUF))
    }
  }
}

/// A fixed piece of memory.
@safe
private struct Buffer: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  init(capacity: Int) {
    unsafe memory = .allocate(byteCount: capacity, alignment: 1)
  }

  deinit { unsafe memory.deallocate() }

  var capacity: Int { unsafe memory.count }

  subscript(index: Int) -> UInt8 { unsafe memory[index] }

  /// Valid until the next change.
  @unsafe
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: memory[range])
  }

  mutating func put(_ byte: UInt8, at index: Int) { unsafe memory[index] = byte }

  mutating func put(_ bytes: Span<UInt8>, at index: Int) {
    unsafe bytes.withUnsafeBytes { source in
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[index..<(index + bytes.count)])
        .copyMemory(from: source)
    }
  }

  mutating func move(_ range: Range<Int>, to index: Int) {
    let source = unsafe UnsafeRawBufferPointer(rebasing: memory[range])
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[index..<(index + range.count)])
      .copyMemory(from: source)
  }
}
