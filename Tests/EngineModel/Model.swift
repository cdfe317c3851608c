public import CommitPoint

/// The law of the commit point, told as plainly as its text and without any thought of speed: it keeps
/// every sample of a swipe and remembers each stop's state on its own.
public struct Model {
  private enum Phase: Equatable {
    case none
    case deciding
    case along(Axis)
  }

  private var settings: SwipeSettings
  private var phase = Phase.none
  private var fingers = 0
  private var samples: [(time: Int64, x: Double, y: Double)] = []
  private var x = 0.0
  private var y = 0.0
  /// The stops that the fingers have passed and not left.
  private var passed: Set<Stop> = []
  private var armed: Stop?
  private var felt: Stop?
  private var lastTick: Int64?
  private var time = Int64.min
  public var events: [SwipeEvent] = []

  public init(_ settings: SwipeSettings) { self.settings = settings }

  public mutating func take(_ step: Step) {
    switch step {
    case .wait(let until): pass(to: until)
    case .use(let new, let at):
      pass(to: at)
      if new != settings { cancel(.reload) }
      settings = new
      playIfDue()
    case .input(let input, let at):
      pass(to: at)
      switch input {
      case .begin(let count): begin(count)
      case .motion(let dx, let dy, let count): move(dx.value, dy.value, count)
      case .end: end()
      case .cancel(let reason): cancel(reason)
      }
    }
  }

  // "Ticks keep parity. Hold `felt` and `armed`, each (direction, stop) or none; when they differ and the
  // interval has passed since the last tick: one tick."

  public var deadline: Int64? {
    guard felt != armed, let lastTick else { return nil }
    return lastTick + settings.tickInterval.value
  }

  private mutating func say(_ kind: SwipeEvent.Kind) {
    events.append(SwipeEvent(time: Microseconds(time), kind: kind))
  }

  private mutating func play() {
    felt = armed
    lastTick = time
    if let armed { say(.tick(.arm(armed))) } else { say(.tick(.disarm)) }
  }

  private mutating func playIfDue() {
    if felt != armed, time >= deadline ?? time { play() }
  }

  /// "Clamp the stamp, fire a deadline that is due (≤ the stamp; a deferred tick bears its deadline's
  /// stamp)."
  private mutating func pass(to stamp: Microseconds) {
    let clamped = max(stamp.value, time)
    if let deadline, deadline <= clamped {
      time = max(time, deadline)
      play()
    }
    time = clamped
  }

  private mutating func begin(_ count: Int) {
    // "a begin without an end (`superseded`)"; "a disarm tick still owed is played … at the next begin"
    let forced = cancel(.superseded, forcing: true)
    if felt != nil, !forced { play() }
    guard settings.fingers?.contains(count) ?? true else { return say(.ignored) }
    fingers = count
    (x, y) = (0, 0)
    samples = []
    passed = []
    phase = .deciding
    if settings.axisLock == 0, let axis = axesWithActions.first, axesWithActions.count == 1 {
      phase = .along(axis)
    }
  }

  private var axesWithActions: [Axis] {
    Axis.allCases.filter { settings[$0.negative] != nil || settings[$0.positive] != nil }
  }

  private mutating func move(_ dx: Double, _ dy: Double, _ count: Int?) {
    guard dx.isFinite, dy.isFinite else { return }
    if let count, count != fingers, settings.fingers != nil {
      cancel(.fingers)
      return
    }
    if phase == .none { return }
    x += dx
    y += dy
    samples.append((time, dx, dy))

    if phase == .deciding { decide() }
    guard case .along(let axis) = phase else { return }
    let along = axis == .horizontal ? x : y
    let across = axis == .horizontal ? y : x

    // "|y| ≥ 15 mm and |y| > |x| cancels"
    if settings.wayOut > 0, abs(across) >= settings.wayOut.value, abs(across) > abs(along) {
      cancel(.vertical)
      return
    }
    arm(level(along, axis), along)
    playIfDue()
  }

  /// "From √(x²+y²) ≥ 2 mm on: |x| ≥ 1.5 |y| → ours; |y| > |x| → ignored; between: wait; at ≥ 5 mm with
  /// |x| ≥ |y| → ours. With both axes configured it picks the axis (≥ 1.5 either way, else the larger at
  /// 5 mm)."
  private mutating func decide() {
    let distance = (x * x + y * y).squareRoot()
    guard distance >= settings.axisLock.value, distance > 0 else { return }
    let axes = axesWithActions
    if axes.count == 2 {
      if abs(x) >= 1.5 * abs(y) {
        phase = .along(.horizontal)
      } else if abs(y) >= 1.5 * abs(x) {
        phase = .along(.vertical)
      } else if distance >= 5 {
        phase = .along(abs(x) >= abs(y) ? .horizontal : .vertical)
      }
      return
    }
    guard let axis = axes.first else {
      phase = .none
      return say(.ignored)
    }
    let ours = abs(axis == .horizontal ? x : y)
    let other = abs(axis == .horizontal ? y : x)
    if ours >= 1.5 * other {
      phase = .along(axis)
    } else if other > ours {
      phase = .none
      say(.ignored)
    } else if distance >= 5, ours >= other {
      phase = .along(axis)
    }
  }

  /// "Arms when travel is strictly greater"; "stop n is left at travel ≤ stop n − hysteresis".
  private mutating func level(_ along: Double, _ axis: Axis) -> Stop? {
    var highest: Stop?
    for direction in [axis.negative, axis.positive] {
      guard let feel = settings[direction] else { continue }
      let travel = along * direction.sign
      for (index, distance) in feel.stops.enumerated() {
        let stop = Stop(direction, index + 1)
        if travel > distance.value {
          passed.insert(stop)
        } else if travel <= distance.value - feel.hysteresis.value {
          passed.remove(stop)
        }
        if passed.contains(stop) { highest = stop }
      }
    }
    return highest
  }

  private mutating func arm(_ stop: Stop?, _ along: Double) {
    let before = armed
    guard stop != before else { return }
    armed = stop
    if let stop {
      say(.armed(stop, offset: Millimetres(along)))
    } else if let before {
      say(.disarmed(before, offset: Millimetres(along)))
    }
  }

  private mutating func end() {
    guard phase != .none else { return }
    if armed == nil, let (stop, along) = flicked { arm(stop, along) }
    if let armed {
      // "At commit, a tick still owed is played at once." "After a commit `felt` is none, silently."
      if felt != armed { play() }
      say(.committed(armed))
      self.armed = nil
      felt = nil
    } else {
      say(.sprungBack)
    }
    phase = .none
  }

  /// "|x| + v·80 ms ≥ commit, v ≥ 150 mm/s in the swipe's direction, |x| ≥ 0.4 commit."
  private var flicked: (Stop, along: Double)? {
    guard case .along(let axis) = phase else { return nil }
    let along = axis == .horizontal ? x : y
    guard along != 0 else { return nil }
    let direction = along < 0 ? axis.negative : axis.positive
    guard let feel = settings[direction], let flick = feel.flick else { return nil }
    let commit = feel.stops[0].value
    let speed = velocity(axis) * direction.sign
    guard speed >= flick.velocity.value, abs(along) >= flick.minFraction * commit,
      abs(along) + speed * (Double(flick.projection.value) / 1e6) >= commit
    else { return nil }
    return (Stop(direction, 1), along)
  }

  /// "Motion samples at most 100 ms before the last motion, going back until a gap > 40 ms; the sum of
  /// the deltas after the window's first sample ÷ its span; 0 with fewer than 3 samples or a span
  /// < 20 ms." "v = 0 if end − last motion is longer [than the rest]."
  private func velocity(_ axis: Axis) -> Double {
    guard let last = samples.last, time - last.time <= settings.rest.value else { return 0 }
    var window = samples.filter { last.time - $0.time <= 100_000 }
    for index in window.indices.dropFirst().reversed()
    where window[index].time - window[index - 1].time > 40_000 {
      window.removeSubrange(..<index)
      break
    }
    let span = last.time - window[0].time
    guard window.count >= 3, span >= 20_000 else { return 0 }
    let travel = window.dropFirst().reduce(0.0) { $0 + (axis == .horizontal ? $1.x : $1.y) }
    return travel * 1e6 / Double(span)
  }

  /// Says whether it has played the disarm tick that a begin forces.
  @discardableResult
  private mutating func cancel(_ reason: CancelReason, forcing: Bool = false) -> Bool {
    guard phase != .none else { return false }
    var played = false
    if let stop = armed {
      // "Cancel while armed: one disarm tick (a setting can silence it), no action."
      arm(nil, stop.direction.axis == .horizontal ? x : y)
      if !settings.cancelTick { felt = nil }
      if forcing, felt != nil {
        play()
        played = true
      }
      playIfDue()
    }
    say(.cancelled(reason))
    phase = .none
    return played
  }
}
