import CommitPoint
import Testing

@testable import TouchpadInput

@Suite("Whether an end was a lift")
struct EndVerdictTests {
  func verdict(
    fingers: Int = 3, held: [Int32], now: [Int32], keys: KeyState = [], slept: Bool = false
  ) -> EndVerdict {
    EndVerdict(
      .init(
        fingers: fingers, held: Contacts(held), current: Contacts(now), keys: keys,
        wasInterrupted: slept))
  }

  @Test func `it was if all contacts are gone`() {
    #expect(verdict(held: [5, 6, 7, -1, -1], now: [-1, -1, -1, -1, -1]) == .lift)
  }

  @Test func `it was even if a thumb or palm stays`() {
    let keys: KeyState = [.touch, .oneFinger]
    #expect(verdict(held: [4, 5, 6, 7, -1], now: [4, -1, -1, -1, -1], keys: keys) == .lift)
  }

  @Test func `contacts that are new since then say nothing`() {
    let keys: KeyState = [.touch, .twoFingers]
    #expect(verdict(held: [5, 6, 7, -1, -1], now: [8, 9, -1, -1, -1], keys: keys) == .lift)
  }

  @Test func `it was not if the fingers are still there`() {
    let keys: KeyState = [.touch, .threeFingers]
    #expect(verdict(held: [5, 6, 7], now: [5, 6, 7], keys: keys) == .cancel(.libinput))
  }

  @Test func `it was not if fewer are gone than the swipe has fingers`() {
    let keys: KeyState = [.touch, .oneFinger]
    #expect(verdict(held: [5, 6, 7], now: [5, -1, -1], keys: keys) == .cancel(.libinput))
  }

  @Test func `a button that is down makes it a click, whatever the contacts are`() {
    let keys: KeyState = [.touch, .threeFingers, .button]
    #expect(verdict(held: [5, 6, 7], now: [5, 6, 7], keys: keys) == .cancel(.button))
    #expect(verdict(held: [5, 6, 7], now: [-1, -1, -1], keys: [.button]) == .cancel(.button))
  }

  @Test func `keys that were released without the contacts mean that the device goes`() {
    #expect(verdict(held: [5, 6, 7], now: [5, 6, 7]) == .cancel(.unplugged))
  }

  @Test func `more fingers than the swipe has mean that one has landed`() {
    let keys: KeyState = [.touch, .threeFingers]
    #expect(
      verdict(fingers: 2, held: [5, 6, -1], now: [5, 6, 7], keys: keys) == .cancel(.fingers))
  }

  @Test func `after a sleep nothing that is gone was lifted`() {
    #expect(verdict(held: [5, 6, 7], now: [-1, -1, -1], slept: true) == .cancel(.suspended))
  }

  @Test func `a touchpad with fewer slots than fingers holds as many as it can`() {
    #expect(verdict(held: [5, 6], now: [-1, -1]) == .lift)
    let keys: KeyState = [.touch, .oneFinger]
    #expect(verdict(held: [5, 6], now: [-1, 6], keys: keys) == .cancel(.libinput))
  }

  @Test func `contacts that were noted too late must all be gone`() {
    #expect(verdict(held: [-1, -1, -1], now: [-1, -1, -1]) == .lift)
    #expect(verdict(held: [5, 6, -1], now: [-1, -1, -1]) == .lift)
    let keys: KeyState = [.touch, .oneFinger]
    #expect(verdict(held: [5, -1, -1], now: [-1, 9, -1], keys: keys) == .cancel(.libinput))
  }

  @Test func `a touchpad without slots answers by its touch key`() {
    #expect(verdict(held: [], now: []) == .lift)
    let keys: KeyState = [.touch, .threeFingers]
    #expect(verdict(held: [], now: [], keys: keys) == .cancel(.libinput))
  }
}
