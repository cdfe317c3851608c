/// A text in as much of Markdown as the texts in `docs` use: headings, paragraphs, lists, tables, code.
struct MarkdownDocument {
  private var lines: [Substring]
  private var next = 0
  /// Whether something stands before, so that a paragraph has to be set off from it.
  private var isSetOff = true

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Writes all but the title, headings as subsections.
  mutating func write(to page: inout Mdoc) {
    while next < lines.count {
      let line = lines[next]
      if line.isEmpty || line.hasPrefix("# ") {
        next += 1
      } else if line.hasPrefix("#") {
        page.macro("Ss", MarkdownText.plain(line.drop { $0 == "#" || $0 == " " }))
        isSetOff = true
        next += 1
      } else if line.hasPrefix("```") {
        code(&page)
      } else if line.hasPrefix("|") {
        table(&page)
      } else if line.hasPrefix("- ") {
        list(&page)
      } else {
        setOff(&page)
        page.prose(MarkdownText.mdoc(paragraph()))
      }
    }
  }

  private mutating func setOff(_ page: inout Mdoc) {
    if !isSetOff { page.macro("Pp") }
    isSetOff = false
  }

  private func beginsBlock(_ line: Substring) -> Bool {
    line.isEmpty || ["#", "```", "|", "- "].contains { line.hasPrefix($0) }
  }

  private mutating func paragraph() -> String {
    var text = ""
    while next < lines.count, !beginsBlock(lines[next]) {
      text += (text.isEmpty ? "" : " ") + lines[next]
      next += 1
    }
    return text
  }

  private mutating func code(_ page: inout Mdoc) {
    next += 1
    let start = next
    while next < lines.count, !lines[next].hasPrefix("```") { next += 1 }
    page.literal(lines[start..<next])
    isSetOff = false
    next += 1
  }

  private mutating func list(_ page: inout Mdoc) {
    page.macro("Bl", "-bullet")
    while next < lines.count, lines[next].hasPrefix("- ") {
      var text = String(lines[next].dropFirst(2))
      next += 1
      while next < lines.count, lines[next].hasPrefix("  ") {
        text += " " + lines[next].drop { $0 == " " }
        next += 1
      }
      page.macro("It")
      page.prose(MarkdownText.mdoc(text))
    }
    page.macro("El")
    isSetOff = false
  }

  /// A table becomes a list: the first column is what each entry is of, the others have their heading before them.
  private mutating func table(_ page: inout Mdoc) {
    var rows: [[String]] = []
    while next < lines.count, lines[next].hasPrefix("|") {
      rows.append(MarkdownText.cells(of: lines[next]))
      next += 1
    }
    guard let headings = rows.first else { return }
    page.macro("Bl", "-tag", "-width", "Ds")
    for row in rows.dropFirst(2) {
      page.macro("It", MarkdownText.tag(row.first ?? ""))
      var parts: [String] = []
      for (index, cell) in row.enumerated().dropFirst() where !cell.isEmpty {
        let heading = index < headings.count ? headings[index] : ""
        let isNamed = !heading.isEmpty && row.count > 2 && index + 1 < row.count
        let text = isNamed ? "\(heading): \(cell)" : cell
        parts.append(MarkdownText.sentence(text))
      }
      page.prose(MarkdownText.mdoc(parts.joined(separator: " ")))
    }
    page.macro("El")
    isSetOff = false
  }
}

/// A paragraph's text in Markdown.
enum MarkdownText {
  /// With its code and emphasis in bold and italics, and links as what they are called.
  static func mdoc(_ text: some StringProtocol) -> String {
    var result = ""
    for span in spans(text) {
      switch span {
      case .text(let text): result += Mdoc.escaped(text)
      case .code(let text), .strong(let text):
        // Word by word, since a line may end between them.
        result += text.split(separator: " ", omittingEmptySubsequences: false).map {
          $0.isEmpty ? "" : "\\fB" + Mdoc.escaped($0) + "\\fR"
        }.joined(separator: " ")
      case .emphasis(let text):
        result += text.split(separator: " ", omittingEmptySubsequences: false).map {
          $0.isEmpty ? "" : "\\fI" + Mdoc.escaped($0) + "\\fR"
        }.joined(separator: " ")
      }
    }
    return result
  }

  /// For a heading: a word of two letters would be taken for a macro.
  static func plain(_ text: some StringProtocol) -> String {
    let bare = spans(text).map(\.text).joined()
    return bare.split(separator: " ").map { Mdoc.argument($0) }.joined(separator: " ")
  }

  static func tag(_ cell: String) -> String {
    let text = spans(cell).map(\.text).joined()
    return "Ic " + Mdoc.argument(text)
  }

  static func sentence(_ text: String) -> String {
    text.last.map { ".:!?".contains($0) } ?? true ? text : text + "."
  }

  /// The cells of a table's row; `\|` and bars in code do not divide.
  static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isCode = false
    var isEscaped = false
    for character in line.dropFirst() {
      switch character {
      case "\\" where !isCode && !isEscaped:
        isEscaped = true
        continue
      case "`" where !isEscaped: isCode.toggle()
      case "|" where !isCode && !isEscaped:
        cells.append("")
        continue
      default: break
      }
      isEscaped = false
      cells[cells.count - 1].append(character)
    }
    return cells.dropLast().map(trimmed)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  enum Span {
    case text(String)
    case code(String)
    case strong(String)
    case emphasis(String)

    var text: String {
      switch self {
      case .text(let text), .code(let text), .strong(let text), .emphasis(let text): text
      }
    }
  }

  /// A span of code, emphasis or a link is taken for one only where it is closed.
  static func spans(_ text: some StringProtocol) -> [Span] {
    var spans: [Span] = []
    var plain = ""
    var rest = Substring(text)
    func closed(_ mark: String) -> (inside: Substring, rest: Substring)? {
      guard rest.hasPrefix(mark) else { return nil }
      let after = rest.dropFirst(mark.count)
      var index = after.startIndex
      while index < after.endIndex {
        if after[index...].hasPrefix(mark), index > after.startIndex {
          return (after[..<index], after[index...].dropFirst(mark.count))
        }
        index = after.index(after: index)
      }
      return nil
    }
    func add(_ span: Span) {
      if !plain.isEmpty { spans.append(.text(plain)) }
      plain = ""
      spans.append(span)
    }
    while let character = rest.first {
      if character == "`", let found = closed("`") {
        add(.code(String(found.inside)))
        rest = found.rest
      } else if character == "*", let found = closed("**") {
        add(.strong(Self.spans(found.inside).map(\.text).joined()))
        rest = found.rest
      } else if character == "*", let found = closed("*"), found.inside.first != " " {
        add(.emphasis(String(found.inside)))
        rest = found.rest
      } else if character == "[", let end = rest.firstIndex(of: "]"),
        rest[rest.index(after: end)...].first == "(",
        let close = rest[end...].firstIndex(of: ")")
      {
        plain += Self.spans(rest[rest.index(after: rest.startIndex)..<end]).map(\.text).joined()
        rest = rest[rest.index(after: close)...]
      } else {
        plain.append(character)
        rest = rest.dropFirst()
      }
    }
    if !plain.isEmpty { spans.append(.text(plain)) }
    return spans
  }
}
