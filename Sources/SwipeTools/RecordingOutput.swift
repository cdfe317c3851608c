internal import CommitPoint
internal import DeviceRemarks
internal import LinuxIO
internal import SwipeConfig
internal import SwipeRecording
internal import SwipeTrace
internal import TouchpadInput

/// Where a recording goes: the trace, and the frames beside it. Times count from the first of either.
final class RecordingOutput {
  private let options: RecordOptions
  private let console: Console
  private let traceFile: OutputFile?
  private let rawFile: OutputFile?
  private var trace = TraceWriter()
  private var raw = RawRecordingWriter()
  private var source: EvdevSource?
  /// Of a touchpad that is gone.
  private var hasLostFrames = false
  private var narrator: SwipeNarrator
  private let tellsStory: Bool
  private var origin: Microseconds?
  private var header: TraceHeader?
  /// Whether it has been said what the swipes go by.
  var hasHeader: Bool { header != nil }
  private(set) var swipes = 0
  private(set) var outcomes = 0
  private(set) var frames = 0

  init(_ options: RecordOptions, _ console: Console) throws(FileError) {
    self.options = options
    self.console = console
    // A trace on the terminal is what is told there.
    tellsStory = options.output != nil && console.isLive
    narrator = SwipeNarrator(showsBar: tellsStory, isColoured: console.isColoured)
    traceFile = try Self.file(options.output)
    rawFile = try Self.file(options.raw)
  }

  private static func file(_ path: String?) throws(FileError) -> OutputFile? {
    guard let path else { return nil }
    do throws(Errno) { return try OutputFile(path: path) } catch {
      throw FileError(description: "\"\(path)\" cannot be written: \(error)")
    }
  }

  // MARK: Frames

  /// Has the frames of a touchpad recorded as well, if they are wanted.
  ///
  /// - Returns: what is to be waited for; `nil` where they are not wanted.
  func openFrames(of node: String) throws(FileError) -> Int32? {
    guard options.raw != nil else { return nil }
    let descriptor: OwnedDescriptor
    do throws(TouchpadRefusal) { descriptor = try TouchpadInput.open(touchpad: node) } catch {
      throw FileError(description: "\"\(node)\" \(error)" + error.advice("swipectl record --raw"))
    }
    do throws(Errno) {
      let source = try EvdevSource(descriptor)
      self.source = source
      raw.begin(
        source.description, withName: options.hasNames, program: "swipectl \(swipedVersion) record")
      return source.descriptor
    } catch {
      throw FileError(description: "\"\(node)\" cannot be read: \(error)")
    }
  }

  /// Reads the frames that have come; before what libinput makes of them, so that theirs is the first time.
  func readFrames() {
    guard let source else { return }
    do throws(Errno) {
      try source.read { frame in
        frames += 1
        var frame = frame
        frame.time = max(0, relative(Microseconds(frame.time)).value)
        raw.frame(frame)
      }
    } catch {
      // The touchpad is gone, which is told by who reads it.
      hasLostFrames = source.hasLost
      self.source = nil
    }
  }

  // MARK: The trace

  private func relative(_ time: Microseconds) -> Microseconds {
    let start = origin ?? time
    origin = start
    return max(0, time - start)
  }

  /// Says what the swipes that follow go by. A trace can say it once.
  func begin(_ settings: SwipeSettings, isExact: Bool = true) {
    guard let header else {
      let header = TraceHeader(
        name: options.name, source: "swipectl \(swipedVersion) record", settings: settings)
      self.header = header
      trace.header(header)
      if !isExact || !header.saysEverything {
        console.error(
          "a trace's header cannot say these settings (swipes that differ from each other, or stops below "
            + "6 mm on a small touchpad): the trace replays otherwise")
      }
      return
    }
    guard header.settings != settings else { return }
    // Once is enough.
    self.header?.settings = settings
    console.error(
      "the settings are others now than the trace's header says: what follows replays otherwise")
  }

  func input(_ input: SwipeInput, at time: Microseconds, device: String? = nil) {
    if case .begin = input { swipes += 1 }
    trace.input(input, at: relative(time), device: device)
  }

  func event(
    _ event: SwipeEvent, device: String? = nil, backend: String? = nil, latency: Microseconds? = nil
  ) {
    switch event.kind {
    case .committed, .sprungBack, .cancelled, .ignored: outcomes += 1
    case .armed, .disarmed, .tick: break
    }
    var event = event
    event.time = relative(event.time)
    trace.event(event, device: device, backend: backend, latency: latency)
    if tellsStory { narrator.event(event, device: device.map(printable)) }
  }

  func lost(_ count: Int) { trace.lost(count: count) }

  func follow(_ tracker: SwipeTracker) {
    if tellsStory { narrator.follow(tracker) }
  }

  // MARK: Writing

  /// Whether nobody reads it any more.
  var isClosed: Bool { traceFile == nil && console.isClosed }

  /// Writes what there is.
  func write() throws(FileError) {
    if !trace.bytes.isEmpty {
      if let traceFile {
        try Self.attempt(traceFile) { file throws(Errno) in try file.write(trace.bytes) }
      } else {
        console.write(trace.bytes)
        console.flush()
      }
      trace.bytes.removeAll(keepingCapacity: true)
    }
    if let rawFile, !raw.text.isEmpty {
      try Self.attempt(rawFile) { file throws(Errno) in try file.write(raw.text) }
      raw.text = ""
    }
    if !narrator.text.isEmpty {
      console.write(narrator.text)
      console.flush()
      narrator.text.removeAll(keepingCapacity: true)
    }
  }

  /// Puts the files in their places, and says what is in them.
  func finish() throws(FileError) {
    narrator.clearBar()
    if header == nil { begin(SwipeSettings()) }
    try write()
    for file in [traceFile, rawFile].compactMap({ $0 }) {
      try Self.attempt(file) { file throws(Errno) in try file.finish() }
    }
    if source?.hasLost ?? hasLostFrames, let raw = options.raw {
      console.error(
        "\"\(raw)\" is not whole: frames came faster than they were read, and the kernel left some out"
      )
    }
    guard let output = options.output, console.isWatched else { return }
    let beside = options.raw.map { ", \(counted(frames, "frame")) in \($0)" } ?? ""
    console.error("\(counted(swipes, "swipe")) in \(output)\(beside)")
  }

  private static func attempt(
    _ file: OutputFile, _ body: (OutputFile) throws(Errno) -> Void
  ) throws(FileError) {
    do throws(Errno) { try body(file) } catch {
      file.discard()
      throw FileError(description: "\"\(file.path)\" cannot be written: \(error)")
    }
  }
}

/// Waits, on one loop, until a signal, the time that was given, or somebody ends it.
final class RecordingLoop {
  let loop: EventLoop
  private var signals: Signals
  private var timer: Timer
  private let end: Microseconds?

  init(_ span: Microseconds?) throws(Errno) {
    loop = try EventLoop()
    signals = try Signals([.terminate, .interrupt, .hangup])
    timer = try Timer()
    end = span.map { Microseconds(Clock.monotonic) + $0 }
    try loop.add(signals.descriptor) { [unowned self] _ in
      while let signal = try? signals.next() {
        if [.terminate, .interrupt, .hangup].contains(signal) { loop.stop() }
      }
    }
  }

  /// - Parameters:
  ///   - deadline: when there is something to be done without any descriptor's being ready.
  ///   - pass: does it, if it is time.
  ///   - settle: called before each wait; whether to go on.
  func run(
    deadline: @escaping () -> Microseconds?, pass: @escaping (Microseconds) -> Void,
    settle: () -> Bool
  ) throws(Errno) {
    try loop.add(timer.descriptor) { [unowned self] _ in
      try? timer.acknowledge()
      let now = Microseconds(Clock.monotonic)
      pass(now)
      if let end, now >= end { loop.stop() }
    }
    try loop.run {
      if !settle() { return loop.stop() }
      let next = [deadline(), end].compactMap { $0 }.min()
      try? timer.set(next?.value)
    }
  }
}
