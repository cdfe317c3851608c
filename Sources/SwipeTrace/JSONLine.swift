import YAMLNodes

/// A line of JSON made fit for libyaml: where JSON and YAML differ, JSON decides.
///
/// Everything that YAML would take and JSON does not (comments, anchors, tags, quotes of the other kind,
/// words without quotes, `.inf`, block style) is refused here, and what libyaml does not take although it
/// is JSON (surrogate pairs, tabs between tokens, characters that YAML calls unprintable or line breaks)
/// is rewritten. Left to libyaml are the order of the tokens and what the escapes mean.
struct JSONLine {
  /// Deeper than any line of a trace by far, and harmless for the stack.
  static let deepest = 16

  /// What libyaml is to read.
  private(set) var yaml: [UInt8] = []
  /// The characters in `yaml`.
  private var yamlLength = 0
  /// Where a rewritten character has moved those behind it: from this one of `yaml` on, columns count
  /// from there.
  private var moved: [(index: Int, column: Int)] = []

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// The column, from 1, of the character at `position`.
  private var column = 1

  init(_ bytes: ArraySlice<UInt8>) throws(LineError) {
    self.bytes = bytes
    position = bytes.startIndex
    yaml.reserveCapacity(bytes.count)
    try scan()
  }

  /// The line's column, from 1, that the character `index` of `yaml` comes from.
  func column(of index: Int) -> Int {
    // Of a megabyte of escapes each has an entry, and each value asks: they are not gone through one by one.
    var (low, high) = (0, moved.count)
    while low < high {
      let middle = (low + high) / 2
      if moved[middle].index <= index { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return index + 1 }
    return moved[low - 1].column + index - moved[low - 1].index
  }

  /// The character `index` of `yaml` as a message shows it.
  func shown(at index: Int) -> String {
    let rest = String(decoding: yaml, as: UTF8.self).unicodeScalars.dropFirst(index)
    return rest.first.map(shownCharacter) ?? "the end of the line"
  }

  /// Whether the last token before the character `index` of `yaml` is a colon.
  func hasColon(before index: Int) -> Bool {
    String(decoding: yaml, as: UTF8.self).unicodeScalars.prefix(index).last { $0 != " " } == ":"
  }

  // MARK: Tokens

  private mutating func scan() throws(LineError) {
    var closers: [UInt8] = []
    var isClosed = false
    var comma: Int?
    while let byte = peek() {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        advance(writing: UInt8(ascii: " "))
        continue
      }
      guard !isClosed else {
        throw LineError(column, "\(try here()) follows the object; expected one object a line")
      }
      guard !closers.isEmpty || byte == UInt8(ascii: "{") else {
        throw LineError(column, "the line starts with \(try here()); expected an object, {…}")
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard closers.count < Self.deepest
        else { throw LineError(column, "nested deeper than \(Self.deepest) levels") }
        closers.append(byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        advance(writing: byte)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // YAML takes a comma behind the last element.
        if let comma {
          throw LineError(
            comma, "a comma before \(try here()); expected another element behind it, or none")
        }
        guard closers.popLast() == byte else {
          throw LineError(
            column,
            byte == UInt8(ascii: "}")
              ? "found \"}\" within a list; expected \",\" or \"]\""
              : "found \"]\" within an object; expected \",\" or \"}\"")
        }
        isClosed = closers.isEmpty
        advance(writing: byte)
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        advance(writing: byte)
      case UInt8(ascii: "\""):
        try string()
      default:
        try word()
      }
      comma = byte == UInt8(ascii: ",") ? column - 1 : nil
    }
    if let closer = closers.last {
      let what = closer == UInt8(ascii: "}") ? "an object" : "a list"
      throw LineError(
        column, "the line ends within \(what); expected \"\(Character(Unicode.Scalar(closer)))\"")
    }
  }

  /// `true`, `false`, `null` or a number.
  private mutating func word() throws(LineError) {
    let start = position
    var end = position
    while end < bytes.endIndex, Self.isWord(bytes[end]) { end += 1 }
    guard start < end else {
      throw LineError(
        column, "found \(try here()); expected a JSON value, \",\", \":\" or a bracket")
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard ["true", "false", "null"].contains(text) || Self.isNumber(bytes[start..<end]) else {
      throw LineError(
        column,
        "\(shownText(text)) is no JSON value; expected a number, true, false, null or a \"string\"")
    }
    while position < end { advance(writing: bytes[position]) }
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func isDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    func digits() -> Bool {
      let count = rest.prefix(while: isDigit).count
      rest = rest.dropFirst(count)
      return count > 0
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest = rest.dropFirst()
    } else if !digits() {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits() else { return false }
    }
    return rest.isEmpty
  }

  // MARK: Strings

  private mutating func string() throws(LineError) {
    let start = column
    advance(writing: UInt8(ascii: "\""))
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        return advance(writing: byte)
      case UInt8(ascii: "\\"):
        try escape()
      case 0..<0x20:
        throw LineError(column, "\(try here()) in a string; expected it as an escape")
      case 0x20..<0x7F:
        advance(writing: byte)
      default:
        try character()
      }
    }
    throw LineError(start, "the string is not closed; expected \"\\\"\" before the line ends")
  }

  /// A character that is not ASCII, or DEL.
  private mutating func character() throws(LineError) {
    let (scalar, length) = try decode()
    switch scalar {
    // Not printable to YAML, or a line break, which it would fold into a space.
    case "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
      let digits = String(scalar.value, radix: 16)
      write("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    default:
      yaml.append(contentsOf: bytes[position..<position + length])
      yamlLength += 1
    }
    position += length
    column += 1
    realign()
  }

  private mutating func escape() throws(LineError) {
    let after = position + 1
    guard after < bytes.endIndex else {
      throw LineError(column, "the line ends within an escape")
    }
    switch bytes[after] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      advance(writing: bytes[position])
      advance(writing: bytes[position])
    case UInt8(ascii: "/"):
      // Only later versions of libyaml take the escaped one.
      write("/")
      skip(2)
    case UInt8(ascii: "u"):
      try unicodeEscape()
    default:
      throw LineError(
        column,
        "\\ is followed by \(try character(at: after)); expected one of \" \\ / b f n r t u")
    }
  }

  private mutating func unicodeEscape() throws(LineError) {
    guard let unit = codeUnit(at: position) else {
      throw LineError(column, "\\u without four hexadecimal digits")
    }
    switch unit {
    case 0xD800..<0xDC00:
      guard let low = codeUnit(at: position + 6), (0xDC00..<0xE000).contains(low) else {
        throw LineError(
          column, "half a surrogate pair; expected \\udc00…\\udfff right behind it")
      }
      let value = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
      let digits = String(value, radix: 16)
      write("\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits)
      skip(12)
    case 0xDC00..<0xE000:
      throw LineError(
        column, "half a surrogate pair; expected \\ud800…\\udbff right before it")
    default:
      for _ in 0..<6 { advance(writing: bytes[position]) }
    }
  }

  /// The number in `\uXXXX`, if there is one at `index`.
  private func codeUnit(at index: Int) -> UInt32? {
    guard index + 6 <= bytes.endIndex, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index + 2..<index + 6] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  // MARK: Characters

  private func peek() -> UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// Goes on by one ASCII character.
  private mutating func advance(writing byte: UInt8) {
    yaml.append(byte)
    yamlLength += 1
    position += 1
    column += 1
  }

  private mutating func write(_ ascii: String) {
    yaml.append(contentsOf: ascii.utf8)
    yamlLength += ascii.utf8.count
  }

  /// Goes on by so many ASCII characters of which others have been written.
  private mutating func skip(_ count: Int) {
    position += count
    column += count
    realign()
  }

  private mutating func realign() {
    guard column(of: yamlLength) != column else { return }
    moved.append((yamlLength, column))
  }

  private func decode() throws(LineError) -> (Unicode.Scalar, length: Int) {
    var iterator = bytes[position...].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
      let byte = String(bytes[position], radix: 16, uppercase: true)
      throw LineError(column, "the byte 0x\(byte) is no UTF-8")
    }
    return (scalar, UTF8.width(scalar))
  }

  private func here() throws(LineError) -> String { shownCharacter(try decode().0) }

  private func character(at index: Int) throws(LineError) -> String {
    var other = self
    other.position = index
    other.column += index - position
    return try other.here()
  }
}
