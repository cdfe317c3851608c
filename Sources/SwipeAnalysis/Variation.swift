public import CommitPoint

/// A setting that is tried with several values.
public struct Variation: Sendable, Hashable {
  public var setting: Setting
  /// In the setting's unit, each within its range.
  public var values: [Double]

  public init(_ setting: Setting, _ values: [Double]) {
    self.setting = setting
    self.values = values
  }
}

extension SwipeSettings {
  /// These settings with one of them changed.
  ///
  /// `commit` moves a direction's first stop, and the others with it; one that would lie beyond 60 mm is left out. A
  /// setting of the flick gives every direction a flick.
  public func with(_ setting: Setting, _ value: Double) -> SwipeSettings {
    var changed = self
    let span = Microseconds(Int64((value * 1000).rounded()))
    switch setting {
    case .tickInterval: changed.tickInterval = span
    case .axisLock: changed.axisLock = Millimetres(value)
    case .wayOut: changed.wayOut = Millimetres(value)
    case .rest: changed.rest = span
    case .commit:
      changed.change { feel in
        guard let first = feel.stops.first else { return }
        let shift = Millimetres(value) - first
        feel.stops = feel.stops.map { $0 + shift }
          .filter { $0.value <= Setting.commit.range.upperBound }
      }
    case .hysteresis: changed.change { $0.hysteresis = Millimetres(value) }
    case .flickProject: changed.changeFlick { $0.projection = span }
    case .flickVelocity: changed.changeFlick { $0.velocity = MillimetresPerSecond(value) }
    case .flickMinFraction: changed.changeFlick { $0.minFraction = value }
    }
    return changed
  }

  private mutating func changeFlick(_ change: (inout Flick) -> Void) {
    self.change { feel in
      var flick = feel.flick ?? Flick()
      change(&flick)
      feel.flick = flick
    }
  }

  private mutating func change(_ change: (inout Feel) -> Void) {
    for direction in Direction.allCases {
      guard var feel = self[direction] else { continue }
      change(&feel)
      self[direction] = feel
    }
  }
}
