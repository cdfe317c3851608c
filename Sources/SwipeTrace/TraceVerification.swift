internal import CommitPoint
import YAMLNodes

/// Compares what a replay gives with what the trace holds: its outcome lines and its `expect` line.
///
/// Of each device two sequences are compared, the ticks and all other outcomes, each in order and with
/// its times to the microsecond, offsets to 0.001 mm; `backend` and `latency_us` are not compared, and
/// neither is the order of a tick and another outcome of the same time: live, a tick's line is written
/// once its write has ended.
public struct TraceVerification: Sendable {
  private struct Place: Hashable {
    var device: String?
    var isTick: Bool
  }

  private struct Entry {
    var time: Microseconds
    var outcome: TraceOutcome
    /// The line that it stands on; 0 for one that a replay gave.
    var line = 0
  }

  private struct Sequences {
    var recorded: [Entry] = []
    var replayed: [Entry] = []
  }

  private static let offsetTolerance = 0.001

  private var places: [Place] = []
  private var sequences: [Place: Sequences] = [:]
  private var expectation: (line: Int, value: TraceExpectation)?
  private var ticks: [TraceExpectation.Tick] = []
  private var outcomes: [Int: TraceExpectation.Outcome] = [:]
  private var lost: (line: Int, count: Int)?

  /// How many outcome lines the trace holds.
  public private(set) var recordedCount = 0

  public init() {}

  /// Whether the trace holds anything to compare with. One that holds nothing has no differences.
  public var hasClaims: Bool { recordedCount > 0 || expectation != nil }

  /// Takes a line of the trace.
  public mutating func add(_ line: TraceLine) {
    switch line.content {
    case .input: break
    case .outcome(let outcome, let time):
      recordedCount += 1
      let entry = Entry(time: time, outcome: outcome, line: line.number)
      sequences[place(outcome, line.device), default: Sequences()].recorded.append(entry)
    case .lost(let count):
      lost = (lost?.line ?? line.number, (lost?.count ?? 0).addingReportingOverflow(count).0)
    case .expect(let value):
      expectation = (line.number, value)
    }
  }

  /// Takes what the replay gave.
  public mutating func add(_ event: TraceReplay.Event) {
    let outcome = TraceOutcome(event.event.kind)
    let entry = Entry(time: event.event.time, outcome: outcome)
    sequences[place(outcome, event.device), default: Sequences()].replayed.append(entry)
    if case .tick(let tick) = outcome { ticks.append(tick.kind) }
    if let gesture = event.gesture, let outcome = TraceExpectation.Outcome(outcome) {
      outcomes[gesture] = outcome
    }
  }

  /// What differs, a line each; empty where all holds.
  public func differences() -> [String] {
    var differences: [String] = []
    if recordedCount > 0 {
      for place in places {
        guard let sequences = sequences[place] else { continue }
        let device = place.device.map { " of \(shownText($0))" } ?? ""
        differences += self.differences(sequences).map { $0 + device }
      }
    }
    if let expectation {
      let outcomes = self.outcomes.sorted { $0.key < $1.key }.map(\.value)
      let (line, expected) = expectation
      if expected.ticks != ticks {
        differences.append(
          "line \(line) expects the ticks \(listed(expected.ticks.map(\.rawValue))); "
            + "the replay gives \(listed(ticks.map(\.rawValue)))")
      }
      if expected.outcomes != outcomes {
        differences.append(
          "line \(line) expects the outcomes \(listed(expected.outcomes.map(\.description))); "
            + "the replay gives \(listed(outcomes.map(\.description)))")
      }
    }
    if let lost, !differences.isEmpty {
      differences.append(
        "\(lost.count) lines were lost at line \(lost.line): what follows may differ for that")
    }
    return differences
  }

  private mutating func place(_ outcome: TraceOutcome, _ device: String?) -> Place {
    let isTick = if case .tick = outcome { true } else { false }
    let place = Place(device: device, isTick: isTick)
    if sequences[place] == nil { places.append(place) }
    return place
  }

  private func differences(_ sequences: Sequences) -> [String] {
    var recorded = sequences.recorded[...]
    var replayed = sequences.replayed[...]
    var differences: [String] = []
    while let one = recorded.first ?? replayed.first {
      guard let file = recorded.first else {
        differences.append(added(one))
        replayed.removeFirst()
        continue
      }
      guard let replay = replayed.first else {
        differences.append(missing(file))
        recorded.removeFirst()
        continue
      }
      let isSame = isSame(file.outcome, replay.outcome)
      if file.time == replay.time || isSame {
        if file.time != replay.time || !isSame {
          differences.append(
            "line \(file.line) has \(described(file)); the replay gives \(described(replay))")
        }
        recorded.removeFirst()
        replayed.removeFirst()
      } else if file.time < replay.time {
        differences.append(missing(file))
        recorded.removeFirst()
      } else {
        differences.append(added(replay))
        replayed.removeFirst()
      }
    }
    return differences
  }

  private func isSame(_ a: TraceOutcome, _ b: TraceOutcome) -> Bool {
    switch (a, b) {
    case (.armed(let stop, let offset), .armed(let otherStop, let otherOffset)),
      (.disarmed(let stop, let offset), .disarmed(let otherStop, let otherOffset)):
      // The tolerance's own rounding is no difference.
      stop == otherStop
        && (offset - otherOffset).magnitude.value <= Self.offsetTolerance * (1 + 1e-6)
    case (.armed, _), (.disarmed, _), (.tick, _), (.committed, _), (.sprungBack, _),
      (.cancelled, _), (.ignored, _):
      a == b
    }
  }

  private func missing(_ entry: Entry) -> String {
    "line \(entry.line) has \(described(entry)); the replay gives nothing then"
  }

  private func added(_ entry: Entry) -> String {
    "the replay gives \(described(entry)); the file has no such line"
  }

  private func described(_ entry: Entry) -> String {
    "\(entry.outcome.description) at \(entry.time.value) µs"
  }

  private func listed(_ words: [String]) -> String {
    words.isEmpty ? "none" : words.joined(separator: ", ")
  }
}

extension TraceOutcome: CustomStringConvertible {
  /// The outcome in the words of a trace, such as `armed left 1 (-16.2 mm)`.
  public var description: String {
    switch self {
    case .armed(let stop, let offset), .disarmed(let stop, let offset):
      "\(name) \(stop.direction.rawValue) \(stop.number) (\(offset.value) mm)"
    case .tick(.arm(let stop)): "\(name) arm \(stop)"
    case .tick(.disarm): "\(name) disarm"
    case .committed(let stop): "\(name) \(stop.direction.rawValue) \(stop.number)"
    case .sprungBack, .ignored: name
    case .cancelled(let reason): "\(name) \(reason.rawValue)"
    }
  }
}
