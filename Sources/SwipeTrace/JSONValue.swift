import YAMLNodes

/// A JSON value, with the column at which it starts.
struct JSONValue {
  enum Kind {
    case null
    case bool(Bool)
    /// The digits as they stand in the file: a time stamp has more of them than a `Double`.
    case number(String)
    case string(String)
    case list([JSONValue])
    case object([JSONMember])
  }

  var column: Int
  var kind: Kind

  /// The value as a message shows it.
  var description: String {
    switch kind {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): shownText(digits)
    case .string(let text): "\"\(shownText(text))\""
    case .list(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .object: "an object"
    }
  }
}

/// A name and a value of an object.
struct JSONMember {
  var name: String
  /// The name's column.
  var column: Int
  var value: JSONValue
}

extension JSONValue {
  /// Reads the one object that a line holds; `bytes` is the line without its line feed.
  static func object(in bytes: ArraySlice<UInt8>) throws(LineError) -> [JSONMember] {
    let line = try JSONLine(bytes)
    var parser = JSONParser(line)
    try parser.skip(.streamStart)
    try parser.skip(.documentStart)
    guard case .object(let members) = try parser.value().kind else {
      throw LineError(1, "expected an object, {…}")
    }
    try parser.skip(.documentEnd)
    return members
  }
}

/// libyaml's parser over one line, held to the order that JSON has for its tokens.
private struct JSONParser: ~Copyable {
  /// What libyaml found, as JSON has it.
  enum Event: Equatable {
    case streamStart, documentStart, documentEnd
    case word(String)
    case string(String)
    case listStart, listEnd, objectStart, objectEnd
    /// A pair within a list, which YAML takes for an object.
    case pair
    case other
  }

  private let line: JSONLine
  private var parser: YAMLParser

  init(_ line: JSONLine) {
    self.line = line
    parser = YAMLParser(line.yaml)
  }

  mutating func skip(_ expected: Event) throws(LineError) {
    let (event, start) = try next()
    guard event == expected else { throw unexpected(start, expected: "one object a line") }
  }

  mutating func value() throws(LineError) -> JSONValue {
    let (event, start) = try next()
    return try value(event, start)
  }

  /// Goes as deep as `JSONLine` lets a line be nested.
  private mutating func value(_ event: Event, _ start: Int) throws(LineError) -> JSONValue {
    let kind: JSONValue.Kind =
      switch event {
      case .word(let word): try self.word(word, start)
      case .string(let text): .string(text)
      case .listStart: .list(try list())
      case .objectStart: .object(try object())
      case .pair: throw unexpectedColon(in: start)
      case .streamStart, .documentStart, .documentEnd, .listEnd, .objectEnd, .other:
        throw unexpected(start, expected: "a value")
      }
    return JSONValue(column: line.column(of: start), kind: kind)
  }

  private mutating func list() throws(LineError) -> [JSONValue] {
    var elements: [JSONValue] = []
    while true {
      let (event, start) = try next()
      if event == .listEnd { return elements }
      elements.append(try value(event, start))
    }
  }

  private mutating func object() throws(LineError) -> [JSONMember] {
    var members: [JSONMember] = []
    var names: Set<String> = []
    while true {
      let (event, start) = try next()
      if event == .objectEnd { return members }
      let column = line.column(of: start)
      guard case .string(let name) = event else {
        throw unexpected(start, expected: "a key in double quotes")
      }
      guard names.insert(name).inserted else {
        throw LineError(column, "\"\(shownText(name))\" is given twice in an object")
      }
      members.append(JSONMember(name: name, column: column, value: try value()))
    }
  }

  private func word(_ word: String, _ start: Int) throws(LineError) -> JSONValue.Kind {
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "":
      throw unexpected(
        start, expected: line.hasColon(before: start) ? "a value" : "\":\" and a value")
    default: break
    }
    // YAML makes one word of what JSON needs a comma in.
    let length = word.utf8.prefix(while: JSONLine.isWord).count
    guard length == word.utf8.count else {
      let space = word.utf8.dropFirst(length).prefix { $0 == UInt8(ascii: " ") }.count
      throw unexpected(start + length + space, expected: "\",\" or a closing bracket")
    }
    return .number(word)
  }

  private func unexpected(_ index: Int, expected: String) -> LineError {
    LineError(
      line.column(of: index), "found \(line.shown(at: index)); expected \(expected)")
  }

  private func unexpectedColon(in start: Int) -> LineError {
    LineError(
      line.column(of: start),
      "a key and a value stand in a list; expected only values there, or an object, {…}")
  }

  private mutating func next() throws(LineError) -> (Event, start: Int) {
    let event: YAMLEvent
    do throws(YAMLSyntaxError) {
      event = try parser.next()
    } catch {
      throw failure(error)
    }
    let start = event.range.lowerBound
    switch event.kind {
    case .streamStart: return (.streamStart, start)
    case .documentStart: return (.documentStart, start)
    case .documentEnd: return (.documentEnd, start)
    case .listStart: return (.listStart, start)
    case .listEnd: return (.listEnd, start)
    // An object's event is as long as its brace, a pair's has no length.
    case .mappingStart: return (event.range.isEmpty ? .pair : .objectStart, start)
    case .mappingEnd: return (.objectEnd, start)
    case .scalar(let text, let quotes):
      return (quotes == .double ? .string(text) : .word(text), start)
    case .streamEnd, .alias, .other: return (.other, start)
    }
  }

  private func failure(_ error: YAMLSyntaxError) -> LineError {
    guard let reason = error.problem else {
      return LineError(1, "there is no memory left to read the line")
    }
    guard reason != YAMLSyntaxError.noLibrary else { return LineError(1, reason) }
    let index = error.index
    let quoted = "did not find expected "
    // The rest of libyaml's words are of YAML's terms, which are not this file's.
    guard reason.hasPrefix(quoted) else { return unexpected(index, expected: "JSON") }
    switch reason.dropFirst(quoted.utf8.count) {
    case "',' or '}'": return unexpected(index, expected: "\",\" or \"}\"")
    case "',' or ']'": return unexpected(index, expected: "\",\" or \"]\"")
    case "node content": return unexpected(index, expected: "a value")
    default: return unexpected(index, expected: "JSON")
    }
  }
}
