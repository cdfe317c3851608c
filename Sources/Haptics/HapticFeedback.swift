public import CommitPoint
public import LinuxIO

/// The ticks of one touchpad: ``prepare(at:)`` when a gesture begins,
/// ``selectionChanged(_:frameTime:)`` when what release will do has changed, as UIKit's selection
/// feedback generator has it.
///
/// It belongs to the thread that makes it, a loop, and does not keep it waiting. What can block is
/// done by a worker thread of the touchpad's own, so that a device that does not answer holds up no
/// other's ticks; there is no such thread where nothing can be played. Effects that are already in
/// the device are played by the loop's thread itself, which is several times as quick; a write that
/// is not done 20 ms after the touch frame is ended by the last of the real-time signals and left to the worker.
public final class HapticFeedback {
  /// Ticks older than this are dropped: 100 ms. A delay of up to 50 ms is recommended, and the
  /// feeling suffers between 70 and 100 (Kaaresoja, Brewster and Lantz 2014; Okamoto 2009); what
  /// comes later is no longer felt as the finger's doing, and would be about a place where the
  /// finger is no more.
  public static let staleAfter = Microseconds.milliseconds(100)
  /// Ticks that can wait for the worker at once; in 100 ms there are two at the default interval of
  /// 50 ms, and 16 on a pad with a frame every 6 ms that ticks in each.
  public static let queueLimit = 16

  private let channel: HapticChannel
  private var thread: WorkerThread?
  private let node: String
  private let sysPath: String?
  private let options: HapticOptions
  private var number: UInt64 = 0
  /// Nil where ticks have to be left to the worker.
  private var guardian: CallGuard?
  private var lastTry = Microseconds(.min)
  private var closingSince: Microseconds?
  /// Holds the descriptors that looking at a device and opening it will take, until that is done: to find that there are
  /// none is of use only while the old way is still there.
  private var spare: [HapticChannel] = []

  /// Takes the device at `node` with its directory in sysfs, such as
  /// `/sys/devices/…/input/input5/event5`; where that is nil it is looked up. The options' device
  /// takes its place. The rung that is found comes as ``HapticReport/settled(_:)``.
  ///
  /// - Throws: the error number if the process has no descriptors left.
  public init(
    node: String, sysPath: String?, options: HapticOptions = HapticOptions()
  ) throws(Errno) {
    self.node = options.device ?? node
    self.sysPath = options.device == nil ? sysPath : nil
    self.options = options
    channel = try HapticChannel()
    if options.choice != .off { _ = start(at: Microseconds(Clock.monotonic)) }
  }

  /// Takes a device as ``init(node:sysPath:options:)`` does, but touches it only with ``takeOver(from:)``.
  ///
  /// - Throws: the error number if the process has no descriptors left.
  public init(
    replacingAt node: String, sysPath: String?, options: HapticOptions
  ) throws(Errno) {
    self.node = options.device ?? node
    self.sysPath = options.device == nil ? sysPath : nil
    self.options = options
    channel = try HapticChannel()
    spare = [try HapticChannel(), try HapticChannel()]
  }

  /// Takes the place of `old`, which plays what waits and lets its device go. The two do not have the device at the same
  /// time, for it may have room for the effects of one; after ``closeLimit`` that is no longer waited for. What `old`
  /// has to tell of until now is to be drained before.
  ///
  /// - Throws: the error number if no worker can be started; `old` is then as it was.
  public func takeOver(from old: HapticFeedback) throws(Errno) {
    spare = []
    if options.choice != .off {
      let error = start(at: Microseconds(Clock.monotonic), after: old.channel)
      if let error { throw error }
    }
    old.beginClose()
  }

  /// Starts the worker, if there is anything that it could try.
  ///
  /// - Parameter old: whose worker is to be over first.
  /// - Returns: why no worker can be started, where that is so.
  private func start(at time: Microseconds, after old: HapticChannel? = nil) -> Errno? {
    lastTry = time
    let survey = DeviceSurvey(node: node, sysPath: sysPath, root: options.root)
    var skipped: [SkippedRung] = []
    for rung in HapticRung.allCases where rung != .log {
      if let obstacle = options.allows(rung) ? survey.obstacle(to: rung) : .notAsked {
        skipped.append(SkippedRung(rung, obstacle))
      }
    }
    guard skipped.count < HapticRung.allCases.count - 1 else {
      channel.tell(.settled(HapticSettlement(rung: .log, skipped: skipped)))
      return nil
    }
    let (options, channel) = (options, channel)
    channel.reopen()
    guardian = guardian ?? CallGuard()
    do throws(Errno) {
      thread = try WorkerThread {
        _ = old?.waitUntilOver(Microseconds(Clock.monotonic) + Self.closeLimit)
        Self.work(survey, options, channel)
      }
      return nil
    } catch {
      // Nothing can have been asked for in the meantime.
      _ = channel.leave()
      for rung in HapticRung.allCases
      where rung != .log && !skipped.contains(where: { $0.rung == rung }) {
        skipped.append(SkippedRung(rung, .failed(.startThread, path: node, error)))
      }
      channel.tell(.settled(HapticSettlement(rung: .log, skipped: skipped)))
      return error
    }
  }

  deinit { close(within: 0) }

  /// Readable when there are reports to ``drain(_:)``; valid as long as this object lives.
  public var descriptor: Int32 { channel.told.rawValue }

  /// Makes ready for a tick: a gesture has begun. What has failed since the last one is found out
  /// now.
  ///
  /// The options' device, of whose coming and going nobody tells, is tried again now if it could
  /// not be played on, but not more often than every ``retryInterval``.
  public func prepare(at time: Microseconds) {
    guard !channel.ask(.prepare, now: time), options.choice != .off, options.device != nil,
      time - lastTry >= Self.retryInterval, SystemFiles.exists(node)
    else { return }
    join()
    _ = start(at: time)
  }

  /// 2 s: a gesture's time, so that hardly any that can be felt is lost, and a device that cannot
  /// be used costs little.
  public static let retryInterval = Microseconds.milliseconds(2000)

  /// Plays a tick. What became of it comes as ``HapticReport/tick(_:)``.
  ///
  /// - Parameters:
  ///   - tick: which of the two.
  ///   - frameTime: when the touch frame was that caused it, `CLOCK_MONOTONIC`; for a tick that was
  ///     deferred, when it was due.
  /// - Returns: a number that the tick's report bears.
  @discardableResult
  public func selectionChanged(_ tick: HapticTick, frameTime: Microseconds) -> UInt64 {
    number += 1
    if options.choice == .off { return number }
    let request = HapticTickRequest(number: number, tick: tick, frameTime: frameTime)
    if let guardian, channel.playDirectly(request, guardian) { return number }
    let now = Microseconds(Clock.monotonic)
    if !channel.ask(.tick(request), now: now) {
      channel.tell(.tick(request.report(.log, .logged, now)))
    }
    return number
  }

  /// Hands over all reports since the last time, in order.
  public func drain(_ body: (HapticReport) -> Void) {
    for report in channel.fetch() { body(report) }
    // A worker that fell to the last rung has ended: nothing is left for it to do.
    if channel.isOver { join() }
  }

  /// Asks for the end without waiting for it: with several touchpads, ask all, then
  /// ``close(within:)`` each.
  public func beginClose() {
    guard closingSince == nil else { return }
    closingSince = Microseconds(Clock.monotonic)
    channel.close()
  }

  /// Plays the ticks that are waiting, lets the last one end, and lets the device go; gives up
  /// waiting `span` after the end was first asked for, and then leaves the worker to itself. With
  /// 0, for a device that is gone, it does not wait at all. Reports can still be drained.
  ///
  /// An effect that is left behind ends with the process. The kernel does not let go of a process,
  /// though, while a virtual device's owner has not answered an upload: for up to 30 s (`uinput`,
  /// Linux 7.3).
  public func close(within span: Microseconds = closeLimit) {
    beginClose()
    guard let thread, let closingSince else { return }
    if channel.waitUntilOver(closingSince + span) {
      join()
    } else {
      thread.abandon()
      self.thread = nil
    }
  }

  /// 90 ms: the time to play what waits and to let it end, with which a program still ends within
  /// 100 ms.
  public static let closeLimit = Microseconds.milliseconds(90)

  private func join() {
    thread?.join()
    thread = nil
  }

  /// The worker's thread, from its beginning to its end.
  private static func work(
    _ survey: DeviceSurvey, _ options: HapticOptions, _ channel: HapticChannel
  ) {
    var ladder = HapticLadder(survey, options) { channel.tell($0) }
    ladder.climb()
    var goesOn = ladder.plays
    while goesOn {
      switch channel.next() {
      case .nothingYet: channel.wait(offering: ladder.directPlay, on: ladder.rung)
      case .end: goesOn = false
      case .request(let request):
        answer(request, &ladder)
        goesOn = ladder.plays
      }
    }
    ladder.release(lastDirect: channel.lastDirect)
    while !channel.leave() {
      guard case .request(let request) = channel.next() else { continue }
      answer(request, &ladder)
    }
  }

  private static func answer(_ request: HapticChannel.Request, _ ladder: inout HapticLadder) {
    switch request {
    case .prepare: ladder.prepare()
    case .tick(let tick): ladder.selectionChanged(tick)
    }
  }
}
