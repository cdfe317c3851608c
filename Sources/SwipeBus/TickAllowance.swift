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

  /// What a client's word that it may want one is heard for, and all of a user's together.
  public static let ofPreparations = ofUser

  /// Whether nothing of it is used up, so that it is as good as a new one.
  public func isFull(at now: Microseconds) -> Bool {
    guard let since else { return true }
    return (now - since).value / interval.value >= Int64(burst - left)
  }

  /// Takes one, if there is one.
  public mutating func take(at now: Microseconds) -> Bool {
    if let since, !isFull(at: now) {
      let earned = (now - since).value / interval.value
      left += Int(earned)
      self.since = since + Microseconds(earned * interval.value)
    } else {
      left = burst
      since = now
    }
    guard left > 0 else { return false }
    left -= 1
    return true
  }
}
