import CommitPoint
import EngineModel
import SwipeTrace

/// What the law says of one touchpad, beside what swiped says and what the motor was told to play.
///
/// The plain model takes the fingers' travel as swiped reports it; what comes of that is worked out anew. Whether a
/// commit was a release is held against what the fingers really did.
final class Shadow {
  /// How long after a finger has left the pad libinput may tell of the end, in µs.
  private static let longestEnd: Int64 = 200_000

  /// The pad's name in the trace.
  let device: String
  private var model: Model
  private var said: [(time: Int64, outcome: TraceOutcome)] = []
  private var plays: [(time: Int64, effect: Int)] = []
  /// Which effect is the arm tick: the first that is ever played.
  private var armEffect: Int?
  private var felt: TraceOutcome.Tick?
  /// The moments at which the last finger left the pad.
  var releases: [Int64] = []
  /// Who is to hear of the swipe under way.
  private var winners: [SoakSettings.Claim] = []
  /// Whether the pad has gone, and with it what it was about to play.
  var isGone = false
  /// Whether the laptop has slept since the last time: what was due in its sleep is told of, and too late to be played.
  var hasSlept = false

  private var begins = 0
  private var outcomes: [String: Int] = [:]
  private var ticks = 0

  init(device: String) {
    self.device = device
    model = Model(SwipeSettings())
  }

  /// - Parameter swipe: what a swipe of so many fingers goes by that begins now.
  /// - Returns: those who are to hear of an outcome, if the line is one, and of which stop if it is a commit.
  func take(
    _ content: TraceLine.Content,
    _ swipe: (Int) -> (settings: SwipeSettings, winners: [SoakSettings.Claim])
  ) -> (winners: [SoakSettings.Claim], committed: Stop?)? {
    switch content {
    case .input(let input, let time):
      if case .begin(let fingers) = input {
        begins += 1
        let (settings, winners) = swipe(fingers)
        self.winners = winners
        model.take(.use(settings, at: time))
      }
      model.take(.input(input, at: time))
      return nil
    case .outcome(let outcome, let time):
      said.append((time.value, outcome))
      switch outcome {
      case .armed, .disarmed: return nil
      case .tick:
        ticks += 1
        return nil
      case .committed(let stop): return end(outcome, stop)
      case .sprungBack, .cancelled, .ignored: return end(outcome, nil)
      }
    case .lost, .expect: return nil
    }
  }

  private func end(
    _ outcome: TraceOutcome, _ stop: Stop?
  ) -> (winners: [SoakSettings.Claim], committed: Stop?) {
    outcomes[outcome.name, default: 0] += 1
    defer { winners = [] }
    return (winners, stop)
  }

  /// What there was since the last time.
  func takeCounts() -> (begins: Int, ticks: Int, outcomes: [String: Int]) {
    defer { (begins, ticks, outcomes) = (0, 0, [:]) }
    return (begins, ticks, outcomes)
  }

  func played(effect: Int, at time: Int64) { plays.append((time, effect)) }

  /// Holds all that was said and played since the last time against the law; the fault, or `nil`.
  func fault(at now: Int64) -> String? {
    defer {
      said = []
      plays = []
      model.events = []
      hasSlept = false
      releases.removeAll { $0 < now - Self.longestEnd }
    }
    if let deadline = model.deadline, deadline <= now || isGone {
      model.take(.wait(until: Microseconds(deadline)))
    }
    return differenceFromTheLaw ?? lie ?? differenceInTheMotor
  }

  private var differenceFromTheLaw: String? {
    let law = model.events.map { (time: $0.time.value, outcome: TraceOutcome($0.kind)) }
    // A tick is told when it has been played, which may be after what came next.
    for isTick in [false, true] {
      let due = law.filter { $0.outcome.isTick == isTick }
      let got = said.filter { $0.outcome.isTick == isTick }
      for index in 0..<max(due.count, got.count) {
        let (expected, found) = (
          index < due.count ? due[index] : nil, index < got.count ? got[index] : nil
        )
        if let expected, let found, expected.time == found.time,
          expected.outcome.isSame(as: found.outcome)
        {
          continue
        }
        return "the law says \(Self.words(expected)), swiped \(Self.words(found))"
      }
    }
    return nil
  }

  /// A lie to the hand, whatever the law says.
  private var lie: String? {
    let inOrder = said.enumerated().sorted { a, b in
      (a.element.time, a.element.outcome.isTick ? 0 : 1, a.offset)
        < (b.element.time, b.element.outcome.isTick ? 0 : 1, b.offset)
    }
    for (_, (time, outcome)) in inOrder {
      switch outcome {
      case .tick(.disarm): felt = nil
      case .tick(let tick): felt = tick
      case .committed(let stop):
        guard felt == .arm(stop: stop.number) else {
          return "\(time) committed \(stop.direction) \(stop.number), and the last tick felt was "
            + (felt.map { "\($0)" } ?? "none or a disarm")
        }
        guard releases.contains(where: { $0 <= time + 1000 && time - $0 <= Self.longestEnd }) else {
          return "\(time) committed \(stop.direction) \(stop.number), and nothing was released"
        }
        felt = nil
      case .armed, .disarmed, .sprungBack, .cancelled, .ignored: break
      }
    }
    // All fingers are up, and the longest interval has passed. What a setting leaves unsaid counts for felt no more.
    if let felt, !isSilent { return "\(felt) stands, and release does nothing" }
    felt = nil
    return nil
  }

  /// Whether cancels are not to be felt.
  private var isSilent: Bool {
    said.contains { if case .cancelled = $0.outcome { true } else { false } }
  }

  /// What the kernel told the pad's motor, beside the ticks that swiped tells of.
  private var differenceInTheMotor: String? {
    let ticks = said.compactMap { entry -> Bool? in
      guard case .tick(let tick) = entry.outcome else { return nil }
      return tick != .disarm
    }
    if hasSlept, plays.count < ticks.count { return nil }
    guard plays.count == ticks.count || isGone && plays.count < ticks.count else {
      return "\(ticks.count) ticks were told, \(plays.count) were played"
    }
    for (tick, play) in zip(ticks, plays) {
      if armEffect == nil, tick { armEffect = play.effect }
      if let armEffect, tick != (play.effect == armEffect) {
        return "\(play.time) effect \(play.effect) was played for \(tick ? "an arm" : "a disarm")"
      }
    }
    return nil
  }

  private static func words(_ entry: (time: Int64, outcome: TraceOutcome)?) -> String {
    guard let entry else { return "nothing" }
    return "\(entry.time) \(entry.outcome)"
  }
}

extension TraceOutcome {
  fileprivate var isTick: Bool { if case .tick = self { true } else { false } }

  /// The law's sums are made in another order.
  fileprivate func isSame(as other: TraceOutcome) -> Bool {
    switch (self, other) {
    case (.armed(let stop, let offset), .armed(let otherStop, let otherOffset)),
      (.disarmed(let stop, let offset), .disarmed(let otherStop, let otherOffset)):
      stop == otherStop && (offset - otherOffset).magnitude < 0.000_001
    default: self == other
    }
  }
}
