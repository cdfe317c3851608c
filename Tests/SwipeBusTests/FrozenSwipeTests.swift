import CommitPoint
import SwipeBus
import Testing

@Suite("What a claim's owner is told")
struct FrozenSwipeTests {
  static func claim(_ direction: Direction) -> Claim {
    Claim(
      id: UInt64(Direction.allCases.firstIndex(of: direction) ?? 0) + 1,
      key: SwipeKey(fingers: 3, direction: direction), owner: .client(":1.1"))
  }

  struct Told: Hashable {
    var direction: Direction
    var signal: FrozenSwipe.Signal
    init(_ direction: Direction, _ signal: FrozenSwipe.Signal) {
      self.direction = direction
      self.signal = signal
    }
  }

  /// What the owners of these directions hear of these events, and whether it is over after each.
  static func hear(
    _ directions: [Direction], _ events: [SwipeEvent.Kind], offset: Millimetres = -20
  ) -> (told: [Told], over: [Bool]) {
    var swipe = FrozenSwipe(fingers: 3, winners: directions.map(claim))
    var told: [Told] = []
    let over = events.map { kind in
      swipe.hear(SwipeEvent(time: 0, kind: kind), offset: offset) { claim, signal in
        told.append(Told(claim.key.direction, signal))
      }
    }
    return (told, over)
  }

  @Test func `is what its own direction does, and the outcome`() {
    let (told, over) = Self.hear(
      [.left],
      [
        .armed(Stop(.left, 1), offset: -17), .tick(.arm(Stop(.left, 1))),
        .disarmed(Stop(.left, 1), offset: -14), .tick(.disarm), .armed(Stop(.left, 1), offset: -18),
        .committed(Stop(.left, 1)),
      ])
    #expect(
      told == [
        Told(.left, .armed(stop: 1, offset: -17)), Told(.left, .disarmed(stop: 1, offset: -14)),
        Told(.left, .armed(stop: 1, offset: -18)), Told(.left, .committed(stop: 1, offset: -20)),
      ])
    #expect(over == [false, false, false, false, false, true])
  }

  @Test func `is that it sprang back, where another direction was committed`() {
    let (told, _) = Self.hear(
      [.left, .right, .up], [.armed(Stop(.left, 2), offset: -50), .committed(Stop(.left, 2))])
    #expect(
      told == [
        Told(.left, .armed(stop: 2, offset: -50)), Told(.left, .committed(stop: 2, offset: -20)),
        Told(.right, .sprungBack), Told(.up, .sprungBack),
      ])
  }

  @Test func `is that it disarmed, where one sample went from its side to the other`() {
    let (told, _) = Self.hear(
      [.left, .right],
      [.armed(Stop(.left, 1), offset: -17), .armed(Stop(.right, 1), offset: 17), .sprungBack])
    #expect(
      told == [
        Told(.left, .armed(stop: 1, offset: -17)), Told(.left, .disarmed(stop: 1, offset: 17)),
        Told(.right, .armed(stop: 1, offset: 17)), Told(.left, .sprungBack),
        Told(.right, .sprungBack),
      ])
  }

  @Test func `is each new stop, and no disarm in between`() {
    let (told, _) = Self.hear(
      [.left], [.armed(Stop(.left, 1), offset: -17), .armed(Stop(.left, 2), offset: -41)])
    #expect(
      told == [
        Told(.left, .armed(stop: 1, offset: -17)), Told(.left, .armed(stop: 2, offset: -41)),
      ])
  }

  @Test func `is one outcome, whatever it is`() {
    let outcomes: [(SwipeEvent.Kind, FrozenSwipe.Signal)] =
      [(.sprungBack, .sprungBack), (.ignored, .cancelled(nil))]
      + CancelReason.allCases.map { (.cancelled($0), .cancelled($0)) }
    for (kind, signal) in outcomes {
      let (told, over) = Self.hear([.left, .down], [kind])
      #expect(told == [Told(.left, signal), Told(.down, signal)])
      #expect(over == [true])
    }
  }
}
