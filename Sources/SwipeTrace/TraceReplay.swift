public import CommitPoint

/// Plays a trace's input through trackers, one for each device, without a clock.
///
/// A tick that is owed is played with the first line of its device that comes when it is due, or later,
/// and at the end: what one device does never depends on another's lines, which may come a little out of
/// order. Events are handed on in the order of their times.
public struct TraceReplay: Sendable {
  /// What came of the input.
  public struct Event: Sendable, Hashable {
    public var event: SwipeEvent
    /// The device, as the input line names it.
    public var device: String?
    /// For an event that ends a gesture: which one, from 0, in the order in which they began.
    public var gesture: Int?
  }

  private struct Player {
    let device: String?
    var tracker: SwipeTracker
    /// The gesture whose outcome is open.
    var gesture: Int?
  }

  private let settings: SwipeSettings
  private var players: [Player] = []
  private var indices: [String?: Int] = [:]
  private var gestures = 0
  /// Events that an owed tick of another device may still have to come before, in order.
  private var held: [Event] = []

  /// - Throws: the first setting that is out of its range.
  public init(_ settings: SwipeSettings) throws(SettingsError) {
    try settings.validate()
    self.settings = settings
  }

  /// Plays a line; one that is no input changes nothing.
  public mutating func play(_ line: TraceLine, _ emit: (Event) -> Void) {
    guard case .input(let input, let time) = line.content, let index = player(line.device)
    else { return }
    var began: Int?
    if case .begin = input {
      began = gestures
      gestures += 1
    }
    var events: [SwipeEvent] = []
    players[index].tracker.handle(input, at: time) { events.append($0) }
    for event in events {
      var gesture: Int?
      if TraceExpectation.Outcome(TraceOutcome(event.kind)) != nil {
        // A begin ends the gesture before it first, and may then end its own at once.
        if let open = players[index].gesture {
          gesture = open
          players[index].gesture = nil
        } else {
          gesture = began
          began = nil
        }
      }
      hold(Event(event: event, device: line.device, gesture: gesture))
    }
    if let began { players[index].gesture = began }
    release(emit)
  }

  /// When the next tick is owed; `nil` for none.
  public var deadline: Microseconds? { players.lazy.compactMap(\.tracker.deadline).min() }

  /// Lets time pass up to `time`: for those who play a trace at its own pace.
  public mutating func advance(to time: Microseconds, _ emit: (Event) -> Void) {
    for index in players.indices {
      var events: [SwipeEvent] = []
      players[index].tracker.advance(to: time) { events.append($0) }
      for event in events { hold(Event(event: event, device: players[index].device)) }
    }
    release(emit)
  }

  /// Lets the clock run on until every tick that is owed has been played.
  public mutating func finish(_ emit: (Event) -> Void) {
    while let deadline { advance(to: deadline, emit) }
    release(emit)
  }

  /// The tracker of a device that a line was played for.
  public func tracker(for device: String?) -> SwipeTracker? {
    indices[device].map { players[$0].tracker }
  }

  private mutating func player(_ device: String?) -> Int? {
    if let index = indices[device] { return index }
    // The settings are known to be good.
    guard let tracker = try? SwipeTracker(settings) else { return nil }
    players.append(Player(device: device, tracker: tracker))
    indices[device] = players.count - 1
    return players.count - 1
  }

  private mutating func hold(_ event: Event) {
    let place = held.lastIndex { $0.event.time <= event.event.time }.map { $0 + 1 } ?? 0
    held.insert(event, at: place)
  }

  private mutating func release(_ emit: (Event) -> Void) {
    guard !held.isEmpty else { return }
    let deadline = deadline
    let count = held.prefix { event in deadline.map { event.event.time <= $0 } ?? true }.count
    for event in held.prefix(count) { emit(event) }
    held.removeFirst(count)
  }
}
