internal import CommitPoint
internal import LinuxIO

/// Effects that are in the device and only have to be played, which the loop's thread may do
/// itself: to wake the worker for it would take several times as long as the write (0.1 ms to 0.02
/// in the virtual laptop).
///
/// The write waits for the node's mutex, which another process's upload can hold for 30 s. So the
/// worker offers this only while it has nothing to do, in particular is not itself held up since
/// the gesture's beginning; and what is not written ``limit`` after the touch frame is broken off and
/// left to the worker, and so is a tick whose frame was read later than that.
struct DirectPlay: Sendable {
  var descriptor: Int32
  var arm: Int16
  var disarm: Int16

  /// 20 ms: a hundred times what it takes from the frame to the write, and well within the 50 ms up to which
  /// a delay is not felt. Less than a jiffy or two (4 to 10 ms) would have the kernel set its clock anew each time.
  static let limit = Microseconds.milliseconds(20)

  /// When the write was finished, or nil if it was not.
  func play(_ tick: HapticTick, frameTime: Microseconds, _ guardian: CallGuard) -> Microseconds? {
    let isPlayed: Bool? = guardian.limit(until: frameTime + Self.limit, again: Self.limit) {
      ForceFeedbackCalls.playOnce(tick == .arm ? arm : disarm, descriptor) ? true : nil
    }
    return isPlayed == nil ? nil : Microseconds(Clock.monotonic)
  }
}
