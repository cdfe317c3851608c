import CommitPoint
import LinuxIO
import Testing

@testable import TouchpadInput

@Suite("Key capabilities in sysfs")
struct KeyCapabilitiesTests {
  @Test func `a touchpad's have no typing keys`() throws {
    // BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH and up to five fingers.
    let keys = try #require(KeyCapabilities(sysfs: "e520 10000 0 0 0 0\n"))
    #expect(!keys.hasTypingKeys)
    #expect(keys.contains(0x110))
    #expect(keys.contains(0x14a))
    #expect(!keys.contains(0x111))
  }

  @Test func `a keyboard's have`() throws {
    let keys = try #require(
      KeyCapabilities(sysfs: "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe\n"))
    #expect(keys.hasTypingKeys)
  }

  @Test(arguments: [2, 11, 16, 30, 44, 57, 71, 83, 96])
  func `a single typing key is enough`(code: Int) throws {
    let words = (0...code / 64).map { $0 == code / 64 ? UInt(1) << UInt(code % 64) : 0 }
    let text = words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
    #expect(try #require(KeyCapabilities(sysfs: text)).hasTypingKeys)
  }

  @Test(arguments: [(2, true), (71, true), (113, false), (0x110, false), (0x14a, false)])
  func `the kernel's own bits say the same`(code: Int, isTyping: Bool) {
    var bits = KernelBits()
    bits.bytes[code / 8] |= 1 << UInt8(code % 8)
    #expect(bits.hasTypingKeys == isTyping)
  }

  @Test func `what is no event node is taken for the worst`() throws {
    let null = try OwnedDescriptor(path: "/dev/null", .read)
    let hasTypingKeys = null.hasTypingKeys
    #expect(hasTypingKeys)
  }

  @Test func `media and power keys are none`() throws {
    // KEY_MUTE, KEY_VOLUMEDOWN, KEY_VOLUMEUP, KEY_POWER: 113…116.
    #expect(try #require(KeyCapabilities(sysfs: "1e000000000000 0")).hasTypingKeys == false)
  }

  @Test(arguments: ["", "\n", "zz", "1 g", "11111111111111111"])
  func `anything else is not understood`(text: String) {
    #expect(KeyCapabilities(sysfs: text) == nil)
  }
}

@Suite("Keys that are down")
struct KeyStateTests {
  func state(_ codes: Int...) -> KeyState {
    var bits = KernelBits()
    for code in codes { bits.bytes[code / 8] |= 1 << UInt8(code % 8) }
    return KeyState(bits)
  }

  @Test func `tell the number of fingers`() {
    #expect(state().fingers == 0)
    #expect(state(0x14a, 0x145).fingers == 1)
    #expect(state(0x14a, 0x14d).fingers == 2)
    #expect(state(0x14a, 0x14e).fingers == 3)
    #expect(state(0x14a, 0x14f).fingers == 4)
    #expect(state(0x14a, 0x148).fingers == 5)
  }

  @Test func `of several the most fingers count`() {
    #expect(state(0x145, 0x14d, 0x14e).fingers == 3)
  }

  @Test(arguments: [0x110, 0x111, 0x112])
  func `tell of buttons`(code: Int) {
    #expect(state(code) == .button)
  }
}

@Suite("Millimetres")
struct ScaleTests {
  static let x230 =
    "dmi:bvnLENOVO:bvrG2ETB5WW(2.75):bd04/09/2019:svnLENOVO:pn2325A3G:pvrThinkPadX230:rvnLENOVO:rn2325A3G:"

  @Test func `are 10.5165 units each on every touchpad`() {
    #expect((Scale.adaptive - 0.095089).magnitude < 0.000_001)
    #expect((1 / Scale.adaptive - 10.5165).magnitude < 0.0001)
  }

  @Test func `are 3.937 units each on the ThinkPad X230`() {
    let name = "SynPS/2 Synaptics TouchPad"
    let scale = Scale.millimetresPerUnit(name: name, dmi: Self.x230, isX220Firmware: false)
    #expect((1 / scale - 3.937).magnitude < 0.0001)
  }

  @Test func `are as everywhere on an X230's other touchpads, and on other machines`() {
    let other = Self.x230.split(separator: "X230").joined(separator: "X240")
    for (name, dmi) in [
      ("ELAN Touchpad", Self.x230), ("SynPS/2 Synaptics TouchPad", other),
      ("SynPS/2 Synaptics TouchPad", nil),
    ] as [(String, String?)] {
      #expect(
        Scale.millimetresPerUnit(name: name, dmi: dmi, isX220Firmware: false) == Scale.adaptive)
    }
  }

  @Test func `are those of the X230 where the owner of an X220 says so`() {
    let scale = Scale.millimetresPerUnit(
      name: "SynPS/2 Synaptics TouchPad", dmi: nil, isX220Firmware: true)
    #expect(scale == Scale.thinkPadX230)
  }
}

@Suite("Sizes")
struct SizeTests {
  func capabilities(x: Int, y: Int, hasResolution: Bool) -> Capabilities {
    Capabilities(
      slots: 5, fingers: 5, isSemiMultitouch: false, hasResolution: hasResolution, range: (x, y))
  }

  @Test func `are a guess where libinput made them up, in whole counts a millimetre`() {
    let pad = capabilities(x: 1000, y: 600, hasResolution: false)
    #expect(pad.isGuess((1000.0 / 14, 50)))
  }

  @Test func `are none where the touchpad tells, or libinput knows better`() {
    #expect(!capabilities(x: 1000, y: 600, hasResolution: true).isGuess((1000.0 / 14, 50)))
    #expect(!capabilities(x: 1000, y: 600, hasResolution: false).isGuess((100, 60)))
  }

  @Test func `below zero are none, and made up`() {
    let pad = capabilities(x: 1000, y: 600, hasResolution: false)
    #expect(pad.size(told: (100, 60)) == (100, 60))
    for told in [nil, (-200, -120), (100, -120), (0, 60), (.nan, 60)] as [(Double, Double)?] {
      #expect(pad.size(told: told) == pad.assumedSize)
    }
    #expect(pad.isGuess(pad.size(told: (-200, -120))))
  }

  @Test func `are made up even for a pad with fewer counts than millimetres`() {
    let size = capabilities(x: 10, y: 10, hasResolution: false).assumedSize
    #expect(size == (69, 50))
  }
}

@Suite("Touchpads")
struct TouchpadTests {
  func touchpad(width: Millimetres = 100, fingers: Int = 5, slots: Int = 5, semi: Bool = false)
    -> Touchpad
  {
    Touchpad(
      id: TouchpadID(rawValue: 0), name: "Pad", node: "/dev/input/event0", sysPath: "/sys",
      width: width, height: 60, maxFingers: fingers, slots: slots, isSemiMultitouch: semi)
  }

  @Test func `swipe with as many fingers as they can count`() {
    #expect(touchpad().canSwipe(fingers: 4))
    #expect(!touchpad().canSwipe(fingers: 5))
    #expect(touchpad(fingers: 3, slots: 2).canSwipe(fingers: 3))
    #expect(!touchpad(fingers: 2, slots: 2).canSwipe(fingers: 3))
  }

  @Test func `only scroll where their contacts are no more than a box`() {
    #expect(!touchpad(semi: true).canSwipe(fingers: 3))
    #expect(touchpad(semi: true).canSwipe(fingers: 2))
    #expect(!touchpad(slots: 0).canSwipe(fingers: 3))
  }
}

@Suite("Refusals")
struct RefusalTests {
  @Test func `say what the device is`() {
    #expect(
      TouchpadRefusal.notATouchpad(.keyboard).description == "is a keyboard, not a touchpad")
    #expect(TouchpadRefusal.notAnInputDevice(.directory).description == "is a directory")
    #expect(
      TouchpadRefusal.cannotOpen(.permissionDenied).description
        == "cannot be opened: Permission denied")
  }
}
