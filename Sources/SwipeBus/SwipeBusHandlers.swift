public import CommitPoint

/// What the bus asks of the program. All are called on the loop's thread, and may call ``SwipeBus`` back.
public struct SwipeBusHandlers {
  /// Cancels the swipe under way on a touchpad, with its disarm tick; nothing is under way, nothing is to be done.
  public var cancel: (_ touchpad: UInt32, CancelReason) -> Void
  /// The axis that the swipe under way on a touchpad keeps to; `nil` while it is open, or there is none.
  public var axis: (_ touchpad: UInt32) -> Axis?
  /// The swipe under way on a touchpad has passed to other claims before anything was armed: it goes on as they have it.
  public var reconsider: (_ touchpad: UInt32) -> Void
  /// Whether a swipe is under way on any touchpad, or a tick is owed on one.
  public var isBusy: () -> Bool
  /// Plays a selection tick that an application has asked for.
  public var tick: (_ touchpad: UInt32) -> Void
  /// Makes ready for one.
  public var prepare: (_ touchpad: UInt32) -> Void
  /// Reads the configuration anew; the message why it cannot be used, or `nil`.
  public var reload: () -> String?
  /// It was paused or resumed. Swipes were cancelled before, and none begins while it is paused.
  public var paused: (Bool) -> Void
  /// Whether the touchpad at a node is to be left alone has changed. Its swipe was cancelled before, and none begins.
  public var leaveAlone: (_ node: String, Bool) -> Void
  /// What the swipe under way on a touchpad goes by, or the last one: a trace's header. `nil` where there is no such
  /// touchpad.
  public var settings: (_ touchpad: UInt32) -> String?
  /// What GetStatistics tells.
  public var statistics: () -> [(name: String, value: SwipeBusStatistic)]
  /// Something that is worth a line in the log.
  public var notice: (SwipeBusNotice) -> Void

  /// Handlers that do nothing.
  public init() {
    cancel = { _, _ in }
    axis = { _ in nil }
    reconsider = { _ in }
    isBusy = { false }
    tick = { _ in }
    prepare = { _ in }
    reload = { nil }
    paused = { _ in }
    leaveAlone = { _, _ in }
    settings = { _ in nil }
    statistics = { [] }
    notice = { _ in }
  }
}

/// A figure of GetStatistics.
public enum SwipeBusStatistic: Sendable, Hashable {
  case count(UInt64)
  case number(Double)
  case text(String)
  /// How many there are of each value.
  case distribution([Share])

  public struct Share: Sendable, Hashable {
    public var value, count: UInt64

    public init(value: UInt64, count: UInt64) {
      self.value = value
      self.count = count
    }
  }
}

/// What ``SwipeBus`` has to tell people.
public enum SwipeBusNotice: Sendable, Hashable {
  /// There is no bus, or it is gone; the reason in words.
  case noBus(String)
  case connected
  /// Another program has the name; it is waited for.
  case nameTaken
  /// The bus's policy does not let us have the name; the reason in the bus's words.
  case nameRefused(String)
  /// The machine's sleep does not wait for the tick of a swipe that is under way; the reason in words. Told once.
  case sleepNotDelayed(String)
  /// There is no logind: everybody counts as active. Told once.
  case noLogind
}

extension SwipeBusNotice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noBus(let reason):
      "cannot reach the system bus: \(reason), going on without it until it comes"
    case .connected: "connected to the system bus"
    case .nameTaken:
      "another program has the name org.swiped.Swiped1 on the system bus, waiting for it to leave"
    case .nameRefused(let reason):
      "cannot have the name org.swiped.Swiped1 on the system bus: \(reason), nobody will find swiped there"
    case .sleepNotDelayed(let reason):
      "cannot have logind wait with a sleep: \(reason), a swipe under way may be cancelled without its tick then"
    case .noLogind: "logind does not run, every user's session counts as active"
    }
  }
}
