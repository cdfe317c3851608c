internal import CommitPoint
internal import DeviceRemarks
internal import Haptics
internal import LinuxIO
internal import SwipeClient
internal import SwipeCommandLine
internal import SwipeConfig
internal import TouchpadInput

/// Records straight from one touchpad, as `swiped --device` would read it: with its settings, and with ticks.
final class DeviceRecorder: Recorder {
  /// How long what is owed at the end may take.
  private static let farewell = Microseconds.milliseconds(100)

  private let console: Console
  private let output: RecordingOutput
  private let loop: RecordingLoop
  private let input: TouchpadInput
  private let configuration: Configuration
  private let path: String
  private var touchpad: Touchpad?
  private var tracker: SwipeTracker?
  private var player: TickPlayer?
  private var unplayed: [SwipeEvent] = []
  private var neighbour: SwipeClient?
  private var failure: FileError?
  private var isOver = false

  init(
    _ path: String, _ arguments: ParsedCommandLine, _ options: RecordOptions, _ console: Console
  ) throws(FileError) {
    self.path = path
    self.console = console
    let loaded = Configuration.load(.system(), for: .service)
    for message in loaded.messages { console.error("\(message)") }
    var configuration = loaded.configuration
    do throws(UsageError) { try configuration.overlay(arguments) } catch {
      throw FileError(description: "record: \(error)")
    }
    self.configuration = configuration
    do throws(TouchpadInputError) {
      input = try TouchpadInput(
        selection: .nodes([path]), twoFingerSwipes: configuration.fingerCounts().contains(2))
    } catch {
      throw FileError(description: "\(error)")
    }
    output = try RecordingOutput(options, console)
    do throws(Errno) { loop = try RecordingLoop(options.span) } catch {
      throw FileError(description: "cannot wait for touchpads: \(error)")
    }
  }

  func run() throws(FileError) {
    do throws(Errno) {
      for descriptor in input.descriptors {
        try loop.loop.add(descriptor) { [unowned self] _ in read(descriptor) }
      }
      if (try? FileStatus(path: "/run/dbus/system_bus_socket")) != nil,
        let client = try? SwipeClient()
      {
        // A service that reads it as well would tick a second time.
        try loop.loop.add(client.descriptor) { _ in client.dispatch { _ in } }
        neighbour = client
      }
      input.start { take($0) }
      try loop.run(
        deadline: { [unowned self] in tracker?.deadline },
        pass: { [unowned self] in pass($0) }
      ) {
        do throws(FileError) { try output.write() } catch { failure = failure ?? error }
        return !isOver && failure == nil && !output.isClosed
      }
    } catch {
      failure = failure ?? FileError(description: "cannot wait for touchpads: \(error)")
    }
    if let failure { throw failure }
    close()
    try output.finish()
  }

  /// What is under way is taken back, and that is felt.
  private func close() {
    let now = Microseconds(Clock.monotonic)
    if tracker?.isTracking == true { handle(.cancel(.shutdown), at: now) }
    while let deadline = tracker?.deadline {
      guard deadline - now <= Self.farewell else { break }
      console.pause(deadline - Microseconds(Clock.monotonic))
      tracker?.advance(to: deadline) { tell($0) }
    }
    player?.close()
    for tick in unplayed { output.event(tick) }
    unplayed = []
  }

  // MARK: Touches

  private func read(_ descriptor: Int32) {
    output.readFrames()
    input.dispatch(descriptor) { take($0) }
  }

  private func take(_ event: TouchpadEvent) {
    switch event {
    case .taken(let touchpad): begin(touchpad)
    case .released:
      guard touchpad != nil else { return }
      console.error("the touchpad is gone: the recording ends")
      isOver = true
    case .refused(let node, let name, let refusal):
      let subject = name.map { "\($0) (\(node))" } ?? "\"\(node)\""
      failure = FileError(
        description: "\(subject) \(refusal)\(refusal.advice("swipectl record"))")
    case .waiting(let path, let refusal): console.error("\"\(path)\" \(refusal), waiting for it")
    case .swipe(_, let input, let time): handle(input, at: time)
    case .announcementsLost: break
    }
  }

  private func begin(_ touchpad: Touchpad) {
    guard self.touchpad == nil else { return }
    self.touchpad = touchpad
    let identity = touchpad.candidate.identity
    let (settings, isExact) = configuration.combinedSettings(on: identity)
    guard
      let tracker = try? SwipeTracker(
        settings, width: touchpad.width, height: touchpad.height)
    else { return }
    self.tracker = tracker
    do throws(FileError) {
      if let frames = try output.openFrames(of: touchpad.node) {
        do throws(Errno) {
          try loop.loop.add(frames) { [unowned self] _ in output.readFrames() }
        } catch {
          throw FileError(description: "cannot wait for the touchpad's frames: \(error)")
        }
      }
    } catch {
      failure = error
      return
    }
    output.begin(tracker.settings, isExact: isExact)
    neighbour?.leaveAlone(node: touchpad.node)
    do throws(Errno) {
      let player = try TickPlayer(
        TickDevice(name: touchpad.name, node: touchpad.node, sysPath: touchpad.sysPath),
        configuration.haptics(on: identity))
      player.finished = { [unowned self] in finished($0) }
      try loop.loop.add(player.descriptor) { _ in player.drain() }
      self.player = player
    } catch {
      console.error("cannot give ticks for \(touchpad.title): \(error)")
    }
    if console.isWatched {
      console.error(
        "recording \(touchpad.title), \(touchpad.remarks(for: settings)); Ctrl-C ends it")
    }
  }

  private func handle(_ input: SwipeInput, at time: Microseconds) {
    guard let touchpad, let clock = tracker?.clock else { return }
    if case .begin = input { player?.prepare() }
    output.input(input, at: max(time, clock))
    var hasArmed = false
    tracker?.handle(input, at: time) { event in
      if case .armed = event.kind { hasArmed = true }
      tell(event)
    }
    if hasArmed { self.input.holdContacts(of: touchpad.id) }
    if let tracker { output.follow(tracker) }
  }

  private func pass(_ now: Microseconds) {
    guard let deadline = tracker?.deadline, deadline <= now else { return }
    // Frames that are there already are older than now.
    for descriptor in input.descriptors { read(descriptor) }
    tracker?.advance(to: now) { tell($0) }
  }

  private func tell(_ event: SwipeEvent) {
    guard case .tick(let tick) = event.kind else { return output.event(event) }
    guard let player, player.plays else {
      let latency = max(0, Microseconds(Clock.monotonic) - event.time)
      return output.event(event, backend: "log", latency: latency)
    }
    // Its line is written when it has been played.
    unplayed.append(event)
    player.play(HapticTick(tick), frameTime: event.time)
  }

  private func finished(_ report: HapticTickReport) {
    // One that is dropped is told of before an earlier one that still waits; and one may come within the call that asked
    // for it, which is before its number is known.
    guard let place = unplayed.firstIndex(where: { Self.tells(report, of: $0) }) else { return }
    let event = unplayed.remove(at: place)
    switch report.outcome {
    case .played, .logged:
      output.event(event, backend: report.rung.rawValue, latency: report.latency)
    case .stale, .queueFull: output.event(event)
    }
  }

  static func tells(_ report: HapticTickReport, of event: SwipeEvent) -> Bool {
    guard case .tick(let tick) = event.kind else { return false }
    return HapticTick(tick) == report.tick && event.time == report.frameTime
  }
}
