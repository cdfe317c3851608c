import CommitPoint
import Haptics
package import YAMLNodes

/// Reads one file's document and tells all that is wrong with it.
///
/// Whatever is wrong is left out, so that the rest can still be looked at.
package struct FileParser {
  package var messages: ConfigurationMessages

  package init(file: String, use: ConfigurationUse) {
    messages = ConfigurationMessages(file: file, use: use)
  }

  mutating func read(_ bytes: [UInt8]) -> FileLayer {
    let document = YAMLDocument(bytes)
    for fault in document.faults { messages.add(.error, fault.place, fault.message) }
    guard let root = document.root else {
      if document.faults.isEmpty, messages.use == .check {
        messages.add(.note, YAMLPlace(line: 1, column: 1), "the file sets nothing")
      }
      return FileLayer()
    }
    return layer(root)
  }

  package func origin(_ node: YAMLNode) -> Origin {
    Origin(source: messages.file, line: node.place.line)
  }

  // MARK: Keys

  /// A key that is known, and its value.
  package struct Field<Key> {
    package var key: Key
    package var place: YAMLPlace
    package var value: YAMLNode
  }

  /// The known keys of a mapping, in their order and each once; what else is there is told.
  ///
  /// A value that is left empty is a mapping without keys: a section of which all is commented out.
  package mutating func fields<Key>(
    of node: YAMLNode, in section: String, _: Key.Type = Key.self
  ) -> [Field<Key>] where Key: ConfigurationKey {
    guard !node.isEmpty else { return [] }
    switch node.content {
    case .unusable:
      return []
    case .scalar, .list:
      let names = Key.allCases.map(\.rawValue).joined(separator: ", ")
      var hint = ""
      if case .scalar(let text, isQuoted: false) = node.content, text.contains(":") {
        hint = "; a space belongs behind each colon"
      }
      messages.add(
        .error, node.place,
        "\(section): \(node.description); expected keys and values, of \(names)\(hint)")
      return []
    case .mapping(let pairs):
      var fields: [Field<Key>] = []
      var lines: [String: Int] = [:]
      for pair in pairs {
        guard let name = keyName(pair.key, section) else { continue }
        if let line = lines[name] {
          messages.add(
            .error, pair.key.place,
            "\"\(shownText(name))\" is given twice, on line \(line) as well; expected it once")
          continue
        }
        lines[name] = pair.key.place.line
        if let key = Key(rawValue: name) {
          fields.append(Field(key: key, place: pair.key.place, value: pair.value))
        } else {
          tellUnknown(name, pair.key.place, section, Key.self)
        }
      }
      return fields
    }
  }

  private mutating func keyName(_ node: YAMLNode, _ section: String) -> String? {
    switch node.content {
    case .scalar(let name, _):
      return name
    case .list, .mapping:
      messages.add(
        .error, node.place, "\(section): \(node.description) in place of a key; expected a word")
      return nil
    case .unusable:
      return nil
    }
  }

  private mutating func tellUnknown<Key: ConfigurationKey>(
    _ name: String, _ place: YAMLPlace, _ section: String, _: Key.Type
  ) {
    let isError = messages.use == .check || Key.mustBeKnown
    let severity: ConfigurationMessage.Severity = isError ? .error : .warning
    let ignoring = isError ? "" : ", ignoring"
    func text() -> String {
      if name == "<<" {
        return "\"<<\": keys cannot be merged in; expected them written out" + ignoring
      }
      if let advice = Key.advice(on: name) { return "\"\(name)\" \(advice)" + ignoring }
      let names = Key.allCases.map(\.rawValue)
      let guess = suggestion(for: name, among: names)
      return "\"\(shownText(name))\" is no key of \(section); "
        + (guess.map { "did you mean \"\($0)\"?" }
          ?? "expected one of \(names.joined(separator: ", "))")
        + ignoring
    }
    messages.add(severity, place, text())
  }

  // MARK: Values

  /// Tells that a value is not what was expected.
  package mutating func refuse(_ node: YAMLNode, _ key: String, expected: String) {
    if case .unusable = node.content { return }
    messages.add(.error, node.place, "\(key): \(node.description); expected \(expected)")
  }

  /// The text of a value, if it is one.
  package mutating func text(_ node: YAMLNode, _ key: String, expected: @autoclosure () -> String)
    -> String?
  {
    guard case .scalar(let text, _) = node.content, !node.isEmpty else {
      refuse(node, key, expected: expected())
      return nil
    }
    return text
  }

  package mutating func bool(_ node: YAMLNode, _ key: String) -> Sourced<Bool>? {
    guard let text = text(node, key, expected: "true or false") else { return nil }
    switch text {
    case "true", "yes", "on": return Sourced(true, from: origin(node))
    case "false", "no", "off": return Sourced(false, from: origin(node))
    default:
      messages.add(
        .error, node.place,
        "\(key): \(node.description); expected true or false"
          + didYouMean(text, among: ["true", "false"]))
      return nil
    }
  }

  /// One of several words.
  package mutating func word<Value>(
    _ node: YAMLNode, _ key: String, _ words: [(word: String, value: Value)]
  ) -> Sourced<Value>? {
    let names = words.map(\.word)
    let expected =
      names.count == 2
      ? names.joined(separator: " or ") : "one of " + names.joined(separator: ", ")
    guard let text = text(node, key, expected: expected) else { return nil }
    guard let found = words.first(where: { $0.word == text }) else {
      messages.add(
        .error, node.place,
        "\(key): \(node.description); expected \(expected)"
          // Of a single character every other one is near.
          + (text.count > 1 ? didYouMean(text, among: names) : ""))
      return nil
    }
    return Sourced(found.value, from: origin(node))
  }

  /// A text of a person's: a name, a pattern or a path.
  package mutating func name(_ node: YAMLNode, _ key: String, expected: String) -> Sourced<String>?
  {
    guard let text = text(node, key, expected: expected) else { return nil }
    guard !text.isEmpty, text.unicodeScalars.allSatisfy(isShown) else {
      messages.add(
        .error, node.place,
        "\(key): \(node.description); expected \(expected), without control characters")
      return nil
    }
    guard text.utf8.count <= Self.longestName else {
      messages.add(
        .error, node.place,
        "\(key): \(node.description) has \(text.utf8.count) bytes;"
          + " expected at most \(Self.longestName)")
      return nil
    }
    return Sourced(text, from: origin(node))
  }

  /// As long as the kernel's longest path, and longer than its longest device name.
  private static let longestName = 4095

  mutating func quantity(_ setting: Setting, _ node: YAMLNode, _ key: String) -> Sourced<Double>? {
    guard let text = text(node, key, expected: setting.expected) else { return nil }
    do throws(QuantityError) {
      return Sourced(try setting.value(of: text), from: origin(node))
    } catch {
      switch error {
      case .malformed: refuse(node, key, expected: setting.expected)
      case .outOfRange:
        messages.add(
          .error, node.place,
          "\(key): \(node.description) is out of range; expected \(setting.expected)")
      }
      return nil
    }
  }

  /// The elements of a list; a single value is a list of it.
  package func elements(_ node: YAMLNode) -> [YAMLNode] {
    if case .list(let nodes) = node.content { nodes } else { [node] }
  }
}

/// The keys that a section may have, and what to say of those that stand in the wrong one.
package protocol ConfigurationKey: RawRepresentable, CaseIterable where RawValue == String {
  static func advice(on name: String) -> String?
  /// Whether to leave out a key that is not known would do harm, so that it is an error whoever reads the file.
  static var mustBeKnown: Bool { get }
}

extension ConfigurationKey {
  package static var mustBeKnown: Bool { false }

  package static func advice(on name: String) -> String? {
    if let key = FeelKey(rawValue: name) { "belongs into feel: {\(key.rawValue): …}" } else { nil }
  }
}
