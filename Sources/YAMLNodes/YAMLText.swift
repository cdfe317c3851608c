/// A text made fit for libyaml, which says of a byte that it cannot read neither line nor column.
///
/// What is no UTF-8, and what YAML does not take, is told and then stands as U+FFFD, so that the rest can
/// still be read and every place stays where it was.
struct YAMLText {
  private(set) var bytes: [UInt8] = []
  private(set) var faults: [YAMLFault] = []
  /// Where the text ends.
  var end: YAMLPlace { place }
  private var place = YAMLPlace(line: 1, column: 1)

  /// One bad byte is seldom alone, and a program taken for a configuration has nothing else.
  private static let faultLimit = 10
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  init(_ original: [UInt8]) {
    let utf16: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    if utf16.contains(where: original.starts(with:)) {
      faults.append(
        YAMLFault(place, "the file begins with the byte order mark of UTF-16; expected UTF-8"))
      return
    }
    bytes.reserveCapacity(original.count)
    // UTF-8's own mark says nothing and has no place in the text.
    var rest = original[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    scan(rest)
  }

  private mutating func scan(_ text: ArraySlice<UInt8>) {
    var iterator = text.makeIterator()
    var decoder = UTF8()
    var afterReturn = false
    // Where the decoder is: it says only what it found, and what it found has a known width.
    var position = text.startIndex
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput:
        return
      case .error:
        let byte = String(text[position], radix: 16, uppercase: true)
        tell("the byte 0x\(byte) is no UTF-8")
        position = Self.endOfFault(text, position)
        put(Self.replacement)
        afterReturn = false
      case .scalarValue(let scalar):
        let width = UTF8.width(scalar)
        let own = text[position..<position + width]
        position += width
        switch scalar {
        case "\n" where afterReturn:
          bytes.append(contentsOf: own)
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
          bytes.append(contentsOf: own)
          place = YAMLPlace(line: place.line + 1, column: 1)
        case "\t", " "..."~", "\u{A0}"..."\u{D7FF}", "\u{E000}"..."\u{FEFE}",
          "\u{FF00}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
          put(own)
        case "\u{FEFF}":
          tell("a byte order mark, U+FEFF; expected none but at the start of the file")
          put(Self.replacement)
        default:
          tell("the character \(shownCharacter(scalar)); expected text")
          put(Self.replacement)
        }
        afterReturn = scalar == "\r"
      }
    }
  }

  /// Where the decoder goes on after an error at `start`: behind the longest part of a sequence that could
  /// have become a character.
  private static func endOfFault(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
    let follower: ClosedRange<UInt8>
    let length: Int
    switch text[start] {
    case 0xC2...0xDF: (follower, length) = (0x80...0xBF, 1)
    case 0xE0: (follower, length) = (0xA0...0xBF, 2)
    case 0xED: (follower, length) = (0x80...0x9F, 2)
    case 0xE1...0xEF: (follower, length) = (0x80...0xBF, 2)
    case 0xF0: (follower, length) = (0x90...0xBF, 3)
    case 0xF1...0xF3: (follower, length) = (0x80...0xBF, 3)
    case 0xF4: (follower, length) = (0x80...0x8F, 3)
    default: return start + 1
    }
    var end = start + 1
    while end < text.endIndex, end - start <= length,
      (end == start + 1 ? follower : 0x80...0xBF).contains(text[end])
    {
      end += 1
    }
    return end
  }

  private mutating func put(_ character: some Sequence<UInt8>) {
    bytes.append(contentsOf: character)
    place.column += 1
  }

  private mutating func tell(_ message: String) {
    if faults.count < Self.faultLimit { faults.append(YAMLFault(place, message)) }
  }
}
