import Glibc

/// What is tried: each of swiped's system calls fails once, with each of these.
private let faultNames = ["EINTR", "EAGAIN", "ENOMEM", "EIO", "ENODEV", "ENOSPC", "EMFILE"]

/// What became of a life in which a call has failed.
private enum Verdict {
  /// Nothing differs.
  case wentOn
  /// It went on, did not do everything, and said so.
  case said(String)
  /// It ended, with a line that says why.
  case ended(String)
  case wrong(String)
  /// What has failed cannot fail so: no kernel answers it with that error.
  case never(String)
}

/// A line of `never`: how strace's line of such a call begins, what stands in it, and why.
private struct Never {
  var start: Substring
  var part: Substring
  var why: Substring

  static func all(beside file: String) throws(FileProblem) -> [Never] {
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let lines = try readText(folder.joined(separator: "/") + "/never").split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.compactMap { line in
      let parts = line.split(separator: " | ", omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      return Never(start: parts[0], part: parts[1], why: parts[2])
    }
  }

  func covers(_ call: Substring) -> Bool { call.hasPrefix(start) && call.contains(part) }
}

/// Lets each of the system calls that swiped makes in a scenario fail once.
///
/// - Parameters:
///   - first: where to begin in the list, for whoever goes on after a laptop that hung.
///   - every: 1 for every call with every error, more for a part of it.
///   - count: how many to try at most.
///   - only: those to try instead, in strace's words; empty for all.
func faults(
  _ files: [String], _ options: Player.Options, from first: Int, every: Int, count: Int,
  only: [String]
) -> Int32 {
  guard let all = readAll(files, lab: options.lab), let file = files.first else { return 2 }
  var status: Int32 = 0
  do {
    let never = try Never.all(beside: file)
    let bus = try startBus(in: options.into)
    defer { bus.send(SIGTERM) }
    var list: [(scenario: Scenario, fault: String)] = []
    for scenario in all.joined() {
      for fault in try only.isEmpty ? faultList(scenario, options) : only {
        list.append((scenario, fault))
      }
    }
    var counts = (wentOn: 0, said: 0, ended: 0, never: 0, wrong: 0)
    // With a step that has no factor in common with seven, every error has its turn.
    let numbers = Array(Swift.stride(from: first, to: list.count, by: every))
    for number in numbers.prefix(count) {
      let (scenario, fault) = list[number]
      say("try \(number) \(scenario.name): \(fault)")
      fflush(nil)
      sync()
      var injecting = options
      injecting.fault = fault
      let result = try Player(scenario, injecting, number: number).play()
      switch judged(verdict(scenario, result), result, never) {
      case .wentOn: counts.wentOn += 1
      case .never(let why):
        counts.never += 1
        say("never \(fault): \(why)")
      case .said(let line):
        counts.said += 1
        say("said \(fault): \(line)")
      case .ended(let line):
        counts.ended += 1
        say("ended \(fault): \(line)")
      case .wrong(let what):
        counts.wrong += 1
        status = 1
        say("FAILED \(scenario.name), \(fault): \(what)")
        for line in result.stderr.split(separator: "\n").suffix(5) { say("    ! \(line)") }
        for line in (result.calls ?? "").split(separator: "\n") where line.contains("INJECTED") {
          say("    > \(line)")
        }
      }
    }
    say(
      "\(numbers.count > count ? "next \(numbers[count])" : "done") of \(list.count) faults: went on \(counts.wentOn), went on and said so "
        + "\(counts.said), ended with a line \(counts.ended), never \(counts.never), wrong \(counts.wrong)"
    )
  } catch {
    complain("\(error)")
    return 2
  }
  return status
}

/// Every call of an undisturbed life, each with every error.
private func faultList(_ scenario: Scenario, _ options: Player.Options) throws -> [String] {
  var tracing = options
  tracing.traceCalls = true
  let result = try Player(scenario, tracing, number: 9_999).play()
  if case .wentOn = verdict(scenario, result) {
  } else {
    throw LabFailure(
      "'\(scenario.name)' does not hold without a fault: \(verdict(scenario, result))")
  }
  // PID TIME NAME(…: the number that strace counts is each thread's own.
  var counts: [String: [Substring: Int]] = [:]
  for line in (result.calls ?? "").split(separator: "\n") {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3, let end = words[2].firstIndex(of: "(") else { continue }
    let name = String(words[2][..<end])
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { continue }
    counts[name, default: [:]][words[0], default: 0] += 1
  }
  // These do not return, or start the program itself.
  for name in ["execve", "exit", "exit_group", "rt_sigreturn"] { counts[name] = nil }
  var list: [String] = []
  for (name, threads) in counts.sorted(by: { $0.key < $1.key }) {
    for number in 1...(threads.values.max() ?? 1) {
      for error in faultNames { list.append("\(name):error=\(error):when=\(number)") }
    }
  }
  return list
}

/// Whether what is wrong came of failures that there are none of.
private func judged(_ verdict: Verdict, _ result: Player.Result, _ never: [Never]) -> Verdict {
  guard case .wrong = verdict else { return verdict }
  var why: Substring?
  for line in (result.calls ?? "").split(separator: "\n") where line.contains("(INJECTED)") {
    // PID NAME(…
    let call = line.drop { $0 != " " }.drop { $0 == " " }
    guard let known = never.first(where: { $0.covers(call) }) else {
      return verdict
    }
    why = known.why
  }
  return why.map { .never(String($0)) } ?? verdict
}

private func verdict(_ scenario: Scenario, _ result: Player.Result) -> Verdict {
  let lines = result.stderr.split(separator: "\n").map { String($0) }
  let usual = [
    "nothing has changed in", "connected to the system bus", "logind does not run",
    "on without it until it comes", "ticks, from touch to played",
  ]
  // The dynamic linker speaks for a program that it cannot start.
  let said = lines.last { line in
    line.contains("error while loading")
      || line.hasPrefix("swiped: ") && !usual.contains { line.contains($0) }
  }
  guard let status = result.status else { return .wrong("it does not end") }
  if status >= 128 { return .wrong("it was ended by signal \(status - 128)") }
  if result.effectsLeft > 0 { return .wrong("\(result.effectsLeft) effects are left") }
  if result.hasEndlessEffect { return .wrong("an effect without an end was uploaded") }
  if let lie = lie(result) { return .wrong(lie) }
  if result.endedByItself {
    guard status != 0, let said else { return .wrong("it ended with \(status) and said nothing") }
    return .ended(said)
  }
  let outcomes = Trace(result.stdout).outcomes
  let plays = result.outputs.count { !$0.text.hasSuffix(" 0") }
  if status == 0, outcomes == scenario.expect.trace.outcomes,
    plays == scenario.expect.trace.ticks?.count
  {
    return .wentOn
  }
  guard let said else {
    return .wrong(
      "status \(status), outcomes \(outcomes), \(plays) plays, and nothing was said")
  }
  return .said(said)
}

/// A commit that was not felt. What a trace lacks is no lie.
private func lie(_ result: Player.Result) -> String? {
  var felt = "none"
  for line in Trace(result.stdout).lines.sorted(by: { $0.time < $1.time }) {
    if line.event == "tick" { felt = (try? line.node["kind"]?.string) ?? felt }
    if line.event == "committed" {
      // A trace that has lost lines has said so.
      if felt != "arm", !result.stderr.contains("lines are lost"),
        !result.stdout.contains("\"lost\"")
      {
        return "committed, and the last tick was \(felt)"
      }
      felt = "none"
    }
  }
  return nil
}
