import CommitPoint
import Testing

@testable import Haptics

@Suite struct LatencyStatisticsTests {
  @Test func withoutLatenciesThereIsNothingToTell() {
    let statistics = LatencyStatistics()
    #expect(statistics.median == nil)
    #expect(statistics.percentile99 == nil)
    #expect(statistics.worst == nil)
    #expect(statistics.count == 0)
  }

  @Test func aPercentileIsNeverTooLowAndAtMostThreePerCentTooHigh() throws {
    var random = SeededGenerator(seed: 99)
    var statistics = LatencyStatistics()
    var all: [Int64] = []
    for _ in 0..<10_001 {
      let shift = UInt64.random(in: 0...24, using: &random)
      let value = Int64(UInt64.random(in: 0...255, using: &random) << shift)
      all.append(value)
      statistics.add(Microseconds(value))
    }
    all.sort()
    #expect(statistics.worst?.value == all.last)
    #expect(statistics.least?.value == all.first)
    for percent in [1, 10, 50, 90, 99, 100] {
      let exact = all[max(0, (all.count * percent + 99) / 100 - 1)]
      let told = try #require(statistics.percentile(percent)).value
      #expect(told >= exact)
      #expect(Double(told) <= Double(exact) * 1.032)
    }
  }

  @Test func smallLatenciesAreExact() {
    var statistics = LatencyStatistics()
    for value in 1...63 { statistics.add(Microseconds(Int64(value))) }
    #expect(statistics.median == 32)
    #expect(statistics.percentile99 == 63)
  }

  @Test func noNumberIsTooLargeOrTooSmall() {
    var statistics = LatencyStatistics()
    for value in [Int64.min, -1, .max] { statistics.add(Microseconds(value)) }
    #expect(statistics.median == 0)
    #expect(statistics.worst == Microseconds(.max))
    #expect(statistics.count == 3)
  }
}
