internal import CommitPoint
internal import Haptics
internal import LinuxIO

/// The ticks of one device, for a program that has the time to wait for them.
final class TickPlayer {
  let device: TickDevice
  private let feedback: HapticFeedback
  private(set) var settlement: HapticSettlement?
  /// The rungs that failed while in use, since they were taken away.
  private(set) var falls: [SkippedRung] = []
  private(set) var last: HapticTickReport?
  private(set) var dropped = 0
  /// Told of each tick, when it has been played or dropped.
  var finished: ((HapticTickReport) -> Void)?

  /// Readable when there is something to be told.
  var descriptor: Int32 { feedback.descriptor }

  init(_ device: TickDevice, _ options: HapticOptions) throws(Errno) {
    self.device = device
    feedback = try HapticFeedback(
      node: device.node, sysPath: device.sysPath, options: options)
  }

  /// Waits until the rung is known, but not for longer than `span`; nil where the device does not answer.
  func settle(within span: Microseconds) -> HapticSettlement? {
    wait(span) { settlement != nil }
    return settlement
  }

  var plays: Bool { settlement.map { $0.rung != .log } ?? false }

  func prepare() { feedback.prepare(at: Microseconds(Clock.monotonic)) }

  /// Hands the tick over, and takes what is to be told of earlier ones.
  @discardableResult
  func play(_ tick: HapticTick, frameTime: Microseconds) -> UInt64 {
    let number = feedback.selectionChanged(tick, frameTime: frameTime)
    drain()
    return number
  }

  /// Plays a tick now, and waits for what becomes of it; nil where the device does not answer within `span`.
  func playAndWait(_ tick: HapticTick, within span: Microseconds) -> HapticTickReport? {
    let number = play(tick, frameTime: Microseconds(Clock.monotonic))
    wait(span) { last?.number == number }
    return last?.number == number ? last : nil
  }

  /// Plays what waits, and lets the device go.
  func close() {
    feedback.close()
    drain()
  }

  func takeFalls() -> [SkippedRung] {
    defer { falls.removeAll() }
    return falls
  }

  private func wait(_ span: Microseconds, _ isOver: () -> Bool) {
    let deadline = Microseconds(Clock.monotonic) + span
    while true {
      drain()
      if isOver() || !ThisProcess.waitToRead(feedback.descriptor, until: deadline) { return }
    }
  }

  /// Takes what is to be told.
  func drain() {
    feedback.drain { report in
      switch report {
      case .settled(let settlement): self.settlement = settlement
      case .fell(let fall): falls.append(fall)
      case .tick(let tick):
        last = tick
        switch tick.outcome {
        case .played, .logged: break
        case .stale, .queueFull: dropped += 1
        }
        finished?(tick)
      case .lost: break
      }
    }
  }
}
