public import CommitPoint

/// A swipe that was asked for with ``SwipeClient/claim(fingers:direction:feel:progress:)``.
public struct ClaimedSwipe: Sendable, Hashable {
  var number: UInt64
}

/// How a claimed swipe is to feel; what is not said is as the touchpad's owner has it.
public struct ClaimedFeel: Sendable, Hashable {
  /// The distances at which actions arm, ascending, 6…60 mm each, at most ten; empty for the touchpad's own.
  public var stops: [Millimetres]
  /// How far behind a stop the fingers must come back to leave it, 0…4 mm; `nil` for the touchpad's own.
  public var hysteresis: Millimetres?
  /// Whether a short, fast swipe commits as well; `nil` for what is so on the touchpad.
  public var flick: Bool?

  public init(stops: [Millimetres] = [], hysteresis: Millimetres? = nil, flick: Bool? = nil) {
    self.stops = stops
    self.hysteresis = hysteresis
    self.flick = flick
  }
}

/// What a swipe of ours has come to. Each begins with `began` and ends with one of the last three.
public enum SwipeStep: Sendable, Hashable {
  /// The fingers have begun to move; where to is not known yet.
  case began
  /// They have moved on: the signed travel along the axis, and the speed. Only where it was asked for.
  case progress(offset: Millimetres, velocity: MillimetresPerSecond)
  /// Release would now do what this stop stands for: 1 is the first.
  case armed(stop: Int, offset: Millimetres)
  /// Release would now do nothing.
  case disarmed(stop: Int, offset: Millimetres)
  /// The fingers were lifted: do what the stop stands for.
  case committed(stop: Int, offset: Millimetres)
  /// The fingers were lifted with nothing of ours armed.
  case sprungBack
  /// It is over without a release: do nothing. The reason is a word of docs/dbus.md.
  case cancelled(reason: String)

  /// Whether nothing more comes of this swipe.
  public var isOutcome: Bool {
    switch self {
    case .began, .progress, .armed, .disarmed: false
    case .committed, .sprungBack, .cancelled: true
    }
  }
}

/// What a tool sees of any swipe: ``SwipeClient/monitor(progress:)``.
public enum SwipeSighting: Sendable, Hashable {
  case began(fingers: Int)
  case moved(
    dx: Millimetres, dy: Millimetres, offset: Millimetres, velocity: MillimetresPerSecond)
  case armed(Stop, offset: Millimetres)
  case disarmed(Stop, offset: Millimetres)
  /// A tick was played: `arm` or `disarm`.
  case ticked(String)
  case committed(Stop, offset: Millimetres)
  case sprungBack
  case cancelled(reason: String)
  case ignored
}

/// A touchpad that swiped reads.
public struct SwipeTouchpad: Sendable, Hashable {
  /// The path of its object on the bus.
  public var path: String
  public var name: String
  /// Such as "/dev/input/event5".
  public var node: String
  /// The size of its surface.
  public var width, height: Millimetres
  public var isEnabled: Bool
}

/// What ``SwipeClient`` tells.
public enum SwipeClientEvent: Sendable, Hashable {
  /// swiped is there, or there again; what was asked for is asked for anew.
  case connected
  /// swiped or the bus is gone. Swipes under way were cancelled before.
  case disconnected
  /// The swipe is ours from now on, as long as nobody claims it after us.
  case claimed(ClaimedSwipe)
  /// The swipe cannot be had, for a reason in words; it is asked for again when swiped was restarted.
  case refused(ClaimedSwipe, reason: String)
  /// A swipe of ours went on.
  case swipe(ClaimedSwipe, SwipeStep, touchpad: String, at: Microseconds)
  /// Any swipe went on, for a tool.
  case seen(SwipeSighting, touchpad: String, at: Microseconds)
  /// The touchpads are others now, or have changed.
  case touchpads([SwipeTouchpad])
  /// A tick was not played, or something else that was asked for was not done: the error's name and its words.
  case failed(name: String, reason: String)
}
