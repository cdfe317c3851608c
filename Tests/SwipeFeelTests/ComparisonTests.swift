import SwipeFeel
import Testing

@Suite struct BinomialTests {
  // As R's binom.test gives them.
  private static let intervals: [(Int, Int, Double, Double)] = [
    (0, 10, 0, 0.3085), (1, 10, 0.0025, 0.4450), (5, 10, 0.1871, 0.8129),
    (8, 10, 0.4439, 0.9748), (10, 10, 0.6915, 1), (14, 16, 0.6165, 0.9845), (1, 1, 0.025, 1),
  ]

  @Test("The exact interval is that of the tables", arguments: intervals)
  func interval(_ count: Int, _ trials: Int, _ low: Double, _ high: Double) {
    let interval = Binomial.interval(count, of: trials)
    #expect(abs(interval.lowerBound - low) < 0.0001)
    #expect(abs(interval.upperBound - high) < 0.0001)
  }

  private static let sequences: [(Int, Int, Double)] = [
    (5, 10, 1), (8, 10, 112.0 / 1024), (10, 10, 2.0 / 1024), (0, 10, 2.0 / 1024),
    (14, 16, 274.0 / 65536),
  ]

  @Test("p is the part of all sequences that are at least as uneven", arguments: sequences)
  func p(_ count: Int, _ trials: Int, _ expected: Double) {
    #expect(abs(Binomial.twoSidedP(count, of: trials) - expected) < 1e-9)
  }

  @Test("Many trials neither overflow nor lose the sum")
  func many() {
    let interval = Binomial.interval(2500, of: 5000)
    #expect(interval.lowerBound > 0.485 && interval.upperBound < 0.515)
  }
}

@Suite struct ComparisonTests {
  private func answered(_ question: ComparisonQuestion, _ trials: Int, right: Int) -> Comparison {
    var comparison = Comparison(question, trials: trials, seed: 1)
    for number in 0..<trials {
      let slots = comparison.trials[number].slots
      for slot in slots.indices {
        comparison.select(slot)
        comparison.swiped()
      }
      let isRight = number < right
      switch question {
      case .better:
        comparison.select(slots.firstIndex(of: isRight ? .b : .a) ?? 0)
        _ = comparison.preferCurrent()
      case .which:
        let x = slots[2]
        _ = comparison.identify(isRight ? x : x == .a ? .b : .a)
      }
    }
    return comparison
  }

  @Test("A seed gives the same order again, and another one another")
  func seed() {
    let one = Comparison(.better, trials: 16, seed: 7)
    #expect(one.trials == Comparison(.better, trials: 16, seed: 7).trials)
    #expect(one.trials != Comparison(.better, trials: 16, seed: 8).trials)
  }

  @Test("Each feel is first as often as second", arguments: UInt64(0)..<50)
  func balance(_ seed: UInt64) {
    let comparison = Comparison(.better, trials: 16, seed: seed)
    #expect(comparison.trials.count { $0.slots[0] == .a } == 8)
    #expect(comparison.trials.allSatisfy { Set($0.slots) == [.a, .b] })
  }

  @Test("No answer counts before every feel was swiped on")
  func everyFeel() {
    var comparison = Comparison(.better, trials: 2, seed: 1)
    comparison.swiped()
    let early = comparison.preferCurrent()
    #expect(early == .notYet(slot: 1))
    comparison.select(1)
    comparison.swiped()
    let inTime = comparison.preferCurrent()
    #expect(inTime == .answered)
    #expect(comparison.current == 1 && comparison.slot == 0)
  }

  @Test("A finding is called one, and what chance does as well is not")
  func conclusions() {
    #expect(
      ComparisonResult(answered(.better, 16, right: 14)).conclusion("14.yaml", "16.yaml")
        == "16.yaml feels better: it was preferred in 14 of 16 trials (88 %, 95 % interval 62…98 %, "
        + "p = 0.004).")
    #expect(
      ComparisonResult(answered(.better, 16, right: 7)).conclusion("14.yaml", "16.yaml")
        == "No difference was found: 14.yaml was preferred in 9 of 16 trials (56 %, 95 % interval "
        + "30…80 %, p = 0.80), which chance does as well.")
    #expect(ComparisonResult(answered(.which, 10, right: 10)).isFinding)
    // One-sided, as p is: a finding's interval leaves out chance.
    #expect(
      ComparisonResult(answered(.which, 16, right: 12)).conclusion("a", "b")
        == "a and b can be told apart: X was told right in 12 of 16 trials (75 %, 95 % interval "
        + "52…100 %, p = 0.038).")
    for right in 0...16 {
      let result = ComparisonResult(answered(.which, 16, right: right))
      #expect(result.isFinding == ((result.interval?.lowerBound ?? 0) > 0.5))
    }
    // Always wrong is no sign of telling them apart.
    #expect(!ComparisonResult(answered(.which, 10, right: 0)).isFinding)
  }

  @Test("One that was ended early says so")
  func early() {
    var comparison = Comparison(.which, trials: 16, seed: 3)
    for slot in 0..<3 {
      comparison.select(slot)
      comparison.swiped()
    }
    _ = comparison.identify(.a)
    let result = ComparisonResult(comparison)
    #expect(result.answered == 1 && result.planned == 16)
    #expect(result.conclusion("a", "b").hasSuffix("It was ended after 1 of 16 trials."))
    let none = ComparisonResult(Comparison(.which, trials: 16, seed: 3))
    #expect(none.conclusion("a", "b") == "Nothing was answered, so nothing was found.")
  }
}
