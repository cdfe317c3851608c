/// Where a value was given.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// The file's path, or the option of a command line.
  public var source: String
  /// The line, from 1, in a file.
  public var line: Int?

  public init(source: String, line: Int? = nil) {
    self.source = source
    self.line = line
  }

  /// `/etc/swiped/swiped.yaml:3`, or `--commit`.
  public var description: String { source + (line.map { ":\($0)" } ?? "") }
}

/// A value, and where it was given. Two are equal if their values are: a line more above changes nothing.
public struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
  public var value: Value
  public var origin: Origin

  public init(_ value: Value, from origin: Origin) {
    self.value = value
    self.origin = origin
  }

  public static func == (a: Sourced, b: Sourced) -> Bool { a.value == b.value }

  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
