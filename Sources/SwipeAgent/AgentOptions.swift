/// What the agent is asked for.
public struct AgentOptions: Sendable {
  /// The file of swipes; absolute.
  public var path: String
  /// Whether the file was named, so that it is an error that it cannot be used.
  public var isNamed: Bool
  /// What the program calls itself in messages.
  public var program: String

  public init(path: String, isNamed: Bool, program: String = "swipectl agent") {
    self.path = path
    self.isNamed = isNamed
    self.program = program
  }
}

/// Why the agent cannot begin.
public struct AgentError: Error, Sendable, CustomStringConvertible {
  public var description: String
}
