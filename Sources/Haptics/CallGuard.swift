internal import CLinux

/// Ends a system call of the thread that made this which takes longer than it may, by a signal that
/// does nothing else.
///
/// It takes the last of the real-time signals, and cannot be had where the program uses that one
/// itself.
@safe
final class CallGuard {
  private let timer: UnsafeMutableRawPointer

  init?() {
    var timer: UnsafeMutableRawPointer?
    guard unsafe clinux_guard_make(&timer) == 0, let timer = unsafe timer else { return nil }
    unsafe self.timer = timer
  }

  deinit { unsafe clinux_guard_drop(timer) }

  /// Makes the call, which fails with EINTR if it takes longer than so many µs.
  func limit<Result>(_ span: Int, _ call: () -> Result) -> Result {
    unsafe clinux_guard_set(timer, span)
    defer { unsafe clinux_guard_set(timer, 0) }
    return call()
  }
}
