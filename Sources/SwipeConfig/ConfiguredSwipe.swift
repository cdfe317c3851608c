public import CommitPoint

/// A swipe that a configuration asks for; there is one of each key.
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
