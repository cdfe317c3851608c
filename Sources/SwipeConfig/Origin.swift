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
public struct Sourced<Value: Sendable>: Sendable {
  public var value: Value
  public var origin: Origin

  public init(_ value: Value, from origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

// Beside the type and not of it: a type that asks its value for a protocol has the runtime look through all that
// conforms to any, the first time that it is used, which was a sixth of what a start executes.
extension Sourced: Equatable where Value: Equatable {
  public static func == (a: Sourced, b: Sourced) -> Bool { a.value == b.value }
}

extension Sourced: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
