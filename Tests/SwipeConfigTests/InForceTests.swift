import CommitPoint
import Haptics
import SwipeConfig
import Testing

private let apple = TouchpadIdentity(
  name: "Apple Inc. Magic Trackpad", hardware: HardwareID(vendor: 0x05AC, product: 0x0265),
  paths: ["/dev/input/event5", "/dev/input/by-id/usb-Apple_Magic_Trackpad-event-mouse"])
private let synaptics = TouchpadIdentity(
  name: "SynPS/2 Synaptics TouchPad", hardware: HardwareID(vendor: 2, product: 7),
  paths: ["/dev/input/event3"])

private func configuration(_ text: String) -> Configuration {
  let loaded = Configuration.parse(Array(text.utf8), name: "x.yaml", for: .check)
  #expect(loaded.told == "")
  return loaded.configuration
}

@Suite struct InForceTests {
  @Test func withoutAFileLeftAndRightAreSwipedWithThreeFingers() {
    let standard = Configuration()
    #expect(standard.settings(forFingers: 3, on: apple) == SwipeSettings())
    for fingers in [2, 4] {
      let settings = standard.settings(forFingers: fingers, on: apple)
      #expect(Direction.allCases.allSatisfy { settings[$0] == nil })
      #expect(settings.fingers == FingerCounts([fingers]))
    }
    #expect(standard.haptics(on: apple) == HapticOptions())
    #expect(standard.isEnabled(apple))
    #expect(standard.fingerCounts() == [3])
  }

  @Test func whatIsNearerCounts() {
    var feel = configuration(
      """
      feel: {commit: 10 mm, hysteresis: 1 mm, axis_lock: 1 mm}
      touchpads:
        - name: "Apple*"
          feel: {commit: 20 mm, axis_lock: 4 mm, way_out: 0}
        - device: 05ac:265
          feel: {way_out: 30 mm}
      swipes:
        - {direction: left, stops: [12 mm, 30 mm]}
        - {direction: right, hysteresis: 2 mm, flick: true}
        - {direction: up, fingers: 4}
      """)
    let one = feel.settings(forFingers: 3, on: apple)
    #expect(one.left == Feel(stops: [12, 30], hysteresis: 1))
    #expect(one.right == Feel(stops: [20], hysteresis: 2, flick: Flick()))
    #expect(one.up == nil)
    #expect(one.axisLock == 4)
    #expect(one.wayOut == 30)
    #expect(feel.settings(forFingers: 4, on: apple).up == Feel(stops: [20], hysteresis: 1))
    #expect(feel.feel(on: apple) == Feel(stops: [20], hysteresis: 1))

    let other = feel.settings(forFingers: 3, on: synaptics)
    #expect(other.right == Feel(stops: [10], hysteresis: 2, flick: Flick()))
    #expect(other.axisLock == 1)
    #expect(other.wayOut == SwipeSettings().wayOut)

    feel.overridingFeel.stops = Sourced([8], from: Origin(source: "--commit"))
    let overridden = feel.settings(forFingers: 3, on: apple)
    #expect(overridden.left?.stops == [8])
    #expect(overridden.right?.stops == [8])
    #expect(feel.yaml(on: apple).contains("stops: [8 mm]                     # --commit\n"))
  }

  @Test func hapticsOfATouchpadAreLaidOverThoseOfAll() {
    let haptics = configuration(
      """
      haptics: {rung: hid, strength: 50 %, arm: click, device: /dev/input/event9}
      touchpads:
        - path: /dev/input/by-id/*Apple*
          haptics: {device: none, arm: auto, disarm: hover}
        - name: "*"
          enabled: false
        - name: "Apple*"
          enabled: true
      """)
    #expect(
      haptics.haptics(on: apple)
        == HapticOptions(choice: .hid, strength: 50, disarmWaveform: .hover))
    #expect(
      haptics.haptics(on: synaptics)
        == HapticOptions(
          choice: .hid, device: "/dev/input/event9", strength: 50, armWaveform: .click))
    #expect(haptics.isEnabled(apple))
    #expect(!haptics.isEnabled(synaptics))
  }

  @Test func eachSwipeIsFoundByItsKey() {
    let some = configuration(
      "swipes:\n- {direction: left, tick_only: true}\n- {direction: right, fingers: 4}\n")
    #expect(some.fingerCounts() == [3, 4])
    #expect(some.settings(forFingers: 3, on: apple).left != nil)
    #expect(some.settings(forFingers: 4, on: apple).left == nil)
    #expect(some.swipe(SwipeKey(fingers: 4, direction: .right)) != nil)
    #expect(some.swipe(SwipeKey(fingers: 3, direction: .right)) == nil)
  }

  @Test func twoAreEqualIfTheSameIsInForceWhereverItStands() {
    let one = configuration("feel: {commit: 20 mm}\nswipes: [{direction: left}]")
    let same = configuration("# A remark.\nswipes:\n- direction: left\nfeel:\n  stops: [2 cm]\n")
    #expect(one == same)
    #expect(one != configuration("feel: {commit: 21 mm}\nswipes: [{direction: left}]"))
    #expect(one != configuration("feel: {commit: 20 mm}"))
  }

  @Test func anOriginIsAFileAndALine() {
    let feel = configuration("feel:\n  commit:\n    20 mm\n").feel
    #expect(feel.stops?.origin.description == "x.yaml:3")
  }

  @Test(arguments: [
    ("Apple*", "Apple Inc.", true), ("*", "", true), ("", "", true), ("", "a", false),
    ("*Track*", "Magic Trackpad", true), ("?agic*", "Magic", true), ("?", "", false),
    ("a*b*c", "aXbXbc", true), ("a*b*c", "aXbXb", false), ("apple*", "Apple", false),
    ("**a", "ba", true), ("a?", "a", false), ("é?", "éà", true), ("[a]", "a", false),
  ])
  func aPatternIsOfStarsAndQuestionMarks(pattern: String, name: String, fits: Bool) {
    var rule = TouchpadRule()
    rule.name = Sourced(pattern, from: Origin(source: ""))
    let touchpad = TouchpadIdentity(
      name: name, hardware: HardwareID(vendor: 0, product: 0), paths: [])
    #expect(rule.matches(touchpad) == fits)
  }

  @Test(.timeLimit(.minutes(1)))
  func aPatternOfManyStarsIsTriedInTime() {
    var rule = TouchpadRule()
    rule.name = Sourced(String(repeating: "*a", count: 2000), from: Origin(source: ""))
    let touchpad = TouchpadIdentity(
      name: String(repeating: "a", count: 1999) + "b",
      hardware: HardwareID(vendor: 0, product: 0), paths: [])
    #expect(!rule.matches(touchpad))
  }

  @Test func theNumbersOfADeviceAreWrittenWithFourDigits() {
    #expect(HardwareID("6CB:cd41")?.description == "06cb:cd41")
    #expect(HardwareID("６cb:1") == nil)
  }
}
