import CommitPoint
import YAMLNodes

/// A value to be set in a file of a configuration.
public struct ConfigurationEntry: Sendable, Hashable {
  /// `feel` or `haptics`.
  public var section: String
  public var key: String
  /// As it is written in YAML.
  public var value: String
  /// A key whose place it takes, since both cannot be given.
  public var rival: String?

  public init(_ section: String, _ key: String, _ value: String, rival: String? = nil) {
    self.section = section
    self.key = key
    self.value = value
    self.rival = rival
  }

  /// As a line of a file: `feel: {commit: 20 mm}`.
  var line: String { "\(section): {\(key): \(value)}" }
}

/// Why a file was not changed; the text of a message is `description`.
public enum ConfigurationEditError: Error, Sendable, Hashable {
  /// It has errors already.
  case faulty(ConfigurationMessage)
  /// It is written in a way in which a value cannot be put without a risk to the rest.
  case unclear(ConfigurationEntry)
}

extension ConfigurationEditError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .faulty(let message): "mend this first: \(message)"
    case .unclear(let entry):
      "the file is written in a way that cannot be changed safely; put this into it yourself: \(entry.line)"
    }
  }
}

/// Sets values in a file of a configuration, and leaves everything else as it stands, comments included.
///
/// Only the characters of a value are replaced, or a line is put in. What comes out is read again and compared with what it
/// is to say; if it says anything else, nothing is changed.
public enum ConfigurationEdit {
  /// The text with the entries set.
  ///
  /// - Parameter name: what the file is called in messages.
  public static func set(
    _ entries: [ConfigurationEntry], in bytes: [UInt8], name: String
  ) throws(ConfigurationEditError) -> [UInt8] {
    let before = Configuration.parse(bytes, name: name, for: .service)
    if let message = before.messages.first(where: { $0.severity == .error }) {
      throw .faulty(message)
    }
    var text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var wanted = before.configuration
    for entry in entries {
      guard let changed = EditedText(text)?.setting(entry) else { throw .unclear(entry) }
      text = changed
      let alone = Configuration.parse(Array((entry.line + "\n").utf8), name: name, for: .check)
      guard !alone.hasErrors else { throw .unclear(entry) }
      wanted.feel = wanted.feel.overlaid(with: alone.configuration.feel)
      wanted.haptics = wanted.haptics.overlaid(with: alone.configuration.haptics)
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text)
    let edited = Array(String(result).utf8)
    let after = Configuration.parse(edited, name: name, for: .service)
    if let last = entries.last, after.hasErrors || after.configuration != wanted {
      throw .unclear(last)
    }
    return edited
  }
}

/// A text and the places of its keys and values.
private struct EditedText {
  private struct Value {
    /// Of a flow mapping or list, its brackets included.
    var range: Range<Int>
    /// Whether its range is all of it: it is not for what is written as a block.
    var isInline: Bool
    var pairs: [Pair]?
    var isFlow: Bool
    var isEmpty: Bool
  }

  private struct Pair {
    var name: String
    var key: Range<Int>
    var value: Value
  }

  private let text: [Unicode.Scalar]
  private var root: [Pair] = []

  /// `nil` where it cannot be read, or has another value than keys.
  init?(_ text: [Unicode.Scalar]) {
    self.text = text
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    var parser = YAMLParser(Array(String(view).utf8))
    while let event = try? parser.next() {
      switch event.kind {
      case .streamEnd: return
      case .mappingStart:
        guard let value = read(event, &parser), let pairs = value.pairs, !value.isFlow else {
          return nil
        }
        root = pairs
      case .streamStart, .documentStart, .documentEnd, .other: continue
      case .scalar(let text, _) where text.isEmpty: continue
      case .alias, .scalar, .listStart, .listEnd, .mappingEnd: return nil
      }
    }
    return nil
  }

  private func read(_ event: YAMLEvent, _ parser: inout YAMLParser) -> Value? {
    let isFlow = !event.range.isEmpty
    switch event.kind {
    case .scalar(let text, let quotes):
      let isBlock = event.range.contains { self.text[$0] == "\n" }
      return Value(
        range: event.range, isInline: !isBlock, pairs: nil, isFlow: true,
        isEmpty: quotes == .none && ["", "~", "null", "Null", "NULL"].contains(text))
    case .listStart:
      while let next = try? parser.next() {
        if case .listEnd = next.kind {
          return Value(
            range: event.range.lowerBound..<next.range.upperBound, isInline: isFlow, pairs: nil,
            isFlow: isFlow, isEmpty: false)
        }
        guard read(next, &parser) != nil else { return nil }
      }
      return nil
    case .mappingStart:
      var pairs: [Pair] = []
      while let next = try? parser.next() {
        if case .mappingEnd = next.kind {
          return Value(
            range: event.range.lowerBound..<next.range.upperBound, isInline: isFlow, pairs: pairs,
            isFlow: isFlow, isEmpty: false)
        }
        guard case .scalar(let name, _) = next.kind, let key = read(next, &parser),
          let first = try? parser.next(), let value = read(first, &parser)
        else { return nil }
        pairs.append(Pair(name: name, key: key.range, value: value))
      }
      return nil
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .alias, .listEnd, .mappingEnd,
      .other:
      return nil
    }
  }

  /// The text with a value set; `nil` where it has no place that is safe.
  func setting(_ entry: ConfigurationEntry) -> [Unicode.Scalar]? {
    guard let section = root.first(where: { $0.name == entry.section }) else {
      let end = text.isEmpty || text.last == "\n" ? "" : "\n"
      return inserting("\(end)\(entry.section):\n  \(entry.key): \(entry.value)\n", at: text.count)
    }
    guard let pairs = section.value.pairs else {
      guard section.value.isEmpty else { return nil }
      // A section of which all is commented out.
      guard section.value.range.isEmpty else {
        return replacing(section.value.range, by: "{\(entry.key): \(entry.value)}")
      }
      return insertingLine("  \(entry.key): \(entry.value)", behind: section.key.upperBound)
    }
    if let pair = pairs.first(where: { $0.name == entry.key || $0.name == entry.rival }) {
      return replacing(pair, by: entry)
    }
    if section.value.isFlow {
      let separator = pairs.isEmpty ? "" : ", "
      return inserting(
        "\(entry.key): \(entry.value)\(separator)", at: section.value.range.lowerBound + 1)
    }
    guard let first = pairs.first else { return nil }
    let indent = String(repeating: " ", count: column(first.key.lowerBound))
    return insertingLine("\(indent)\(entry.key): \(entry.value)", behind: section.key.upperBound)
  }

  private func replacing(_ pair: Pair, by entry: ConfigurationEntry) -> [Unicode.Scalar]? {
    guard pair.value.isInline else { return nil }
    let value = pair.value.range
    var changed = text
    // Behind first, so that the places before it stay what they are.
    changed.replaceSubrange(
      value, with: ((value.isEmpty ? " " : "") + entry.value).unicodeScalars)
    changed.replaceSubrange(pair.key, with: entry.key.unicodeScalars)
    return changed
  }

  private func replacing(_ range: Range<Int>, by new: String) -> [Unicode.Scalar] {
    var changed = text
    changed.replaceSubrange(range, with: new.unicodeScalars)
    return changed
  }

  private func inserting(_ new: String, at place: Int) -> [Unicode.Scalar] {
    replacing(place..<place, by: new)
  }

  /// Puts a line behind the one on which `place` is.
  private func insertingLine(_ line: String, behind place: Int) -> [Unicode.Scalar] {
    guard let end = text[place...].firstIndex(of: "\n") else {
      return inserting("\n\(line)\n", at: text.count)
    }
    return inserting("\(line)\n", at: end + 1)
  }

  private func column(_ place: Int) -> Int {
    place - (text[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0)
  }
}
