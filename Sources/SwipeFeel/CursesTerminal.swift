internal import CCurses
internal import Glibc
internal import LinuxIO

/// The terminal that standard input and output are, as a screenful of cells: all that is done with ncurses.
///
/// When it goes away the terminal is as it was: its modes, its cursor, what stood on it. A crash gives it back as well.
@safe final class CursesTerminal {
  private let screen: OpaquePointer
  private let modes: TerminalGuard
  let hasColours: Bool
  let glyphs: Glyphs
  private var isAway = false

  /// How long is waited behind an escape for the rest of a key's sequence: ncurses' second is felt.
  private static let escapeDelay: Int32 = 25

  /// Takes over the terminal.
  ///
  /// - Throws: if they are no terminal, or one that ncurses does not know or cannot draw on.
  init() throws(FeelFailure) {
    unsafe setlocale(LC_CTYPE, "")
    let kind = Self.environment("TERM")
    do throws(Errno) {
      modes = try TerminalGuard(STDOUT_FILENO)
    } catch {
      throw FeelFailure(description: Self.noTerminal)
    }
    guard TerminalGuard.isTerminal(STDIN_FILENO) else {
      throw FeelFailure(description: Self.noTerminal)
    }
    guard let screen = unsafe ccurses_start(), unsafe ccurses_window() != nil else {
      throw FeelFailure(
        description:
          "the terminal \"\(kind)\" is not known here (TERM); --plain needs no such thing")
    }
    unsafe self.screen = screen
    guard unsafe ccurses_string("cup") != nil else {
      endwin()
      unsafe delscreen(screen)
      throw FeelFailure(
        description:
          "the terminal \"\(kind)\" cannot be drawn on (TERM); --plain needs no such thing")
    }
    for name in ["sgr0", "cnorm", "rmkx", "rmcup"] {
      if let text = unsafe ccurses_string(name) { unsafe modes.sayAtCrash(String(cString: text)) }
    }
    hasColours = has_colors() && Self.environment("NO_COLOR").isEmpty
    let isUTF8 = unsafe String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
    glyphs = !isUTF8 ? .ascii : kind == "linux" ? .console : .unicode
    takeUp()
  }

  deinit {
    leave()
    unsafe delscreen(screen)
  }

  private static let noTerminal =
    "standard input and output are no terminal; --plain prints lines instead"

  private func takeUp() {
    // Ctrl-C and Ctrl-Z stay signals, which the program reads from its loop.
    cbreak()
    noecho()
    nonl()
    unsafe keypad(ccurses_window(), true)
    unsafe nodelay(ccurses_window(), true)
    set_escdelay(Self.escapeDelay)
    curs_set(0)
    if hasColours { startColours() }
  }

  private func startColours() {
    start_color()
    use_default_colors()
    let isRich = ccurses_colour_count() >= 256
    for (number, style) in CellStyle.allCases.enumerated() {
      let (front, back): (Int32, Int32) =
        switch style {
        case .plain, .strong, .selected: (-1, -1)
        // Of 256 a grey, else what the terminal makes of dim.
        case .faint, .frame: (isRich ? 245 : -1, -1)
        case .action: isRich ? (252, 239) : (COLOR_WHITE, COLOR_BLUE)
        case .armedAction: isRich ? (16, 114) : (COLOR_BLACK, COLOR_GREEN)
        case .armed: (isRich ? 114 : COLOR_GREEN, -1)
        case .disarmed: (isRich ? 179 : COLOR_YELLOW, -1)
        case .key: (isRich ? 110 : COLOR_CYAN, -1)
        }
      init_pair(Int16(number + 1), Int16(front), Int16(back))
    }
  }

  private func attributes(_ style: CellStyle) -> Int32 {
    let pair: Int32
    if hasColours, let number = CellStyle.allCases.firstIndex(of: style) {
      pair = ccurses_pair(Int32(number + 1))
    } else {
      pair = 0
    }
    let isRich = hasColours && ccurses_colour_count() >= 256
    let more: UInt32 =
      switch style {
      case .plain, .action, .disarmed: 0
      case .faint, .frame: isRich ? 0 : UInt32(CCURSES_DIM)
      case .strong, .armed, .key: UInt32(CCURSES_BOLD)
      case .armedAction:
        hasColours ? UInt32(CCURSES_BOLD) : UInt32(CCURSES_REVERSE)
      case .selected: UInt32(CCURSES_REVERSE)
      }
    return pair | Int32(bitPattern: more)
  }

  // MARK: Drawing

  var width: Int { unsafe Int(getmaxx(ccurses_window())) }
  var height: Int { unsafe Int(getmaxy(ccurses_window())) }

  /// Whether the terminal takes more: not while it is held by Ctrl-S, or its line is slow.
  var hasRoom: Bool { TerminalGuard.hasRoom(STDOUT_FILENO) }

  /// Shows the cells; ncurses sends what is otherwise than before.
  func show(_ grid: CellGrid) {
    unsafe werase(ccurses_window())
    for y in 0..<min(grid.height, height) { draw(grid.row(y), y) }
    unsafe wrefresh(ccurses_window())
  }

  private func draw(_ row: ArraySlice<Cell>, _ y: Int) {
    var cells = row.prefix(width)
    var x = 0
    while let first = cells.first {
      let run = cells.prefix { $0.style == first.style }
      var text = String.UnicodeScalarView()
      for cell in run { text.append(cell.character) }
      unsafe wattrset(ccurses_window(), attributes(first.style))
      unsafe mvwaddstr(ccurses_window(), Int32(y), Int32(x), String(text))
      x += run.count
      cells = cells.dropFirst(run.count)
    }
  }

  /// Sends everything anew with the next `show`.
  func redraw() { unsafe clearok(ccurses_window(), true) }

  /// Takes the size that the terminal has now.
  func fit() {
    ccurses_fit()
    redraw()
  }

  // MARK: Keys

  /// The keys that were pressed.
  func readKeys(_ take: (FeelKey) -> Void) {
    while true {
      let key = unsafe wgetch(ccurses_window())
      switch key {
      case ERR: return
      case KEY_UP: take(.up)
      case KEY_DOWN: take(.down)
      case KEY_LEFT: take(.left)
      case KEY_RIGHT: take(.right)
      case KEY_BTAB: take(.backTab)
      default:
        guard let value = UInt8(exactly: key), value < 0x80 else { continue }
        take(.character(Character(Unicode.Scalar(value))))
      }
    }
  }

  // MARK: Leaving

  private func leave() {
    guard !isAway else { return }
    isAway = true
    endwin()
  }

  /// Gives the terminal back and stops the process, as Ctrl-Z asks for; takes it up again when it goes on.
  func stop() {
    leave()
    modes.stop()
    comeBack()
  }

  /// Takes the terminal up again: another program may have had it.
  func comeBack() {
    isAway = false
    reset_prog_mode()
    takeUp()
    fit()
  }

  private static func environment(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }
}
