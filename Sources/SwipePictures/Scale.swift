/// Round numbers along an axis.
struct Graduation {
  /// In the axis's unit.
  let step: Double
  let values: [Double]

  /// - Parameter count: about how many there are to be.
  init(from low: Double, to high: Double, about count: Int) {
    guard (high - low).isFinite else {
      (step, values) = (1, [])
      return
    }
    let raw = max((high - low) / Double(max(count, 1)), 1e-9)
    var power = 1.0
    while power * 10 <= raw { power *= 10 }
    while power > raw { power /= 10 }
    let step = [1.0, 2, 5, 10].first { $0 * power >= raw * 0.999 }.map { $0 * power } ?? power
    self.step = step
    let first = Int((low / step - 1e-6).rounded(.up))
    let last = Int((high / step + 1e-6).rounded(.down))
    values = first <= last ? (first...last).map { Double($0) * step } : []
  }

  /// With as many decimals as the step has.
  func label(_ value: Double) -> String {
    var places = 0
    var scaled = step
    while places < 4, (scaled - scaled.rounded()).magnitude > 1e-6 {
      scaled *= 10
      places += 1
    }
    return decimals(value, places)
  }
}

/// A number as a person reads it, with a true minus sign.
func decimals(_ value: Double, _ places: Int) -> String {
  var factor = 1.0
  for _ in 0..<places { factor *= 10 }
  guard let whole = Int(exactly: (value.magnitude * factor).rounded()) else { return "—" }
  var digits = String(whole)
  if places > 0 {
    digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -places))
  }
  return (value < 0 && whole != 0 ? "−" : "") + digits
}

/// A number without decimals that say nothing.
func shortest(_ value: Double) -> String {
  for places in 0..<3 {
    let text = decimals(value, places)
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    if (value * factor - (value * factor).rounded()).magnitude < 1e-6 { return text }
  }
  return decimals(value, 2)
}
