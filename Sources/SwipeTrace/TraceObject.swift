internal import CommitPoint
internal import SwipeConfig
import YAMLNodes

/// A line's object (or one within it), read by its keys.
struct TraceObject {
  let members: [JSONMember]
  /// Where the object starts.
  let column: Int
  /// What the object is, for messages: `motion`, `config`.
  var what: String

  init(_ members: [JSONMember], column: Int = 1, what: String = "the line") {
    self.members = members
    self.column = column
    self.what = what
  }

  func has(_ key: String) -> Bool { member(key) != nil }

  func member(_ key: String) -> JSONMember? { members.first { $0.name == key } }

  /// The key's value.
  func required(_ key: String) throws(LineError) -> JSONValue {
    guard let member = member(key)
    else { throw LineError(column, "\(what) lacks \"\(key)\"") }
    return member.value
  }

  /// Refuses a key that is none of these.
  func allow(_ keys: [String]) throws(LineError) {
    for member in members where !keys.contains(member.name) {
      let meant = didYouMean(member.name, among: keys)
      let names = keys.map { "\"\($0)\"" }.joined(separator: ", ")
      throw LineError(
        member.column,
        "\"\(shownText(member.name))\" is no key of \(what)"
          + (meant.isEmpty ? "; expected \(names)" : meant))
    }
  }
}

// MARK: Values

extension TraceObject {
  func fault(_ key: String, _ value: JSONValue, expected: String) -> LineError {
    LineError(value.column, "\"\(key)\" is \(value.description); expected \(expected)")
  }

  func string(_ key: String) throws(LineError) -> String {
    try string(key, required(key))
  }

  func optionalString(_ key: String) throws(LineError) -> String? {
    guard let member = member(key) else { return nil }
    return try string(key, member.value)
  }

  private func string(_ key: String, _ value: JSONValue) throws(LineError) -> String {
    guard case .string(let text) = value.kind
    else { throw fault(key, value, expected: "a string") }
    return text
  }

  /// One of a few words.
  func word<Word>(
    _ key: String, _ words: [(name: String, word: Word)]
  ) throws(LineError) -> Word {
    try word(key, required(key), words)
  }

  func word<Word>(
    _ key: String, _ value: JSONValue, _ words: [(name: String, word: Word)]
  ) throws(LineError) -> Word {
    let names = words.map(\.name)
    let expected =
      names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
    guard case .string(let text) = value.kind else { throw fault(key, value, expected: expected) }
    if let found = words.first(where: { $0.name == text }) { return found.word }
    let meant = didYouMean(text, among: names)
    throw LineError(
      value.column,
      "\"\(key)\" is \(value.description)" + (meant.isEmpty ? "; expected \(expected)" : meant))
  }

  func bool(_ key: String, _ value: JSONValue) throws(LineError) -> Bool {
    guard case .bool(let bool) = value.kind
    else { throw fault(key, value, expected: "true or false") }
    return bool
  }

  /// A whole number within `range`; `50.0` and `5e1` are ones too.
  func whole(
    _ key: String, _ range: ClosedRange<Int64>, expected: String
  ) throws(LineError) -> Int64 {
    try whole(key, required(key), range, expected: expected)
  }

  func whole(
    _ key: String, _ value: JSONValue, _ range: ClosedRange<Int64>, expected: String
  ) throws(LineError) -> Int64 {
    guard case .number(let digits) = value.kind,
      // A `Double` alone would lose the last digits of a long time stamp.
      let number = Int64(digits) ?? Double(digits).flatMap({ Int64(exactly: $0) }),
      range.contains(number)
    else { throw fault(key, value, expected: expected) }
    return number
  }

  func number(
    _ key: String, _ value: JSONValue, expected: String
  ) throws(LineError) -> Double {
    guard case .number(let digits) = value.kind, let number = Double(digits), number.isFinite
    else { throw fault(key, value, expected: expected) }
    return number
  }

  /// A number within a setting's range, in its unit.
  func number(
    _ key: String, _ value: JSONValue, _ setting: Setting
  ) throws(LineError) -> Double {
    let number = try number(key, value, expected: setting.expected)
    guard setting.range.contains(number)
    else { throw fault(key, value, expected: setting.expected) }
    return number
  }

  func list(
    _ key: String, _ value: JSONValue, expected: String
  ) throws(LineError) -> [JSONValue] {
    guard case .list(let elements) = value.kind
    else { throw fault(key, value, expected: expected) }
    return elements
  }

  /// A list of at least one element, none twice.
  func set<Element: Hashable>(
    _ key: String, _ value: JSONValue, expected: String,
    _ element: (JSONValue) throws(LineError) -> Element
  ) throws(LineError) -> [Element] {
    let values = try list(key, value, expected: expected)
    guard !values.isEmpty else { throw fault(key, value, expected: expected) }
    var elements: [Element] = []
    for value in values {
      let next = try element(value)
      guard !elements.contains(next)
      else { throw LineError(value.column, "\"\(key)\" has \(value.description) twice") }
      elements.append(next)
    }
    return elements
  }
}
