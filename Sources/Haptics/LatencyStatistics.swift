public import CommitPoint

/// The median, the 99th percentile and the worst of any number of latencies, in memory that does
/// not grow: 3.5 KiB.
///
/// Latencies are counted in classes: of 1 µs up to 63 µs, and of at most 1/32 of their value above,
/// up to 2³² µs (71 minutes), beyond which they count as that. A percentile is given as the upper
/// end of its class, and so is at most 3.2 % too high and never too low; least, worst and count are
/// exact. Latencies below 0 count as 0.
public struct LatencyStatistics: Sendable, Hashable {
  private var classes = [UInt32](repeating: 0, count: Self.classCount)
  public private(set) var count = 0
  /// The least, or nil if there is none.
  public private(set) var least: Microseconds?
  public private(set) var worst: Microseconds?

  /// Every power of two has 32 classes.
  private static let stepBits = 5
  private static let topBits = 32
  private static let classCount = (topBits - stepBits + 1) << stepBits

  public init() {}

  public mutating func add(_ latency: Microseconds) { add(latency, times: 1) }

  /// Adds a latency that so many had.
  public mutating func add(_ latency: Microseconds, times: UInt32) {
    guard times > 0 else { return }
    let value = Microseconds(max(latency.value, 0))
    let index = Self.index(of: value.value)
    let (sum, overflow) = classes[index].addingReportingOverflow(times)
    classes[index] = overflow ? .max : sum
    count += Int(times)
    least = min(least ?? value, value)
    worst = max(worst ?? value, value)
  }

  /// Half of all are at most this; nil if there are none.
  public var median: Microseconds? { percentile(50) }
  /// 99 of 100 are at most this.
  public var percentile99: Microseconds? { percentile(99) }

  /// So many of 100 are at most this; nil if there are none.
  public func percentile(_ percent: Int) -> Microseconds? {
    guard count > 0, let worst else { return nil }
    let total = classes.reduce(0) { $0 + Int($1) }
    // The nearest rank: the smallest value that at least so many of 100 do not exceed.
    let rank = max(1, (total * min(max(percent, 0), 100) + 99) / 100)
    var seen = 0
    for (index, number) in classes.enumerated() {
      seen += Int(number)
      if seen >= rank { return min(Microseconds(Self.upperEnd(of: index)), worst) }
    }
    return worst
  }

  /// Each class that has any, by its upper end, ascending: the worst is told as it was. To add them to another gives the
  /// same percentiles.
  public var distribution: [(latency: Microseconds, count: UInt32)] {
    classes.enumerated().compactMap { index, count in
      guard count > 0 else { return nil }
      let end = Microseconds(Self.upperEnd(of: index))
      return (min(end, worst ?? end), count)
    }
  }

  private static func index(of value: Int64) -> Int {
    let value = Int(min(value, 1 << topBits - 1))
    guard value >= 2 << stepBits else { return value }
    let shift = Int.bitWidth - 1 - value.leadingZeroBitCount - stepBits
    return shift << stepBits + value >> shift
  }

  private static func upperEnd(of index: Int) -> Int64 {
    guard index >= 2 << stepBits else { return Int64(index) }
    let shift = index >> stepBits - 1
    let step = index - shift << stepBits
    return Int64((step + 1) << shift - 1)
  }
}
