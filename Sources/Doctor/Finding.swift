/// Something that the doctor found, with the one thing to do about it.
public struct Finding: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Swipes do not do what they could.
    case problem
    /// It could not be found out whether something is wrong.
    case unknown
    /// Good to know, and nothing is wrong.
    case note
  }

  public var kind: Kind
  /// A word for programs, such as `service-stopped`, which stays the same.
  public var name: String
  /// What was found, in a sentence without a full stop.
  public var text: String
  /// What to do: a command, or a sentence; `nil` where there is nothing to do.
  public var remedy: Remedy?

  public enum Remedy: Sendable, Hashable {
    /// To be copied to a command line.
    case command(String)
    case sentence(String)
  }

  public static func problem(_ name: String, _ text: String, _ remedy: Remedy?) -> Finding {
    Finding(kind: .problem, name: name, text: text, remedy: remedy)
  }

  public static func unknown(_ name: String, _ text: String, _ remedy: Remedy? = nil) -> Finding {
    Finding(kind: .unknown, name: name, text: text, remedy: remedy)
  }

  public static func note(_ name: String, _ text: String, _ remedy: Remedy? = nil) -> Finding {
    Finding(kind: .note, name: name, text: text, remedy: remedy)
  }
}
