import CommitPoint
import DeviceRemarks
import Haptics
import LinuxIO
import NoPrograms
import SwipeCommandLine
import SwipeConfig
import TouchpadInput

/// What ends the daemon before it has begun.
enum StartError: Error, CustomStringConvertible {
  case system(Errno)
  case touchpads(TouchpadInputError)

  var description: String {
    switch self {
    case .system(let error): "cannot set up the event loop: \(error)"
    case .touchpads(let error): error.description
    }
  }
}

/// The touchpads, their trackers and what is told of them, on one loop.
///
/// Everything happens on the thread that calls `run()`: touch frames, deadlines, signals and room for output
/// come as readiness of descriptors, and between two of them it waits.
final class Daemon {
  /// How long a program that was told to end waits for a disarm tick that is owed. It is to be gone
  /// within 100 ms; the tick is then played, even if it comes sooner after the last one than it should.
  private static let longestFarewell = Microseconds.milliseconds(40)
  /// How long the ticks that are waiting may take to be played at the end.
  private static let longestClose = Microseconds.milliseconds(30)
  /// How long the output may take to be written at the end, in µs.
  private static let longestFlush: Int64 = 20_000

  private let options: DaemonOptions
  private var configuration: Configuration
  private let loop: EventLoop
  private let input: TouchpadInput
  private var signals: Signals
  private var timer: Timer
  /// Who started it as a service and wants to hear of it; `nil` for nobody.
  private let manager: ServiceManager?
  private let output: OutputQueue
  private let notices: OutputQueue

  private var report: Report
  private var touchpads: [TrackedTouchpad] = []
  /// The touchpad that was heard last: the next frame is mostly its own.
  private var lastHeard: TrackedTouchpad?
  private let showsBar: Bool
  /// Whether a terminal was there at the start: when it is gone, so is whoever started this.
  private let hadTerminal: Bool
  /// Whether a tick may be owed since the timer was set last.
  private var isStirred = false
  private var latencies = LatencyStatistics()
  private var dropped = 0
  private var isStarting = true
  private var farewell: Microseconds?
  private var isRefused = false

  /// - Parameter configuration: what is in force at first, the command line included.
  init(_ options: DaemonOptions, _ configuration: Configuration) throws(StartError) {
    self.options = options
    self.configuration = configuration
    hadTerminal = Terminal.isAtHand
    let terminal = Terminal(descriptor: 1)
    report = Report(
      format: options.format, isLive: terminal.canRedraw, isColoured: terminal.hasColours,
      isWatched: Terminal(descriptor: 2).isTerminal)
    showsBar = report.showsBar
    do throws(Errno) {
      Signals.ignoreBrokenPipes()
      let signals = try Signals([.terminate, .interrupt, .hangup, .user1])
      let timer = try Timer()
      loop = try EventLoop()
      manager = options.isService ? try ServiceManager.fromEnvironment() : nil
      self.signals = signals
      self.timer = timer
    } catch {
      throw .system(error)
    }
    do throws(TouchpadInputError) {
      input = try TouchpadInput(
        selection: options.selection,
        twoFingerSwipes: configuration.fingerCounts().contains(2))
    } catch {
      throw .touchpads(error)
    }
    output = OutputQueue(1, in: loop, lostLine: Report.lostLine(options.format))
    notices = OutputQueue(2, in: loop, lostLine: Report.lostLine(.text))
  }

  /// Reads touchpads until a signal ends it.
  ///
  /// - Returns: whether all that was asked for could be done.
  func run() throws(StartError) -> Bool {
    do throws(Errno) {
      try loop.add(signals.descriptor) { [unowned self] _ in takeSignals() }
      try loop.add(timer.descriptor) { [unowned self] _ in passTime() }
      for descriptor in input.descriptors {
        try loop.add(descriptor) { [unowned self] _ in
          input.dispatch(descriptor) { take($0) }
          settle()
        }
      }
      report.introduce(configuration.combinedSettings(on: .unknown).settings)
      input.isWanted = { [unowned self] in isWanted($0) }
      input.start { take($0) }
      isStarting = false
      // Silence would look as though there were one. A touchpad that was refused has been told of.
      if touchpads.isEmpty, report.notices.isEmpty {
        report.notice("no touchpad here, waiting for one")
      }
      if isRefused {
        // What it would have done is no answer.
        report.takeOutput { _ in }
      } else {
        // With a touchpad it has been written already, as that touchpad has the settings.
        let feel = TouchpadFeel(configuration, .unknown, of: counts)
        report.header(feel.combined, isExact: feel.isExact)
        if options.isService { beginService() }
        isStirred = true
        settle()
        StartUpMemory.giveBack()
        try loop.run()
      }
    } catch {
      throw .system(error)
    }
    // All at once, so that the slowest touchpad takes the time and not their sum.
    for pad in touchpads { pad.haptics.beginClose() }
    for pad in touchpads { closeHaptics(of: pad, within: Self.longestClose) }
    if latencies.count > 0 { report.statistics(latencies, dropped: dropped) }
    settle()
    let deadline = Clock.monotonic + Self.longestFlush
    notices.flush(until: deadline)
    output.flush(until: deadline)
    return !isRefused
  }

  private func beginService() {
    attempt("give up starting programs") { () throws(Errno) in try giveUpStartingPrograms() }
    manager?.tell(.ready, status: status)
  }

  /// What `systemctl status` shows.
  private var status: String {
    touchpads.isEmpty
      ? "No touchpad yet" : "Reading " + touchpads.map(\.touchpad.name).joined(separator: ", ")
  }

  // MARK: Touchpads

  private func take(_ event: TouchpadEvent) {
    switch event {
    case .swipe(let id, let input, let time):
      guard let pad = touchpad(id) else { return }
      handle(input, at: time, on: pad)
    case .taken(let touchpad):
      add(touchpad)
    case .released(let id):
      guard let pad = touchpad(id) else { return }
      remove(pad)
    case .refused(let node, let name, let refusal):
      refuse(node: node, name: name, refusal)
    case .waiting(let path, let refusal):
      report.notice("\"\(path)\" \(refusal), waiting for it")
    case .announcementsLost:
      report.notice("udev announced more than could be read in time, looked at all devices anew")
    }
  }

  private func add(_ touchpad: Touchpad) {
    let identity = touchpad.candidate.identity
    let feel = TouchpadFeel(configuration, identity, of: counts)
    do {
      let pad = try TrackedTouchpad(
        touchpad, feel, configuration.haptics(on: identity), label: label(of: touchpad))
      try listenToHaptics(of: pad)
      touchpads.append(pad)
      report.taken(touchpad, feel.combined, isExact: feel.isExact)
      if !isStarting { manager?.tell(status: status) }
      // Where nothing can be played this is known already.
      drainHaptics(of: pad)
    } catch {
      report.notice("cannot give ticks for \(touchpad.title): \(error), ignoring the touchpad")
    }
  }

  private func remove(_ pad: TrackedTouchpad) {
    // A disarm tick that is still owed would have no tracker to play it when it is due.
    if let deadline = pad.tracker.deadline {
      pad.tracker.advance(to: deadline) { tell($0, of: pad) }
    }
    closeHaptics(of: pad, within: 0)
    touchpads.removeAll { $0 === pad }
    if lastHeard === pad { lastHeard = nil }
    report.released(pad.touchpad)
    manager?.tell(status: status)
  }

  private func refuse(node: String, name: String?, _ refusal: TouchpadRefusal) {
    let subject = name.map { "\($0) (\(node))" } ?? "\"\(node)\""
    report.notice("\(subject) \(refusal)\(refusal.advice("swiped"))")
    // What was asked for by its path is there, and is nothing that swiped can read.
    if isStarting, case .nodes = options.selection { isRefused = true }
  }

  /// In a trace every line names its touchpad, unless there can be only one.
  private func label(of touchpad: Touchpad) -> String? {
    if case .nodes(let nodes) = options.selection, nodes.count == 1 { return nil }
    return touchpad.node.split(separator: "/").last.map(String.init)
  }

  private func touchpad(_ id: TouchpadID) -> TrackedTouchpad? {
    if let lastHeard, lastHeard.touchpad.id == id { return lastHeard }
    lastHeard = touchpads.first { $0.touchpad.id == id }
    return lastHeard
  }

  // MARK: Swipes

  private func handle(_ input: SwipeInput, at time: Microseconds, on pad: TrackedTouchpad) {
    if case .begin(let fingers) = input { prepare(pad, forFingers: fingers, at: time) }
    if options.format == .json {
      // A deferred tick may have been played since the frame was stamped: a trace has the stamp that counts.
      report.input(input, at: max(time, pad.tracker.clock), device: pad.label)
    }
    pad.tracker.handle(input, at: time) { tell($0, of: pad) }
    if pad.hasArmed {
      pad.hasArmed = false
      self.input.holdContacts(of: pad.touchpad.id)
    }
    if showsBar { report.follow(pad.tracker) }
  }

  /// Makes a touchpad ready for a swipe: its ticks, and what swipes of so many fingers go by.
  private func prepare(_ pad: TrackedTouchpad, forFingers count: Int, at time: Microseconds) {
    pad.haptics.prepare(at: time)
    guard let settings = pad.settingsToUse(forFingers: count) else { return }
    // A swipe that is still open would otherwise be taken for one that a reload has ended.
    if pad.tracker.isTracking { handle(.cancel(.superseded), at: time, on: pad) }
    do throws(SettingsError) {
      try pad.use(settings, forFingers: count, at: time)
    } catch {
      report.notice("bug: checked settings are refused: \(error)")
    }
  }

  private func tell(_ event: SwipeEvent, of pad: TrackedTouchpad) {
    isStirred = true
    switch event.kind {
    case .tick(let tick): play(tick, event, on: pad)
    case .armed:
      // The tick that follows is not to wait for the contacts to be noted.
      pad.hasArmed = true
      report.event(event, device: pad.label)
    case .disarmed, .committed, .sprungBack, .cancelled, .ignored:
      report.event(event, device: pad.label)
    }
  }

  private func passTime() {
    // Frames that are there already come first: they are older than now, and may change what is owed.
    for descriptor in input.descriptors { input.dispatch(descriptor) { take($0) } }
    let now = Microseconds(Clock.monotonic)
    manager?.advance(to: now.value)
    let isOver = farewell.map { $0 <= now } ?? false
    for pad in touchpads {
      guard let deadline = pad.tracker.deadline, isOver || deadline <= now else { continue }
      pad.tracker.advance(to: deadline) { tell($0, of: pad) }
    }
    attempt("read the timer") { () throws(Errno) in try timer.acknowledge() }
    isStirred = true
    settle()
  }

  // MARK: Ticks

  private func play(_ tick: Tick, _ event: SwipeEvent, on pad: TrackedTouchpad) {
    guard pad.rung != .log else {
      // The line is the tick: it is written as soon as the frames that are there have been looked at.
      // At the end it may come before it is due.
      let latency = max(0, Microseconds(Clock.monotonic) - event.time)
      latencies.add(latency)
      return report.event(event, device: pad.label, backend: "log", latency: latency)
    }
    guard pad.hapticOptions.choice != .off else { return report.event(event, device: pad.label) }
    report.felt(event, device: pad.label)
    let number = pad.haptics.selectionChanged(HapticTick(tick), frameTime: event.time)
    pad.unplayed.append((number, event))
  }

  private func listenToHaptics(of pad: TrackedTouchpad) throws(Errno) {
    try loop.add(pad.haptics.descriptor) { [unowned self, unowned pad] _ in
      drainHaptics(of: pad)
      settle()
    }
  }

  private func replaceHaptics(of pad: TrackedTouchpad, _ options: HapticOptions) {
    closeHaptics(of: pad, within: 0)
    do throws(Errno) {
      try pad.replaceHaptics(options)
      try listenToHaptics(of: pad)
      drainHaptics(of: pad)
    } catch {
      report.notice("cannot change how \(pad.touchpad.title) gives its ticks: \(error)")
    }
  }

  private func drainHaptics(of pad: TrackedTouchpad) {
    pad.haptics.drain { told in
      switch told {
      case .settled(let settlement):
        pad.rung = settlement.rung
        report.settled(settlement, pad.touchpad)
      case .fell(let skipped):
        report.notice(
          "\(skipped.rung.rawValue) has failed on \(pad.touchpad.title): \(skipped.obstacle)")
      case .tick(let played):
        guard let index = pad.unplayed.firstIndex(where: { $0.number == played.number }) else {
          return
        }
        finish(pad.unplayed.remove(at: index).event, played, of: pad)
      case .lost(let count):
        report.notice("\(count) reports on the ticks of \(pad.touchpad.title) were lost")
        giveUpUnplayed(of: pad)
      }
    }
  }

  private func finish(_ event: SwipeEvent, _ played: HapticTickReport, of pad: TrackedTouchpad) {
    switch played.outcome {
    case .played, .logged:
      latencies.add(played.latency)
      report.played(
        event, device: pad.label, backend: played.rung.rawValue, latency: played.latency)
    case .stale, .queueFull:
      dropped += 1
      report.played(event, device: pad.label, backend: nil, latency: nil)
      report.notice("a tick came too late for \(pad.touchpad.title) and was dropped")
    }
  }

  private func closeHaptics(of pad: TrackedTouchpad, within span: Microseconds) {
    pad.haptics.close(within: span)
    drainHaptics(of: pad)
    giveUpUnplayed(of: pad)
    loop.remove(pad.haptics.descriptor)
  }

  /// A trace has every tick, also those of which it will not be known how they were played.
  private func giveUpUnplayed(of pad: TrackedTouchpad) {
    for (_, event) in pad.unplayed {
      report.played(event, device: pad.label, backend: nil, latency: nil)
    }
    pad.unplayed.removeAll()
  }

  /// Writes what there is to tell, and sets the timer for the next tick that is owed. After most frames
  /// there is neither.
  private func settle() {
    if report.hasText {
      report.takeNotices { notices.append(asIs: $0) }
      notices.flush()
      report.takeOutput { output.append(asIs: $0) }
      output.flush()
      if output.state == .closed { loop.stop() }
    }
    if isStirred {
      isStirred = false
      setTimer()
    }
  }

  private func setTimer() {
    let owed = touchpads.compactMap { $0.tracker.deadline }.min()
    if let farewell, owed == nil || farewell <= Microseconds(Clock.monotonic) { return loop.stop() }
    let next = [owed, farewell, manager?.deadline.map { Microseconds($0) }].compactMap { $0 }.min()
    attempt("set the timer") { () throws(Errno) in try timer.set(next?.value) }
  }

  // MARK: Configuration

  /// Which of the configured swipes count.
  private func counts(_ swipe: ConfiguredSwipe) -> Bool {
    // Nobody waits for the others' outcomes: a tick would promise something that does not happen.
    !options.isService || swipe.isTickOnly?.value ?? false
  }

  /// Whether the configuration has a touchpad read; one that was asked for by its path is.
  private func isWanted(_ touchpad: TouchpadCandidate) -> Bool {
    if case .nodes = options.selection { return true }
    return configuration.isEnabled(touchpad.identity)
  }

  /// Reads the configuration again. If there is an error in it, all stays as it is.
  private func reload() {
    manager?.tell(.reloading(since: Clock.monotonic))
    readConfiguration()
    manager?.tell(.ready, status: status)
    isStirred = true
  }

  private func readConfiguration() {
    let loaded = Configuration.load(options.source, for: .service)
    for message in loaded.messages { report.notice(message.description) }
    if loaded.hasErrors {
      return report.notice("the configuration has errors, going on with the old one")
    }
    var new = loaded.configuration
    do throws(UsageError) {
      try new.overlay(options.commandLine)
    } catch {
      return report.notice(
        "bug: options that were checked are refused: \(error), going on as before")
    }
    let isSame = new == configuration
    // What is the same may still come from other lines.
    configuration = new
    report.notice(isSame ? "nothing has changed in the configuration" : "read the configuration")
    guard !isSame else { return }

    input.twoFingerSwipes = configuration.fingerCounts(of: counts).contains(2)
    let now = Microseconds(Clock.monotonic)
    for pad in touchpads { apply(to: pad, at: now) }
    input.reconsider { take($0) }
  }

  private func apply(to pad: TrackedTouchpad, at now: Microseconds) {
    let identity = pad.touchpad.candidate.identity
    let feel = TouchpadFeel(configuration, identity, of: counts)
    do throws(SettingsError) {
      if try pad.use(feel, at: now, { tell($0, of: pad) }) {
        handle(.cancel(.reload), at: now, on: pad)
        _ = try pad.use(feel, at: now) { tell($0, of: pad) }
      }
    } catch {
      report.notice("bug: checked settings are refused: \(error)")
    }
    if !isWanted(pad.touchpad.candidate), pad.tracker.isTracking {
      handle(.cancel(.reload), at: now, on: pad)
    }
    report.changed(pad.touchpad, feel.combined)
    let options = configuration.haptics(on: identity)
    if options != pad.hapticOptions { replaceHaptics(of: pad, options) }
  }

  // MARK: The end

  private func takeSignals() {
    attempt("read a signal") { () throws(Errno) in
      while let signal = try signals.next() {
        switch signal {
        // A second one is from somebody who does not want to wait.
        case .terminate, .interrupt: if farewell == nil { end() } else { loop.stop() }
        case .hangup: if hadTerminal, !Terminal.isAtHand { end() } else { reload() }
        case .user1: report.statistics(latencies, dropped: dropped)
        case .user2, .windowChanged: break
        }
      }
    }
    settle()
  }

  /// Cancels what is under way; the loop goes on as long as a disarm tick is owed.
  private func end() {
    let now = Microseconds(Clock.monotonic)
    farewell = now + Self.longestFarewell
    manager?.tell(.stopping)
    isStirred = true
    for pad in touchpads where pad.tracker.isTracking {
      handle(.cancel(.shutdown), at: now, on: pad)
    }
  }

  /// Does what fails only if the kernel is out of memory, and goes on if it does.
  private func attempt(_ what: String, _ action: () throws(Errno) -> Void) {
    do throws(Errno) {
      try action()
    } catch {
      report.notice("cannot \(what): \(error), going on")
    }
  }
}
