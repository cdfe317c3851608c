import CommitPoint
import DeviceRemarks
import Haptics
import LinuxIO
import NoPrograms
import SwipeBus
import SwipeClient
import SwipeCommandLine
import SwipeConfig
import TouchpadInput

/// What ends the daemon before it has begun.
enum StartError: Error, CustomStringConvertible {
  case system(Errno)
  case touchpads(TouchpadInputError)
  /// A service that could start programs is not what was asked for.
  case programs(Errno)

  var description: String {
    switch self {
    case .system(let error): "cannot set up the event loop: \(error)"
    case .touchpads(let error): error.description
    case .programs(let error):
      "cannot give up starting programs, which the service does not run without: "
        + (error == .noSharedLibrary ? "libseccomp.so.2 cannot be loaded" : "\(error)")
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
  /// How long after the start the memory is given back that it has needed. That takes 9 ms in a virtual machine, and whoever
  /// waits for touchpads to be read is not to wait for it.
  static let timeToRest = Microseconds.milliseconds(100)

  let options: DaemonOptions
  var configuration: Configuration
  let loop: EventLoop
  let input: TouchpadInput
  var signals: Signals
  var timer: Timer
  /// Who started it as a service and wants to hear of it; `nil` for nobody.
  let manager: ServiceManager?
  /// Where it reads what is written here: messages that it has an explanation of are told to it directly.
  let journal: Journal?
  /// Those who have asked the service for swipes and ticks; `nil` where it is not the service.
  var bus: SwipeBus?
  /// Asks a running service to leave our touchpads alone; `nil` where it is the service itself.
  var neighbour: SwipeClient?
  let output: OutputQueue
  let notices: OutputQueue

  var report: Report
  var touchpads: [TrackedTouchpad] = []
  /// The touchpad that was heard last: the next frame is mostly its own.
  var lastHeard: TrackedTouchpad?
  let showsBar: Bool
  /// Whether a terminal was there at the start: when it is gone, so is whoever started this.
  let hadTerminal: Bool
  /// Whether a tick may be owed since the timer was set last.
  var isStirred = false
  /// How often the loop has been woken since memory was given back.
  var turns = 0
  var latencies = LatencyStatistics()
  var dropped = 0
  var isStarting = true
  /// Whether a touchpad is to give its ticks otherwise once nothing is under way on it.
  var awaitsQuiet = false
  /// The nodes that a running service does not leave alone, as it was told.
  var shared: Set<String> = []
  var farewell: Microseconds?
  /// When the memory is given back that the start has needed.
  var firstRest: Microseconds?
  var isRefused = false
  /// Whether the loop could not go on.
  var hasFailed = false
  /// Why the output cannot be written, as it was told last.
  var toldOutputError: Errno?

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
      Signals.ignoreFailedWrites()
      let signals = try Signals([.terminate, .interrupt, .hangup, .user1])
      let timer = try Timer()
      loop = try EventLoop()
      manager = options.isService ? try ServiceManager.fromEnvironment() : nil
      // Without it they are lines like all others.
      journal = options.isService && Journal.reads(2) ? try? Journal(program: "swiped") : nil
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
    if options.isService { try giveUpPrograms() }
    do throws(Errno) {
      try joinBus()
      try loop.add(signals.descriptor) { [unowned self] _ in takeSignals() }
      try loop.add(timer.descriptor) { [unowned self] _ in passTime() }
      // Called for every touch frame, so without the counting that `unowned` costs; removed at the end.
      for descriptor in input.descriptors {
        try loop.add(descriptor) { [self] _ in read(descriptor) }
      }
      defer { for descriptor in input.descriptors { loop.remove(descriptor) } }
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
        let feel = TouchpadFeel(configuration, .unknown)
        report.header(feel.combined, isExact: feel.isExact)
        manager?.tell(.ready, status: status)
        // The library for it takes milliseconds to load, which the start does not wait for.
        bus?.start()
        firstRest = Microseconds(Clock.monotonic) + Self.timeToRest
        isStirred = true
        settle()
        wait()
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
    return !isRefused && !hasFailed && output.lastError == nil
  }

  private func wait() {
    do throws(Errno) {
      try loop.run { settle() }
    } catch {
      report.notice("cannot wait for touchpads: \(error), ending")
      hasFailed = true
      end()
      playOwed()
    }
  }

  private func giveUpPrograms() throws(StartError) {
    do throws(Errno) {
      try giveUpStartingPrograms()
    } catch {
      throw .programs(error)
    }
  }

  /// What `systemctl status` shows.
  var status: String {
    touchpads.isEmpty
      ? "No touchpad yet" : "Reading " + touchpads.map(\.touchpad.name).joined(separator: ", ")
  }

  /// Before waiting: writes what there is to tell, and sets the timer for the next tick that is owed. After most
  /// frames there is neither.
  func settle() {
    turns += 1
    if awaitsQuiet { replaceHapticsWhereQuiet() }
    write()
    while isStirred {
      isStirred = false
      setTimer()
      write()
    }
    if let bus {
      input.twoFingerSwipes = bus.isClaimed(fingers: 2)
      bus.settle()
    }
  }

  @inline(__always)
  private func write() {
    if report.hasText { writeText() }
  }

  @inline(never)
  private func writeText() {
    report.takeNotices { notices.append(asIs: $0) }
    notices.flush()
    report.takeOutput { output.append(asIs: $0) }
    output.flush()
    // Nobody reads any more. What is armed is taken back, and that is felt. A service is there without its journal, too.
    if output.state == .closed, farewell == nil, !options.isService { end() }
    if output.lastError != toldOutputError {
      toldOutputError = output.lastError
      guard let toldOutputError else { return }
      report.notice("cannot write the output: \(toldOutputError), lines are lost until it can be")
      report.takeNotices { notices.append(asIs: $0) }
      notices.flush()
    }
  }

  func setTimer() {
    let owed = touchpads.compactMap { $0.tracker.deadline }.min()
    if let farewell, owed == nil || farewell <= Microseconds(Clock.monotonic) { return loop.stop() }
    let next = [owed, farewell, firstRest, manager?.deadline.map { Microseconds($0) }]
      .compactMap { $0 }.min()
    do throws(Errno) {
      try timer.set(next?.value)
    } catch {
      report.notice("cannot set the timer: \(error), going on")
      // A tick that comes too soon is true; one that never comes leaves the last one standing.
      playOwed()
    }
  }

  /// Tells a message that the journal's catalogue explains. What the journal has no room for just now is kept as a line.
  func notice(_ message: String, _ explanation: Explanation) {
    do throws(Errno) {
      guard let journal else { return report.notice(message) }
      try journal.tell(
        printable(message), identity: explanation.rawValue, priority: explanation.priority)
    } catch {
      report.notice(message)
    }
  }

  // MARK: The end

  func takeSignals() {
    attempt("read a signal") { () throws(Errno) in
      while let signal = try signals.next() {
        switch signal {
        case .terminate, .interrupt: end()
        case .hangup:
          if hadTerminal, !Terminal.isAtHand { end() } else if farewell == nil { reload() }
        case .user1: report.statistics(latencies, dropped: dropped)
        case .user2, .windowChanged, .suspend, .resume, .child: break
        }
      }
    }
  }

  /// Cancels what is under way; the loop goes on as long as a disarm tick is owed.
  ///
  /// Whoever asks a second time does not want to wait.
  func end() {
    guard farewell == nil else { return loop.stop() }
    let now = Microseconds(Clock.monotonic)
    farewell = now + Self.longestFarewell
    firstRest = nil
    manager?.tell(.stopping)
    isStirred = true
    for pad in touchpads where pad.tracker.isTracking {
      handle(.cancel(.shutdown), at: now, on: pad)
    }
  }

  /// Does what fails only if the kernel is out of memory, and goes on if it does.
  func attempt(_ what: String, _ action: () throws(Errno) -> Void) {
    do throws(Errno) {
      try action()
    } catch {
      report.notice("cannot \(what): \(error), going on")
    }
  }
}
