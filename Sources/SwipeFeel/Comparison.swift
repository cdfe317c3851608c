internal import SwipeTrace

/// One of the two feels that are compared.
public enum ComparedFeel: String, Sendable, Hashable, CaseIterable {
  case a, b

  var other: ComparedFeel { self == .a ? .b : .a }
}

/// What is asked in each trial.
public enum ComparisonQuestion: String, Sendable, Hashable, CaseIterable {
  /// Two feels without their names: which is better?
  case better
  /// A, B, and X, which is one of them: which one? (ABX)
  case which
}

/// A random order that can be had again: SplitMix64 (Steele, Lea and Flood 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A blind comparison: which feel is under the fingers when, and what was answered. No clock and no I/O.
///
/// The number of trials is fixed before the first one, since to stop when it looks good would find what is not there. In each
/// trial all feels are swiped on at least once before an answer counts, and an answer has to be given: who cannot tell guesses,
/// and chance evens that out.
public struct Comparison: Sendable {
  public struct Trial: Sendable, Hashable {
    /// What is under the keys 1 and 2; and of `which` under 3, where 1 is A and 2 is B.
    public var slots: [ComparedFeel]
    /// How many swipes each had before the answer.
    public var swipes: [Int]
    /// The feel that was said to be better, or to be X; `nil` while nothing was said.
    public var answer: ComparedFeel?
  }

  /// What a key came to.
  public enum Reply: Sendable, Hashable {
    /// This slot is under the fingers now.
    case selected(Int)
    /// The answer counts, and the next trial has begun.
    case answered
    /// Every trial has its answer.
    case finished
    /// The slot was not swiped on yet.
    case notYet(slot: Int)
  }

  public let question: ComparisonQuestion
  public let seed: UInt64
  public private(set) var trials: [Trial]
  /// The trial that is under way, from 0; the number of trials at the end.
  public private(set) var current = 0
  /// The slot under the fingers, from 0.
  public private(set) var slot = 0

  /// - Parameter count: of trials, at least 1. Of `better` an even number has each feel as often first as second.
  public init(_ question: ComparisonQuestion, trials count: Int, seed: UInt64) {
    self.question = question
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    switch question {
    case .better:
      // Who likes the first one best, or the last, is not to decide: each is first as often as
      // second, as nearly as can be.
      var first = (0..<count).map { $0.isMultiple(of: 2) ? ComparedFeel.a : .b }
      first.shuffle(using: &generator)
      if !count.isMultiple(of: 2), Bool.random(using: &generator) { first = first.map(\.other) }
      trials = first.map { Trial(slots: [$0, $0.other], swipes: [0, 0]) }
    case .which:
      // Not balanced: who counts could tell the last ones.
      trials = (0..<count).map { _ in
        let x: ComparedFeel = Bool.random(using: &generator) ? .a : .b
        return Trial(slots: [.a, .b, x], swipes: [0, 0, 0])
      }
    }
  }

  public var isFinished: Bool { current == trials.count }

  /// The feel under the fingers.
  public var feel: ComparedFeel {
    isFinished ? .a : trials[current].slots[slot]
  }

  /// A swipe was made, whatever came of it.
  public mutating func swiped() {
    if !isFinished { trials[current].swipes[slot] += 1 }
  }

  /// Puts another slot under the fingers; one that is not there is none of its business.
  public mutating func select(_ slot: Int) {
    if !isFinished, trials[current].slots.indices.contains(slot) { self.slot = slot }
  }

  /// Answers: the feel under the fingers is better.
  public mutating func preferCurrent() -> Reply {
    question == .better ? answer(feel) : .selected(slot)
  }

  /// Answers: X is this feel.
  public mutating func identify(_ feel: ComparedFeel) -> Reply {
    question == .which ? answer(feel) : .selected(slot)
  }

  private mutating func answer(_ feel: ComparedFeel) -> Reply {
    guard !isFinished else { return .finished }
    if let missing = trials[current].swipes.firstIndex(of: 0) { return .notYet(slot: missing) }
    trials[current].answer = feel
    current += 1
    slot = 0
    return isFinished ? .finished : .answered
  }
}

/// What a comparison has found.
public struct ComparisonResult: Sendable, Hashable {
  /// 0.05: what is rarer than one in twenty by chance is called a finding, as is usual.
  static let significance = 0.05

  public let question: ComparisonQuestion
  /// The trials that were answered, and all that were planned.
  public let answered, planned: Int
  /// How often B was better, or X was told right.
  public let count: Int
  /// The 95 % interval of the share behind it, of `which` one-sided, as its p is: up to 1; `nil` without any answer.
  public let interval: ClosedRange<Double>?
  /// How often chance alone would give as much; of `which`, as much or more.
  public let p: Double

  public init(_ comparison: Comparison) {
    let trials = comparison.trials.prefix(comparison.current)
    question = comparison.question
    answered = trials.count
    planned = comparison.trials.count
    switch question {
    case .better:
      count = trials.count { $0.answer == .b }
      p = answered == 0 ? 1 : Binomial.twoSidedP(count, of: answered)
      interval = answered == 0 ? nil : Binomial.interval(count, of: answered)
    case .which:
      count = trials.count { $0.answer == $0.slots.last }
      // To be wrong more often than chance is no sign of telling them apart.
      p = answered == 0 ? 1 : Binomial.atLeast(count, of: answered, chance: 0.5)
      // 5 % on the one side.
      interval =
        answered == 0
        ? nil : Binomial.interval(count, of: answered, confidence: 0.9).lowerBound...1
    }
  }

  public var share: Double { answered == 0 ? 0 : Double(count) / Double(answered) }
  public var isFinding: Bool { answered > 0 && p < Self.significance }

  /// What it comes to, in a sentence.
  ///
  /// - Parameters:
  ///   - a: what A is called.
  ///   - b: what B is called.
  public func conclusion(_ a: String, _ b: String) -> String {
    guard answered > 0, let interval else { return "Nothing was answered, so nothing was found." }
    let chance = "p = \(Self.p(p))"
    let early = answered < planned ? " It was ended after \(answered) of \(planned) trials." : ""
    switch question {
    case .better:
      let isB = 2 * count > answered
      let (name, times) = isB ? (b, count) : (a, answered - count)
      let range = isB ? interval : (1 - interval.upperBound)...(1 - interval.lowerBound)
      let figures =
        "\(times) of \(answered) trials (\(Self.percent(times, answered)), "
        + "95 % interval \(Self.percent(range)), \(chance))"
      return
        (isFinding
        ? "\(name) feels better: it was preferred in \(figures)."
        : "No difference was found: \(name) was preferred in \(figures), which chance does as well.")
        + early
    case .which:
      let figures =
        "X was told right in \(count) of \(answered) trials (\(Self.percent(count, answered)), "
        + "95 % interval \(Self.percent(interval)), \(chance))"
      return
        (isFinding
        ? "\(a) and \(b) can be told apart: \(figures)."
        : "It was not shown that \(a) and \(b) can be told apart: \(figures), which guessing does as well.")
        + early
    }
  }

  private static func percent(_ count: Int, _ whole: Int) -> String {
    decimal(100 * Double(count) / Double(whole), places: 0) + " %"
  }

  private static func percent(_ range: ClosedRange<Double>) -> String {
    decimal(100 * range.lowerBound, places: 0) + "…"
      + decimal(100 * range.upperBound, places: 0) + " %"
  }

  private static func p(_ p: Double) -> String {
    p < 0.001 ? "0.001 or less" : decimal(p, places: p < 0.1 ? 3 : 2)
  }
}
