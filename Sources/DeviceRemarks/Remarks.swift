public import CommitPoint
public import Haptics
public import SwipeConfig
internal import SwipeTrace
public import TouchpadInput

// What a person is told of touchpads and settings.

extension Touchpad {
  /// "Name (/dev/input/event5)".
  public var title: String { "\(name) (\(node))" }

  /// The size, and what is to be known of the touchpad before one trusts its commit point; or that the
  /// configuration leaves it alone.
  public func remarks(for configuration: Configuration) -> String {
    let settings = configuration.combinedSettings(on: candidate.identity).settings
    return remarks(for: settings)
      + (configuration.isEnabled(candidate.identity) ? "" : "; switched off by the configuration")
  }

  /// The size, and what is to be known of the touchpad before one trusts its commit point.
  public func remarks(for settings: SwipeSettings) -> String {
    var remarks = ["\(plain(width.value.rounded())) × \(plain(height.value.rounded())) mm"]
    if sizeIsGuess { remarks[0] += " (a guess: it does not tell its size)" }
    let fitted = settings.fitted(width: width, height: height)
    for axis in Axis.allCases {
      let directions = [axis.negative, axis.positive].filter { fitted[$0] != settings[$0] }
      guard let first = directions.first, let stops = fitted[first]?.stops else { continue }
      let side = axis == .horizontal ? "narrow" : "low"
      let distances = stops.map { "\(decimal($0.value, places: 1)) mm" }
      remarks.append("\(side): armed past \(distances.joined(separator: ", "))")
    }
    for count in 2...4 where settings.fingers?.contains(count) ?? false {
      if !canSwipe(fingers: count) { remarks.append("cannot tell \(count) fingers") }
    }
    return remarks.joined(separator: "; ")
  }
}

extension TouchpadCandidate {
  /// What a configuration goes by.
  public var identity: TouchpadIdentity {
    TouchpadIdentity(
      name: name, hardware: HardwareID(vendor: vendor, product: product), paths: [node] + links)
  }
}

extension TouchpadIdentity {
  /// A touchpad that no rule for some touchpads fits.
  public static let unknown = TouchpadIdentity(
    name: "", hardware: HardwareID(vendor: 0, product: 0), paths: [])
}

extension SwipeSettings {
  /// The settings to a person: "3 fingers left or right, armed past 16 mm, disarmed at 14.5 mm".
  public var summary: String {
    let counts = (2...4).filter { fingers?.contains($0) ?? true }.map(String.init)
    let directions = Direction.allCases.filter { self[$0] != nil }
    guard let feel = directions.first.flatMap({ self[$0] }) else { return "no direction" }
    let stops = feel.stops.map { "\(plain($0.value)) mm" }
    let disarms = feel.stops.map { "\(plain(($0 - feel.hysteresis).value)) mm" }
    return "\(counts.joined(separator: " or ")) fingers "
      + directions.map(\.rawValue).joined(separator: " or ")
      + ", armed past \(stops.joined(separator: ", ")), disarmed at \(disarms.joined(separator: ", "))"
  }
}

extension HapticSettlement {
  /// Whether nothing can be felt, and a call that failed is to blame: not what the device is.
  public var isTrouble: Bool {
    rung == .log
      && skipped.contains {
        switch $0.obstacle {
        case .failed, .descriptorUnreadable: true
        default: false
        }
      }
  }

  /// The rung in use and what the ticks are, or why there is none to feel; and why it is none of the better ones.
  public var summary: String {
    let reasons = skipped.filter { $0.obstacle != .notAsked }
      .map { "no \($0.rung.rawValue): \($0.obstacle)" }
    let told =
      if let arm, let disarm {
        "\(rung.rawValue), arm \(arm), disarm \(disarm)"
      } else {
        "lines only"
      }
    return reasons.isEmpty ? told : "\(told) (\(reasons.joined(separator: "; ")))"
  }
}
