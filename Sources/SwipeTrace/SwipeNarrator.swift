public import CommitPoint

/// Tells a person, a line an event, what swipes come to; on a terminal a bar follows the fingers.
///
/// It does no I/O: whoever owns it takes `text` away and empties it.
public struct SwipeNarrator: Sendable {
  /// UTF-8, whole lines but for the bar.
  public var text: [UInt8] = []
  /// Whether a bar follows the fingers: for terminals only.
  public let showsBar: Bool
  private let isColoured: Bool
  private var isBarShown = false
  /// A person reads seconds since the first event, not since the machine was started.
  private var start: Microseconds?
  /// The last change of what is armed, and where the fingers were: a tick that comes at once is felt there.
  private var change: (time: Microseconds, device: String?, offset: Millimetres)?

  public init(showsBar: Bool, isColoured: Bool) {
    self.showsBar = showsBar
    self.isColoured = isColoured
  }

  /// Writes a line of its own; it takes the bar's place.
  public mutating func line(_ line: String) {
    clearBar()
    text.append(contentsOf: line.utf8)
    text.append(UInt8(ascii: "\n"))
  }

  /// Lets the times that are told start anew, with the next event.
  public mutating func restart() { start = nil }

  /// Lets the times that are told count from `time`, instead of from the first event.
  public mutating func start(at time: Microseconds) { start = time }

  /// Tells what a tracker said; `device` where there are several.
  public mutating func event(_ event: SwipeEvent, device: String? = nil) {
    switch event.kind {
    case .armed(_, let offset), .disarmed(_, let offset):
      // The tick tells it, and comes at once or as soon as it may.
      change = (event.time, device, offset)
    case .tick(.arm(let stop)):
      say(event, .armed, "tick: armed \(stop.name)", "let go now and it commits", device)
    case .tick(.disarm):
      say(event, .disarmed, "tick: disarmed", "let go now and nothing happens", device)
    case .committed(let stop):
      say(event, .armed, "committed \(stop.name)", nil, device)
    case .sprungBack:
      say(event, .plain, "sprung back", "nothing was armed", device)
    case .cancelled(let reason):
      say(event, .plain, "cancelled", reason.explanation, device)
    case .ignored:
      say(event, .plain, "ignored", "not a swipe of ours", device)
    }
  }

  /// Draws where the fingers of a swipe under way are; nothing where no bar is shown.
  public mutating func follow(_ tracker: SwipeTracker) {
    guard showsBar else { return }
    guard let bar = SwipeBar(tracker) else { return clearBar() }
    let (colour, plain) =
      isColoured && tracker.armed != nil ? (Style.armed.colour, Style.plain.colour) : ("", "")
    text.append(contentsOf: "\r\(colour)\(bar)\(plain)\u{1B}[K".utf8)
    isBarShown = true
  }

  /// Takes the bar off the terminal, so that something else can be written there.
  public mutating func clearBar() {
    guard isBarShown else { return }
    text.append(contentsOf: "\r\u{1B}[K".utf8)
    isBarShown = false
  }

  private enum Style {
    case armed, disarmed, plain

    var colour: String {
      switch self {
      case .armed: "\u{1B}[1;32m"
      case .disarmed: "\u{1B}[33m"
      case .plain: "\u{1B}[0m"
      }
    }
  }

  // Lines are put together of bytes: a line that took `String`s apart and counted their characters would touch, and keep
  // mapped, a megabyte of the standard library in a program that is otherwise idle.

  private mutating func say(
    _ event: SwipeEvent, _ style: Style, _ what: String, _ meaning: String?, _ device: String?
  ) {
    clearBar()
    let start = start ?? event.time
    self.start = start
    text.append(Double((event.time - start).value) / 1_000_000, places: 3, width: 9)
    text.append(contentsOf: " s  ".utf8)
    if let device { text.append(device, width: 10) }
    if isColoured { text.append(contentsOf: style.colour.utf8) }
    text.append(what, width: meaning == nil ? 0 : 24)
    if isColoured { text.append(contentsOf: Style.plain.colour.utf8) }
    if let meaning {
      place(of: event, device)
      text.append(contentsOf: meaning.utf8)
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// Where the fingers were at a tick, as a column of the line.
  private mutating func place(of event: SwipeEvent, _ device: String?) {
    guard case .tick = event.kind, let change, change.time == event.time, change.device == device
    else { return text.append("", width: 12) }
    text.append(change.offset.value, places: 1, width: 6)
    text.append(contentsOf: " mm   ".utf8)
  }
}

extension [UInt8] {
  /// Appends UTF-8, filled up with spaces to so many bytes.
  fileprivate mutating func append(_ text: String, width: Int) {
    append(contentsOf: text.utf8)
    fill(width - text.utf8.count)
  }

  /// Appends so many spaces, none if they are fewer.
  private mutating func fill(_ count: Int) {
    guard count > 0 else { return }
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }

  /// Appends a number with so many decimals, rounded to nearest, at the right end of so many columns; without exponent
  /// for every number that a touchpad gives.
  fileprivate mutating func append(_ number: Double, places: Int, width: Int) {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    guard let scaled = Int64(exactly: (number * scale).rounded())
    else { return append(number.description, width: width) }
    // Found from the front, one digit after the other: nothing is allocated for them.
    var power: UInt64 = 1
    for _ in 0..<places { power *= 10 }
    let one = power
    var columns = (places > 0 ? places + 2 : 1) + (scaled < 0 ? 1 : 0)
    while scaled.magnitude / power >= 10 {
      power *= 10
      columns += 1
    }
    fill(width - columns)
    if scaled < 0 { append(UInt8(ascii: "-")) }
    var rest = scaled.magnitude
    while power > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / power))
      rest %= power
      if power == one, places > 0 { append(UInt8(ascii: ".")) }
      power /= 10
    }
  }
}

extension Stop {
  /// The stop to a person: `left`, `left 2`.
  var name: String {
    number == 1 ? direction.rawValue : "\(direction.rawValue) \(number)"
  }
}

extension CancelReason {
  /// The reason in words that stand alone.
  public var explanation: String {
    switch self {
    case .libinput: "a finger was lifted early or another one came"
    case .button: "a button was pressed"
    case .fingers: "the number of fingers changed"
    case .unplugged: "the touchpad is gone"
    case .suspended: "the touchpad was put to sleep"
    case .locked: "the session is locked"
    case .inactive: "the session is not the active one"
    case .vertical: "the fingers went off across"
    case .superseded: "the next swipe began"
    case .reload: "the settings have changed"
    case .shutdown: "swiped ends"
    }
  }
}

/// A number with so many decimals, rounded to nearest; without exponent for every number that a
/// touchpad gives.
public func decimal(_ number: Double, places: Int) -> String {
  var bytes: [UInt8] = []
  bytes.append(number, places: places, width: 0)
  return String(decoding: bytes, as: UTF8.self)
}
