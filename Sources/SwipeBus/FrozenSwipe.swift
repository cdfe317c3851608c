public import CommitPoint

/// A swipe that is under way, with the claims that have won it: they stay the same to its end.
public struct FrozenSwipe: Sendable, Hashable {
  /// What a claim's owner is told of a swipe.
  public enum Signal: Sendable, Hashable {
    case armed(stop: Int, offset: Millimetres)
    case disarmed(stop: Int, offset: Millimetres)
    case committed(stop: Int, offset: Millimetres)
    case sprungBack
    /// `nil` where the swipe turned out to be none: it went along the other axis.
    case cancelled(CancelReason?)
  }

  public let fingers: Int
  /// The winner of each direction that has one.
  public private(set) var winners: [Claim]
  public private(set) var armed: Stop?

  public init(fingers: Int, winners: [Claim]) {
    self.fingers = fingers
    self.winners = winners
  }

  public func winner(_ direction: Direction) -> Claim? {
    winners.first { $0.key.direction == direction }
  }

  /// Gives a direction to another claim, or to none, where its winner does not want this swipe.
  mutating func pass(_ claim: Claim, to next: Claim?) {
    winners = winners.compactMap { $0.id == claim.id ? next : $0 }
  }

  /// Whether some owner wants to hear of every step along `axis`.
  public func wantsProgress(along axis: Axis) -> Bool {
    winners.contains { $0.wantsProgress && $0.key.direction.axis == axis }
  }

  /// Calls `tell` with what `event` means to each of the winners: their own steps, and to each one outcome.
  ///
  /// - Parameter offset: where the fingers were; for the outcome, which does not say.
  /// - Returns: whether that was the outcome.
  public mutating func hear(
    _ event: SwipeEvent, offset: Millimetres, _ tell: (Claim, Signal) -> Void
  ) -> Bool {
    switch event.kind {
    case .armed(let stop, let offset):
      // From one side's stop to the other's in one step: only the new one is told of by the tracker.
      if let armed, armed.direction != stop.direction, let claim = winner(armed.direction) {
        tell(claim, .disarmed(stop: armed.number, offset: offset))
      }
      armed = stop
      if let claim = winner(stop.direction) {
        tell(claim, .armed(stop: stop.number, offset: offset))
      }
      return false
    case .disarmed(let stop, let offset):
      armed = nil
      if let claim = winner(stop.direction) {
        tell(claim, .disarmed(stop: stop.number, offset: offset))
      }
      return false
    case .tick:
      return false
    case .committed(let stop):
      for claim in winners {
        if claim.key.direction == stop.direction {
          tell(claim, .committed(stop: stop.number, offset: offset))
        } else {
          tell(claim, .sprungBack)
        }
      }
      return true
    case .sprungBack:
      for claim in winners { tell(claim, .sprungBack) }
      return true
    case .cancelled(let reason):
      for claim in winners { tell(claim, .cancelled(reason)) }
      return true
    case .ignored:
      for claim in winners { tell(claim, .cancelled(nil)) }
      return true
    }
  }
}
