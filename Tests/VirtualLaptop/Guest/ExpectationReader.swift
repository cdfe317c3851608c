/// Reads what should come of a scenario.
struct ExpectationReader {
  let scenario: Scenario

  func expectation(_ node: Node) throws(Problem) -> Expectation {
    var fields = try Fields(node)
    var expect = Expectation()
    expect.trace = try trace(&fields)
    if let pads = fields.take("pads") {
      guard case .mapping(let pairs) = pads.content else { throw pads.problem("pads by name") }
      for (key, value) in pairs {
        let name = try key.string
        guard let index = scenario.pads.firstIndex(where: { $0.name == name }) else {
          throw key.problem("there is no pad '\(name)'")
        }
        var padFields = try Fields(value)
        expect.pads.append((index, try trace(&padFields)))
        try padFields.end()
      }
    }
    if let offset = fields.take("arm_offset_mm") {
      var offsetFields = try Fields(offset)
      expect.armOffset = Expectation.ArmOffset(
        at: try offsetFields.need("at").number(in: 0...1000),
        within: try offsetFields.need("within").number(in: 0...1000))
      try offsetFields.end()
    }
    expect.stdout = try patterns(fields.take("stdout"))
    expect.stderr = try patterns(fields.take("stderr"))
    expect.list = try patterns(fields.take("list"))
    expect.outputs = try patterns(fields.take("outputs"))
    expect.opened = try devices(fields.take("opened"))
    expect.neverOpened = try devices(fields.take("never_opened"))
    expect.exitStatus = try fields.take("exit_status")?.integer(in: 0...255)
    expect.endsByItself = try fields.take("ends_by_itself")?.bool ?? false
    expect.exitWithin = try fields.take("exit_within_ms")?.milliseconds
    expect.threads = try fields.take("threads")?.integer(in: 1...1000)
    let wakeups = fields.take("no_wakeups_in_ms")
    expect.noWakeups = try wakeups?.milliseconds
    if let wakeups, !expect.neverOpened.isEmpty {
      throw wakeups.problem("cannot stand beside 'never_opened': tracing the calls makes wake-ups")
    }
    try fields.end()
    return expect
  }

  private func trace(_ fields: inout Fields) throws(Problem) -> Expectation.Trace {
    var trace = Expectation.Trace()
    if let ticks = fields.take("ticks") {
      trace.ticks = try words(ticks) { $0 == "arm" || $0 == "disarm" }
    }
    if let outcomes = fields.take("outcomes") {
      trace.outcomes = try words(outcomes) { word in
        ["sprung_back", "cancelled", "ignored"].contains(word) || word.hasPrefix("committed ")
      }
    }
    if let reasons = fields.take("reasons") {
      trace.reasons = try reasons.strings
    }
    return trace
  }

  private func words(_ node: Node, known: (String) -> Bool) throws(Problem) -> [String] {
    for word in try node.list {
      let text = try word.string
      guard known(text) else { throw word.problem("'\(text)' is not a word for this") }
    }
    return try node.strings
  }

  private func patterns(_ node: Node?) throws(Problem) -> [String]? {
    guard let node else { return nil }
    for pattern in try node.list {
      do {
        _ = try Regex(try pattern.string)
      } catch {
        throw pattern.problem("no regular expression: \(error)")
      }
    }
    return try node.strings
  }

  private func devices(_ node: Node?) throws(Problem) -> [String] {
    guard let node else { return [] }
    for device in try node.list where !scenario.deviceNames.contains(try device.string) {
      throw device.problem("there is no device '\(try device.string)'")
    }
    return try node.strings
  }
}
