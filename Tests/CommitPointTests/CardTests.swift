import CommitPoint
import EngineModel
import Testing

/// The origin's row, line by line, without its SwiftUI: `commitPoint` is −96 pt there.
private struct Card {
  let commitPoint = -16.0
  private(set) var offset = 0.0
  private(set) var armed = false
  private(set) var ticks = 0
  private(set) var archived = 0

  /// `.onChanged { value in … }`
  mutating func dragged(translation: Double) {
    offset = translation
    let nowArmed = offset < commitPoint
    if nowArmed != armed {
      armed = nowArmed
      // selectionChanged()
      ticks += 1
    }
  }

  /// `.onEnded { … }`
  mutating func ended() {
    if armed { archived += 1 }
    offset = 0
    armed = false
  }
}

@Suite("With everything of its own set to 0 the engine is the card")
struct CardTests {
  @Test("on any drag", arguments: UInt64(1)...8)
  func onAnyDrag(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var card = Card()
    var tracker = try SwipeTracker(.card)
    var ticks = 0
    var committed = 0
    var sprungBack = 0
    var others = 0
    let count: (SwipeEvent) -> Void = { event in
      switch event.kind {
      case .tick: ticks += 1
      case .committed: committed += 1
      case .sprungBack: sprungBack += 1
      case .cancelled, .ignored: others += 1
      case .armed, .disarmed: break
      }
    }
    var time = Microseconds(0)
    for drag in 1...1500 {
      let onGrid = random.once(in: 2)
      var translation = 0.0
      tracker.handle(.begin(fingers: 1 + random.below(5)), at: time, count)
      for sample in 0..<random.below(40) {
        time.value += Int64(random.below(3)) * 4000
        var dx = random.between(-6, 4)
        if onGrid { dx = dx.rounded() }
        // Now and then exactly to the commit point, or a hair beside it.
        switch random.below(12) {
        case 0: dx = card.commitPoint - translation
        case 1: dx = card.commitPoint.nextDown - translation
        case 2: dx = card.commitPoint.nextUp - translation
        default: break
        }
        translation += dx
        card.dragged(translation: translation)
        tracker.handle(
          .motion(
            dx: Millimetres(dx), dy: Millimetres(random.between(-30, 30)),
            fingers: random.once(in: 8) ? random.below(6) : nil), at: time, count)
        guard ticks == card.ticks, tracker.offset.value == card.offset,
          (tracker.armed != nil) == card.armed
        else {
          Issue.record("seed \(seed), drag \(drag), sample \(sample): \(card), \(ticks) ticks")
          return
        }
      }
      tracker.handle(.end, at: time, count)
      card.ended()
      guard committed == card.archived, committed + sprungBack == drag, others == 0,
        ticks == card.ticks
      else {
        Issue.record("seed \(seed), drag \(drag): \(card), \(committed) commits, \(ticks) ticks")
        return
      }
    }
    #expect(committed > 100)
    #expect(sprungBack > 100)
  }

  @Test("at the commit point itself nothing is armed, a hair beyond it is")
  func atTheCommitPointItself() throws {
    var hand = try Hand(.card)
    hand.touch(1)
    hand.move(-16)
    #expect(hand.said == [])
    hand.move(-0x1p-20)
    #expect(hand.ticks == ["tick arm left 1"])
    hand.move(0x1p-20)
    #expect(hand.ticks == ["tick arm left 1", "tick disarm"])
  }
}
