internal import CYAML

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
    case .number(let digits): shortened(digits)
    case .string(let text): "\"\(shortened(text))\""
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
    var parser = try YAMLParser(line)
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
@safe private struct YAMLParser: ~Copyable {
  /// What libyaml found, copied out of its event.
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
  /// libyaml keeps a pointer into the parser itself, and one to the text: neither may move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(_ line: JSONLine) throws(LineError) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      throw LineError(1, "there is no memory left to read the line")
    }
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: line.yaml.count)
    _ = unsafe text.initialize(from: line.yaml)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    self.line = line
    unsafe self.parser = unsafe parser
    unsafe self.text = unsafe text
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe text.deallocate()
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
    while true {
      let (event, start) = try next()
      if event == .objectEnd { return members }
      let column = line.column(of: start)
      guard case .string(let name) = event else {
        throw unexpected(start, expected: "a key in double quotes")
      }
      guard !members.contains(where: { $0.name == name }) else {
        throw LineError(column, "\"\(shortened(name))\" is given twice in an object")
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
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { unsafe yaml_event_delete(&event) }
    let start = unsafe Int(event.start_mark.index)
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return (.streamStart, start)
    case YAML_DOCUMENT_START_EVENT: return (.documentStart, start)
    case YAML_DOCUMENT_END_EVENT: return (.documentEnd, start)
    case YAML_SEQUENCE_START_EVENT: return (.listStart, start)
    case YAML_SEQUENCE_END_EVENT: return (.listEnd, start)
    case YAML_MAPPING_START_EVENT:
      // An object's event is as long as its brace, a pair's has no length.
      let isObject = unsafe event.end_mark.index > event.start_mark.index
      return (isObject ? .objectStart : .pair, start)
    case YAML_MAPPING_END_EVENT: return (.objectEnd, start)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let isQuoted = unsafe scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
      return (isQuoted ? .string(text) : .word(text), start)
    default: return (.other, start)
    }
  }

  private func failure() -> LineError {
    let index = unsafe Int(parser.pointee.problem_mark.index)
    guard let problem = unsafe parser.pointee.problem else {
      return LineError(1, "there is no memory left to read the line")
    }
    let reason = unsafe String(cString: problem)
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
