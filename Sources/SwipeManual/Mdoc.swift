/// A manual page under way, in mdoc(7), the language of manual pages that names what things are.
struct Mdoc {
  private(set) var text = ""

  /// A line that is a macro with its arguments, which are escaped already.
  mutating func macro(_ name: String, _ arguments: String...) {
    text += "." + ([name] + arguments).joined(separator: " ") + "\n"
  }

  /// Running text: each sentence on a line of its own, as mdoc wants it, and no line too long.
  ///
  /// - Parameter escaped: what `Mdoc.escaped` or `Mdoc.inline` gave.
  mutating func prose(_ escaped: String) {
    var line = ""
    func isSentenceEnd(_ word: Substring) -> Bool {
      let bare = word.reversed().drop { ")\"".contains($0) }
      return bare.first.map { ".!?:".contains($0) } ?? false
    }
    var isNew = false
    for word in Self.words(escaped) {
      if !line.isEmpty, isNew || line.utf8.count + 1 + word.utf8.count > Self.width {
        flush(&line)
      }
      line += (line.isEmpty ? "" : " ") + word
      isNew = isSentenceEnd(word)
    }
    flush(&line)
  }

  /// Lines as they are, such as code.
  mutating func literal(_ lines: some Sequence<some StringProtocol>) {
    macro("Bd", "-literal", "-offset", "indent")
    for line in lines { text += Self.guarded(Self.escaped(String(line))) + "\n" }
    macro("Ed")
  }

  private mutating func flush(_ line: inout String) {
    guard !line.isEmpty else { return }
    text += Self.guarded(line) + "\n"
    line = ""
  }

  /// The longest line that no checker complains of.
  private static let width = 78

  /// At spaces, but not within `\f[B]…\f[R]`: a span of code stays in one line with its markup.
  private static func words(_ text: String) -> [Substring] {
    text.split(whereSeparator: { $0 == " " || $0 == "\n" })
  }

  /// A line of text that begins like a macro is not one.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// Text in which nothing means anything to the formatter.
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      // As written: a hyphen of running text may be printed as another character, which nobody can type.
      case "-": escaped += "\\-"
      case "\n": escaped += " "
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case " "..."~": escaped.unicodeScalars.append(scalar)
      default:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + "]"
      }
    }
    return escaped
  }

  /// An argument of a macro, as one.
  static func argument(_ text: some StringProtocol) -> String {
    let escaped = escaped(text)
    let plain = escaped.map { $0 == "\"" ? "\\(dq" : String($0) }.joined()
    if plain.contains(" ") || plain.isEmpty { return "\"\(plain)\"" }
    // A dot, a comma or a bracket would be taken for punctuation, and "Op" for the macro.
    let isMacro = text.count <= 3 && (text.first?.isUppercase ?? false)
    let isPunctuation = text.allSatisfy { ".,:;()[]?!|".contains($0) }
    return isMacro || isPunctuation ? "\\&" + plain : plain
  }
}
