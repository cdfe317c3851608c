public import CommitPoint

/// The settings of feel that somebody has given, key by key; what is `nil` is left to what lies beneath.
public struct FeelOptions: Sendable, Hashable {
  /// The distances at which actions arm, ascending, in the range of `Setting.commit`.
  public var stops: Sourced<[Millimetres]>?
  /// Whether a short, fast swipe commits as well.
  public var flick: Sourced<Bool>?
  /// Whether cancelling an armed swipe is felt.
  public var cancelTick: Sourced<Bool>?
  /// The other settings, each in its unit and its range.
  private(set) var numbers: [Setting: Sourced<Double>] = [:]

  /// Options that leave everything as it is.
  public init() {}

  /// A setting's number, in its unit; `commit` is a single stop.
  public subscript(setting: Setting) -> Sourced<Double>? {
    get {
      guard setting == .commit else { return numbers[setting] }
      guard let stops, stops.value.count == 1 else { return nil }
      return Sourced(stops.value[0].value, from: stops.origin)
    }
    set {
      guard setting == .commit else { return numbers[setting] = newValue }
      stops = newValue.map { Sourced([Millimetres($0.value)], from: $0.origin) }
    }
  }

  /// These options with others laid on top, which count where they say something.
  public func overlaid(with top: FeelOptions) -> FeelOptions {
    var both = self
    both.stops = top.stops ?? stops
    both.flick = top.flick ?? flick
    both.cancelTick = top.cancelTick ?? cancelTick
    both.numbers.merge(top.numbers) { $1 }
    return both
  }

  /// Whether both say something of the same setting.
  func collides(with other: FeelOptions) -> Bool {
    (stops != nil && other.stops != nil) || (flick != nil && other.flick != nil)
      || (cancelTick != nil && other.cancelTick != nil)
      || numbers.keys.contains { other.numbers[$0] != nil }
  }

  /// How a direction feels that has these options, the engine's defaults where they are silent.
  public var feel: Feel {
    var feel = Feel()
    if let stops { feel.stops = stops.value }
    var flick = Flick()
    for (setting, number) in numbers {
      switch setting {
      case .hysteresis: feel.hysteresis = Millimetres(number.value)
      case .flickProject: flick.projection = span(number.value)
      case .flickVelocity: flick.velocity = MillimetresPerSecond(number.value)
      case .flickMinFraction: flick.minFraction = number.value
      case .commit, .tickInterval, .axisLock, .wayOut, .rest: break
      }
    }
    if self.flick?.value == true { feel.flick = flick }
    return feel
  }

  /// What a touchpad that has these options goes by, the engine's defaults where they are silent; no
  /// direction has an action yet.
  public var settings: SwipeSettings {
    var settings = SwipeSettings(left: nil, right: nil)
    for (setting, number) in numbers {
      switch setting {
      case .tickInterval: settings.tickInterval = span(number.value)
      case .axisLock: settings.axisLock = Millimetres(number.value)
      case .wayOut: settings.wayOut = Millimetres(number.value)
      case .rest: settings.rest = span(number.value)
      case .commit, .hysteresis, .flickProject, .flickVelocity, .flickMinFraction: break
      }
    }
    if let cancelTick { settings.cancelTick = cancelTick.value }
    return settings
  }
}

private func span(_ milliseconds: Double) -> Microseconds {
  Microseconds(Int64((milliseconds * 1000).rounded()))
}
