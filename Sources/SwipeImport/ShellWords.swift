/// A command taken apart into words as a POSIX shell does it, without any expansion: what Python's `shlex.split` gives.
struct ShellWords {
  enum Fault: Error { case openQuotes, openEscape }

  private(set) var words: [String] = []

  init(_ text: String) throws(Fault) {
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
        // Within double quotes only these two can be escaped.
        if quote == "\"", scalar != "\"", scalar != "\\" { word = (word ?? "") + "\\" }
        word = (word ?? "") + String(Character(scalar))
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
        word = word ?? ""
      } else if let open = quote {
        if scalar == open { quote = nil } else { word = (word ?? "") + String(Character(scalar)) }
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
        word = word ?? ""
      } else if scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n" {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(Character(scalar))
      }
    }
    if quote != nil { throw .openQuotes }
    if isEscaped { throw .openEscape }
    if let whole = word { words.append(whole) }
  }
}
