import CommitPoint
import LinuxIO
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
  private static let longestFarewell = Microseconds.milliseconds(50)
  /// How long the output may take to be written at the end, in µs.
  private static let longestFlush: Int64 = 30_000

  private let options: DaemonOptions
  private let loop: EventLoop
  private let input: TouchpadInput
  private var signals: Signals
  private var timer: Timer
  private let output: OutputQueue
  private let notices: OutputQueue

  private var report: Report
  private var touchpads: [TrackedTouchpad] = []
  /// The place of the touchpad that was heard last: the next frame is mostly its own.
  private var current = 0
  private var isStarting = true
  private var farewell: Microseconds?
  private var isRefused = false

  init(_ options: DaemonOptions) throws(StartError) {
    self.options = options
    let terminal = Terminal(descriptor: 1)
    report = Report(
      format: options.format, isLive: terminal.canRedraw, isColoured: terminal.hasColours,
      isWatched: Terminal(descriptor: 2).isTerminal)
    do throws(Errno) {
      Signals.ignoreBrokenPipes()
      let signals = try Signals([.terminate, .interrupt, .hangup])
      let timer = try Timer()
      loop = try EventLoop()
      self.signals = signals
      self.timer = timer
    } catch {
      throw .system(error)
    }
    do throws(TouchpadInputError) {
      input = try TouchpadInput(
        selection: options.selection,
        twoFingerSwipes: options.settings.fingers?.contains(2) ?? true)
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
      report.introduce(options.settings)
      input.start { take($0) }
      isStarting = false
      if !isRefused {
        // With a touchpad it has been written already, as that touchpad has the settings.
        report.header(options.settings)
        settle()
        try loop.run()
      }
    } catch {
      throw .system(error)
    }
    settle()
    let deadline = Clock.monotonic + Self.longestFlush
    notices.flush(until: deadline)
    output.flush(until: deadline)
    return !isRefused
  }

  // MARK: Touchpads

  private func take(_ event: TouchpadEvent) {
    switch event {
    case .swipe(let id, let input, let time):
      guard let place = place(of: id) else { return }
      let label = touchpads[place].label
      report.input(input, at: time, device: label)
      touchpads[place].tracker.handle(input, at: time) { tell($0, of: id, label) }
      report.follow(touchpads[place].tracker)
    case .taken(let touchpad):
      add(touchpad)
    case .released(let id):
      guard let place = place(of: id) else { return }
      remove(at: place)
    case .refused(let node, let name, let refusal):
      refuse(node: node, name: name, refusal)
    case .waiting(let path, let refusal):
      report.notice("\"\(path)\" \(refusal), waiting for it")
    case .announcementsLost:
      report.notice("udev announced more than could be read in time, looked at all devices anew")
    }
  }

  private func add(_ touchpad: Touchpad) {
    do throws(SettingsError) {
      touchpads.append(
        try TrackedTouchpad(touchpad, options.settings, label: label(of: touchpad)))
      report.taken(touchpad, options.settings)
    } catch {
      // The command line was held to the same ranges.
      report.notice("bug: checked settings are refused: \(error), ignoring \(touchpad.title)")
    }
  }

  private func remove(at place: Int) {
    let touchpad = touchpads[place].touchpad
    let label = touchpads[place].label
    // A disarm tick that is still owed would have no tracker to play it when it is due.
    if let deadline = touchpads[place].tracker.deadline {
      touchpads[place].tracker.advance(to: deadline) { tell($0, of: touchpad.id, label) }
    }
    touchpads.remove(at: place)
    report.released(touchpad)
  }

  private func refuse(node: String, name: String?, _ refusal: TouchpadRefusal) {
    let subject = name.map { "\($0) (\(node))" } ?? "\"\(node)\""
    report.notice("\(subject) \(refusal)\(refusal.advice)")
    // What was asked for by its path is there, and is nothing that swiped can read.
    if isStarting, case .nodes = options.selection { isRefused = true }
  }

  /// In a trace every line names its touchpad, unless there can be only one.
  private func label(of touchpad: Touchpad) -> String? {
    if case .nodes(let nodes) = options.selection, nodes.count == 1 { return nil }
    return touchpad.node.split(separator: "/").last.map(String.init)
  }

  private func place(of id: TouchpadID) -> Int? {
    if current < touchpads.count, touchpads[current].touchpad.id == id { return current }
    guard let place = touchpads.firstIndex(where: { $0.touchpad.id == id }) else { return nil }
    current = place
    return place
  }

  // MARK: Ticks

  private func tell(_ event: SwipeEvent, of id: TouchpadID, _ label: String?) {
    switch event.kind {
    case .tick:
      // The line is the tick: it is written as soon as the frames that are there have been looked at.
      let latency = Microseconds(Clock.monotonic) - event.time
      report.event(event, device: label, backend: "log", latency: latency)
    case .armed:
      input.holdContacts(of: id)
      report.event(event, device: label)
    case .disarmed, .committed, .sprungBack, .cancelled, .ignored:
      report.event(event, device: label)
    }
  }

  private func passTime() {
    let now = Microseconds(Clock.monotonic)
    let isOver = farewell.map { $0 <= now } ?? false
    for place in touchpads.indices {
      guard let deadline = touchpads[place].tracker.deadline else { continue }
      let id = touchpads[place].touchpad.id
      let label = touchpads[place].label
      touchpads[place].tracker.advance(to: isOver ? max(now, deadline) : now) {
        tell($0, of: id, label)
      }
    }
    attempt("read the timer") { () throws(Errno) in try timer.acknowledge() }
    settle()
  }

  /// Writes what there is to tell, and sets the timer for the next tick that is owed.
  private func settle() {
    report.takeNotices { notices.append(asIs: $0) }
    notices.flush()
    report.takeOutput { output.append(asIs: $0) }
    output.flush()
    if output.state == .closed { return loop.stop() }

    var next = farewell
    for touchpad in touchpads {
      guard let deadline = touchpad.tracker.deadline else { continue }
      next = min(next ?? deadline, deadline)
    }
    if farewell != nil, !touchpads.contains(where: { $0.tracker.deadline != nil }) {
      return loop.stop()
    }
    attempt("set the timer") { () throws(Errno) in try timer.set(next?.value) }
  }

  // MARK: The end

  private func takeSignals() {
    attempt("read a signal") { () throws(Errno) in
      while let signal = try signals.next() {
        switch signal {
        // A second one is from somebody who does not want to wait.
        case .terminate, .interrupt, .hangup: if farewell == nil { end() } else { loop.stop() }
        case .user1, .user2, .windowChanged: break
        }
      }
    }
    settle()
  }

  /// Cancels what is under way; the loop goes on as long as a disarm tick is owed.
  private func end() {
    let now = Microseconds(Clock.monotonic)
    farewell = now + Self.longestFarewell
    for place in touchpads.indices {
      let id = touchpads[place].touchpad.id
      let label = touchpads[place].label
      let shutdown = SwipeInput.cancel(.shutdown)
      if touchpads[place].tracker.isTracking { report.input(shutdown, at: now, device: label) }
      touchpads[place].tracker.handle(shutdown, at: now) { tell($0, of: id, label) }
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
