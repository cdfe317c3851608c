import CommitPoint
import Testing

@Suite("The offset to draw")
struct OffsetTests {
  private func displayed(
    _ x: Double, _ settings: SwipeSettings = SwipeSettings(right: nil, axisLock: 0),
    width: Double = 100
  ) throws -> Double {
    var hand = try Hand(settings)
    hand.touch()
    hand.move(x)
    #expect(hand.tracker.offset.value == x)
    return hand.tracker.displayedOffset(width: Millimetres(width)).value
  }

  @Test("is the fingers' own up to the last stop")
  func oneToOne() throws {
    for x in [0, -0.5, -8, -15.875, -16] { #expect(try displayed(x) == x) }
    let several = SwipeSettings(left: Feel(stops: [12, 30]), axisLock: 0)
    for x in [-12.0, -20, -30] { #expect(try displayed(x, several) == x) }
    #expect(try displayed(-31, several) > -31)
    #expect(try displayed(1, SwipeSettings(axisLock: 0)) == 1)
  }

  @Test("is 0 on a side that has no action")
  func noAction() throws {
    for x in [0.5, 16.0, 60] { #expect(try displayed(x) == 0) }
  }

  @Test("is a rubber band beyond, on either side")
  func rubberBand() throws {
    // d(1 − 1/(0.55 a/d + 1)) with a = 100 and d = 55 is 27.5.
    #expect(try displayed(-116, width: 55) == -43.5)
    let both = SwipeSettings(axisLock: 0)
    #expect(try displayed(116, both, width: 55) == 43.5)
    #expect(try displayed(-116, both, width: 55) == -43.5)
    // Half as stiff at once, and never farther than the width.
    #expect(abs(try displayed(-16 - 0x1p-10) + 16 + 0.55 * 0x1p-10) < 1e-6)
    #expect(try displayed(-1e300) == -116)
  }

  @Test("grows with the fingers' all the way")
  func grows() throws {
    var last = 0.0
    for x in stride(from: 0.25, through: 200, by: 0.25) {
      let shown = try -displayed(-x)
      #expect(shown > last && shown <= x)
      last = shown
    }
  }

  @Test("follows the axis of the swipe")
  func vertical() throws {
    var hand = try Hand(SwipeSettings(left: nil, right: nil, up: Feel()))
    #expect(hand.tracker.displayedOffset(width: 100) == 0)
    hand.touch()
    hand.move(0, -1)
    #expect(hand.tracker.displayedOffset(width: 100) == 0)
    hand.move(1, -9)
    #expect(hand.tracker.displayedOffset(width: 100) == -10)
    hand.lift()
    #expect(hand.tracker.displayedOffset(width: 100) == 0)
  }
}
