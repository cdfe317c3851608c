internal import CommitPoint
internal import Haptics
internal import LinuxIO
internal import SwipeCommandLine
internal import SwipeConfig
internal import SwipeFeel

/// `swipectl feel compare A.yaml B.yaml`.
struct CompareCommand {
  static let options = [
    CommandLineOption(
      "--which", help: "compare: tell which of the two X is, instead of which is better"),
    CommandLineOption("--trials", "COUNT", help: "compare: so many trials, 2 to 500 (16)"),
    CommandLineOption("--seed", "NUMBER", help: "compare: the order that this number gives"),
    CommandLineOption(
      "--output", "FILE",
      help: "compare: save the result here (comparison.json, or the next free "
        + "number)"),
  ]

  /// What only a comparison takes, and what it takes of the others.
  private static let shared = ["--device", "--plain"]

  private let a, b: String
  private let request: CompareRequest
  private let output: String
  private let console: Console

  static func isAsked(_ arguments: ParsedCommandLine) -> Bool {
    arguments.operands.first == "compare"
  }

  init(_ arguments: ParsedCommandLine, _ console: Console) throws(FeelCommandError) {
    let files = Array(arguments.operands.dropFirst())
    guard files.count == 2 else {
      throw .usage(
        files.count < 2
          ? .missingOperand(files.isEmpty ? "A.yaml" : "B.yaml") : .unexpectedOperand(files[2]))
    }
    let allowed = Self.options.map(\.name) + Self.shared
    if let option = arguments.options.first(where: { !allowed.contains($0.name) }) {
      throw .usage(
        .badValue(option: option.name, reason: "has no place here: the files say how it feels"))
    }
    (a, b) = (files[0], files[1])
    self.console = console
    let feels = [try Self.configuration(a), try Self.configuration(b)]
    guard feels[0] != feels[1] else {
      throw .failure("\(a) and \(b) say the same: there is nothing to compare")
    }
    let question: ComparisonQuestion = arguments.has("--which") ? .which : .better
    let trials = try Self.number(arguments, "--trials", 2...500) ?? 16
    let seed =
      try Self.number(arguments, "--seed", 0...UInt64.max) ?? UInt64.random(in: 0..<1 << 32)
    if arguments.value("--output") == "" {
      throw .usage(.badValue(option: "--output", reason: "a path is expected"))
    }
    output = arguments.value("--output") ?? Self.freeName()
    request = CompareRequest(
      feels[0], feels[1], Comparison(question, trials: trials, seed: seed),
      devices: arguments.values("--device"), isPlain: arguments.has("--plain"))
  }

  private static func configuration(_ path: String) throws(FeelCommandError) -> Configuration {
    let loaded = Configuration.load(.file(path), for: .check)
    if let message = loaded.messages.first(where: { $0.severity == .error }) {
      throw .failure("\(message)")
    }
    return loaded.configuration
  }

  private static func number<Number: FixedWidthInteger>(
    _ arguments: ParsedCommandLine, _ option: String, _ range: ClosedRange<Number>
  ) throws(FeelCommandError) -> Number? {
    guard let text = arguments.value(option) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw .usage(
        .badValue(
          option: option,
          reason: "\"\(text)\" is not a number from \(range.lowerBound) to \(range.upperBound)"))
    }
    return number
  }

  private static func freeName() -> String {
    var number = 1
    var name = "comparison.json"
    while (try? FileStatus(path: name)) != nil {
      number += 1
      name = "comparison-\(number).json"
    }
    return name
  }

  func run() throws(FeelFailure) -> Int32 {
    // Whether it can be saved is told before anybody has swiped for it.
    let file: OutputFile
    do throws(Errno) { file = try OutputFile(path: output) } catch { throw unwritten(error) }
    defer { file.discard() }
    let comparison = try CompareProgram(request).run()
    let result = ComparisonResult(comparison)
    console.write(result.conclusion(a, b) + "\n")
    guard result.answered > 0 else { return ExitCode.negative }
    do throws(Errno) {
      try file.write(json(comparison, result).text + "\n")
      try file.finish()
    } catch {
      throw unwritten(error)
    }
    console.write("saved in \(printable(output))\n")
    return ExitCode.success
  }

  private func unwritten(_ error: Errno) -> FeelFailure {
    FeelFailure(description: "\"\(output)\" cannot be written: \(error)")
  }

  // MARK: The file

  private func json(_ comparison: Comparison, _ result: ComparisonResult) -> JSON {
    .object([
      "swiped_comparison": .integer(1), "version": .string(swipedVersion),
      "question": .string(comparison.question.rawValue),
      "seed": .string("\(comparison.seed)"),
      "a": feel(a, request.a), "b": feel(b, request.b),
      "planned": .integer(result.planned), "answered": .integer(result.answered),
      "trials": .array(comparison.trials.prefix(comparison.current).map(trial)),
      comparison.question == .better ? "preferred_b" : "right": .integer(result.count),
      "share": .number(result.share),
      "interval_95": result.interval.map {
        .array([.number($0.lowerBound), .number($0.upperBound)])
      },
      "p": .number(result.p), "finding": .bool(result.isFinding),
      "conclusion": .string(result.conclusion(a, b)),
    ])
  }

  private func trial(_ trial: Comparison.Trial) -> JSON {
    .object([
      "order": .array(trial.slots.map { .string($0.rawValue) }),
      "swipes": .array(trial.swipes.map { .integer($0) }),
      "answer": trial.answer.map { .string($0.rawValue) },
    ])
  }

  private func feel(_ file: String, _ configuration: Configuration) -> JSON {
    let base = FeelRequest.plainFeel(configuration)
    return .object([
      "file": .string(file),
      "stops_mm": .array(base.stops.map { .number($0.value) }),
      "hysteresis_mm": .number(base.hysteresis.value),
      "tick_interval_ms": .number(Double(base.tickInterval.value) / 1000),
      "flick": .bool(base.flick != nil), "strength": .integer(base.strength),
      "arm": .string(base.armWaveform?.name ?? "auto"),
      "disarm": .string(base.disarmWaveform?.name ?? "auto"),
      "configuration": .string(configuration.yaml()),
    ])
  }
}
