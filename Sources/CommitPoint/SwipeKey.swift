/// A number of fingers and a direction: what swipes are told apart by before their feel.
public struct SwipeKey: Sendable, Hashable {
  /// 2, 3 or 4.
  public var fingers: Int
  public var direction: Direction

  public init(fingers: Int, direction: Direction) {
    self.fingers = fingers
    self.direction = direction
  }
}
