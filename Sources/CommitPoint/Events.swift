/// What fingers did: the tracker's input.
public enum SwipeInput: Sendable, Hashable {
  /// So many fingers have started to move together.
  case begin(fingers: Int)
  /// The fingers moved, in millimetres since the last sample; `fingers` only where the count has
  /// changed.
  case motion(dx: Millimetres, dy: Millimetres, fingers: Int? = nil)
  /// The fingers were lifted.
  case end
  /// The swipe is over without having been released.
  case cancel(CancelReason)
}

/// Why a swipe was cancelled.
public enum CancelReason: String, Sendable, Hashable, CaseIterable {
  /// libinput itself says that the gesture was cancelled.
  case libinput
  /// A button of the touchpad was pressed.
  case button
  /// The number of fingers has changed.
  case fingers
  /// The touchpad is gone.
  case unplugged
  /// The touchpad or the machine was put to sleep.
  case suspended
  /// The session is locked.
  case locked
  /// The session is no longer the active one.
  case inactive
  /// The fingers went off across the axis: the way out.
  case vertical
  /// The next swipe began without this one having ended.
  case superseded
  /// The settings have changed.
  case reload
  /// The program ends.
  case shutdown
}

/// A place on a direction at which an action is armed: the direction's first stop is number 1.
public struct Stop: Sendable, Hashable {
  public var direction: Direction
  public var number: Int

  public init(_ direction: Direction, _ number: Int) {
    self.direction = direction
    self.number = number
  }
}

/// What the hand is to feel.
public enum Tick: Sendable, Hashable {
  /// Release will now do what this stop stands for.
  case arm(Stop)
  /// Release will now do nothing.
  case disarm
}

/// What the tracker says: its output.
public struct SwipeEvent: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// Release would now do what this stop stands for; `offset` is the signed travel.
    case armed(Stop, offset: Millimetres)
    /// Release would now do nothing; the stop is the one that was left.
    case disarmed(Stop, offset: Millimetres)
    /// To be played at once: the last tick felt is what release will do.
    case tick(Tick)
    /// The fingers were lifted: do what the stop stands for.
    case committed(Stop)
    /// The fingers were lifted with nothing armed.
    case sprungBack
    /// The swipe is over without a release: do nothing.
    case cancelled(CancelReason)
    /// The swipe was never ours: other fingers, or another axis.
    case ignored
  }

  /// When it was so. A tick that was deferred bears the time at which it was due.
  public var time: Microseconds
  public var kind: Kind

  public init(time: Microseconds, kind: Kind) {
    self.time = time
    self.kind = kind
  }
}
