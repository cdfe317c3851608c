/// The steps of a scenario as things to do, each at its moment.
struct Timeline {
  enum Action {
    case frame(Frame)
    case events([Recording.Event])
    case unplug
    case replug
    case signal(Int32)
    case nothing
  }

  struct Entry {
    /// Microseconds since the beginning.
    var at: Int64
    var pad: Int
    var action: Action
  }

  private(set) var entries: [Entry] = []
  private var fingers: [Fingers]

  init(_ scenario: Scenario) throws(Problem) {
    self.init(pads: scenario.pads)
    let end = try add(scenario.steps, from: 0)
    entries.append(Entry(at: end, pad: 0, action: .nothing))
    // Steps that go on together were added one after the other.
    entries = entries.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  /// One to which steps are added as they are told.
  init(pads: [PadSetup]) {
    fingers = pads.map { Fingers(width: $0.width, height: $0.height, interval: $0.interval) }
  }

  /// What there is to do for a step that begins now.
  mutating func entries(of step: Step, from now: Int64) throws(Problem) -> [Entry] {
    entries = []
    let end = try add(step, at: now)
    return entries.sorted { $0.at < $1.at } + [Entry(at: end, pad: 0, action: .nothing)]
  }

  private mutating func add(_ steps: [Step], from start: Int64) throws(Problem) -> Int64 {
    var now = start
    for step in steps { now = try add(step, at: now) }
    return now
  }

  /// Returns the moment at which the step is over.
  private mutating func add(_ step: Step, at now: Int64) throws(Problem) -> Int64 {
    let pad = step.pad
    switch step.kind {
    case .touch(let count, let x, let y, let apart):
      return add(
        pad,
        try fingers[pad].touch(count, at: x, y, apart: apart, when: now, step.place), now)
    case .move(let dx, let dy, let over, let numbers):
      let chosen = try chosen(numbers, step)
      return add(
        pad,
        try fingers[pad].move(chosen, by: dx, dy, over: over, when: now, step.place), now)
    case .tremble(let amplitude, let hertz, let over, let numbers):
      let chosen = try chosen(numbers, step)
      return add(
        pad,
        try fingers[pad].tremble(
          chosen, amplitude, hertz: hertz, over: over, when: now, step.place), now)
    case .lift(let numbers, let spread):
      let chosen = try chosen(numbers, step)
      return add(pad, fingers[pad].lift(chosen, spread: spread, when: now), now)
    case .click(let down):
      return add(pad, fingers[pad].click(down: down, when: now), now)
    case .wait(let duration):
      return now + duration
    case .unplug:
      fingers[pad].vanish()
      entries.append(Entry(at: now, pad: pad, action: .unplug))
      return now
    case .replug:
      fingers[pad].vanish()
      entries.append(Entry(at: now, pad: pad, action: .replug))
      return now
    case .signal(let number):
      entries.append(Entry(at: now, pad: pad, action: .signal(number)))
      return now
    case .play(let recording):
      for frame in recording.frames {
        entries.append(Entry(at: now + frame.at, pad: pad, action: .events(frame.events)))
      }
      return now + (recording.frames.last?.at ?? 0)
    case .together(let rows):
      var end = now
      for row in rows { end = max(end, try add(row, from: now)) }
      return end
    }
  }

  private func chosen(_ numbers: [Int]?, _ step: Step) throws(Problem) -> [Int] {
    let chosen = try fingers[step.pad].chosen(numbers, step.place)
    guard !chosen.isEmpty else {
      throw Problem(place: step.place, message: "no finger is on the pad here")
    }
    return chosen
  }

  private mutating func add(_ pad: Int, _ frames: [(Int64, Frame)], _ now: Int64) -> Int64 {
    for (at, frame) in frames {
      entries.append(Entry(at: at, pad: pad, action: .frame(frame)))
    }
    return frames.last?.0 ?? now
  }
}
