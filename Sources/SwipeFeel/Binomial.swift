internal import Glibc

/// What a number of successes says of the chance behind it.
public enum Binomial {
  /// The exact interval (Clopper and Pearson 1934) in which the chance lies with the given confidence, whatever it is.
  ///
  /// - Parameters:
  ///   - count: of successes, 0…`trials`.
  ///   - trials: at least 1.
  ///   - confidence: 0…1, such as 0.95.
  public static func interval(
    _ count: Int, of trials: Int, confidence: Double = 0.95
  ) -> ClosedRange<Double> {
    let tail = (1 - confidence) / 2
    // The chance under which so many or more would be as rare as the tail; so few or less, at the other end.
    let low = count == 0 ? 0 : solve { atLeast(count, of: trials, chance: $0) < tail }
    let high =
      count == trials ? 1 : solve { 1 - atLeast(count + 1, of: trials, chance: $0) > tail }
    return low...max(low, high)
  }

  /// How often chance alone (1/2) would give a split at least as uneven, on either side.
  public static func twoSidedP(_ count: Int, of trials: Int) -> Double {
    let more = max(count, trials - count)
    guard 2 * more > trials else { return 1 }
    return min(1, 2 * atLeast(more, of: trials, chance: 0.5))
  }

  /// The chance of so many successes or more.
  static func atLeast(_ count: Int, of trials: Int, chance: Double) -> Double {
    if count <= 0 || chance >= 1 { return 1 }
    if count > trials || chance <= 0 { return 0 }
    var sum = 0.0
    // The logarithm of the number of ways to choose, carried along: the number itself would overflow from 1030 on.
    var ways = 0.0
    for number in 0...trials {
      if number > 0 { ways += log(Double(trials - number + 1)) - log(Double(number)) }
      guard number >= count else { continue }
      sum += exp(
        ways + Double(number) * log(chance) + Double(trials - number) * log1p(-chance))
    }
    return min(1, sum)
  }

  /// Where a condition that holds below a chance ceases to hold.
  private static func solve(_ isBelow: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    // To the last bit of a number between 0 and 1.
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if isBelow(middle) { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
