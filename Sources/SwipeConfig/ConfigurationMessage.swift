public import YAMLNodes

/// Something to say of a configuration: where, what stands there, and what was expected.
public struct ConfigurationMessage: Sendable, Hashable, CustomStringConvertible {
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The file cannot be used.
    case error
    /// Something that has no effect.
    case warning
    /// Nothing is wrong.
    case note
  }

  /// The path of the file, or of the directory.
  public var file: String
  /// `nil` where the file as a whole is meant, such as one that cannot be read.
  public var place: YAMLPlace?
  public var severity: Severity
  /// What is wrong, in one line without control characters.
  public var text: String

  public init(file: String, place: YAMLPlace?, severity: Severity, text: String) {
    self.file = file
    self.place = place
    self.severity = severity
    self.text = text
  }

  /// `FILE:LINE:COLUMN: error: …`, as compilers have it.
  public var description: String {
    let place = place.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(file)\(place): \(severity.rawValue): \(text)"
  }
}

/// What a configuration is read for.
public enum ConfigurationUse: Sendable, Hashable {
  /// For somebody who wants to know all that is wrong: a key that is not known is an error.
  case check
  /// For a program that is to go on: a key that is not known, which a later version may know, is a warning.
  case service
}

/// The messages on one file: a hundred of them, since nobody reads more.
package struct ConfigurationMessages {
  let file: String
  package let use: ConfigurationUse
  private var messages: [ConfigurationMessage] = []
  /// The gravest of those for which there was no room.
  private var untold: ConfigurationMessage.Severity?

  private static let limit = 100

  package init(file: String, use: ConfigurationUse) {
    self.file = file
    self.use = use
  }

  package mutating func add(
    _ severity: ConfigurationMessage.Severity, _ place: YAMLPlace?,
    _ text: @autoclosure () -> String
  ) {
    guard messages.count < Self.limit else {
      if untold != .error { untold = severity }
      return
    }
    messages.append(
      ConfigurationMessage(file: file, place: place, severity: severity, text: text()))
  }

  /// In the order of the file, those on the file as a whole first.
  package var sorted: [ConfigurationMessage] {
    let start = YAMLPlace(line: 0, column: 0)
    var sorted = messages.enumerated().sorted { a, b in
      (a.element.place ?? start, a.offset) < (b.element.place ?? start, b.offset)
    }.map(\.element)
    if let untold {
      sorted.append(
        ConfigurationMessage(
          file: file, place: nil, severity: untold, text: "more is wrong than is told here"))
    }
    return sorted
  }
}
