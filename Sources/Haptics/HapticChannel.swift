internal import CommitPoint
internal import LinuxIO
internal import Synchronization

/// What the loop thread and a device's worker tell each other. Nothing in it ever waits for the
/// device.
final class HapticChannel: Sendable {
  enum Request: Sendable {
    case prepare
    case tick(HapticTickRequest)
  }

  private struct State {
    var requests: [Request] = []
    var reports: [HapticReport] = []
    var lost = 0
    /// The last that was told: the same again is no news.
    var settlement: HapticSettlement?
    /// No more will be asked for.
    var isClosing = false
    /// There is no worker, or it takes nothing more.
    var isOver = true
  }

  /// What the worker lets the loop's thread play, as long as it has nothing to do itself.
  private struct Offer {
    var play: DirectPlay?
    var rung = HapticRung.log
    var lastPlayed = Microseconds(.min)
  }

  /// Reports that are kept for the loop to fetch; more are counted as lost.
  private static let reportLimit = 64

  private let state: Mutex<State>
  private let offer = Mutex(Offer())
  private let asked: EventCounter
  /// The loop polls it; raised when there are reports, or the worker is over.
  let told: EventCounter

  init() throws(Errno) {
    var state = State()
    state.requests.reserveCapacity(HapticFeedback.queueLimit)
    state.reports.reserveCapacity(Self.reportLimit)
    asked = try EventCounter(isPolled: false)
    told = try EventCounter(isPolled: true)
    self.state = Mutex(state)
  }

  // MARK: The loop's side

  /// Hands a request to the worker; false if there is none to take it. Ticks that have waited too
  /// long for a worker that is held up are dropped here, so that the loop hears of them in time.
  func ask(_ request: Request, now: Microseconds) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.isOver else { return false }
      Self.dropStale(&state, now: now)
      if case .prepare = request {
        // One is enough.
        guard state.requests.isEmpty else { return true }
      } else if state.requests.count >= HapticFeedback.queueLimit {
        let oldest = state.requests.removeFirst()
        Self.drop(oldest, .queueFull, &state, now: now)
      }
      state.requests.append(request)
      return true
    }
    if isTaken { asked.raise() }
    return isTaken
  }

  /// Plays the tick on this thread, if the worker offers it and no earlier one is waiting; false if
  /// it was not played.
  func playDirectly(_ request: HapticTickRequest, _ guardian: CallGuard) -> Bool {
    offer.withLock { offer in
      guard let play = offer.play, state.withLock({ $0.requests.isEmpty && !$0.isClosing }),
        let finished = play.play(request.tick, frameTime: request.frameTime, guardian)
      else { return false }
      offer.lastPlayed = finished
      tell(.tick(request.report(offer.rung, .played, finished)))
      return true
    }
  }

  /// Asks the worker to end when it has played what is waiting.
  func close() {
    state.withLock { $0.isClosing = true }
    asked.raise()
  }

  /// Waits until the worker is over, or until the time; true if it is over.
  func waitUntilOver(_ deadline: Microseconds) -> Bool {
    while true {
      if state.withLock({ $0.isOver }) { return true }
      let left = deadline.value - Clock.monotonic
      guard left > 0 else { return false }
      told.wait(for: left)
      // What it counted is in the state: the loop that fetches it need not be told again.
      told.take()
    }
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// A worker takes requests again.
  func reopen() { state.withLock { $0.isOver = false } }

  /// Takes all reports.
  func fetch() -> [HapticReport] {
    told.take()
    return state.withLock { state in
      var reports: [HapticReport] = []
      swap(&reports, &state.reports)
      if state.lost > 0 {
        reports.append(.lost(state.lost))
        state.lost = 0
      }
      return reports
    }
  }

  // MARK: The worker's side

  enum Work {
    case request(Request)
    case nothingYet
    case end
  }

  /// The next thing to do, if there is one.
  func next() -> Work {
    state.withLock { state in
      if !state.requests.isEmpty { return .request(state.requests.removeFirst()) }
      return state.isClosing ? .end : .nothingYet
    }
  }

  /// Waits for the loop to ask for something, and lets it play by itself in the meantime.
  func wait(offering play: DirectPlay?, on rung: HapticRung) {
    offer.withLock {
      $0.play = play
      $0.rung = rung
    }
    asked.take()
    offer.withLock { $0.play = nil }
  }

  /// When the loop last played by itself.
  var lastDirect: Microseconds { offer.withLock { $0.lastPlayed } }

  /// Says that no more requests are taken, unless one has come in the meantime, which is to be
  /// answered first.
  func leave() -> Bool {
    let isLeft = state.withLock { state in
      guard state.requests.isEmpty else { return false }
      state.isOver = true
      return true
    }
    if isLeft { told.raise() }
    return isLeft
  }

  // MARK: Both sides

  func tell(_ report: HapticReport) {
    state.withLock { Self.add(report, &$0) }
    told.raise()
  }

  private static func add(_ report: HapticReport, _ state: inout State) {
    if case .settled(let settlement) = report {
      if settlement == state.settlement { return }
      state.settlement = settlement
    }
    if state.reports.count < reportLimit { state.reports.append(report) } else { state.lost += 1 }
  }

  private static func dropStale(_ state: inout State, now: Microseconds) {
    while let oldest = state.requests.first, oldest.isStale(now) {
      state.requests.removeFirst()
      drop(oldest, .stale, &state, now: now)
    }
  }

  private static func drop(
    _ request: Request, _ outcome: HapticTickReport.Outcome, _ state: inout State,
    now: Microseconds
  ) {
    guard case .tick(let tick) = request else { return }
    add(.tick(tick.report(state.settlement?.rung ?? .log, outcome, now)), &state)
  }
}

extension HapticChannel.Request {
  fileprivate func isStale(_ now: Microseconds) -> Bool {
    switch self {
    case .prepare: false
    case .tick(let tick): tick.isStale(now)
    }
  }
}

/// A tick that is to be played.
struct HapticTickRequest: Sendable {
  var number: UInt64
  var tick: HapticTick
  var frameTime: Microseconds

  func isStale(_ now: Microseconds) -> Bool { now - frameTime > HapticFeedback.staleAfter }

  /// What became of it, at this time.
  func report(
    _ rung: HapticRung, _ outcome: HapticTickReport.Outcome, _ now: Microseconds
  ) -> HapticTickReport {
    HapticTickReport(
      number: number, tick: tick, rung: rung, frameTime: frameTime, finished: now, outcome: outcome)
  }
}
