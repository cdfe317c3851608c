/// Why there is nothing to be felt; the text of a message is `description`.
public struct FeelFailure: Error, Sendable, CustomStringConvertible {
  public var description: String

  public init(description: String) { self.description = description }
}
