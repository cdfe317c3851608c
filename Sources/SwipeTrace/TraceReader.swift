/// Reads a trace as its bytes come, without I/O of its own.
///
///     var reader = TraceReader()
///     reader.append(chunk)
///     while let item = try reader.next() { … }
///     reader.end()
///     while let item = try reader.next() { … }
///
/// It never holds more than a line and what was appended last. After an error it gives nothing more.
public struct TraceReader: Sendable {
  public enum Item: Sendable, Hashable {
    case header(TraceHeader)
    case line(TraceLine)
  }

  /// The longest line that is read, in bytes: a line of a trace has some 80.
  public static let longestLine = 1 << 20
  /// More touchpads than this are no touchpads.
  public static let mostDevices = 256

  private var buffer: [UInt8] = []
  /// Where the next line starts in `buffer`, and how far it holds no line feed.
  private var start = 0
  private var searched = 0
  private var hasEnded = false
  private var line = 0
  private var isFirst = true
  private var expectLine: Int?
  private var devices = DeviceNames()

  public init() {}

  /// Takes the next bytes of the file.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Says that there are no more bytes, so that the last line counts without a line feed too.
  public mutating func end() { hasEnded = true }

  /// The next line's content; `nil` until more bytes are appended, and at the end.
  public mutating func next() throws(TraceError) -> Item? {
    while let bytes = try takeLine() {
      if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        throw fail(
          LineError(1, "the file starts with a byte order mark; expected UTF-8 without one"))
      }
      let isBlank = bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if isBlank { continue }
      do throws(LineError) {
        return try item(in: bytes)
      } catch {
        throw fail(error)
      }
    }
    return nil
  }

  private mutating func item(in bytes: ArraySlice<UInt8>) throws(LineError) -> Item {
    if expectLine == nil, let motion = MotionLine(bytes) {
      isFirst = false
      return try line(ParsedContent(motion))
    }
    let object = try TraceObject(JSONValue.object(in: bytes))
    defer { isFirst = false }
    if let expectLine {
      throw LineError(
        object.column,
        "a line follows the expect line, which is line \(expectLine); expected it to be the last")
    }
    if object.has("swiped_trace") {
      let header = try TraceHeader(object)
      guard isFirst else {
        throw LineError(object.column, "a header; expected it on the first line only")
      }
      return .header(header)
    }
    let content = try ParsedContent(object)
    if case .expect = content.value { expectLine = line }
    return try line(content)
  }

  private mutating func line(_ content: ParsedContent) throws(LineError) -> Item {
    let device = try devices.resolve(content)
    return .line(
      TraceLine(
        number: line, device: device, content: content.value, latency: content.latency))
  }

  // MARK: Lines

  private mutating func takeLine() throws(TraceError) -> ArraySlice<UInt8>? {
    let newline = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
    let end = newline ?? buffer.endIndex
    searched = end
    guard end - start <= Self.longestLine else {
      line += 1
      throw fail(LineError(1, "the line is longer than \(Self.longestLine) bytes"))
    }
    guard newline != nil || (hasEnded && start < end) || cannotBecomeOne(buffer[start..<end])
    else { return nil }
    var bytes = buffer[start..<end]
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    start = newline.map { $0 + 1 } ?? end
    searched = start
    line += 1
    return bytes
  }

  /// Whether a line that is not complete is none of a trace's, so that an endless file without a line feed is
  /// refused by what it starts with instead of by its length.
  private func cannotBecomeOne(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 16, let first = bytes.first else { return false }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return false
    default: return true
    }
  }

  private mutating func fail(_ error: LineError) -> TraceError {
    buffer = []
    (start, searched) = (0, 0)
    return TraceError(line: line, column: error.column, message: error.message)
  }
}

/// The touchpads of a trace: whom a line is about that does not name one.
private struct DeviceNames {
  private var known: Set<String?> = []

  mutating func resolve(_ content: ParsedContent) throws(LineError) -> String? {
    guard let column = content.column else { return nil }
    guard content.device == nil else { return try add(content.device, column) }
    if known.count > 1 {
      throw LineError(
        column, "\"device\" is missing; expected it on every line, as there are several devices")
    }
    if let only = known.first { return only }
    return try add(nil, column)
  }

  private mutating func add(_ device: String?, _ column: Int) throws(LineError) -> String? {
    known.insert(device)
    guard known.count <= TraceReader.mostDevices else {
      throw LineError(column, "more than \(TraceReader.mostDevices) devices")
    }
    return device
  }
}
