public import CommitPoint

/// The settings of feel that somebody has given, key by key; what is `nil` is left to what lies beneath.
///
/// The ranges are those of `Setting`.
public struct FeelOptions: Sendable, Hashable {
  /// The distances at which actions arm, ascending.
  public var stops: Sourced<[Millimetres]>?
  public var hysteresis: Sourced<Millimetres>?
  /// What makes a short, fast swipe commit; a value that is `nil` switches it off.
  public var flick: Sourced<Flick?>?
  public var tickInterval: Sourced<Microseconds>?
  public var axisLock, wayOut: Sourced<Millimetres>?
  public var rest: Sourced<Microseconds>?
  /// Whether cancelling an armed swipe is felt.
  public var cancelTick: Sourced<Bool>?

  /// Options that leave everything as it is.
  public init() {}

  /// These options with others laid on top, which count where they say something.
  public func overlaid(with top: FeelOptions) -> FeelOptions {
    var both = self
    both.stops = top.stops ?? stops
    both.hysteresis = top.hysteresis ?? hysteresis
    both.flick = top.flick ?? flick
    both.tickInterval = top.tickInterval ?? tickInterval
    both.axisLock = top.axisLock ?? axisLock
    both.wayOut = top.wayOut ?? wayOut
    both.rest = top.rest ?? rest
    both.cancelTick = top.cancelTick ?? cancelTick
    return both
  }

  /// Whether both say something of what belongs to a direction.
  func collides(with other: FeelOptions) -> Bool {
    (stops != nil && other.stops != nil) || (hysteresis != nil && other.hysteresis != nil)
      || (flick != nil && other.flick != nil)
  }

  /// How a direction feels that has these options, the engine's defaults where they are silent.
  public var feel: Feel {
    let standard = Feel()
    return Feel(
      stops: stops?.value ?? standard.stops, hysteresis: hysteresis?.value ?? standard.hysteresis,
      flick: flick.map(\.value) ?? standard.flick)
  }

  /// What a touchpad that has these options goes by, the engine's defaults where they are silent; no
  /// direction has an action yet.
  public var settings: SwipeSettings {
    let standard = SwipeSettings()
    return SwipeSettings(
      left: nil, right: nil, tickInterval: tickInterval?.value ?? standard.tickInterval,
      axisLock: axisLock?.value ?? standard.axisLock, wayOut: wayOut?.value ?? standard.wayOut,
      rest: rest?.value ?? standard.rest, cancelTick: cancelTick?.value ?? standard.cancelTick)
  }
}
