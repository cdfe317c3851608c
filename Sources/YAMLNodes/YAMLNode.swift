/// A value of a YAML file that knows where it stands.
public struct YAMLNode: Sendable {
  public enum Content: Sendable {
    case scalar(String, isQuoted: Bool)
    case list([YAMLNode])
    case mapping([YAMLPair])
    /// Something that a fault was told of already.
    case unusable
  }

  public var place: YAMLPlace
  public var content: Content
  /// Whether the file went on until its end; the parts of one that did not may be missing.
  public var isWhole = true

  /// Whether nothing stands there: `key:`, `key: ~` or `key: null`.
  public var isEmpty: Bool {
    guard case .scalar(let text, isQuoted: false) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The value as a message shows it.
  public var description: String {
    switch content {
    case .scalar(let text, _): isEmpty ? "nothing" : "\"\(shownText(text))\""
    case .list(let nodes): nodes.isEmpty ? "an empty list" : "a list"
    case .mapping: "keys and values"
    case .unusable: "something unusable"
    }
  }
}

/// A key of a mapping and its value.
public struct YAMLPair: Sendable {
  public var key, value: YAMLNode
}

/// What is wrong with a text, and where.
public struct YAMLFault: Error, Sendable, Hashable {
  public var place: YAMLPlace
  public var message: String

  public init(_ place: YAMLPlace, _ message: String) {
    self.place = place
    self.message = message
  }
}

/// A text of one YAML document, without anchors, aliases and tags.
public struct YAMLDocument: Sendable {
  /// The document's value; `nil` where there is nothing but white space and comments.
  public private(set) var root: YAMLNode?
  /// All that is wrong, in the order of the text.
  public private(set) var faults: [YAMLFault]
  /// To libyaml a text without a line feed at its end goes on for one more line.
  private let end: YAMLPlace
  /// Whether U+FFFD stands for something that a fault was told of.
  private let hasReplacements: Bool

  /// Deeper than any file that people write by hand, and harmless for the stack.
  private static let deepest = 16
  /// Of one file nobody reads more.
  private static let faultLimit = 100

  /// Reads a text, of which as much as can be understood is kept where something is wrong.
  public init(_ original: [UInt8]) {
    let text = YAMLText(original)
    faults = text.faults
    hasReplacements = !faults.isEmpty
    end = text.end
    var parser = YAMLParser(text.bytes)
    do throws(YAMLSyntaxError) {
      try read(&parser)
    } catch {
      tell(YAMLFault(error, in: text.bytes))
    }
    faults.sort { $0.place < $1.place }
  }

  private mutating func read(_ parser: inout YAMLParser) throws(YAMLSyntaxError) {
    var hasDocument = false
    while true {
      let event = try parser.next()
      switch event.kind {
      case .streamEnd:
        return
      case .documentStart where hasDocument:
        return tell(
          YAMLFault(event.place, "\"---\" begins a second document; expected one a file"))
      case .streamStart, .documentStart, .documentEnd, .other:
        break
      case .alias, .scalar, .listStart, .listEnd, .mappingStart, .mappingEnd:
        hasDocument = true
        var failure: YAMLSyntaxError?
        let node = self.node(event, depth: 1, &parser, &failure)
        root = node.isEmpty ? nil : node
        if let failure { throw failure }
      }
    }
  }

  /// The value that `event` begins. After a failure it is what came before.
  private mutating func node(
    _ event: YAMLEvent, depth: Int, _ parser: inout YAMLParser, _ failure: inout YAMLSyntaxError?
  ) -> YAMLNode {
    var node = YAMLNode(place: min(event.place, end), content: .unusable)
    check(event)
    switch event.kind {
    case .scalar(let text, let quotes):
      if hasReplacements, text.unicodeScalars.contains("\u{FFFD}") { break }
      node.content = .scalar(text, isQuoted: quotes != .none)
    case .alias(let name):
      tell(
        YAMLFault(
          event.place,
          "\"*\(shownText(name))\" is an alias of YAML's; expected a value"
            + " (a pattern that begins with * needs quotes)"))
    case .listStart, .mappingStart:
      guard depth <= Self.deepest else {
        // To skip it would take libyaml time in proportion to the square of the depth.
        failure = YAMLSyntaxError(tooDeep: event.place)
        node.isWhole = false
        break
      }
      var isOpen = true
      var children: [YAMLNode] = []
      while isOpen, let next = Self.next(&parser, &failure) {
        switch next.kind {
        case .listEnd, .mappingEnd: isOpen = false
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .alias, .scalar, .listStart,
          .mappingStart, .other:
          children.append(self.node(next, depth: depth + 1, &parser, &failure))
        }
      }
      node.isWhole = !isOpen
      node.content = event.kind == .listStart ? .list(children) : .mapping(Self.pairs(children))
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .listEnd, .mappingEnd, .other:
      // libyaml gives none of them where a value begins.
      break
    }
    return node
  }

  /// Keys and values come in turn; a last key without its value is left out.
  private static func pairs(_ nodes: [YAMLNode]) -> [YAMLPair] {
    stride(from: 0, to: nodes.count - 1, by: 2).map {
      YAMLPair(key: nodes[$0], value: nodes[$0 + 1])
    }
  }

  private static func next(
    _ parser: inout YAMLParser, _ failure: inout YAMLSyntaxError?
  ) -> YAMLEvent? {
    guard failure == nil else { return nil }
    do throws(YAMLSyntaxError) {
      return try parser.next()
    } catch {
      failure = error
      return nil
    }
  }

  private mutating func check(_ event: YAMLEvent) {
    if event.isAnchored {
      tell(
        YAMLFault(
          event.place, "an anchor of YAML's (&); expected a value that is written out"))
    }
    if event.isTagged {
      tell(YAMLFault(event.place, "a tag of YAML's (!); expected a value without one"))
    }
  }

  private mutating func tell(_ fault: @autoclosure () -> YAMLFault) {
    guard faults.count < Self.faultLimit else { return }
    var fault = fault()
    fault.place = min(fault.place, end)
    faults.append(fault)
  }
}
