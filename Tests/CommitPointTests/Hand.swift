import CommitPoint
import Testing

/// A hand on a touchpad, with a tracker beneath it: what a test does with its fingers.
struct Hand {
  var tracker: SwipeTracker
  /// The time in microseconds.
  var time: Int64 = 0
  private(set) var events: [SwipeEvent] = []

  init(_ settings: SwipeSettings = SwipeSettings()) throws {
    tracker = try SwipeTracker(settings)
  }

  mutating func touch(_ fingers: Int = 3, after milliseconds: Double = 0) {
    handle(.begin(fingers: fingers), after: milliseconds)
  }

  mutating func move(
    _ dx: Double, _ dy: Double = 0, fingers: Int? = nil, after milliseconds: Double = 8
  ) {
    handle(
      .motion(dx: Millimetres(dx), dy: Millimetres(dy), fingers: fingers), after: milliseconds)
  }

  mutating func lift(after milliseconds: Double = 8) { handle(.end, after: milliseconds) }

  mutating func cancel(_ reason: CancelReason, after milliseconds: Double = 8) {
    handle(.cancel(reason), after: milliseconds)
  }

  mutating func wait(_ milliseconds: Double) {
    time += Int64(milliseconds * 1000)
    tracker.advance(to: Microseconds(time)) { events.append($0) }
  }

  mutating func use(_ settings: SwipeSettings, after milliseconds: Double = 8) throws {
    time += Int64(milliseconds * 1000)
    try tracker.use(settings, at: Microseconds(time)) { events.append($0) }
  }

  mutating func reconsider(_ settings: SwipeSettings, after milliseconds: Double = 8) throws -> Bool
  {
    time += Int64(milliseconds * 1000)
    return try tracker.reconsider(settings, at: Microseconds(time)) { events.append($0) }
  }

  mutating func handle(_ input: SwipeInput, after milliseconds: Double = 8) {
    time += Int64(milliseconds * 1000)
    tracker.handle(input, at: Microseconds(time)) { events.append($0) }
  }

  /// What the tracker said, in words.
  var said: [String] { events.map(\.kind.words) }

  /// What was felt.
  var ticks: [String] { said.filter { $0.hasPrefix("tick") } }

  /// What the tracker said, each with its time in milliseconds.
  var saidWhen: [String] { events.map { "\(Double($0.time.value) / 1000) \($0.kind.words)" } }

  mutating func forget() { events.removeAll() }
}

extension SwipeEvent.Kind {
  var words: String {
    switch self {
    case .armed(let stop, let offset): "armed \(stop.words) at \(offset.value)"
    case .disarmed(let stop, let offset): "disarmed \(stop.words) at \(offset.value)"
    case .tick(.arm(let stop)): "tick arm \(stop.words)"
    case .tick(.disarm): "tick disarm"
    case .committed(let stop): "committed \(stop.words)"
    case .sprungBack: "sprung back"
    case .cancelled(let reason): "cancelled \(reason)"
    case .ignored: "ignored"
    }
  }
}

extension Stop {
  var words: String { "\(direction) \(number)" }
}

extension SwipeSettings {
  /// The settings with which the engine is the origin's card.
  static let card = SwipeSettings(
    left: Feel(hysteresis: 0), right: nil, fingers: nil, tickInterval: 0, axisLock: 0, wayOut: 0)

  /// These settings with some of them changed.
  func with(_ change: (inout SwipeSettings) -> Void) -> SwipeSettings {
    var changed = self
    change(&changed)
    return changed
  }
}
