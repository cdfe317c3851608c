internal import Glibc

/// The system's clocks, in microseconds.
public enum Clock {
  /// The time since some fixed point, which stands still while the machine sleeps: the clock of input events.
  ///
  /// The corresponding C function is `clock_gettime` with `CLOCK_MONOTONIC`.
  public static var monotonic: Int64 { now(CLOCK_MONOTONIC) }

  /// How long the machine has slept since it was started.
  ///
  /// The corresponding C function is `clock_gettime` with `CLOCK_BOOTTIME` and `CLOCK_MONOTONIC`.
  public static var slept: Int64 {
    var slept: Int64 = 0
    // A thread that is put aside between two readings would seem to have slept, or not to have.
    for _ in 0..<3 {
      let before = now(CLOCK_MONOTONIC)
      slept = now(CLOCK_BOOTTIME) - before
      if now(CLOCK_MONOTONIC) - before < 1000 { break }
    }
    return slept
  }

  private static func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // It fails for clocks that do not exist only.
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
