/// How a cell is meant; what it looks like is the terminal's affair.
public enum CellStyle: Sendable, Hashable, CaseIterable {
  case plain, faint, strong
  /// The frame of the row.
  case frame
  /// What lies under the row, while release does nothing, and when it acts.
  case action, armedAction
  case armed, disarmed
  /// A key that can be pressed, and what was selected.
  case key, selected
}

/// A character in its place.
public struct Cell: Sendable, Hashable {
  /// One column wide.
  public var character: Unicode.Scalar
  public var style: CellStyle

  public init(_ character: Unicode.Scalar = " ", _ style: CellStyle = .plain) {
    self.character = character
    self.style = style
  }
}

/// A screenful of cells.
public struct CellGrid: Sendable, Hashable {
  public let width, height: Int
  private var cells: [Cell]

  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: Cell(), count: self.width * self.height)
  }

  /// What lies outside is not there.
  public subscript(x: Int, y: Int) -> Cell {
    get { contains(x, y) ? cells[y * width + x] : Cell() }
    set { if contains(x, y) { cells[y * width + x] = newValue } }
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    (0..<width).contains(x) && (0..<height).contains(y)
  }

  /// Writes text from a column on, but not beyond `limit`; gives the column behind it.
  @discardableResult
  public mutating func write(
    _ text: String, x: Int, y: Int, _ style: CellStyle = .plain, limit: Int? = nil
  ) -> Int {
    var column = x
    for scalar in text.unicodeScalars {
      guard column < min(limit ?? width, width) else { break }
      self[column, y] = Cell(Self.narrow(scalar), style)
      column += 1
    }
    return column
  }

  /// A scalar that takes one column. The names of touchpads are anybody's to choose: what may be wider, narrower or
  /// something that a terminal acts on gives a question mark.
  private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0x300, 0x370..<0x483, 0x2010..<0x2028, 0x2030..<0x205F,
      0x2190..<0x2300, 0x2500..<0x2600:
      scalar
    default: "?"
    }
  }

  /// A row's cells.
  public func row(_ y: Int) -> ArraySlice<Cell> { cells[y * width..<(y + 1) * width] }

  /// The characters, without the spaces at the ends of lines: what a person reads, and tests compare.
  public var text: String {
    (0..<height).map { y in
      var line = String.UnicodeScalarView()
      for cell in row(y) { line.append(cell.character) }
      while line.last == " " { line.removeLast() }
      return String(line) + "\n"
    }.joined()
  }
}

/// The signs that a terminal has.
public struct Glyphs: Sendable, Hashable {
  public var corners: [Unicode.Scalar]
  public var horizontal, vertical: Unicode.Scalar
  /// Lines from side to side at as many heights of a cell, from its top to its bottom.
  public var heights: [Unicode.Scalar]
  /// The commit point above and below the row, and where it disarms.
  public var commitAbove, commitBelow, disarm: Unicode.Scalar
  public var arrowLeft, arrowRight, arrowUp, arrowDown: Unicode.Scalar
  /// What lies under the row where no colour tells it apart.
  public var action, armedAction: Unicode.Scalar
  public var minus, separator: String
  /// Where a text was cut off.
  public var cut: String
  /// What a text may hold besides ASCII.
  public var isASCII: Bool

  /// Those of a terminal window.
  public static let unicode = Glyphs(
    corners: ["╭", "╮", "╰", "╯"], horizontal: "─", vertical: "│", heights: ["▔", "─", "▁"],
    commitAbove: "▼", commitBelow: "▲", disarm: "┊", arrowLeft: "◀", arrowRight: "▶", arrowUp: "▲",
    arrowDown: "▼",
    action: "░", armedAction: "▓", minus: "−", separator: "·", cut: "…",
    isASCII: false)

  /// Those of the Linux console's fonts, which have code page 437's and little else.
  public static let console = Glyphs(
    corners: ["┌", "┐", "└", "┘"], horizontal: "─", vertical: "│", heights: ["─"], commitAbove: "▼",
    commitBelow: "▲", disarm: "│", arrowLeft: "◄", arrowRight: "►", arrowUp: "▲", arrowDown: "▼",
    action: "░", armedAction: "▓", minus: "-", separator: "·", cut: "...",
    isASCII: false)

  public static let ascii = Glyphs(
    corners: ["+", "+", "+", "+"], horizontal: "-", vertical: "|", heights: ["-"], commitAbove: "V",
    commitBelow: "^", disarm: ":", arrowLeft: "<", arrowRight: ">", arrowUp: "^", arrowDown: "v",
    action: ".", armedAction: "#", minus: "-", separator: "-", cut: "...",
    isASCII: true)

  func arrow(_ isNegative: Bool, vertical: Bool) -> Unicode.Scalar {
    if vertical { return isNegative ? arrowUp : arrowDown }
    return isNegative ? arrowLeft : arrowRight
  }

  /// The text in lines that have no more room than this each, broken between words.
  func lines(_ text: String, room: Int) -> [String] {
    var lines: [String] = []
    for word in self.text(text).split(separator: " ") {
      if let last = lines.last,
        last.unicodeScalars.count + 1 + word.unicodeScalars.count <= room
      {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// The text where there is no more room than this; one that is cut off says so.
  func text(_ text: String, room: Int) -> String {
    let shown = self.text(text)
    guard shown.unicodeScalars.count > room else { return shown }
    let kept = shown.unicodeScalars.prefix(max(0, room - cut.unicodeScalars.count))
    return String(String.UnicodeScalarView(kept)) + cut
  }

  /// The text with nothing that the terminal does not have.
  func text(_ text: String) -> String {
    guard isASCII else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "×": shown.append("x")
      case "·", "−", "–": shown.append("-")
      case "…": shown.append(contentsOf: "...".unicodeScalars)
      default: shown.append(scalar.isASCII ? scalar : "?")
      }
    }
    return String(shown)
  }
}
