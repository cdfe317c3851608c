import Glibc
import LinuxIO

/// What a descriptor that text is written to can show.
struct Terminal {
  let isTerminal: Bool
  /// Whether a line can be drawn anew in its place.
  let canRedraw: Bool
  /// Whether colours are wanted: not where `NO_COLOR` is set (see no-color.org).
  let hasColours: Bool

  init(descriptor: Int32) {
    isTerminal = isatty(descriptor) == 1
    canRedraw = isTerminal && Self.environment("TERM") ?? "dumb" != "dumb"
    hasColours = canRedraw && Self.environment("NO_COLOR") ?? "" == ""
  }

  /// Whether one of the standard streams is a terminal that is still there.
  static var isAtHand: Bool { (0...2).contains { isatty($0) == 1 } }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

/// Says on standard error why the program does not do what it was asked for.
func complain(_ message: String) {
  // If even that cannot be written, the exit status is left to tell.
  try? WaitingOutput.write("swiped: \(printable(message))\n".utf8.span, to: 2)
}

/// Writes what the program was asked to say to standard output.
///
/// - Returns: the exit status.
func say(_ text: String, to output: Int32 = 1) -> Int32 {
  do throws(Errno) {
    try WaitingOutput.write(text.utf8.span, to: output)
    return 0
  } catch {
    complain("standard output: \(error)")
    return 2
  }
}
