public import CommitPoint

/// A line of a trace that is not its header.
public struct TraceLine: Sendable, Hashable {
  public enum Content: Sendable, Hashable {
    /// What the fingers did.
    case input(SwipeInput, at: Microseconds)
    /// What came of it.
    case outcome(TraceOutcome, at: Microseconds)
    /// So many lines could not be written here.
    case lost(count: Int)
    /// What the trace should give.
    case expect(TraceExpectation)
  }

  /// The line's number in the file, from 1.
  public var number: Int
  /// The touchpad that the line is about; `nil` where the trace names none.
  public var device: String?
  public var content: Content
  /// How long a tick took that was played live, from the touch frame to the end of the write.
  public var latency: Microseconds?

  public init(
    number: Int, device: String? = nil, content: Content, latency: Microseconds? = nil
  ) {
    self.number = number
    self.device = device
    self.content = content
    self.latency = latency
  }
}

/// What a trace says of a tracker's event: all of it, but for the direction that an arm tick is for.
public enum TraceOutcome: Sendable, Hashable {
  /// A tick: for an arm, with the stop's number.
  public enum Tick: Sendable, Hashable {
    case arm(stop: Int)
    case disarm
  }

  case armed(Stop, offset: Millimetres)
  case disarmed(Stop, offset: Millimetres)
  case tick(Tick)
  case committed(Stop)
  case sprungBack
  case cancelled(CancelReason)
  case ignored

  public init(_ kind: SwipeEvent.Kind) {
    switch kind {
    case .armed(let stop, let offset): self = .armed(stop, offset: offset)
    case .disarmed(let stop, let offset): self = .disarmed(stop, offset: offset)
    case .tick(.arm(let stop)): self = .tick(.arm(stop: stop.number))
    case .tick(.disarm): self = .tick(.disarm)
    case .committed(let stop): self = .committed(stop)
    case .sprungBack: self = .sprungBack
    case .cancelled(let reason): self = .cancelled(reason)
    case .ignored: self = .ignored
    }
  }

  /// The event's name in a trace.
  public var name: String {
    switch self {
    case .armed: "armed"
    case .disarmed: "disarmed"
    case .tick: "tick"
    case .committed: "committed"
    case .sprungBack: "sprung_back"
    case .cancelled: "cancelled"
    case .ignored: "ignored"
    }
  }
}

extension TraceOutcome.Tick {
  /// The tick's kind in a trace.
  public var name: String { kind.rawValue }

  var kind: TraceExpectation.Tick {
    switch self {
    case .arm: .arm
    case .disarm: .disarm
    }
  }
}

/// What a trace should give: its ticks, and the outcome of each of its gestures in the order in which
/// they began.
public struct TraceExpectation: Sendable, Hashable {
  public enum Tick: String, Sendable, Hashable, CaseIterable {
    case arm, disarm
  }

  public enum Outcome: Sendable, Hashable {
    case committed(Stop)
    case sprungBack
    case cancelled
    case ignored
  }

  public var ticks: [Tick]
  public var outcomes: [Outcome]

  public init(ticks: [Tick], outcomes: [Outcome]) {
    self.ticks = ticks
    self.outcomes = outcomes
  }
}

extension TraceExpectation.Outcome: CustomStringConvertible {
  /// The outcome in the words of a trace, such as `committed left 2`.
  public var description: String {
    switch self {
    case .committed(let stop) where stop.number == 1: "committed \(stop.direction.rawValue)"
    case .committed(let stop): "committed \(stop.direction.rawValue) \(stop.number)"
    case .sprungBack: "sprung_back"
    case .cancelled: "cancelled"
    case .ignored: "ignored"
    }
  }

  /// The outcome of a gesture that ended so; `nil` for what does not end one.
  init?(_ outcome: TraceOutcome) {
    switch outcome {
    case .committed(let stop): self = .committed(stop)
    case .sprungBack: self = .sprungBack
    case .cancelled: self = .cancelled
    case .ignored: self = .ignored
    case .armed, .disarmed, .tick: return nil
    }
  }
}

/// The names that a trace's `config` knows.
enum TraceConfigKey: String, CaseIterable {
  case commit = "commit_mm"
  case stops = "stops_mm"
  case hysteresis = "hysteresis_mm"
  case tickInterval = "tick_interval_ms"
  case flick
  case directions
  case fingers
  case axisLock = "axis_lock_mm"
  case wayOut = "way_out_mm"
  case cancelTick = "cancel_tick"
  case rest = "rest_ms"
  case flickProject = "flick_project_ms"
  case flickVelocity = "flick_velocity_mm_s"
  case flickMinFraction = "flick_min_fraction"

  /// The setting that holds the name's range; `nil` for what is no number.
  var setting: Setting? {
    switch self {
    case .commit, .stops: .commit
    case .hysteresis: .hysteresis
    case .tickInterval: .tickInterval
    case .axisLock: .axisLock
    case .wayOut: .wayOut
    case .rest: .rest
    case .flickProject: .flickProject
    case .flickVelocity: .flickVelocity
    case .flickMinFraction: .flickMinFraction
    case .flick, .directions, .fingers, .cancelTick: nil
    }
  }
}
