internal import CommitPoint
internal import Haptics
internal import LinuxIO
public import SwipeConfig
internal import TouchpadInput

/// What `swipectl feel compare` is asked for.
public struct CompareRequest: Sendable {
  public var a, b: Configuration
  /// The touchpads' nodes; all there are where it is empty.
  public var devices: [String]
  public var comparison: Comparison
  public var isPlain: Bool

  public init(
    _ a: Configuration, _ b: Configuration, _ comparison: Comparison, devices: [String],
    isPlain: Bool
  ) {
    (self.a, self.b, self.comparison, self.devices, self.isPlain) =
      (a, b, comparison, devices, isPlain)
  }
}

/// `swipectl feel compare`, from its start to its end: the blind comparison of two feels on a touchpad.
public final class CompareProgram {
  private let request: CompareRequest
  private let loop: FeelLoop
  private var state: CompareState
  private var device: DeviceSource?
  /// The feel that the touchpad has now.
  private var feel: ComparedFeel

  /// Takes over the terminal.
  public init(_ request: CompareRequest) throws(FeelFailure) {
    self.request = request
    state = CompareState(request.comparison)
    feel = request.comparison.feel
    loop = try FeelLoop(isPlain: request.isPlain)
  }

  /// Compares until every trial has its answer, or it is ended.
  ///
  /// - Returns: the comparison, as far as it has got.
  public func run() throws(FeelFailure) -> Comparison {
    defer { loop.close() }
    let device = try DeviceSource(
      request.devices.isEmpty ? .all : .nodes(request.devices), configuration, in: loop.loop
    ) { [unowned self] news, _ in
      hear(news)
    }
    self.device = device
    try device.start()
    guard !device.isRefused else {
      throw FeelFailure(description: device.refusals.first ?? "no touchpad can be read")
    }
    guard device.hasTouchpad || !request.devices.isEmpty else {
      throw FeelFailure(description: "no touchpad here; to compare, something has to be felt")
    }
    announce()
    try loop.run(
      keys: { [unowned self] key in if case .character(let character) = key { press(character) } },
      settle: {
        device.advance()
        return device.deadline
      },
      show: { [unowned self] view in view.show(state) })
    device.end()
    if let failure = loop.failure { throw failure }
    return state.comparison
  }

  private var configuration: Configuration { feel == .a ? request.a : request.b }

  private func hear(_ news: FeelNews) {
    loop.stir()
    switch news {
    case .source(let facts): state.take(facts, touchpads: device?.names ?? "")
    case .began: state.isTracking = true
    case .notice(let text): state.tell(text)
    case .ticksChanged(let canBeFelt): state.showsArmed = !canBeFelt
    case .event(let event): hear(event)
    case .base, .settings, .moved, .played, .restarted: break
    }
  }

  private func hear(_ event: SwipeEvent) {
    switch event.kind {
    case .armed: state.isArmed = true
    case .disarmed: state.isArmed = false
    case .tick: break
    case .committed, .sprungBack, .cancelled:
      (state.isTracking, state.isArmed) = (false, false)
      state.comparison.swiped()
      let slot = state.comparison.slot
      if request.isPlain, !state.comparison.isFinished {
        let count = state.comparison.trials[state.comparison.current].swipes[slot]
        state.tell("swipe \(count) on \(state.name(slot))")
      }
    case .ignored: state.isTracking = false
    }
  }

  // MARK: Keys

  private func press(_ key: Character) {
    loop.stir()
    guard key != "q" else { return loop.end() }
    guard !state.isTracking else { return state.tell("lift your fingers first") }
    if let digit = key.wholeNumberValue, digit > 0 {
      state.comparison.select(digit - 1)
      return announce()
    }
    switch (state.comparison.question, key) {
    case (.better, "b"): answer(state.comparison.preferCurrent())
    case (.which, "a"): answer(state.comparison.identify(.a))
    case (.which, "b"): answer(state.comparison.identify(.b))
    default: break
    }
  }

  private func answer(_ reply: Comparison.Reply) {
    switch reply {
    case .selected: break
    case .notYet(let slot): state.tell("swipe on \(state.name(slot)) as well first")
    case .answered: announce()
    case .finished: loop.end()
    }
  }

  /// Puts the feel under the fingers that is to be there.
  private func announce() {
    let comparison = state.comparison
    feel = comparison.feel
    device?.use(configuration)
    state.tell(
      "trial \(comparison.current + 1): \(state.name(comparison.slot)) is under your fingers")
  }
}
