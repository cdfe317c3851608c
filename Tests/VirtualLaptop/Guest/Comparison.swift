import Glibc

/// What differs between what a scenario expects and what came of it; empty where all holds.
func differences(_ scenario: Scenario, _ result: Player.Result) -> [String] {
  var comparison = Comparison(scenario: scenario, result: result)
  comparison.compare()
  return comparison.differences
}

private struct Comparison {
  let scenario: Scenario
  let result: Player.Result
  private(set) var differences: [String] = []

  init(scenario: Scenario, result: Player.Result) {
    self.scenario = scenario
    self.result = result
  }

  mutating func compare() {
    let expect = scenario.expect
    for name in result.unopened {
      differences.append("swiped did not open '\(name)' (\(nodes(name)))")
    }
    compareEnd()
    let trace = scenario.json ? Trace(result.stdout) : Trace("")
    if expect.list == nil && expect.stdout == nil { differences += trace.differences }
    compare("", trace, expect.trace)
    for (pad, expected) in expect.pads {
      let name = scenario.pads[pad].name
      compare("\(name): ", trace.of(name, nodes: result.nodes[name] ?? []), expected)
    }
    if let offset = expect.armOffset { compareArmOffset(offset, trace) }
    compareText("stdout", result.stdout, expect.stdout)
    compareText("list", result.stdout, expect.list)
    compareText("stderr", result.stderr, expect.stderr)
    let outputs = result.outputs.map(\.text).joined(separator: "\n")
    compareText("outputs", outputs, expect.outputs)
    for name in expect.neverOpened { compareNeverOpened(name) }
    if let threads = expect.threads { compare("threads", threads, result.threads) }
    if expect.noWakeups != nil { compare("wake-ups", 0, result.wakeups) }
  }

  private mutating func compareEnd() {
    guard let status = result.status else {
      differences.append("swiped did not end, not even when killed")
      return
    }
    if result.endedByItself { differences.append("swiped ended by itself") }
    compare("exit status", scenario.expect.exitStatus ?? 0, status)
    if let within = scenario.expect.exitWithin {
      guard let time = result.exitTime else {
        differences.append(
          "exit: expected within \(within / 1000) ms of the signal, but never came")
        return
      }
      if time > within {
        differences.append(
          "exit: expected within \(within / 1000) ms of the signal, took \(time / 1000) ms")
      }
    }
  }

  private mutating func compare(_ pad: String, _ trace: Trace, _ expected: Expectation.Trace) {
    if let ticks = expected.ticks { compare("\(pad)ticks", ticks, trace.ticks) }
    if let outcomes = expected.outcomes { compare("\(pad)outcomes", outcomes, trace.outcomes) }
    if let reasons = expected.reasons { compare("\(pad)reasons", reasons, trace.reasons) }
  }

  private mutating func compare<Value: Equatable>(_ what: String, _ wanted: Value, _ got: Value?) {
    guard wanted != got else { return }
    let found = got.map { "\($0)" } ?? "nothing"
    differences.append("\(what): expected \(wanted), got \(found)")
  }

  /// The fingers' own travel, from the frame before the first that swiped reports to the one at
  /// which it arms. What libinput hides before a gesture's begin is thereby not counted.
  private mutating func compareArmOffset(_ wanted: Expectation.ArmOffset, _ trace: Trace) {
    guard let motion = trace.first("motion"), let armed = trace.first("armed"),
      let pad = result.history.firstIndex(where: { !$0.isEmpty })
    else {
      differences.append("arm_offset_mm: nothing armed")
      return
    }
    let history = result.history[pad]
    // The kernel stamps a frame a little after it was sent.
    let slack: Int64 = 1000
    guard let first = history.lastIndex(where: { $0.time <= motion.time + slack }), first > 0,
      let last = history.last(where: { $0.time <= armed.time + slack }),
      let from = history[first - 1].frame.middle(), let to = last.frame.middle()
    else {
      differences.append("arm_offset_mm: the trace's times are not those of the fingers")
      return
    }
    let travel = max(abs(to.x - from.x), abs(to.y - from.y))
    if abs(travel - wanted.at) > wanted.within {
      differences.append(
        "arm_offset_mm: expected \(wanted.at) ± \(wanted.within), got \(rounded(travel))")
    }
  }

  /// Every pattern must be found in a line; an empty list says that there is no line.
  private mutating func compareText(_ what: String, _ text: String, _ patterns: [String]?) {
    guard let patterns else { return }
    let lines = text.split(separator: "\n")
    if patterns.isEmpty, let line = lines.first {
      differences.append("\(what): expected nothing, got '\(line)'")
    }
    for pattern in patterns {
      guard let regex = try? Regex(pattern) else { continue }
      if !lines.contains(where: { $0.firstMatch(of: regex) != nil }) {
        let found = lines.isEmpty ? "nothing" : "\n      " + lines.joined(separator: "\n      ")
        differences.append("\(what): no line has '\(pattern)', it is \(found)")
      }
    }
  }

  private mutating func compareNeverOpened(_ name: String) {
    guard let calls = result.calls else {
      differences.append("never_opened: swiped's calls were not recorded, is strace there?")
      return
    }
    for node in result.nodes[name] ?? [] {
      for line in calls.split(separator: "\n")
      where line.contains("open") && names(node, in: line) {
        differences.append("never_opened: '\(name)' (\(node)) was opened: \(line)")
      }
    }
  }

  /// Whether a line has /dev/input/event1 itself, and not event10 or what /sys tells of it. strace
  /// shows what an opened descriptor is, so that links do not hide it.
  private func names(_ node: String, in line: Substring) -> Bool {
    var rest = line[...]
    while let range = rest.firstRange(of: node) {
      rest = rest[range.upperBound...]
      if rest.first?.isNumber != true { return true }
    }
    return false
  }

  private func nodes(_ name: String) -> String {
    (result.nodes[name] ?? []).joined(separator: ", ")
  }
}

/// Hundredths of a millimetre are enough to read.
func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
