public import CommitPoint

/// Why a text is not a value for a setting; the text of a message is `description`.
public enum QuantityError: Error, Sendable, Hashable {
  /// Not a number, or with a unit that the setting does not have.
  case malformed(Setting, String)
  /// A number outside of the setting's range.
  case outOfRange(Setting, String)
}

extension QuantityError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let setting, let text):
      "\"\(text)\" is not \(setting.expected)"
    case .outOfRange(let setting, let text):
      "\"\(text)\" is out of range; expected \(setting.expected)"
    }
  }
}

extension Setting {
  /// The units that can be written, each with what it is in the setting's own unit.
  private var spellings: [(suffix: String, factor: Double)] {
    switch unit {
    case .millimetres: [("mm", 1), ("cm", 10)]
    case .milliseconds: [("ms", 1), ("s", 1000), ("us", 0.001), ("µs", 0.001)]
    case .millimetresPerSecond: [("mm/s", 1), ("cm/s", 10)]
    case .fraction: [("%", 0.01)]
    }
  }

  /// What a value of this setting looks like, for messages: `a distance from 6 to 60 mm`.
  public var expected: String {
    let noun =
      switch unit {
      case .millimetres: "a distance"
      case .milliseconds: "a time"
      case .millimetresPerSecond: "a speed"
      case .fraction: "a number"
      }
    let unit = unit.rawValue.isEmpty ? "" : " " + unit.rawValue
    return "\(noun) from \(plain(range.lowerBound)) to \(plain(range.upperBound))\(unit)"
  }

  /// Reads a value as people write it: `16 mm`, `16mm`, `1.6cm`, `50ms`, or a bare number in the
  /// setting's own unit.
  ///
  /// - Returns: the value in the setting's unit, within its range.
  public func value(of text: String) throws(QuantityError) -> Double {
    let digits = text.prefix { "+-.0123456789eE".contains($0) }
    // The exponent's letter may be the unit's first: none of the units begins with an e.
    guard let number = Double(digits) else { throw .malformed(self, text) }
    let suffix = text.dropFirst(digits.count).drop { $0 == " " }
    var value = number
    if !suffix.isEmpty {
      guard let spelling = spellings.first(where: { $0.suffix == suffix })
      else { throw .malformed(self, text) }
      value *= spelling.factor
    }
    guard range.contains(value) else { throw .outOfRange(self, text) }
    return value
  }
}

/// A number without the `.0` that a whole `Double` is printed with.
public func plain(_ number: Double) -> String {
  if let whole = Int(exactly: number) { String(whole) } else { number.description }
}
