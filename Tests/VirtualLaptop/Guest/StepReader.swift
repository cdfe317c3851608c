import Glibc

/// Reads the steps of a scenario: one word each, with what belongs to it.
struct StepReader {
  let reader: ScenarioReader
  let pads: [PadSetup]

  private static let words = [
    "touch", "move", "tremble", "rest_ms", "lift", "click", "unplug", "replug", "play", "signal",
    "wait_ms", "together",
  ]

  func step(_ node: Node) throws(Problem) -> Step {
    guard case .mapping(let pairs) = node.content, let pair = pairs.first, pairs.count == 1 else {
      throw node.problem("a step is one word with its values, as in '- lift: {}'")
    }
    let value = pair.value
    switch try pair.key.string {
    case "touch": return try touch(value)
    case "move": return try move(value)
    case "tremble": return try tremble(value)
    case "lift": return try lift(value)
    case "rest_ms", "wait_ms":
      return Step(place: node.place, pad: 0, kind: .wait(try value.milliseconds))
    case "click":
      var fields = try Fields(value)
      let pad = try pad(&fields)
      let down = try fields.take("down_ms")?.milliseconds ?? 80_000
      try fields.end()
      return Step(place: value.place, pad: pad, kind: .click(down: down))
    case "unplug": return try unplug(value, .unplug)
    case "replug": return try unplug(value, .replug)
    case "play": return try play(value)
    case "signal":
      return Step(place: node.place, pad: 0, kind: .signal(try value.signalNumber))
    case "together":
      let rows = try value.list.map { (node) throws(Problem) in try row(node) }
      return Step(place: node.place, pad: 0, kind: .together(rows))
    case let word:
      let known = Self.words.joined(separator: ", ")
      throw pair.key.problem("unknown step '\(word)' (known: \(known))")
    }
  }

  /// One step, or a list of steps of which each begins where the one before it ends.
  private func row(_ node: Node) throws(Problem) -> [Step] {
    guard case .sequence(let steps) = node.content else { return [try step(node)] }
    return try steps.map { (node) throws(Problem) in try step(node) }
  }

  private func touch(_ node: Node) throws(Problem) -> Step {
    var fields = try Fields(node)
    let pad = try pad(&fields)
    let fingers = try fields.take("fingers")?.integer(in: 1...10) ?? 1
    let at = try fields.need("at").millimetrePair
    let apart = try fields.take("apart_mm")?.number(in: 0...100) ?? 10
    try fields.end()
    return Step(
      place: node.place, pad: pad,
      kind: .touch(fingers: fingers, x: at.0, y: at.1, apart: apart))
  }

  private func move(_ node: Node) throws(Problem) -> Step {
    var fields = try Fields(node)
    let pad = try pad(&fields)
    let dx = try fields.take("dx")?.number(in: -1000...1000) ?? 0
    let dy = try fields.take("dy")?.number(in: -1000...1000) ?? 0
    let over = try fields.need("over_ms").milliseconds
    let fingers = try numbers(&fields)
    try fields.end()
    return Step(
      place: node.place, pad: pad, kind: .move(dx: dx, dy: dy, over: over, fingers: fingers))
  }

  private func tremble(_ node: Node) throws(Problem) -> Step {
    var fields = try Fields(node)
    let pad = try pad(&fields)
    let amplitude = try fields.need("mm").number(in: 0...10)
    let hertz = try fields.take("hz")?.number(in: 0.1...50) ?? 10
    let over = try fields.need("over_ms").milliseconds
    let fingers = try numbers(&fields)
    try fields.end()
    return Step(
      place: node.place, pad: pad,
      kind: .tremble(amplitude: amplitude, hertz: hertz, over: over, fingers: fingers))
  }

  private func lift(_ node: Node) throws(Problem) -> Step {
    var fields = try Fields(node)
    let pad = try pad(&fields)
    let fingers = try numbers(&fields)
    let spread = try fields.take("spread_ms")?.milliseconds ?? 0
    try fields.end()
    return Step(place: node.place, pad: pad, kind: .lift(fingers: fingers, spread: spread))
  }

  /// `play: FILE`, or `play: {file: FILE, pad: NAME}`.
  private func play(_ node: Node) throws(Problem) -> Step {
    var file = node
    var pad = 0
    if case .mapping = node.content {
      var fields = try Fields(node)
      pad = try self.pad(&fields)
      file = try fields.need("file")
      try fields.end()
    } else if pads.count != 1 {
      throw node.problem("there are several pads, so 'pad' and 'file' are needed here")
    }
    do {
      let recording = try Recording.read(try reader.path(file))
      return Step(place: node.place, pad: pad, kind: .play(recording))
    } catch let problem as Problem {
      throw problem
    } catch let problem as FileProblem {
      throw file.problem(problem.description)
    } catch {
      throw file.problem("\(error)")
    }
  }

  private func unplug(_ node: Node, _ kind: Step.Kind) throws(Problem) -> Step {
    var fields = try Fields(node)
    let pad = try pad(&fields)
    try fields.end()
    guard pads[pad].kind != .hidHaptic else {
      throw node.problem("to unplug a hid-haptic pad crashes the kernel")
    }
    return Step(place: node.place, pad: pad, kind: kind)
  }

  private func numbers(_ fields: inout Fields) throws(Problem) -> [Int]? {
    guard let list = fields.take("fingers") else { return nil }
    return try list.list.map { (node) throws(Problem) in try node.integer(in: 1...100) }
  }

  private func pad(_ fields: inout Fields) throws(Problem) -> Int {
    guard let name = fields.take("pad") else {
      guard pads.count == 1 else {
        let message =
          pads.isEmpty ? "there is no touchpad" : "there are several pads: 'pad' is missing"
        throw fields.node.problem(message)
      }
      return 0
    }
    let text = try name.string
    guard let index = pads.firstIndex(where: { $0.name == text }) else {
      throw name.problem("there is no pad '\(text)'")
    }
    return index
  }
}

extension Node {
  fileprivate var signalNumber: Int32 {
    get throws(Problem) {
      switch try string {
      case "HUP": return SIGHUP
      case "INT": return SIGINT
      case "TERM": return SIGTERM
      case "USR1": return SIGUSR1
      case "USR2": return SIGUSR2
      case "STOP": return SIGSTOP
      case "CONT": return SIGCONT
      case "KILL": return SIGKILL
      default: throw problem("a signal is HUP, INT, TERM, USR1, USR2, STOP, CONT or KILL")
      }
    }
  }
}
