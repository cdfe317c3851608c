public import CommitPoint
public import SwipeConfig

/// What is done when a swipe has come to something.
public enum Action: Sendable, Hashable {
  /// A program and its arguments; no shell is asked.
  case run([String])
  /// A line for /bin/sh.
  case shell(String)
  /// Chords of keys, one after the other.
  case press([KeyChord])
  /// A call of a method on a message bus.
  case call(BusCall)
  /// A message on the desktop.
  case notify(DesktopNotification)
}

/// A message on the desktop, as org.freedesktop.Notifications takes it.
public struct DesktopNotification: Sendable, Hashable {
  public enum Urgency: String, Sendable, Hashable, CaseIterable {
    case low, normal, critical

    /// Its number on the bus.
    public var number: UInt8 {
      switch self {
      case .low: 0
      case .normal: 1
      case .critical: 2
      }
    }
  }

  public var summary: String
  public var body: String
  /// The name of an icon, or its path; empty for none.
  public var icon: String
  public var urgency: Urgency

  public init(
    summary: String, body: String = "", icon: String = "", urgency: Urgency = .normal
  ) {
    self.summary = summary
    self.body = body
    self.icon = icon
    self.urgency = urgency
  }
}

/// What a swipe can come to besides its commit.
public enum FollowedStep: String, Sendable, Hashable, CaseIterable {
  case armed, disarmed, cancelled, progress
}

/// What has to be so on a session for a swipe to be there.
public struct Conditions: Sendable, Hashable {
  public enum Power: String, Sendable, Hashable, CaseIterable {
    case ac, battery
  }

  /// Names of desktop environments, one of which has to be that of the session; empty for any.
  public var desktops: [String] = []
  /// Names of programs, one of which has to run; empty for none.
  public var programs: [String] = []
  public var power: Power?

  /// Conditions that nothing is asked by.
  public init() {}

  public var isEmpty: Bool { self == Conditions() }
}

/// A swipe that a swipes.yaml asks for.
public struct ActionSwipe: Sendable, Hashable {
  public var key: Sourced<SwipeKey>
  /// What its owner calls it.
  public var name: String?
  /// Its stops, hysteresis and flick, as far as the file says them.
  public var feel: FeelOptions
  /// Whether it ticks and nothing of ours acts on it.
  public var isTickOnly: Bool
  /// What each stop does that has an action of its own, by its number from 1.
  public var stopActions: [Int: Sourced<Action>]
  /// What the other stops do.
  public var action: Sourced<Action>?
  public var followers: [FollowedStep: Sourced<Action>]
  /// All of it has to be so.
  public var when: Conditions
  /// Nothing of it may be so.
  public var unless: Conditions

  public init(_ key: Sourced<SwipeKey>) {
    self.key = key
    feel = FeelOptions()
    isTickOnly = false
    stopActions = [:]
    followers = [:]
    when = Conditions()
    unless = Conditions()
  }

  /// What is done when the fingers are lifted at this stop, from 1.
  public func action(atStop number: Int) -> Sourced<Action>? { stopActions[number] ?? action }

  public var isConditional: Bool { !when.isEmpty || !unless.isEmpty }

  /// Every action that it has, in no order.
  public var allActions: [Sourced<Action>] {
    [action].compactMap { $0 } + stopActions.values + followers.values
  }

  /// Whether some action of it is of keys to be pressed.
  public var pressesKeys: Bool {
    allActions.contains { if case .press = $0.value { true } else { false } }
  }

  /// What messages call it: its name, or fingers and direction.
  public var title: String {
    name ?? "\(key.value.fingers) fingers \(key.value.direction.rawValue)"
  }
}

/// What a swipes.yaml says.
public struct SwipeActions: Sendable, Hashable {
  /// In their order; of those with the same fingers and direction the first whose conditions hold counts.
  public var swipes: [ActionSwipe] = []

  /// The actions of somebody who has no file.
  public init() {}

  /// Whether some action is of keys to be pressed.
  public var pressesKeys: Bool { swipes.contains { $0.pressesKeys } }
}
