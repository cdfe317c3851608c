internal import Glibc

/// A timer that an event loop waits on: its descriptor is readable once the deadline has passed.
public struct Timer: ~Copyable {
  private let timer: OwnedDescriptor
  private var deadline: Int64?

  /// The corresponding C function is `timerfd_create` with `CLOCK_MONOTONIC`.
  public init() throws(Errno) {
    timer = OwnedDescriptor(try SystemCalls.makeTimer())
  }

  public var descriptor: Int32 { timer.rawValue }

  /// Goes off once at `deadline`, in µs of `Clock.monotonic`, or at once if that has passed; `nil` stops it.
  /// No system call is made for a deadline that is set already.
  ///
  /// The corresponding C function is `timerfd_settime`.
  public mutating func set(_ deadline: Int64?) throws(Errno) {
    guard deadline != self.deadline else { return }
    try SystemCalls.setTimer(timer.rawValue, deadline)
    self.deadline = deadline
  }

  /// To be called when the descriptor is readable; it then is so no longer, and nothing is set.
  public mutating func acknowledge() throws(Errno) {
    // Setting a timer takes back what it has counted, as reading it would.
    try SystemCalls.setTimer(timer.rawValue, nil)
    deadline = nil
  }
}
