public import CommitPoint

/// A rung that is not used, and why.
public struct SkippedRung: Sendable, Hashable {
  public var rung: HapticRung
  public var obstacle: HapticObstacle

  public init(_ rung: HapticRung, _ obstacle: HapticObstacle) {
    self.rung = rung
    self.obstacle = obstacle
  }
}

/// What the haptics of a touchpad have to tell.
public enum HapticReport: Sendable, Hashable {
  /// The rung to play on is found.
  case settled(HapticSettlement)
  /// A rung that was in use has failed; where it is still to be had, `.settled` with the next one
  /// follows.
  case fell(SkippedRung)
  /// What became of a tick.
  case tick(HapticTickReport)
  /// So many reports were lost, because they were not fetched.
  case lost(Int)
}

/// The rung in use, the better ones that are not, and what the two ticks are.
public struct HapticSettlement: Sendable, Hashable {
  public var rung: HapticRung
  public var skipped: [SkippedRung]
  /// Nil on `log`.
  public var arm: HapticEffect?
  public var disarm: HapticEffect?

  public init(
    rung: HapticRung, skipped: [SkippedRung], arm: HapticEffect? = nil,
    disarm: HapticEffect? = nil
  ) {
    self.rung = rung
    self.skipped = skipped
    self.arm = arm
    self.disarm = disarm
  }
}

/// What is played for a tick.
public enum HapticEffect: Sendable, Hashable {
  /// A waveform of the touchpad, by its usage, at a strength in per cent.
  case waveform(usage: UInt16, strength: Int)
  /// The magnitudes of the two motors, 0…65535, for so many ms.
  case rumble(strong: UInt16, weak: UInt16, milliseconds: UInt16)
  /// A vibration of FF_PERIODIC's shape, of magnitude 0…32767, for so many ms.
  case periodic(waveform: UInt16, magnitude: Int16, milliseconds: UInt16)
}

extension HapticEffect: CustomStringConvertible {
  public var description: String {
    switch self {
    case .waveform(let usage, let strength):
      "\(HapticWaveform(rawValue: usage)?.name ?? "0x" + String(usage, radix: 16)) at \(strength) %"
    case .rumble(let strong, let weak, let milliseconds):
      "rumble of \(milliseconds) ms, weak motor \(Self.percent(weak, of: 65_535)) %,"
        + " strong motor \(Self.percent(strong, of: 65_535)) %"
    case .periodic(_, let magnitude, let milliseconds):
      "vibration of \(milliseconds) ms at \(Self.percent(magnitude, of: 32_767)) %"
    }
  }

  private static func percent(_ value: some BinaryInteger, of whole: Int) -> Int {
    (Int(value) * 100 + whole / 2) / whole
  }
}

/// What became of a tick.
public struct HapticTickReport: Sendable, Hashable {
  public enum Outcome: Sendable, Hashable {
    /// The device has it.
    case played
    /// There is nothing to play it on: it is reported only.
    case logged
    /// It was older than ``HapticFeedback/staleAfter`` when its turn came, and was dropped.
    case stale
    /// More ticks were waiting than ``HapticFeedback/queueLimit``, and this was the oldest.
    case queueFull
  }

  /// What ``HapticFeedback/selectionChanged(_:frameTime:)`` gave for it. Every tick is told of
  /// once, in order; but one that is dropped while an earlier one waits for the device is told of
  /// before that.
  public var number: UInt64
  public var tick: HapticTick
  public var rung: HapticRung
  /// When the touch frame was that the tick answers to, as it was given.
  public var frameTime: Microseconds
  /// When the write to the device was finished, or the tick dropped; `CLOCK_MONOTONIC`.
  public var finished: Microseconds
  public var outcome: Outcome

  public init(
    number: UInt64, tick: HapticTick, rung: HapticRung, frameTime: Microseconds,
    finished: Microseconds,
    outcome: Outcome
  ) {
    self.number = number
    self.tick = tick
    self.rung = rung
    self.frameTime = frameTime
    self.finished = finished
    self.outcome = outcome
  }

  /// From the touch frame to the finished write, in µs; 0 for a tick that was played before it was due.
  public var latency: Microseconds { max(0, finished - frameTime) }
}
