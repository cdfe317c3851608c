public import CommitPoint

/// How many ticks somebody may still ask for: so many at once, and one more in every interval.
public struct TickAllowance: Sendable, Hashable {
  private let burst: Int
  private let interval: Microseconds
  private var left: Int
  private var since: Microseconds?

  public init(burst: Int, interval: Microseconds) {
    self.burst = burst
    self.interval = interval
    left = burst
  }

  /// What a client may ask for: 8 at once and 20 a second, as many as can be told apart at the engine's own interval
  /// of 50 ms.
  public static let ofClient = TickAllowance(burst: 8, interval: .milliseconds(50))
  /// What all the clients of a user may ask for together.
  public static let ofUser = TickAllowance(burst: 16, interval: .milliseconds(25))

  /// Takes one, if there is one.
  public mutating func take(at now: Microseconds) -> Bool {
    let passed = since.map { now - $0 } ?? 0
    let earned = passed.value / interval.value
    if since == nil || earned >= Int64(burst - left) {
      left = burst
      since = now
    } else if earned > 0 {
      left += Int(earned)
      since = since.map { $0 + Microseconds(earned * interval.value) }
    }
    guard left > 0 else { return false }
    left -= 1
    return true
  }
}
