internal import CommitPoint
internal import LinuxIO
internal import SwipeTrace

/// What is shown: cells for a screen, lines for those who want lines.
protocol FeelPicture {
  func cells(width: Int, height: Int, glyphs: Glyphs, fill: Bool) -> CellGrid
  /// What is said once, and again when it has changed.
  var heading: String { get }
  /// How many lines there have been, and the last of them.
  var lineCount: Int { get }
  func lines(last count: Int) -> [String]
}

/// A key that was pressed.
enum FeelKey: Hashable {
  case character(Character)
  case up, down, left, right, backTab
}

/// What a person sees and presses.
protocol FeelView: AnyObject {
  /// Whether it can take a picture now.
  var isReady: Bool { get }
  /// Whether it shows what moves by itself.
  var isAnimated: Bool { get }
  /// Whether nobody is left to show anything to.
  var isGone: Bool { get }
  /// Why nothing can be shown any more, where somebody is left who should know.
  var failure: FeelFailure? { get }
  /// Whether no more keys will come.
  var isInputOver: Bool { get }

  func show(_ picture: some FeelPicture)
  /// A line that a screen has its own place for.
  func say(_ line: String)
  func readKeys(_ take: (FeelKey) -> Void)
  func fit()
  func redraw()
  func stop()
  func comeBack()
  func close()
}

/// The screen, on a terminal.
final class ScreenView: FeelView {
  private var terminal: CursesTerminal?

  init() throws(FeelFailure) { terminal = try CursesTerminal() }

  var isReady: Bool { terminal?.hasRoom ?? false }
  let isAnimated = true
  var isGone: Bool { terminal == nil }
  let failure: FeelFailure? = nil
  let isInputOver = false

  func show(_ picture: some FeelPicture) {
    guard let terminal else { return }
    terminal.show(
      picture.cells(
        width: terminal.width, height: terminal.height, glyphs: terminal.glyphs,
        fill: !terminal.hasColours))
  }

  func say(_ line: String) {}
  func readKeys(_ take: (FeelKey) -> Void) { terminal?.readKeys(take) }
  func fit() { terminal?.fit() }
  func redraw() { terminal?.redraw() }
  func stop() { terminal?.stop() }
  func comeBack() { terminal?.comeBack() }
  func close() { terminal = nil }
}

/// Lines, one an event, for a screen reader, a pipe and a script. Nothing is ever drawn anew.
final class PlainView: FeelView {
  private var told = 0
  private var heading = ""
  private(set) var isGone = false
  private(set) var failure: FeelFailure?
  private(set) var isInputOver = false

  let isReady = true
  let isAnimated = false

  func show(_ picture: some FeelPicture) {
    if picture.heading != heading {
      heading = picture.heading
      say(heading)
    }
    let new = picture.lineCount - told
    told = picture.lineCount
    for line in picture.lines(last: new) { say(line) }
  }

  func say(_ line: String) {
    guard !isGone, !line.isEmpty else { return }
    do throws(Errno) {
      try WaitingOutput.write("\(printable(line))\n".utf8.span, to: 1)
    } catch {
      isGone = true
      // Who has closed a pipe knows.
      if error != .brokenPipe { failure = FeelFailure(description: "standard output: \(error)") }
    }
  }

  /// Each letter of a line is a key.
  func readKeys(_ take: (FeelKey) -> Void) {
    let bytes = InheritedInput.read()
    isInputOver = bytes.isEmpty
    for byte in bytes where byte >= 0x20 && byte < 0x7F {
      take(.character(Character(Unicode.Scalar(byte))))
    }
  }

  func fit() {}
  func redraw() {}
  func stop() { ProcessControl.stop() }
  func comeBack() {}
  func close() {}
}

extension FeelState: FeelPicture {
  func cells(width: Int, height: Int, glyphs: Glyphs, fill: Bool) -> CellGrid {
    FeelScreen.draw(self, width: width, height: height, glyphs: glyphs, fill: fill)
  }

  var heading: String {
    [source.name, source.headline, source.note].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  var lineCount: Int { storyCount }

  func lines(last count: Int) -> [String] {
    story.suffix(max(0, count)).map { line in
      var parts = [line.what]
      if let offset = line.offset { parts.append("at \(decimal(offset.value, places: 1)) mm") }
      if !line.meaning.isEmpty { parts.append(line.meaning) }
      let seconds = decimal(Double(line.time.value) / 1_000_000, places: 2)
      return "\(seconds) s  \(parts.joined(separator: ", "))"
    }
  }
}
