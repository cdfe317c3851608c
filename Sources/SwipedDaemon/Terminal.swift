import Glibc

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
  let line = "swiped: \(message)\n"
  var bytes = line.utf8.span
  while !bytes.isEmpty {
    let count = unsafe bytes.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    bytes = bytes.extracting(droppingFirst: count)
  }
}
