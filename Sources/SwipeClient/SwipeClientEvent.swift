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
  /// The numbers of such a swipe, where `flick` is true; `nil` for swiped's own.
  public var flickNumbers: Flick?

  public init(
    stops: [Millimetres] = [], hysteresis: Millimetres? = nil, flick: Bool? = nil,
    flickNumbers: Flick? = nil
  ) {
    self.stops = stops
    self.hysteresis = hysteresis
    self.flick = flick
    self.flickNumbers = flickNumbers
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
  /// The seat that it belongs to, such as "seat0".
  public var seat = "seat0"
  /// The size of its surface.
  public var width, height: Millimetres
  /// Whether it does not say how large it is, so that its millimetres are a guess.
  public var sizeIsGuess = false
  /// What ticks are played on: `ff-haptic`, `hid`, `ff-rumble`, `log`, or `off`; empty until it is found.
  public var rung = ""
  /// The better rungs, each with the reason why it is not used.
  public var skippedRungs: [SkippedRung] = []
  /// What is played; empty where nothing is.
  public var armWaveform = "", disarmWaveform = ""
  /// Whether it is used: not where somebody has it left alone.
  public var isEnabled: Bool
  /// On whose account it is left alone: their names on the bus, such as ":1.42".
  public var leftAloneBy: [String] = []

  /// A rung that is not used, and why.
  public struct SkippedRung: Sendable, Hashable {
    public var rung: String
    public var reason: String
  }
}

/// Whether the swipes of the client's user on a touchpad go to him, and why not: ``SwipeClient/askEntitlement(_:)``.
public enum SwipeEntitlement: Sendable, Hashable {
  case entitled
  /// His session is locked.
  case locked
  /// The seat's active session is somebody else's, or a greeter's.
  case inactive
  /// Nobody is logged in at the seat.
  case noSession
  /// The machine goes to sleep.
  case asleep
  /// logind does not answer.
  case unknown
  /// Something that a later swiped tells, in its word.
  case other(String)

  init(word: String) {
    self =
      switch word {
      case "entitled": .entitled
      case "locked": .locked
      case "inactive": .inactive
      case "no-session": .noSession
      case "asleep": .asleep
      case "unknown": .unknown
      default: .other(word)
      }
  }
}

/// What swiped says of itself.
public struct SwipeServiceState: Sendable, Hashable {
  public var version: String
  /// Whether root has it take no swipes.
  public var isPaused: Bool
}

/// A figure of the service's.
public enum SwipeStatistic: Sendable, Hashable {
  case number(Double)
  case text(String)
  /// How many there are of each value.
  case distribution([Share])

  public struct Share: Sendable, Hashable {
    public var value, count: UInt64
  }
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
  /// The swipe under way is still ours, since a stop of it is armed already, or swiped is of a version that cannot pass it on.
  case notDeclined(ClaimedSwipe)
  /// A swipe of ours went on.
  case swipe(ClaimedSwipe, SwipeStep, touchpad: String, at: Microseconds)
  /// Any swipe went on, for a tool.
  case seen(SwipeSighting, touchpad: String, at: Microseconds)
  /// The touchpads are others now, or have changed.
  case touchpads([SwipeTouchpad])
  /// What swiped says of itself: first after ``connected``, then when it has changed.
  case service(SwipeServiceState)
  /// The answer to ``SwipeClient/askEntitlement(_:)``.
  case entitlement(SwipeEntitlement, touchpad: String)
  /// The service leaves the touchpad at this node alone, as was asked.
  case leftAlone(node: String)
  /// The service does not leave the touchpad at this node alone, with the error's name and its words. It is asked again when
  /// the touchpad comes back, and when swiped or the bus was restarted.
  case notLeftAlone(node: String, name: String, reason: String)
  /// A tick was not played, or something else that was asked for was not done: the error's name and its words.
  case failed(name: String, reason: String)
}
