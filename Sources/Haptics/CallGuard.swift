internal import CLinux
internal import CommitPoint

/// Ends a system call of the thread that made this which takes longer than it may, by a signal that
/// does nothing else.
///
/// It takes the last of the real-time signals, and cannot be had where the program uses that one
/// itself.
final class CallGuard {
  private let timer: UInt

  init?() {
    var timer: UInt = 0
    guard unsafe clinux_guard_make(&timer) == 0 else { return nil }
    self.timer = timer
  }

  deinit { clinux_guard_drop(timer) }

  /// Makes the call, which fails with EINTR if it is not done by `deadline` of `CLOCK_MONOTONIC`; nil if that has
  /// passed already.
  ///
  /// - Parameter again: how much later another signal follows, should the first come just before the call.
  func limit<Result>(
    until deadline: Microseconds, again: Microseconds, _ call: () -> Result?
  ) -> Result? {
    defer { clinux_guard_stop(timer) }
    guard clinux_guard_set(timer, deadline.value, again.value) else { return nil }
    return call()
  }
}
