import CommitPoint
import EngineModel

/// Makes up what happens: people, touchpads and programs at their worst, the same for the same seed.
///
/// An episode is a few things that belong together and ends with a check.
struct RandomDay {
  static let clients = 3
  private var random: SplitMix64
  private let pads: [(width: Double, height: Double)]

  init(seed: UInt64, pads: [(width: Double, height: Double)]) {
    random = SplitMix64(seed: seed)
    self.pads = pads
  }

  mutating func episode() -> [Happening] {
    let pad = random.below(pads.count)
    var all: [Happening] = []
    if random.once(in: 6) { all.append(change()) }
    switch random.below(100) {
    case ..<34: all += swipe(pad)
    case ..<42: all += flick(pad)
    case ..<50: all += backAndForth(pad)
    case ..<55: all += tap(pad)
    case ..<62: all += palm(pad)
    case ..<69: all += extraFinger(pad)
    case ..<76: all += partialLift(pad)
    case ..<82: all += click(pad)
    case ..<85: all += unplug(pad)
    case ..<87: all += asleep(pad)
    case ..<92: all += changed(pad)
    case ..<96: all += both()
    default: all += quick(pad)
    }
    return all + [.check]
  }

  // MARK: Fingers

  private mutating func touch(_ pad: Int, _ fingers: Int? = nil) -> [Happening] {
    let (width, height) = pads[pad]
    let count = fingers ?? (random.once(in: 5) ? 1 + random.below(5) : 3)
    let place = (
      x: random.between(width * 0.3, width * 0.7), y: random.between(height * 0.25, height * 0.75)
    )
    let apart = random.between(9, 14)
    guard random.once(in: 5) else {
      return [.touch(pad: pad, fingers: count, x: place.x, y: place.y, apart: apart)]
    }
    // One after the other.
    var landings: [Happening] = []
    for finger in 0..<count {
      let x = place.x + (Double(finger) - Double(count - 1) / 2) * apart
      landings.append(.touch(pad: pad, fingers: 1, x: x, y: place.y, apart: 0))
      landings.append(.wait(milliseconds: random.below(50)))
    }
    return landings
  }

  private mutating func leg(_ pad: Int, _ least: Double = 3, _ most: Double = 45) -> Happening {
    let length = random.between(least, most)
    // Askew now and then, so that the axis and the way out come into it.
    let slant = random.once(in: 4) ? random.between(-1.2, 1.2) : random.between(-0.25, 0.25)
    let isVertical = random.once(in: 6)
    let sign = random.once(in: 2) ? 1.0 : -1
    let (along, across) = (sign * length, length * slant)
    return .move(
      pad: pad, dx: isVertical ? across : along, dy: isVertical ? along : across,
      milliseconds: 40 + random.below(400), fingers: nil)
  }

  private mutating func pause() -> Happening {
    .wait(milliseconds: random.once(in: 8) ? random.below(3000) : random.below(200))
  }

  private mutating func lift(_ pad: Int) -> Happening {
    .lift(pad: pad, fingers: nil, milliseconds: random.once(in: 3) ? random.below(90) : 0)
  }

  private mutating func swipe(_ pad: Int) -> [Happening] {
    var all = touch(pad) + [leg(pad, 10)]
    if random.once(in: 3) { all.append(pause()) }
    return all + [lift(pad)]
  }

  private mutating func flick(_ pad: Int) -> [Happening] {
    let sign = random.once(in: 2) ? 1.0 : -1
    return touch(pad) + [
      .move(
        pad: pad, dx: sign * random.between(6, 16), dy: random.between(-1, 1),
        milliseconds: 24 + random.below(60), fingers: nil), lift(pad),
    ]
  }

  private mutating func backAndForth(_ pad: Int) -> [Happening] {
    var all = touch(pad)
    for _ in 0..<(2 + random.below(5)) {
      all.append(leg(pad, 2, 30))
      if random.once(in: 3) { all.append(pause()) }
    }
    return all + [lift(pad)]
  }

  private mutating func tap(_ pad: Int) -> [Happening] {
    touch(pad, 1 + random.below(4)) + [.wait(milliseconds: 30 + random.below(150)), lift(pad)]
  }

  /// A palm lies at an edge, and stays longer than the fingers.
  private mutating func palm(_ pad: Int) -> [Happening] {
    let (width, height) = pads[pad]
    let edge = random.once(in: 2) ? 1 : width - 1
    let y = random.between(height * 0.2, height * 0.8)
    var all: [Happening] = [.touch(pad: pad, fingers: 1, x: edge, y: y, apart: 0), pause()]
    all += touch(pad, 3)
    all.append(leg(pad, 10))
    all.append(.lift(pad: pad, fingers: 3, milliseconds: 0))
    all.append(pause())
    return all
  }

  private mutating func extraFinger(_ pad: Int) -> [Happening] {
    var all = touch(pad, 3) + [leg(pad, 8, 30)]
    all += touch(pad, 1)
    if random.once(in: 2) { all.append(.lift(pad: pad, fingers: 1, milliseconds: 0)) }
    return all + [pause(), leg(pad, 2, 20), lift(pad)]
  }

  private mutating func partialLift(_ pad: Int) -> [Happening] {
    var all = touch(pad, 3) + [leg(pad, 8, 30)]
    all.append(.lift(pad: pad, fingers: 1 + random.below(2), milliseconds: 0))
    if random.once(in: 2) { all += touch(pad, 1) }
    return all + [pause(), leg(pad, 2, 20), lift(pad)]
  }

  private mutating func click(_ pad: Int) -> [Happening] {
    var all = touch(pad)
    if random.once(in: 2) { all.append(leg(pad, 8, 30)) }
    all.append(.click(pad: pad))
    if random.once(in: 2) { all.append(leg(pad, 8, 30)) }
    return all + [lift(pad)]
  }

  private mutating func unplug(_ pad: Int) -> [Happening] {
    var all: [Happening] = []
    if random.once(in: 3) { all += touch(pad) + [leg(pad, 12, 35)] }
    all.append(.unplug(pad: pad))
    all.append(pause())
    all.append(.replug(pad: pad))
    return all + swipe(pad)
  }

  private mutating func asleep(_ pad: Int) -> [Happening] {
    guard random.once(in: 2) else { return [.suspend] + swipe(pad) }
    return touch(pad, 3) + [leg(pad, 12, 35), .suspend, leg(pad, 2, 20), lift(pad)]
  }

  /// A second swipe before the first one's last tick may be over.
  private mutating func quick(_ pad: Int) -> [Happening] {
    var all: [Happening] = []
    for _ in 0..<(2 + random.below(4)) {
      all += touch(pad, 3) + [leg(pad, 12, 35), .lift(pad: pad, fingers: nil, milliseconds: 0)]
      all.append(.wait(milliseconds: random.below(60)))
    }
    return all
  }

  /// One touchpad is armed while the other is swiped on.
  private mutating func both() -> [Happening] {
    touch(0, 3) + [leg(0, 16, 35)] + touch(1, 3) + [leg(1, 10, 30), leg(0, 2, 20)]
      + (random.once(in: 2) ? [lift(0), lift(1)] : [lift(1), leg(0, 2, 20), lift(0)])
  }

  // MARK: Programs and settings

  private mutating func change() -> Happening {
    switch random.below(10) {
    case ..<2: return .reload(random.below(SoakSettings.variants.count))
    case 2: return .release(client: random.below(Self.clients))
    case 3: return .leave(client: random.below(Self.clients))
    default:
      let directions = Direction.allCases
      var stops: [Double] = []
      if random.once(in: 2) { stops.append((random.between(6, 24) * 8).rounded() / 8) }
      if let first = stops.first, random.once(in: 3) { stops.append(first + random.between(1, 20)) }
      return .claim(
        client: random.below(Self.clients), fingers: random.once(in: 6) ? 2 + random.below(3) : 3,
        direction: directions[random.once(in: 5) ? random.below(4) : random.below(2)],
        stops: stops.map { ($0 * 1000).rounded() / 1000 },
        hysteresis: random.once(in: 3) ? Double(random.below(33)) / 8 : nil)
    }
  }

  private mutating func changed(_ pad: Int) -> [Happening] {
    touch(pad, 3) + [leg(pad, 12, 35), change(), leg(pad, 2, 30), lift(pad)]
  }
}
