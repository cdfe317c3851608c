internal import CommitPoint
internal import Haptics
internal import LinuxIO
internal import SwipeCommandLine
internal import SwipeTrace

extension Subcommand {
  static let replay = Subcommand(
    name: "replay", summary: "play traces: what went in gives what comes out",
    usage: "[OPTION…] FILE…",
    details: """
      Plays traces, as "swiped --json" prints them, through the commit point engine
      and prints what happens, a line an event. FILE "-" is standard input; a folder
      stands for all *.jsonl in it, or with --raw for all *.yml.

      Exit code: 0; 1 where --verify found a difference; 2 where a file cannot be
      read, which is told with its line and column, and the other files are played all
      the same.
      """,
    options: [
      CommandLineOption("--json", help: "print the outcome lines of a trace instead"),
      CommandLineOption(
        "--verify",
        help: "compare with each file's expect line and outcome lines, and print what differs; "
          + "a file that has neither is said to have nothing to verify, and holds"),
      CommandLineOption(
        "--real-time",
        help: "play at the trace's own pace, on a terminal with a bar that follows, and with ticks "
          + "to be felt where a touchpad can give them; the options below say how"),
      CommandLineOption(
        "--raw",
        help:
          "FILE is of swipectl record --raw or libinput record: play its frames to the real libinput, "
          + "on a touchpad that is made for it (as root); FILE.jsonl beside it has the settings"),
      WhatIfCommand.option,
    ] + hapticCommandLine,
    examples: [
      CommandExample("swipectl replay mine.jsonl", "what happened, a line an event"),
      CommandExample("swipectl replay --real-time mine.jsonl", "the same, seen and felt"),
      CommandExample("swiped --json | swipectl replay --json -", "what is swiped now"),
    ],
    run: { arguments, console throws(UsageError) in
      if arguments.has("--what-if") { return try WhatIfCommand(arguments).run(console) }
      guard !arguments.operands.isEmpty else { throw .missingOperand("FILE") }
      let options = ReplayOptions(arguments)
      let haptics = try HapticOptions(arguments)
      if !options.isRealTime,
        let option = hapticCommandLine.first(where: { arguments.has($0.name) })
      {
        throw .badValue(option: option.name, reason: "ticks are played with --real-time only")
      }
      var ticks: ReplayTicks?
      if options.isRealTime {
        do throws(SearchError) { ticks = try ReplayTicks(haptics, console) } catch {
          return console.fail(error)
        }
      }
      defer { ticks?.close() }
      if let ticks { console.introduce(ticks, isJSON: options.isJSON) }
      let files = RecordingFiles(arguments.operands, areRaw: options.isRaw)
      for failure in files.failures { console.error(failure) }
      var code = files.failures.isEmpty ? ExitCode.success : ExitCode.failure
      for (index, path) in files.paths.enumerated() where !console.isClosed {
        // One after the other, so that an eye can tell them apart.
        if options.isRealTime, index > 0 { console.pause(.milliseconds(700)) }
        let replay = FileReplay(path, options, ticks, console)
        code = max(code, replay.run())
      }
      return code
    })
}

extension Console {
  /// Says how ticks are played: among outcome lines for a program only to whoever watches.
  fileprivate func introduce(_ ticks: ReplayTicks, isJSON: Bool) {
    if !isJSON {
      write(printable(ticks.summary) + "\n")
    } else if isWatched {
      error(ticks.summary)
    }
  }
}

struct ReplayOptions {
  var isJSON: Bool
  var isVerified: Bool
  var isRealTime: Bool
  var isRaw: Bool
  var hasSeveralFiles: Bool

  init(_ arguments: ParsedCommandLine) {
    isJSON = arguments.has("--json")
    isVerified = arguments.has("--verify")
    isRealTime = arguments.has("--real-time")
    isRaw = arguments.has("--raw")
    hasSeveralFiles = arguments.operands.count > 1
  }

  /// Whether the events themselves are told: with `--verify` alone only what differs is of interest.
  var tellsEvents: Bool { isJSON || !isVerified || isRealTime }
}

/// The replay of one file.
final class FileReplay {
  private let path: String
  private let name: String
  private let options: ReplayOptions
  private let ticks: ReplayTicks?
  private let console: Console

  private var reader = TraceReader()
  private var replay: TraceReplay?
  private var verification = TraceVerification()
  private var narrator: SwipeNarrator
  private var json = TraceWriter()
  private var pace = Pace()
  private var hasStarted = false

  init(_ path: String, _ options: ReplayOptions, _ ticks: ReplayTicks?, _ console: Console) {
    self.ticks = ticks
    self.path = path
    name = path == "-" ? "standard input" : path.isEmpty ? "\"\"" : path
    self.options = options
    self.console = console
    narrator = SwipeNarrator(
      showsBar: options.isRealTime && !options.isJSON && console.isLive,
      isColoured: console.isColoured)
  }

  func run() -> Int32 {
    if options.isRaw { return runRaw() }
    do throws(Errno) {
      let file = try InputFile(path: path)
      return try play(file)
    } catch {
      endStory()
      console.error("\(name): \(error)")
      return ExitCode.failure
    }
  }

  private func play(_ file: borrowing InputFile) throws(Errno) -> Int32 {
    var hasMore = true
    while hasMore, !console.isClosed {
      // Whoever feeds a pipe wants to see what came of it.
      console.flush()
      let bytes = try file.read()
      hasMore = !bytes.isEmpty
      if hasMore { reader.append(bytes) } else { reader.end() }
      do throws(TraceError) {
        while !console.isClosed, let item = try reader.next() { take(item) }
      } catch {
        endStory()
        console.error("\(name):\(error)")
        return ExitCode.failure
      }
    }
    return finish()
  }

  private func finish() -> Int32 {
    while let deadline = replay?.deadline, !console.isClosed {
      waitUntil(deadline)
      advance(to: deadline)
    }
    replay?.finish { emit($0) }
    endStory()
    return options.isVerified ? verdict() : ExitCode.success
  }

  /// What libinput makes of the frames is what a trace would have.
  private func runRaw() -> Int32 {
    do throws(FileError) {
      let raw = try RawReplay(path: path)
      begin(raw.header)
      for line in raw.lines where !console.isClosed { take(line) }
      if options.isVerified, let expectation = raw.expectation {
        // Times are never quite the same: what was felt and how each swipe ended is.
        verification.add(TraceLine(number: raw.lines.count + 1, content: .expect(expectation)))
      }
      return finish()
    } catch {
      endStory()
      console.error("\(error)")
      return ExitCode.failure
    }
  }

  // MARK: Lines

  private func take(_ item: TraceReader.Item) {
    switch item {
    case .header(let header):
      begin(header)
    case .line(let line):
      if replay == nil { begin(TraceHeader()) }
      take(line)
    }
  }

  private func begin(_ header: TraceHeader) {
    // A header that was read has no setting that is out of its range.
    replay = try? TraceReplay(header.settings)
    guard options.tellsEvents, !options.isJSON else { return }
    if options.hasSeveralFiles || header.name != nil {
      tell("\(name)" + (header.name.map { ": \($0)" } ?? ""))
    }
    if options.isRealTime, let why = header.why { tell("  \(why)") }
  }

  private func take(_ line: TraceLine) {
    if options.isVerified { verification.add(line) }
    switch line.content {
    case .input(let input, let time):
      if !hasStarted { narrator.start(at: time) }
      hasStarted = true
      if options.isRealTime { catchUp(time) }
      if case .begin = input { ticks?.prepare() }
      replay?.play(line) { emit($0) }
      if options.isRealTime, !options.isJSON, let tracker = replay?.tracker(for: line.device) {
        narrator.follow(tracker)
        tellNarration()
      }
    case .lost(let count):
      guard options.tellsEvents, !options.isJSON else { return }
      tell("  \(count) lines were lost here: what follows may differ from what was felt")
    case .outcome, .expect:
      break
    }
  }

  private func emit(_ event: TraceReplay.Event) {
    if let ticks, case .tick(let tick) = event.event.kind {
      ticks.play(tick, at: pace.clock(event.event.time))
    }
    if options.isVerified { verification.add(event) }
    guard options.tellsEvents else { return }
    if options.isJSON {
      json.event(event.event, device: event.device)
      console.write(json.bytes)
      json.bytes.removeAll(keepingCapacity: true)
    } else {
      narrator.event(event.event, device: event.device.map(printable))
      tellNarration()
    }
  }

  // MARK: Time

  /// Plays the ticks that are due before `time`, each when it is due, and waits until then.
  private func catchUp(_ time: Microseconds) {
    while let deadline = replay?.deadline, deadline < time, !console.isClosed {
      waitUntil(deadline)
      advance(to: deadline)
    }
    waitUntil(time)
  }

  private func advance(to time: Microseconds) { replay?.advance(to: time) { emit($0) } }

  private func waitUntil(_ time: Microseconds) {
    guard options.isRealTime else { return }
    console.pause(pace.left(until: time))
  }

  // MARK: Telling

  private func tell(_ line: String) {
    narrator.line(printable(line))
    tellNarration()
  }

  private func tellNarration() {
    console.write(narrator.text)
    narrator.text.removeAll(keepingCapacity: true)
  }

  private func endStory() {
    narrator.clearBar()
    tellNarration()
  }

  private func verdict() -> Int32 {
    // Outcome lines on standard output are for a program.
    let tell = { (line: String) in
      if self.options.isJSON { self.console.error(line) } else { self.tell(line) }
    }
    guard verification.hasClaims else {
      tell("\(name): nothing to verify: it has no expect line and no outcome lines")
      return ExitCode.success
    }
    let differences = verification.differences()
    guard !differences.isEmpty else {
      tell("\(name): holds")
      return ExitCode.success
    }
    for difference in differences { tell("\(name): \(difference)") }
    return ExitCode.negative
  }
}

/// Turns a trace's times into those of now.
private struct Pace {
  /// A trace's time, and what the clock showed then.
  private var start: (trace: Microseconds, clock: Int64)?

  mutating func left(until time: Microseconds) -> Microseconds {
    clock(time) - Microseconds(Clock.monotonic)
  }

  /// What the clock shows when it is this time in the trace; now, for the first time that is asked for.
  mutating func clock(_ time: Microseconds) -> Microseconds {
    let start = start ?? (time, Clock.monotonic)
    self.start = start
    return Microseconds(start.clock) + (time - start.trace)
  }
}
