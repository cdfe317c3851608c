import Glibc

/// A finger on a pad: its number, counted from 1 since the pad was empty, and its place in mm.
struct Contact: Equatable {
  var number: Int
  var x: Double
  var y: Double
}

/// Everything that a pad reports at one moment.
struct Frame: Equatable {
  var contacts: [Contact] = []
  var pressed = false

  /// The mean place of all fingers: libinput reports how that moves.
  func middle() -> (x: Double, y: Double)? {
    guard !contacts.isEmpty else { return nil }
    let count = Double(contacts.count)
    return (
      contacts.reduce(0) { $0 + $1.x } / count, contacts.reduce(0) { $0 + $1.y } / count
    )
  }
}

/// Turns finger words into the frames of one pad, a frame interval apart at the least.
struct Fingers {
  let width: Double
  let height: Double
  let interval: Int64
  private(set) var frame = Frame()
  private var landed = 0
  private var next: Int64 = 0

  init(width: Double, height: Double, interval: Int64) {
    self.width = width
    self.height = height
    self.interval = interval
  }

  /// The fingers to which a step applies: all, or those given by the order in which they landed.
  func chosen(_ numbers: [Int]?, _ place: Place) throws(Problem) -> [Int] {
    guard let numbers else { return frame.contacts.map(\.number) }
    for number in numbers where !frame.contacts.contains(where: { $0.number == number }) {
      throw Problem(place: place, message: "finger \(number) is not on the pad here")
    }
    return numbers
  }

  /// The moment of the next frame, if one is wanted at the given moment.
  private mutating func moment(_ wanted: Int64) -> Int64 {
    let moment = max(wanted, next)
    next = moment + interval
    return moment
  }

  mutating func touch(
    _ count: Int, at x: Double, _ y: Double, apart: Double, when: Int64, _ place: Place
  ) throws(Problem) -> [(Int64, Frame)] {
    if frame.contacts.isEmpty { landed = 0 }
    for index in 0..<count {
      landed += 1
      let offset = (Double(index) - Double(count - 1) / 2) * apart
      frame.contacts.append(Contact(number: landed, x: x + offset, y: y))
    }
    try check(place)
    return [(moment(when), frame)]
  }

  mutating func move(
    _ numbers: [Int], by dx: Double, _ dy: Double, over duration: Int64, when: Int64,
    _ place: Place
  ) throws(Problem) -> [(Int64, Frame)] {
    let count = max(1, (duration + interval - 1) / interval)
    let start = frame
    // The first frame of a movement comes an interval after what was before it.
    var frames: [(Int64, Frame)] = []
    var at = max(when + interval, next)
    for step in 1...count {
      let part = Double(step) / Double(count)
      for index in frame.contacts.indices
      where numbers.contains(frame.contacts[index].number) {
        frame.contacts[index].x = start.contacts[index].x + dx * part
        frame.contacts[index].y = start.contacts[index].y + dy * part
      }
      try check(place)
      frames.append((moment(at), frame))
      at += interval
    }
    return frames
  }

  /// Swings the fingers sideways about where they are; they end where they began.
  mutating func tremble(
    _ numbers: [Int], _ amplitude: Double, hertz: Double, over duration: Int64, when: Int64,
    _ place: Place
  ) throws(Problem) -> [(Int64, Frame)] {
    let count = max(1, duration / interval)
    let start = frame
    var frames: [(Int64, Frame)] = []
    var at = max(when + interval, next)
    for step in 1...count {
      let seconds = Double(step * interval) / 1_000_000
      let swing = step == count ? 0 : amplitude * sin(2 * .pi * hertz * seconds)
      for index in frame.contacts.indices
      where numbers.contains(frame.contacts[index].number) {
        frame.contacts[index].x = start.contacts[index].x + swing
      }
      try check(place)
      frames.append((moment(at), frame))
      at += interval
    }
    return frames
  }

  mutating func lift(_ numbers: [Int], spread: Int64, when: Int64) -> [(Int64, Frame)] {
    guard spread > 0, numbers.count > 1 else {
      frame.contacts.removeAll { numbers.contains($0.number) }
      return [(moment(max(when, next)), frame)]
    }
    var frames: [(Int64, Frame)] = []
    let start = max(when, next)
    for (index, number) in numbers.enumerated() {
      frame.contacts.removeAll { $0.number == number }
      let offset = spread * Int64(index) / Int64(numbers.count - 1)
      frames.append((moment(start + offset), frame))
    }
    return frames
  }

  mutating func click(down duration: Int64, when: Int64) -> [(Int64, Frame)] {
    frame.pressed = true
    let down = moment(when)
    let pressed = frame
    frame.pressed = false
    return [(down, pressed), (moment(down + duration), frame)]
  }

  /// The pad is gone, and the fingers with it.
  mutating func vanish() {
    frame = Frame()
  }

  private func check(_ place: Place) throws(Problem) {
    for contact in frame.contacts
    where !(0...width).contains(contact.x) || !(0...height).contains(contact.y) {
      func short(_ value: Double) -> String { String((value * 10).rounded() / 10) }
      throw Problem(
        place: place,
        message: "finger \(contact.number) leaves the pad: (\(short(contact.x)), "
          + "\(short(contact.y))) mm is not on \(short(width)) × \(short(height)) mm")
    }
  }
}
