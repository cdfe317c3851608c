import CommitPoint
import EngineModel
import Testing

/// Watches what a tracker says, and says what would be a lie to the hand.
private struct Watcher {
  private var felt: Stop?
  private var lastTick: Microseconds?
  /// Whether a begin is without its outcome.
  private var isOpen = false
  private var armTicks = 0
  private var lastTime = Microseconds(.min)
  private(set) var outcomes = 0

  /// The fault that is found in what was said about one step; `nil` where there is none.
  mutating func fault(
    in events: [SwipeEvent], after step: Step, of tracker: SwipeTracker, before: SwipeSettings
  ) -> String? {
    var isBegin = false
    if case .input(.begin, _) = step { isBegin = true }
    // The ticks of a begin belong to the swipe that it follows.
    var opens = isBegin
    for (index, event) in events.enumerated() {
      if event.time < lastTime { return "time runs backwards" }
      lastTime = event.time
      switch event.kind {
      case .tick(let tick):
        let interval = min(before.tickInterval, tracker.settings.tickInterval)
        let forced = isBegin && tick == .disarm || events[index...].contains { $0.kind.isCommit }
        if let lastTick, event.time - lastTick < interval, !forced { return "a tick too soon" }
        lastTick = event.time
        switch tick {
        case .disarm:
          if felt == nil { return "a disarm of nothing" }
          felt = nil
        case .arm(let stop):
          if felt == stop { return "the same arm twice" }
          felt = stop
          armTicks += 1
        }
      case .committed(let stop):
        if felt != stop { return "a commit of what was not felt last" }
        if armTicks == 0 { return "a commit without an arm felt in the same swipe" }
        felt = nil
        if let fault = close(&opens) { return fault }
      case .sprungBack, .cancelled, .ignored:
        // A cancel that is not to be felt lets go of what was.
        if !before.cancelTick, index > 0, case .disarmed = events[index - 1].kind { felt = nil }
        if let fault = close(&opens) { return fault }
      case .armed, .disarmed: break
      }
    }
    if opens, isOpen { return "a begin swallowed an outcome" }
    if opens {
      isOpen = true
      armTicks = 0
      if felt != nil { return "a swipe that begins with something felt" }
    }
    if isOpen != tracker.isTracking { return "an open swipe and none at once" }
    if felt == tracker.armed, tracker.deadline != nil { return "a deadline, and nothing is owed" }
    // At an outcome too: what was felt is what release did, or what takes it back has its time.
    if felt != tracker.armed, tracker.deadline == nil { return "a tick is owed for ever" }
    return nil
  }

  /// Takes an outcome, of the open swipe or else of the one that begins.
  private mutating func close(_ opens: inout Bool) -> String? {
    outcomes += 1
    if isOpen {
      isOpen = false
    } else if opens {
      opens = false
      armTicks = 0
    } else {
      return "an outcome too many"
    }
    return nil
  }
}

extension SwipeEvent.Kind {
  fileprivate var isCommit: Bool { if case .committed = self { true } else { false } }
}

/// Turns fingers, settings and events over, so that what is right becomes left, or across becomes along.
private enum Mirror: CaseIterable {
  case leftRight, upDown, axes

  func callAsFunction(_ direction: Direction) -> Direction {
    switch (self, direction) {
    case (.leftRight, .left): .right
    case (.leftRight, .right): .left
    case (.upDown, .up): .down
    case (.upDown, .down): .up
    case (.axes, .left): .up
    case (.axes, .right): .down
    case (.axes, .up): .left
    case (.axes, .down): .right
    case (.leftRight, .up), (.leftRight, .down), (.upDown, .left), (.upDown, .right): direction
    }
  }

  func callAsFunction(_ settings: SwipeSettings) -> SwipeSettings {
    settings.with { mirrored in
      for direction in Direction.allCases { mirrored[self(direction)] = settings[direction] }
    }
  }

  func callAsFunction(_ input: SwipeInput) -> SwipeInput {
    guard case .motion(let dx, let dy, let fingers) = input else { return input }
    return switch self {
    case .leftRight: .motion(dx: -dx, dy: dy, fingers: fingers)
    case .upDown: .motion(dx: dx, dy: -dy, fingers: fingers)
    case .axes: .motion(dx: dy, dy: dx, fingers: fingers)
    }
  }

  private func callAsFunction(_ stop: Stop) -> Stop { Stop(self(stop.direction), stop.number) }

  private func callAsFunction(_ offset: Millimetres, _ axis: Axis) -> Millimetres {
    switch (self, axis) {
    case (.leftRight, .horizontal), (.upDown, .vertical): -offset
    case (.leftRight, .vertical), (.upDown, .horizontal), (.axes, _): offset
    }
  }

  func callAsFunction(_ event: SwipeEvent) -> SwipeEvent {
    var mirrored = event
    switch event.kind {
    case .armed(let stop, let offset):
      mirrored.kind = .armed(self(stop), offset: self(offset, stop.direction.axis))
    case .disarmed(let stop, let offset):
      mirrored.kind = .disarmed(self(stop), offset: self(offset, stop.direction.axis))
    case .tick(.arm(let stop)): mirrored.kind = .tick(.arm(self(stop)))
    case .committed(let stop): mirrored.kind = .committed(self(stop))
    case .tick(.disarm), .sprungBack, .cancelled, .ignored: break
    }
    return mirrored
  }
}

@Suite("Whatever fingers do")
struct PropertyTests {
  @Test(
    """
    the last tick felt is what release does, every begin has one outcome, and ticks keep their \
    distance
    """, arguments: UInt64(1)...36)
  func theLastTickIsWhatReleaseDoes(seed: UInt64) throws {
    var seeds = SplitMix64(seed: seed &* 1000)
    var outcomes = 0
    for _ in 0..<34 {
      let runSeed = seeds.next()
      var hand = RandomHand(seed: runSeed)
      var tracker = try SwipeTracker(hand.settings)
      var watcher = Watcher()
      var events: [SwipeEvent] = []
      for number in 0..<1000 {
        let settings = tracker.settings
        let step = hand.step(isTracking: tracker.isTracking, deadline: tracker.deadline)
        try tracker.take(step) { events.append($0) }
        if let fault = watcher.fault(in: events, after: step, of: tracker, before: settings) {
          Issue.record(
            """
            \(fault): seed \(runSeed), step \(number), \(step), said \(events.map(\.kind.words))
            """)
          return
        }
        events.removeAll(keepingCapacity: true)
      }
      outcomes += watcher.outcomes
    }
    #expect(outcomes > 1000)
  }

  @Test("the mirrored fingers give the mirrored events", arguments: UInt64(1)...12)
  func mirrored(seed: UInt64) throws {
    var seeds = SplitMix64(seed: seed &* 2000)
    for run in 0..<18 {
      let mirror = Mirror.allCases[run % Mirror.allCases.count]
      let runSeed = seeds.next()
      // On a grid x and y are equal now and then, and a tie at 5 mm goes to the horizontal axis.
      var hand = RandomHand(seed: runSeed, exact: mirror == .axes ? false : nil)
      var tracker = try SwipeTracker(hand.settings)
      var other = try SwipeTracker(mirror(hand.settings))
      var events: [SwipeEvent] = []
      var others: [SwipeEvent] = []
      for number in 0..<600 {
        let step = hand.step(isTracking: tracker.isTracking, deadline: tracker.deadline)
        let mirroredStep: Step =
          switch step {
          case .input(let input, let time): .input(mirror(input), at: time)
          case .wait: step
          case .use(let settings, let time): .use(mirror(settings), at: time)
          }
        try tracker.take(step) { events.append(mirror($0)) }
        try other.take(mirroredStep) { others.append($0) }
        guard events == others else {
          Issue.record(
            """
            seed \(runSeed), step \(number), \(mirror): \(events.map(\.kind.words)),
            mirrored \(others.map(\.kind.words)), \(hand.settings)
            """)
          return
        }
        events.removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
      }
    }
  }

  /// A split can change what lies between its ends: an axis that is decided on the way, a stop that is
  /// passed on the way to the next. Frames here are short and straight, as real ones are.
  @Test("a frame split in two changes nothing", arguments: UInt64(1)...8)
  func splitInTwo(seed: UInt64) throws {
    var random = SplitMix64(seed: seed &* 3000)
    for run in 0..<250 {
      let settings = SwipeSettings(
        left: Feel(
          stops: [Millimetres(6 + Double(random.below(160)) / 8)],
          hysteresis: Millimetres(Double(random.below(33)) / 8)),
        right: random.once(in: 3) ? nil : Feel(stops: [8]),
        tickInterval: .milliseconds(Int64(random.below(201))),
        axisLock: Millimetres(Double(random.below(5))), wayOut: 0)
      var whole = try Hand(settings)
      var split = try Hand(settings)
      whole.touch()
      split.touch()
      var drift = -1.0
      for sample in 0..<80 {
        if random.once(in: 10) { drift = -drift }
        let dx = drift * Double(random.below(13)) / 8
        // The axis is decided along a straight line.
        let dy = whole.tracker.axis == nil ? 0 : Double(random.below(17) - 8) / 8
        let wait = Double(random.below(30))
        whole.move(dx, dy, after: wait)
        split.move(dx / 2, dy / 2, after: wait)
        split.move(dx / 2, dy / 2, after: 0)
        guard whole.tracker.offset == split.tracker.offset,
          whole.tracker.armed == split.tracker.armed,
          whole.tracker.deadline == split.tracker.deadline
        else {
          Issue.record("seed \(seed), run \(run), sample \(sample)")
          return
        }
      }
      whole.lift()
      split.lift()
      // Only where exactly on its way a finger passed the stop is known better by the finer one.
      let saidByWhole = whole.saidWhen.map { $0.split(separator: " at ")[0] }
      let saidBySplit = split.saidWhen.map { $0.split(separator: " at ")[0] }
      guard saidByWhole == saidBySplit else {
        Issue.record("seed \(seed), run \(run): \(saidByWhole), split \(saidBySplit)")
        return
      }
    }
  }
}
