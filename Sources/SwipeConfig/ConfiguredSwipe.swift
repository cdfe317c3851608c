public import CommitPoint

/// A number of fingers and a direction: there is one swipe of each.
public struct SwipeKey: Sendable, Hashable {
  /// 2, 3 or 4.
  public var fingers: Int
  public var direction: Direction

  public init(fingers: Int, direction: Direction) {
    self.fingers = fingers
    self.direction = direction
  }
}

/// A swipe that a configuration asks for.
public struct ConfiguredSwipe: Sendable, Hashable {
  public var key: Sourced<SwipeKey>
  /// What people call it.
  public var name: Sourced<String>?
  /// What is its own of stops, hysteresis and flick.
  public var feel = FeelOptions()
  /// Whether it ticks although nothing of ours acts on it.
  public var isTickOnly: Sourced<Bool>?
  /// Whether it is one at all; a swipe of a file beneath is taken away by one that is not.
  public var isEnabled: Sourced<Bool>?

  public init(_ key: Sourced<SwipeKey>) { self.key = key }
}
