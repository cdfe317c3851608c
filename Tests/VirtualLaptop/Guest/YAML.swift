import CYAML

/// A place in a file: line and column, counted from 1.
struct Place: Equatable {
  var line: Int
  var column: Int
}

/// What is wrong with a file, and where.
struct Problem: Error {
  var place: Place
  var message: String
}

/// A value of a YAML file that knows where it stands.
struct Node {
  enum Content {
    case scalar(String)
    case sequence([Node])
    case mapping([(key: Node, value: Node)])
  }

  var place: Place
  var content: Content
}

extension Node {
  /// Reads every document of a text. A line of a JSON trace is a document too, since JSON is YAML.
  static func documents(in text: String) throws(Problem) -> [Node] {
    var parser = YAMLEvents(text: text)
    return try parser.documents()
  }

  var string: String {
    get throws(Problem) {
      guard case .scalar(let text) = content else { throw problem("a word is expected here") }
      return text
    }
  }

  /// Decimal, or hexadecimal after 0x.
  var integer: Int {
    get throws(Problem) {
      let text = try string
      let number = text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
      guard let number else { throw problem("'\(text)' is no whole number") }
      return number
    }
  }

  var number: Double {
    get throws(Problem) {
      let text = try string
      guard let number = Double(text), number.isFinite else {
        throw problem("'\(text)' is no number")
      }
      return number
    }
  }

  var bool: Bool {
    get throws(Problem) {
      switch try string {
      case "true": return true
      case "false": return false
      default: throw problem("true or false is expected here")
      }
    }
  }

  var list: [Node] {
    get throws(Problem) {
      guard case .sequence(let nodes) = content else { throw problem("a list is expected here") }
      return nodes
    }
  }

  var strings: [String] {
    get throws(Problem) { try list.map { (node) throws(Problem) in try node.string } }
  }

  /// The value of a key of a mapping, where this is one and has it.
  subscript(key: String) -> Node? {
    guard case .mapping(let pairs) = content else { return nil }
    return pairs.first { pair in
      if case .scalar(key) = pair.key.content { true } else { false }
    }?.value
  }

  func integer(in range: ClosedRange<Int>) throws(Problem) -> Int {
    let value = try integer
    guard range.contains(value) else {
      throw problem("\(value) is out of range (\(range.lowerBound) to \(range.upperBound))")
    }
    return value
  }

  func number(in range: ClosedRange<Double>) throws(Problem) -> Double {
    let value = try number
    guard range.contains(value) else {
      throw problem("\(value) is out of range (\(range.lowerBound) to \(range.upperBound))")
    }
    return value
  }

  /// A time in milliseconds, as microseconds. A day is the most: what is longer is a slip.
  var milliseconds: Int64 {
    get throws(Problem) { Int64((try number(in: 0...86_400_000) * 1000).rounded()) }
  }

  func problem(_ message: String) -> Problem { Problem(place: place, message: message) }
}

/// The keys of a mapping, taken one by one; one that nobody takes is an error.
struct Fields {
  let node: Node
  private var left: [(key: String, place: Place, value: Node)] = []
  private var known: [String] = []

  init(_ node: Node) throws(Problem) {
    self.node = node
    // `lift:` without a value means `lift: {}`.
    if case .scalar("") = node.content { return }
    guard case .mapping(let pairs) = node.content else {
      throw node.problem("keys and values are expected here")
    }
    for pair in pairs {
      let key = try pair.key.string
      guard !left.contains(where: { $0.key == key }) else {
        throw pair.key.problem("'\(key)' is given twice")
      }
      left.append((key, pair.key.place, pair.value))
    }
  }

  mutating func take(_ key: String) -> Node? {
    known.append(key)
    guard let index = left.firstIndex(where: { $0.key == key }) else { return nil }
    return left.remove(at: index).value
  }

  mutating func need(_ key: String) throws(Problem) -> Node {
    guard let value = take(key) else { throw node.problem("'\(key)' is missing") }
    return value
  }

  /// Throws where a key was not taken.
  func end() throws(Problem) {
    guard let stray = left.first else { return }
    let message = "unknown key '\(stray.key)' (known here: \(known.joined(separator: ", ")))"
    throw Problem(place: stray.place, message: message)
  }
}

/// libyaml's events, made into nodes. Anchors and aliases are not part of these files.
@safe private struct YAMLEvents: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// libyaml keeps the pointer to its input.
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// Deep enough for every file that people write, and no overflow of the stack.
  private static let deepest = 64

  init(text: String) {
    let bytes = Array(text.utf8)
    unsafe input = UnsafeMutableBufferPointer.allocate(capacity: bytes.count)
    _ = unsafe input.initialize(from: bytes)
    unsafe parser = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe yaml_parser_initialize(parser)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  mutating func documents() throws(Problem) -> [Node] {
    var documents: [Node] = []
    while true {
      switch try next() {
      case .streamEnd: return documents
      case .documentStart: documents.append(try node(try next(), depth: 0))
      default: break
      }
    }
  }

  private enum Event {
    case scalar(String, Place)
    case sequenceStart(Place)
    case mappingStart(Place)
    case sequenceEnd
    case mappingEnd
    case documentStart
    case streamEnd
    case other(Place)
  }

  private mutating func node(_ event: Event, depth: Int) throws(Problem) -> Node {
    switch event {
    case .scalar(let text, let place):
      return Node(place: place, content: .scalar(text))
    case .sequenceStart(let place):
      try check(depth, place)
      var nodes: [Node] = []
      while true {
        let event = try next()
        if case .sequenceEnd = event { break }
        nodes.append(try node(event, depth: depth + 1))
      }
      return Node(place: place, content: .sequence(nodes))
    case .mappingStart(let place):
      try check(depth, place)
      var pairs: [(key: Node, value: Node)] = []
      while true {
        let event = try next()
        if case .mappingEnd = event { break }
        let key = try node(event, depth: depth + 1)
        pairs.append((key, try node(try next(), depth: depth + 1)))
      }
      return Node(place: place, content: .mapping(pairs))
    case .other(let place):
      throw Problem(place: place, message: "anchors and aliases are not understood here")
    case .sequenceEnd, .mappingEnd, .documentStart, .streamEnd:
      throw Problem(place: Place(line: 1, column: 1), message: "the file ends too early")
    }
  }

  private func check(_ depth: Int, _ place: Place) throws(Problem) {
    guard depth < Self.deepest else {
      throw Problem(place: place, message: "more than \(Self.deepest) levels deep")
    }
  }

  private mutating func next() throws(Problem) -> Event {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { unsafe yaml_event_delete(&event) }
    let place = unsafe Place(
      line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(unsafe String(decoding: bytes, as: UTF8.self), place)
    case YAML_SEQUENCE_START_EVENT: return .sequenceStart(place)
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT: return .mappingStart(place)
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_STREAM_END_EVENT: return .streamEnd
    default: return .other(place)
    }
  }

  private func failure() -> Problem {
    let mark = unsafe parser.pointee.problem_mark
    let message =
      if let problem = unsafe parser.pointee.problem { unsafe String(cString: problem) } else {
        "no YAML"
      }
    return Problem(
      place: Place(line: Int(mark.line) + 1, column: Int(mark.column) + 1), message: message)
  }
}
