/// A seeded generator: the same seed gives the same fingers, so that a failure can be had again.
///
/// Sebastiano Vigna's SplitMix64 (https://prng.di.unimi.it/splitmix64.c, public domain).
public struct SplitMix64 {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// 0 ..< `count`
  public mutating func below(_ count: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 33) % count
  }

  /// `low` ..< `high`
  public mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * (Double(next() >> 11) * 0x1p-53)
  }

  /// Once in so many times.
  public mutating func once(in count: Int) -> Bool { below(count) == 0 }
}
