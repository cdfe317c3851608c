internal import CYAML

/// A place in a text.
public struct YAMLPlace: Sendable, Hashable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column, in Unicode code points, from 1.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (a: YAMLPlace, b: YAMLPlace) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// What libyaml finds in a text, and where.
public struct YAMLEvent: Sendable {
  public enum Kind: Sendable, Hashable {
    case streamStart, streamEnd
    case documentStart, documentEnd
    case alias(String)
    case scalar(String, quotes: Quotes)
    case listStart, listEnd
    case mappingStart, mappingEnd
    /// libyaml has no others today.
    case other
  }

  /// How a scalar is written.
  public enum Quotes: Sendable, Hashable {
    /// As it is, or as a block behind `|` or `>`.
    case none
    case single, double
  }

  public var kind: Kind
  public var place: YAMLPlace
  /// Where it starts and ends, in code points from the text's start.
  public var range: Range<Int>
  /// Whether an anchor or a tag stands before it.
  public var isAnchored, isTagged: Bool
}

/// Why libyaml cannot go on, in its own words.
public struct YAMLSyntaxError: Error, Sendable, Hashable {
  public var place: YAMLPlace
  /// The place, in code points from the text's start.
  public var index: Int
  /// What went wrong, or ``noLibrary``; `nil` where there was no memory left.
  public var problem: String?
  /// What libyaml was at, such as `while scanning a simple key`, and where that began.
  public var context: String?
  public var contextPlace: YAMLPlace

  /// libyaml is not there, or is another: not in its words.
  public static let noLibrary = "libyaml-0.so.2 cannot be loaded"
}

/// libyaml's parser over a text in UTF-8.
@safe public struct YAMLParser: ~Copyable {
  /// libyaml keeps a pointer into the parser itself, and one to the text: neither may move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>
  /// 1, or 0 where there was no memory, or less where there is no libyaml.
  private let beginning: Int32

  /// Nothing but memory that has run out, or a libyaml that is not there, makes it fail, and the first `next()` says so.
  public init(_ bytes: some Collection<UInt8>) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe text.initialize(from: bytes)
    beginning = unsafe yaml_parser_initialize(parser)
    if beginning == 1 {
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    } else {
      unsafe parser.initialize(to: yaml_parser_t())
      unsafe parser.pointee.error = YAML_MEMORY_ERROR
    }
    unsafe self.parser = unsafe parser
    unsafe self.text = unsafe text
  }

  deinit {
    if beginning == 1 { unsafe yaml_parser_delete(parser) }
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  /// The next event; `streamEnd` for ever once it has come, and the same error for ever.
  ///
  /// The corresponding C function is `yaml_parser_parse`.
  public mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe parser.pointee.error == YAML_NO_ERROR,
      unsafe yaml_parser_parse(parser, &event) == 1
    else { throw failure() }
    defer { unsafe yaml_event_delete(&event) }
    var isAnchored = false
    var isTagged = false
    let kind: YAMLEvent.Kind
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = .alias(unsafe Self.string(event.data.alias.anchor))
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let quotes: YAMLEvent.Quotes =
        switch unsafe scalar.style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .single
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .double
        default: .none
        }
      kind = unsafe .scalar(String(decoding: bytes, as: UTF8.self), quotes: quotes)
      isAnchored = unsafe scalar.anchor != nil
      isTagged = unsafe scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      kind = .listStart
      isAnchored = unsafe event.data.sequence_start.anchor != nil
      isTagged = unsafe event.data.sequence_start.tag != nil
    case YAML_SEQUENCE_END_EVENT: kind = .listEnd
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      isAnchored = unsafe event.data.mapping_start.anchor != nil
      isTagged = unsafe event.data.mapping_start.tag != nil
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    // After the stream's end libyaml gives events without a type.
    case YAML_STREAM_END_EVENT, YAML_NO_EVENT: kind = .streamEnd
    default: kind = .other
    }
    let start = unsafe event.start_mark
    // A mapping without braces begins where its first key does, and its event may end before.
    let end = unsafe max(start.index, event.end_mark.index)
    return YAMLEvent(
      kind: kind, place: Self.place(start), range: Int(start.index)..<Int(end),
      isAnchored: isAnchored, isTagged: isTagged)
  }

  private func failure() -> YAMLSyntaxError {
    let parser = unsafe self.parser.pointee
    return unsafe YAMLSyntaxError(
      place: Self.place(parser.problem_mark), index: Int(parser.problem_mark.index),
      problem: beginning < 0
        ? YAMLSyntaxError.noLibrary : parser.problem.map { unsafe String(cString: $0) },
      context: parser.context.map { unsafe String(cString: $0) },
      contextPlace: Self.place(parser.context_mark))
  }

  private static func place(_ mark: yaml_mark_t) -> YAMLPlace {
    YAMLPlace(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  private static func string(_ text: UnsafeMutablePointer<UInt8>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(decodingCString: text, as: UTF8.self)
  }
}
