internal import CExpat
internal import YAMLNodes

/// An element of an XML file that knows where it stands.
struct XMLElement {
  var name: String
  var attributes: [String: String]
  /// The text in it, without that of the elements within.
  var text = ""
  var children: [XMLElement] = []
  var place: YAMLPlace

  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The root of a file.
  ///
  /// The corresponding C function is `XML_Parse`.
  static func root(of bytes: [UInt8]) throws(ImportFailure) -> XMLElement {
    let parser = try XMLParser()
    return try parser.parse(bytes)
  }
}

/// Expat's parser, which tells what it finds by calls; these put it together again.
@safe private struct XMLParser: ~Copyable {
  private let parser: XML_Parser
  private let builder: XMLBuilder

  init() throws(ImportFailure) {
    guard let parser = unsafe XML_ParserCreate(nil) else {
      throw ImportFailure(nil, "there is no memory left to read the file")
    }
    // Not before what throws: Swift 6.2 would take apart on the way out what is only half there.
    builder = XMLBuilder()
    unsafe self.parser = unsafe parser
    unsafe builder.parser = unsafe parser
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let builder = unsafe XMLBuilder.of(data), let name = unsafe name else { return }
        var values: [String: String] = [:]
        if var next = unsafe attributes {
          while let key = unsafe next[0], let value = unsafe next[1] {
            unsafe values[String(cString: key)] = unsafe String(cString: value)
            unsafe next += 2
          }
        }
        unsafe builder.start(String(cString: name), values)
      },
      { data, _ in unsafe XMLBuilder.of(data)?.end() })
    unsafe XML_SetCharacterDataHandler(parser) { data, text, length in
      guard let text = unsafe text else { return }
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(length))
      unsafe XMLBuilder.of(data)?.add(String(decoding: bytes, as: UTF8.self))
    }
  }

  deinit { unsafe XML_ParserFree(parser) }

  func parse(_ bytes: [UInt8]) throws(ImportFailure) -> XMLElement {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
    }
    let place = builder.place
    if builder.isTooDeep {
      throw ImportFailure(place, "elements within each other, deeper than touchegg's go")
    }
    guard status == XML_STATUS_OK, let root = builder.root else {
      let code = unsafe XML_GetErrorCode(parser)
      let words = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) }
      throw ImportFailure(place, "it is no XML that can be read: \(words ?? "nothing in it")")
    }
    return root
  }
}

@safe private final class XMLBuilder {
  private(set) var root: XMLElement?
  private(set) var isTooDeep = false
  private var open: [XMLElement] = []
  /// The parser, which outlives every call that is made of this.
  var parser: XML_Parser?

  /// touchegg's elements go four deep.
  private static let deepest = 16

  static func of(_ data: UnsafeMutableRawPointer?) -> XMLBuilder? {
    unsafe data.map { unsafe Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  var place: YAMLPlace {
    unsafe YAMLPlace(
      line: max(1, Int(cexpat_line(parser))),
      column: Int(cexpat_column(parser)) + 1)
  }

  func start(_ name: String, _ attributes: [String: String]) {
    guard open.count < Self.deepest else {
      isTooDeep = true
      _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
      return
    }
    open.append(XMLElement(name: name, attributes: attributes, place: place))
  }

  func add(_ text: String) {
    if !open.isEmpty { open[open.count - 1].text += text }
  }

  func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}
