import CommitPoint

/// A motion as `TraceWriter` writes it, read without libyaml: nearly every line of a trace is one, and a thousand
/// recordings are to be read at once.
///
/// Whatever looks otherwise, be it right or wrong, is left to the reader of all lines.
struct MotionLine {
  private(set) var time: Microseconds = 0
  private(set) var dx: Millimetres = 0
  private(set) var dy: Millimetres = 0
  /// The name is copied as it stands, so that one with an escape is none that is read here.
  private(set) var device: String?

  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    guard Self.take("{\"time_us\":", &rest), let time = Self.takeWhole(&rest),
      Self.take(",\"event\":\"motion\"", &rest)
    else { return nil }
    self.time = Microseconds(time)
    if Self.take(",\"device\":\"", &rest) {
      let name = rest.prefix { $0 != UInt8(ascii: "\"") }
      guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
      else { return nil }
      rest = rest.dropFirst(name.count + 1)
      device = String(decoding: name, as: UTF8.self)
    }
    guard Self.take(",\"dx_mm\":", &rest), let dx = Self.takeDecimal(&rest),
      Self.take(",\"dy_mm\":", &rest), let dy = Self.takeDecimal(&rest),
      rest.count == 1, rest.first == UInt8(ascii: "}")
    else { return nil }
    self.dx = Millimetres(dx)
    self.dy = Millimetres(dy)
  }

  private static func take(_ text: StaticString, _ rest: inout ArraySlice<UInt8>) -> Bool {
    let count = text.utf8CodeUnitCount
    guard rest.count >= count else { return false }
    let start = rest.startIndex
    let isSame = text.withUTF8Buffer { expected in
      for index in 0..<count where unsafe expected[index] != rest[start + index] { return false }
      return true
    }
    if isSame { rest = rest[(start + count)...] }
    return isSame
  }

  /// Up to 18 digits, which fit.
  private static func takeWhole(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    let digits = rest.prefix { isDigit($0) }
    guard (1...18).contains(digits.count), isPlain(digits) else { return nil }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// A number without an exponent of at most 15 digits: it and the power of ten are exact, and so is their quotient
  /// (Clinger, How to read floating point numbers accurately, 1990).
  private static func takeDecimal(_ rest: inout ArraySlice<UInt8>) -> Double? {
    var text = rest
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { text = text.dropFirst() }
    let whole = text.prefix { isDigit($0) }
    text = text[whole.endIndex...]
    var fraction = text.prefix(0)
    if text.first == UInt8(ascii: ".") {
      fraction = text.dropFirst().prefix { isDigit($0) }
      guard !fraction.isEmpty else { return nil }
      text = text[fraction.endIndex...]
    }
    guard !whole.isEmpty, isPlain(whole), whole.count + fraction.count <= 15 else { return nil }
    var number = 0.0
    var scale = 1.0
    for digit in whole { number = number * 10 + Double(digit - UInt8(ascii: "0")) }
    for digit in fraction {
      number = number * 10 + Double(digit - UInt8(ascii: "0"))
      scale *= 10
    }
    rest = text
    return (isNegative ? -number : number) / scale
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// JSON has no zeros in front.
  private static func isPlain(_ digits: ArraySlice<UInt8>) -> Bool {
    digits.count == 1 || digits.first != UInt8(ascii: "0")
  }
}
