import CommitPoint

/// One thing that happens in the simulated year. What cannot happen now (a lift of no finger) is passed over, so that any
/// part of a list of them can be played: that is how a failure is made smaller.
enum Happening: Equatable {
  /// Fingers land side by side, `apart` mm, the middle of them at that place.
  case touch(pad: Int, fingers: Int, x: Double, y: Double, apart: Double)
  /// Those of the fingers that are on the pad, counted in order of landing; `nil` for all.
  case move(pad: Int, dx: Double, dy: Double, milliseconds: Int, fingers: Int?)
  /// The last so many fingers to land lift, one by one if there is a time for it.
  case lift(pad: Int, fingers: Int?, milliseconds: Int)
  case click(pad: Int)
  case wait(milliseconds: Int)
  case unplug(pad: Int)
  case replug(pad: Int)
  /// The laptop sleeps.
  case suspend
  /// The configuration with this number is put in force.
  case reload(Int)
  case claim(client: Int, fingers: Int, direction: Direction, stops: [Double], hysteresis: Double?)
  /// The client's oldest claim is given back.
  case release(client: Int)
  /// The client leaves the bus.
  case leave(client: Int)
  /// All fingers lift, all pads are there, and all that was said since the last time is held against the law.
  case check
}

extension Happening: CustomStringConvertible {
  var description: String {
    func short(_ value: Double) -> String { String((value * 1000).rounded() / 1000) }
    switch self {
    case .touch(let pad, let fingers, let x, let y, let apart):
      return "touch \(pad) \(fingers) \(short(x)) \(short(y)) \(short(apart))"
    case .move(let pad, let dx, let dy, let milliseconds, let fingers):
      return "move \(pad) \(short(dx)) \(short(dy)) \(milliseconds) \(fingers ?? 0)"
    case .lift(let pad, let fingers, let milliseconds):
      return "lift \(pad) \(fingers ?? 0) \(milliseconds)"
    case .click(let pad): return "click \(pad)"
    case .wait(let milliseconds): return "wait \(milliseconds)"
    case .unplug(let pad): return "unplug \(pad)"
    case .replug(let pad): return "replug \(pad)"
    case .suspend: return "suspend"
    case .reload(let number): return "reload \(number)"
    case .claim(let client, let fingers, let direction, let stops, let hysteresis):
      let numbers = [hysteresis ?? -1] + stops
      return "claim \(client) \(fingers) \(direction.rawValue) "
        + numbers.map(short).joined(separator: " ")
    case .release(let client): return "release \(client)"
    case .leave(let client): return "leave \(client)"
    case .check: return "check"
    }
  }

  /// Reads what `description` says; `nil` for anything else.
  init?(_ line: Substring) {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Double($0) }
    let whole = numbers.map { Int($0) }
    func optional(_ value: Int) -> Int? { value == 0 ? nil : value }
    switch (words.first, numbers.count) {
    case ("touch", 5):
      self = .touch(
        pad: whole[0], fingers: whole[1], x: numbers[2], y: numbers[3], apart: numbers[4])
    case ("move", 5):
      self = .move(
        pad: whole[0], dx: numbers[1], dy: numbers[2], milliseconds: whole[3],
        fingers: optional(whole[4]))
    case ("lift", 3):
      self = .lift(pad: whole[0], fingers: optional(whole[1]), milliseconds: whole[2])
    case ("click", 1): self = .click(pad: whole[0])
    case ("wait", 1): self = .wait(milliseconds: whole[0])
    case ("unplug", 1): self = .unplug(pad: whole[0])
    case ("replug", 1): self = .replug(pad: whole[0])
    case ("suspend", 0): self = .suspend
    case ("reload", 1): self = .reload(whole[0])
    case ("claim", 3...):
      guard words.count > 3, let direction = Direction(rawValue: String(words[3])) else {
        return nil
      }
      self = .claim(
        client: whole[0], fingers: whole[1], direction: direction, stops: Array(numbers[3...]),
        hysteresis: numbers[2] < 0 ? nil : numbers[2])
    case ("release", 1): self = .release(client: whole[0])
    case ("leave", 1): self = .leave(client: whole[0])
    case ("check", 0): self = .check
    default: return nil
    }
  }
}
