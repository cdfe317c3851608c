internal import CommitPoint
internal import LinuxIO

/// Effects that are in the device and only have to be played, which the loop's thread may do
/// itself: to wake the worker for it would take several times as long as the write (0.1 ms to 0.02
/// in the virtual laptop).
///
/// The write waits for the node's mutex, which another process's upload can hold for 30 s. So the
/// worker offers this only while it has nothing to do, in particular is not itself held up since
/// the gesture's beginning; and a write that takes longer than ``limit`` is broken off and left to
/// the worker.
struct DirectPlay: Sendable {
  var descriptor: Int32
  var arm: Int16
  var disarm: Int16

  /// 2 ms, in µs: a hundred times what a write takes, and a fraction of the time between two touch
  /// frames (6 ms at least).
  static let limit = 2000

  /// When the write was finished, or nil if it was not.
  func play(_ tick: HapticTick, _ guardian: CallGuard) -> Microseconds? {
    guardian.limit(Self.limit) {
      ForceFeedbackCalls.playOnce(tick == .arm ? arm : disarm, descriptor)
        ? Microseconds(Clock.monotonic) : nil
    }
  }
}
