import CommitPoint
import EngineModel

/// Random settings and random fingers, made so that the rare is frequent: places that lie exactly on a
/// limit, waits that last exactly an interval, stamps that are equal or go back, numbers that are none.
struct RandomHand {
  var random: SplitMix64
  /// Whether every number is a multiple of 1/8 mm, so that sums are exact and limits are hit.
  let isExact: Bool
  /// Whether what only a bad driver sends is sent too: stamps that go back, numbers that are none.
  var misbehaves = true
  var usesOtherSettings = true
  /// Whether swipes are over after a few samples, as flicks are.
  private let hurries: Bool

  private(set) var settings = SwipeSettings()
  private var time: Int64 = 0
  private var x = 0.0
  private var y = 0.0
  private var drift = (dx: 0.0, dy: 0.0)
  private var fingers = 3
  private var places: [Double] = []
  private var waits: [Int64] = []

  init(seed: UInt64, exact: Bool? = nil) {
    random = SplitMix64(seed: seed)
    let toss = random.once(in: 2)
    isExact = exact ?? toss
    hurries = random.once(in: 4)
    go(by: randomSettings())
  }

  mutating func go(by new: SwipeSettings) {
    settings = new
    places = [0]
    for direction in Direction.allCases {
      guard let feel = new[direction] else { continue }
      for stop in feel.stops {
        places.append(stop.value * direction.sign)
        places.append((stop - feel.hysteresis).value * direction.sign)
      }
    }
    waits = [
      new.tickInterval.value, new.tickInterval.value - 1, 8000, 8000, 8000, 8000, 8000, 7000, 0, 1,
      10_000, 20_000, 40_000, 40_001, 100_000, new.rest.value, new.rest.value + 1,
    ]
  }

  /// `low` … `high`, with the bounds themselves now and then.
  private mutating func number(_ low: Double, _ high: Double) -> Double {
    switch random.below(8) {
    case 0: low
    case 1: high
    default: isExact ? (random.between(low, high) * 8).rounded() / 8 : random.between(low, high)
    }
  }

  private mutating func number(_ setting: Setting, upTo most: Double = .infinity) -> Double {
    number(setting.range.lowerBound, min(setting.range.upperBound, most))
  }

  private mutating func feel() -> Feel? {
    if random.once(in: 4) { return nil }
    var stops = [number(.commit, upTo: 20)]
    while let last = stops.last, last < 49, random.once(in: 2) {
      stops.append(last + 0.125 + (isExact ? Double(random.below(80)) / 8 : random.between(0, 10)))
    }
    let flick =
      random.once(in: 2)
      ? nil
      : Flick(
        projection: Microseconds(Int64(number(.flickProject) * 1000)),
        velocity: MillimetresPerSecond(number(.flickVelocity, upTo: 400)),
        minFraction: number(.flickMinFraction))
    return Feel(
      stops: stops.map { Millimetres($0) }, hysteresis: Millimetres(number(.hysteresis)),
      flick: flick)
  }

  mutating func randomSettings() -> SwipeSettings {
    var new = SwipeSettings(left: feel(), right: feel(), up: nil, down: nil)
    if random.once(in: 2) { (new.up, new.down) = (feel(), feel()) }
    if random.once(in: 4) { (new.left, new.right) = (nil, nil) }
    switch random.below(4) {
    case 0: new.fingers = nil
    case 1: new.fingers = [2, 3]
    default: new.fingers = [3]
    }
    new.tickInterval = Microseconds(Int64(number(.tickInterval)) * 1000)
    new.axisLock = Millimetres(random.once(in: 2) ? 2 : number(.axisLock, upTo: 8))
    new.wayOut = Millimetres(random.once(in: 3) ? 0 : number(.wayOut, upTo: 40))
    new.rest = Microseconds(Int64(number(.rest, upTo: 300)) * 1000)
    new.cancelTick = !random.once(in: 4)
    return new
  }

  /// What happens next to a tracker that is, or is not, in the middle of a swipe.
  mutating func step(isTracking: Bool, deadline: Microseconds?) -> Step {
    if let deadline, random.once(in: 4) {
      time = max(time, deadline.value - (random.once(in: 3) ? 1 : 0))
      return .wait(until: Microseconds(time))
    }
    time += waits[random.below(waits.count)]
    if random.once(in: 16) { time += Int64(random.below(300_000)) }
    var now = Microseconds(time)
    if misbehaves, random.once(in: 32) { now = now - Microseconds(Int64(random.below(30_000))) }
    if !isTracking {
      switch random.below(16) {
      case 0: return .input(.end, at: now)
      case 1: return .input(.cancel(.libinput), at: now)
      case 2: return .input(motion(), at: now)
      default: return begin(at: now)
      }
    }
    switch random.below(hurries ? 160 : 800) {
    case 0..<20: return .input(.end, at: now)
    case 20: return begin(at: now)
    case 21, 22:
      return .input(
        .cancel(CancelReason.allCases[random.below(CancelReason.allCases.count)]), at: now)
    case 23:
      return .input(.motion(dx: 1, dy: 0, fingers: random.once(in: 2) ? fingers : 2), at: now)
    case 24 where misbehaves:
      return .input(.motion(dx: .init(.nan), dy: 0, fingers: 4), at: now)
    case 25 where misbehaves:
      return .input(.motion(dx: 0, dy: .init(-.infinity)), at: now)
    case 26 where usesOtherSettings:
      if random.once(in: 2) { return .use(settings, at: now) }
      var other = randomSettings()
      // No swipe can go on under these: it might have been over already.
      other.rest.value += other.rest == settings.rest ? 1 : 0
      go(by: other)
      return .use(other, at: now)
    default: return .input(motion(), at: now)
    }
  }

  private mutating func begin(at now: Microseconds) -> Step {
    (x, y) = (0, 0)
    fingers = random.once(in: 8) ? 1 + random.below(5) : 3
    turn()
    return .input(.begin(fingers: fingers), at: now)
  }

  /// Gives the fingers another direction and speed.
  private mutating func turn() {
    let speed = [0.25, 1, 1, 2, 4][random.below(5)]
    drift = (number(-speed, speed), number(-speed, speed))
    // Off the grid x and y are never equal.
    if !isExact { drift.dy *= 0.999 }
    switch random.below(5) {
    case 0: drift.dx /= 8
    case 1, 2: drift.dy /= 8
    default: break
    }
  }

  private mutating func motion() -> SwipeInput {
    if random.once(in: 12) { turn() }
    var (dx, dy) = drift
    switch random.below(24) {
    case 0: dx = places[random.below(places.count)] - x
    case 1: dy = places[random.below(places.count)] - y
    case 2: (dx, dy) = (-dx, -dy)
    default: break
    }
    x += dx
    y += dy
    return .motion(dx: Millimetres(dx), dy: Millimetres(dy))
  }
}

extension SwipeTracker {
  /// Lets `step` happen; a setting that is out of range is a fault of the test's own.
  mutating func take(_ step: Step, _ emit: (SwipeEvent) -> Void) throws {
    switch step {
    case .input(let input, let time): handle(input, at: time, emit)
    case .wait(let time): advance(to: time, emit)
    case .use(let settings, let time): try use(settings, at: time, emit)
    }
  }
}
