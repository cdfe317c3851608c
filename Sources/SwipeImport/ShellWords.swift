/// A command taken apart into words as a POSIX shell does it, without any expansion: what Python's `shlex.split` gives.
struct ShellWords {
  enum Fault: Error { case openQuotes, openEscape }

  private(set) var words: [String] = []

  init(_ text: String) throws(Fault) {
    var word = String.UnicodeScalarView()
    // A pair of quotes is a word, though there is nothing in it.
    var hasWord = false
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
        // Within double quotes only these two can be escaped.
        if quote == "\"", scalar != "\"", scalar != "\\" { word.append("\\") }
        word.append(scalar)
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
        hasWord = true
      } else if let open = quote {
        if scalar == open { quote = nil } else { word.append(scalar) }
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
        hasWord = true
      } else if scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n" {
        if hasWord { words.append(String(word)) }
        word = String.UnicodeScalarView()
        hasWord = false
      } else {
        word.append(scalar)
        hasWord = true
      }
    }
    if quote != nil { throw .openQuotes }
    if isEscaped { throw .openEscape }
    if hasWord { words.append(String(word)) }
  }
}

extension String {
  /// Whether `text`, which is not empty, occurs in it.
  ///
  /// The standard library's `contains` of a string lies in its module of regular expressions, which would come along
  /// whole: 1.3 MB of swipectl.
  func mentions(_ text: String) -> Bool {
    var rest = utf8[...]
    while !rest.isEmpty {
      if rest.starts(with: text.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }
}
