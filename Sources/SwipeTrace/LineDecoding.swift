internal import CommitPoint

/// What a line says, with the device that it names.
struct ParsedContent {
  var value: TraceLine.Content
  var device: String?
  /// Where the line's object starts; `nil` for a line that is about no device.
  var column: Int?
  /// What a tick's line says of how long it took.
  var latency: Microseconds?

  init(_ motion: MotionLine) {
    value = .input(.motion(dx: motion.dx, dy: motion.dy), at: motion.time)
    device = motion.device
    column = 1
  }

  init(_ object: TraceObject) throws(LineError) {
    var object = object
    if let expect = object.member("expect") {
      object.what = "the expect line"
      try object.allow(["expect"])
      value = .expect(try TraceExpectation(expect.value))
      return
    }
    guard object.has("event") else {
      throw LineError(
        object.column, "the line lacks \"event\"; expected a header, an event or \"expect\"")
    }
    let name = try object.word("event", EventName.allCases.map { ($0.rawValue, $0) })
    object.what = "\"\(name.rawValue)\""
    value = try object.content(name)
    if name == .lost { return }
    if name == .tick { latency = try object.latency() }
    column = object.column
    device = try object.optionalString("device")
  }
}

/// What `event` can be.
private enum EventName: String, CaseIterable {
  case begin, motion, end, cancel
  case armed, disarmed, tick, committed
  case sprungBack = "sprung_back"
  case cancelled, ignored
  case lost
}

private let directions = Direction.allCases.map { (name: $0.rawValue, word: $0) }
private let reasons = CancelReason.allCases.map { (name: $0.rawValue, word: $0) }

extension TraceObject {
  fileprivate func content(_ name: EventName) throws(LineError) -> TraceLine.Content {
    switch name {
    case .begin:
      try allow(also: "fingers")
      return .input(.begin(fingers: try fingers()), at: try time())
    case .motion:
      try allow(also: "dx_mm", "dy_mm", "fingers")
      let time = try time()
      let (dx, dy) = (try delta("dx_mm"), try delta("dy_mm"))
      return .input(
        .motion(dx: dx, dy: dy, fingers: has("fingers") ? try fingers() : nil), at: time)
    case .end:
      try allow()
      return .input(.end, at: try time())
    case .cancel:
      try allow(also: "reason")
      return .input(.cancel(try word("reason", reasons)), at: try time())
    case .armed:
      try allow(also: "direction", "stop", "offset_mm")
      return .outcome(.armed(try place(), offset: try offset()), at: try time())
    case .disarmed:
      try allow(also: "direction", "stop", "offset_mm")
      return .outcome(.disarmed(try place(), offset: try offset()), at: try time())
    case .tick:
      return .outcome(.tick(try tick()), at: try time())
    case .committed:
      try allow(also: "direction", "stop")
      return .outcome(.committed(try place()), at: try time())
    case .sprungBack:
      try allow()
      return .outcome(.sprungBack, at: try time())
    case .cancelled:
      try allow(also: "reason")
      return .outcome(.cancelled(try word("reason", reasons)), at: try time())
    case .ignored:
      try allow()
      return .outcome(.ignored, at: try time())
    case .lost:
      try allow(["event", "count"])
      let count = try whole("count", 0...Int64(Int.max), expected: "a whole number, 0 or more")
      return .lost(count: Int(count))
    }
  }

  private func allow(also keys: String...) throws(LineError) {
    try allow(["time_us", "event"] + keys + ["device"])
  }

  private func time() throws(LineError) -> Microseconds {
    let expected = "a whole number of microseconds, 0 or more"
    return Microseconds(try whole("time_us", 0...Int64.max, expected: expected))
  }

  private func fingers() throws(LineError) -> Int {
    let expected = "a whole number of fingers, 1 or more"
    return Int(try whole("fingers", 1...Int64(Int.max), expected: expected))
  }

  /// Travel, where `null` stands for a value that is not finite.
  private func delta(_ key: String) throws(LineError) -> Millimetres {
    let value = try required(key)
    if case .null = value.kind { return Millimetres(.nan) }
    return Millimetres(try number(key, value, expected: "a number of millimetres, or null"))
  }

  private func offset() throws(LineError) -> Millimetres {
    let value = try required("offset_mm")
    return Millimetres(try number("offset_mm", value, expected: "a number of millimetres"))
  }

  private func stop() throws(LineError) -> Int {
    Int(try whole("stop", 1...Int64(Int.max), expected: "a whole number, 1 or more"))
  }

  private func place() throws(LineError) -> Stop {
    Stop(try word("direction", directions), try stop())
  }

  fileprivate func latency() throws(LineError) -> Microseconds? {
    guard has("latency_us") else { return nil }
    let expected = "a whole number of microseconds"
    return Microseconds(try whole("latency_us", Int64.min...Int64.max, expected: expected))
  }

  private func tick() throws(LineError) -> TraceOutcome.Tick {
    try allow(also: "kind", "stop", "backend", "latency_us")
    _ = try optionalString("backend")
    _ = try latency()
    switch try word("kind", TraceExpectation.Tick.allCases.map { ($0.rawValue, $0) }) {
    case .arm:
      return .arm(stop: try stop())
    case .disarm:
      if let stop = member("stop") {
        throw LineError(stop.column, "\"stop\" is given; a tick has one only where it is an arm")
      }
      return .disarm
    }
  }
}

// MARK: What is expected

extension TraceExpectation {
  init(_ value: JSONValue) throws(LineError) {
    guard case .object(let members) = value.kind else {
      throw LineError(
        value.column,
        "\"expect\" is \(value.description); expected an object of \"ticks\" and \"outcomes\"")
    }
    let object = TraceObject(members, column: value.column, what: "\"expect\"")
    try object.allow(["ticks", "outcomes"])
    let kinds = Tick.allCases.map { (name: $0.rawValue, word: $0) }
    var ticks: [Tick] = []
    let tickList = try object.required("ticks")
    for element in try object.list("ticks", tickList, expected: "a list of arm and disarm") {
      ticks.append(try object.word("ticks", element, kinds))
    }
    var outcomes: [Outcome] = []
    let outcomeList = try object.required("outcomes")
    for element in try object.list("outcomes", outcomeList, expected: "a list of outcomes") {
      outcomes.append(try Outcome(object, element))
    }
    self.init(ticks: ticks, outcomes: outcomes)
  }
}

extension TraceExpectation.Outcome {
  fileprivate init(_ object: TraceObject, _ value: JSONValue) throws(LineError) {
    if case .string(let text) = value.kind, let committed = Self.committed(text) {
      self = committed
      return
    }
    let words: [(name: String, word: Self)] =
      [("sprung_back", .sprungBack), ("cancelled", .cancelled), ("ignored", .ignored)]
      + directions.map { ("committed \($0.name)", .committed(Stop($0.word, 1))) }
    self = try object.word("outcomes", value, words)
  }

  /// `committed left`, or `committed left 2` where it is not the first stop.
  private static func committed(_ text: String) -> Self? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "committed",
      let direction = directions.first(where: { $0.name == words[1] })?.word,
      let number = Int(words[2]), number >= 1, String(number) == words[2]
    else { return nil }
    return .committed(Stop(direction, number))
  }
}
