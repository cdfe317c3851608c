import YAMLNodes

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
    var reader = NodeReader(text: text)
    return try reader.documents()
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
private struct NodeReader: ~Copyable {
  private var parser: YAMLParser

  /// Deep enough for every file that people write, and no overflow of the stack.
  private static let deepest = 64

  init(text: String) { parser = YAMLParser(text.utf8) }

  mutating func documents() throws(Problem) -> [Node] {
    var documents: [Node] = []
    while true {
      switch try next().kind {
      case .streamEnd: return documents
      case .documentStart: documents.append(try node(try next(), depth: 0))
      default: break
      }
    }
  }

  private mutating func node(_ event: YAMLEvent, depth: Int) throws(Problem) -> Node {
    let place = Place(event.place)
    switch event.kind {
    case .scalar(let text, _):
      return Node(place: place, content: .scalar(text))
    case .listStart:
      return Node(place: place, content: .sequence(try nodes(in: event, depth)))
    case .mappingStart:
      let nodes = try nodes(in: event, depth)
      // Keys and values come in turn.
      let pairs = stride(from: 0, to: nodes.count, by: 2).map { (nodes[$0], nodes[$0 + 1]) }
      return Node(place: place, content: .mapping(pairs))
    case .alias, .other:
      throw Problem(place: place, message: "anchors and aliases are not understood here")
    case .listEnd, .mappingEnd, .documentStart, .documentEnd, .streamStart, .streamEnd:
      throw Problem(place: place, message: "the file ends too early")
    }
  }

  /// What stands in a list or mapping that has just begun.
  private mutating func nodes(in start: YAMLEvent, _ depth: Int) throws(Problem) -> [Node] {
    guard depth < Self.deepest else {
      throw Problem(
        place: Place(start.place), message: "more than \(Self.deepest) levels deep")
    }
    var nodes: [Node] = []
    while true {
      let event = try next()
      if event.kind == .listEnd || event.kind == .mappingEnd { return nodes }
      nodes.append(try node(event, depth: depth + 1))
    }
  }

  private mutating func next() throws(Problem) -> YAMLEvent {
    do throws(YAMLSyntaxError) {
      return try parser.next()
    } catch {
      throw Problem(place: Place(error.place), message: error.problem ?? "no YAML")
    }
  }
}

extension Place {
  fileprivate init(_ place: YAMLPlace) { self.init(line: place.line, column: place.column) }
}
