/// Why a trace cannot be read: where, what stands there, and what was expected.
public struct TraceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The column, in Unicode code points, from 1.
  public var column: Int
  /// What is wrong, in one line.
  public var message: String

  public init(line: Int, column: Int, message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// `3:17: time_us is -5; expected …`, to be put behind a file's name and a colon.
  public var description: String { "\(line):\(column): \(message)" }
}

/// A fault within a line, whose number only the reader knows.
struct LineError: Error {
  var column: Int
  var message: String

  init(_ column: Int, _ message: String) {
    self.column = column
    self.message = message
  }
}
