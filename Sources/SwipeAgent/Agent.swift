internal import CommitPoint
internal import Glibc
internal import LinuxIO
internal import SwipeActions
internal import SwipeClient
internal import SwipeConfig
internal import SystemBus

/// Turns committed swipes into what their owner has written into a swipes.yaml: one loop, on the thread that calls
/// ``run()``, on which nothing waits.
public final class SwipeAgent {
  /// How long a file is left alone after a change, in µs: editors write it in several steps.
  private static let reloadDelay: Int64 = 50_000
  private static let longestFlush: Int64 = 20_000
  /// How long after the start, a swipe or another file what they have had read of the program's own file is given back, in µs.
  private static let restDelay: Int64 = 30_000_000

  let options: AgentOptions
  let loop: EventLoop
  let report: AgentReport
  let client: SwipeClient
  let programs: ProgramRunner
  let output: CommandOutput
  var signals: Signals
  var timer: Timer
  /// What tells of changes of the file; `nil` where the kernel has no more of them to give.
  let watch: FileWatch?
  let manager: ServiceManager?
  private(set) lazy var runner = ActionRunner(
    programs: programs, report: report, session: { [session] in session },
    system: { [unowned self] in systemBus })

  /// The user's own bus; `nil` where there is none to be known of.
  let session: BusConnection?
  /// The system's bus, once the file has an action that needs it.
  var systemBus: BusConnection?

  var actions = SwipeActions()
  /// The swipes that are asked for, by what the client calls them.
  var claims: [ClaimedSwipe: ActionSwipe] = [:]
  /// For each fingers and direction what was asked for, the last in the file first.
  var claimed: [SwipeKey: [ClaimedSwipe]] = [:]
  /// The swipes under way.
  var underWay = SwipesUnderWay()
  let ownEnvironment = SessionEnvironment.ofThisProcess
  var environment: SessionEnvironment
  /// When the environment was asked for last, in µs of `Clock.monotonic`.
  var desktopAskedAt: Int64 = 0
  /// How long to wait until it is asked for once more, in µs, while there is no desktop in it.
  var desktopWait = SwipeAgent.firstDesktopWait
  /// What the desktop has switched off.
  var switches = TouchpadSwitches()
  /// When the file is read again, in µs of `Clock.monotonic`.
  var reloadAt: Int64?
  /// When memory is given back, in µs of `Clock.monotonic`.
  private var restAt: Int64?
  /// The messages on the file that were told last: what is still wrong is not told again.
  var toldMessages: [ConfigurationMessage] = []
  /// The notification of a file that is wrong, which the next one takes the place of.
  var fileNotification: UInt32 = 0
  /// What hears of another program that shows messages.
  var notificationOwner: BusSlot?
  /// Whether no file without errors has been read since the start.
  var isBrokenSinceStart = false
  /// The last search for a program that can press keys here.
  var keyTrial = KeyTrial()

  public init(_ options: AgentOptions) throws(AgentError) {
    self.options = options
    do throws(Errno) {
      Signals.ignoreFailedWrites()
      let signals = try Signals([.terminate, .interrupt, .hangup, .child])
      let timer = try Timer()
      loop = try EventLoop()
      watch = try? FileWatch(path: options.path)
      manager = try? ServiceManager.fromEnvironment()
      session = try BusConnection.sessionBus.map { address throws(Errno) in
        try BusConnection(address: address)
      }
      output = CommandOutput()
      programs = try ProgramRunner(output: output) { [session] in session }
      self.signals = signals
      self.timer = timer
    } catch {
      throw AgentError(description: "cannot set up the event loop: \(error)")
    }
    do throws(SwipeClientError) {
      client = try SwipeClient()
    } catch {
      throw AgentError(description: "cannot ask for the bus: \(error)")
    }
    report = AgentReport(in: loop, program: options.program)
    environment = ownEnvironment
  }

  // MARK: The loop

  /// Does what swipes are for until a signal ends it.
  public func run() throws(AgentError) {
    try begin()
    do throws(Errno) {
      try loop.add(signals.descriptor) { [unowned self] _ in takeSignals() }
      try loop.add(timer.descriptor) { [unowned self] _ in passTime() }
      if let watch {
        try loop.add(watch.descriptor) { [unowned self] _ in
          if watch.hasChanged() { reloadAt = Clock.monotonic + Self.reloadDelay }
        }
      }
      if watch == nil || watch?.isLimited == true {
        report.warn(
          "changes of \(options.path) are not noticed, the kernel's limit of inotify is reached; to have them read: "
            + "systemctl --user reload swiped-agent")
      }
      try loop.add(client.descriptor) { [unowned self] _ in client.dispatch { hear($0) } }
      if let session { try add(session) }
      session?.connected = { [unowned self] in
        listenToSettings()
        listenToNotifications()
        askEnvironment()
        tellBrokenStart()
      }
      session?.disconnected = { [unowned self] _ in
        switches.dconf = nil
        notificationOwner = nil
      }
      session?.start()
      manager?.tell(.ready, status: status)
      stir()
      try loop.run { [unowned self] in setTimer() }
    } catch {
      throw AgentError(description: "cannot wait for swipes: \(error)")
    }
    report.flush(until: Clock.monotonic + Self.longestFlush)
  }

  private func begin() throws(AgentError) {
    programs.use(environment)
    let loaded = load()
    tell(loaded.messages)
    // Somebody who named a file is there to mend it.
    if options.isNamed, loaded.hasErrors || !loaded.isThere {
      report.flush(until: Clock.monotonic + Self.longestFlush)
      throw AgentError(description: "\(options.path) cannot be used")
    }
    if !loaded.isThere { report.note("there is no \(options.path) yet, waiting for it") }
    // Of a file that is wrong no part can be trusted: a lost condition would have a swipe act anywhere.
    isBrokenSinceStart = loaded.hasErrors
    use(loaded.hasErrors ? SwipeActions() : loaded.actions)
  }

  func add(_ bus: BusConnection) throws(Errno) {
    try loop.add(bus.descriptor) { _ in bus.dispatch() }
  }

  /// What `systemctl --user status` shows.
  var status: String {
    let count = actions.swipes.count
    let swipes = count == 1 ? "1 swipe" : "\(count) swipes"
    return client.isConnected ? swipes : swipes + ", waiting for swiped"
  }

  private func setTimer() {
    let next = [
      reloadAt, programs.deadline, manager?.deadline, underWay.progressDeadline, switchesDeadline,
      desktopDeadline, restAt,
    ].compactMap { $0 }.min()
    // It fails for want of memory only, and is tried again at the next turn.
    try? timer.set(next)
  }

  private func passTime() {
    let now = Clock.monotonic
    try? timer.acknowledge()
    manager?.advance(to: now)
    programs.advance(to: now)
    followProgress(at: now)
    refreshSwitches(at: now)
    awaitDesktop(at: now)
    if let reloadAt, reloadAt <= now { reload(isAsked: false) }
    if let restAt, restAt <= now {
      self.restAt = nil
      IdleMemory.giveBack()
    }
  }

  /// Something was done that is not done all the time.
  func stir() { restAt = Clock.monotonic + Self.restDelay }

  private func takeSignals() {
    do throws(Errno) {
      while let signal = try signals.next() {
        switch signal {
        case .child: programs.reap()
        case .hangup: reload(isAsked: true)
        case .terminate, .interrupt:
          manager?.tell(.stopping)
          loop.stop()
        case .user1, .user2, .windowChanged, .suspend, .resume: break
        }
      }
    } catch {
      report.warn("cannot read a signal: \(error), going on")
    }
  }
}
