internal import LinuxIO

/// Lines of a word and what is to be said of it, for a terminal of 80 columns.
struct Rows {
  private(set) var text = ""

  private static let width = 80
  private static let indent = 2
  private static let column = 13

  /// A line that others belong to.
  mutating func title(_ title: String) { text += printable(title) + "\n" }

  /// `word` in the first column, the sentence beside it in as many lines as it needs.
  mutating func row(_ word: String, _ sentence: String) {
    let left = String(repeating: " ", count: Self.indent) + word
    var line = left + String(repeating: " ", count: max(1, Self.column - left.count))
    var isEmpty = true
    for part in Self.parts(of: printable(sentence)) {
      if !isEmpty, line.count + 1 + part.count > Self.width {
        text += line + "\n"
        line = Self.blank
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + part
      isEmpty = false
    }
    text += line + "\n"
  }

  /// What is not to be torn apart: words, and numbers with their unit.
  private static func parts(of sentence: String) -> [String] {
    sentence.split(separator: " ").reduce(into: []) { parts, word in
      let isUnit = ["ms", "%", "mm"].contains(String(word.prefix { $0 != "," && $0 != ":" }))
      if isUnit, let last = parts.popLast() {
        parts.append("\(last) \(word)")
      } else {
        parts.append(String(word))
      }
    }
  }

  /// What is to be copied to a command line: it is never broken.
  mutating func command(_ reason: String, _ command: String) {
    text += Self.blank + reason + " " + printable(command) + "\n"
  }

  private static let blank = String(repeating: " ", count: column)
}
