public import CommitPoint

/// How a claimed swipe is to feel, as far as its claimant has said; the rest is the touchpad's own feel.
public struct ClaimFeel: Sendable, Hashable {
  public enum FlickChoice: Sendable, Hashable {
    case inherited, off
    case on(Flick)
  }

  /// Ascending, each within the range of `Setting.commit`; `nil` for those of the touchpad.
  public var stops: [Millimetres]?
  /// Within the range of `Setting.hysteresis`; `nil` for that of the touchpad.
  public var hysteresis: Millimetres?
  public var flick: FlickChoice

  public init(
    stops: [Millimetres]? = nil, hysteresis: Millimetres? = nil, flick: FlickChoice = .inherited
  ) {
    self.stops = stops
    self.hysteresis = hysteresis
    self.flick = flick
  }

  /// The whole feel, on a touchpad that has `base` where nothing else is asked for.
  public func over(_ base: Feel) -> Feel {
    var feel = base
    if let stops { feel.stops = stops }
    if let hysteresis { feel.hysteresis = hysteresis }
    switch flick {
    case .inherited: break
    case .off: feel.flick = nil
    case .on(let flick): feel.flick = flick
    }
    return feel
  }
}

/// Who has asked for a swipe.
public enum ClaimOwner: Sendable, Hashable {
  /// A client, by its unique name on the bus.
  case client(String)
  /// The configuration: it ticks, and nothing of ours acts on it.
  case configuration
}

/// What somebody has asked for: the swipes with so many fingers in that direction.
public struct Claim: Sendable, Hashable {
  /// No other claim gets the same as long as the program runs. 0 for those of the configuration.
  public var id: UInt64
  public var key: SwipeKey
  public var owner: ClaimOwner
  public var feel: ClaimFeel
  /// Whether its owner wants to hear of every step.
  public var wantsProgress: Bool

  public init(
    id: UInt64, key: SwipeKey, owner: ClaimOwner, feel: ClaimFeel = ClaimFeel(),
    wantsProgress: Bool = false
  ) {
    self.id = id
    self.key = key
    self.owner = owner
    self.feel = feel
    self.wantsProgress = wantsProgress
  }
}
