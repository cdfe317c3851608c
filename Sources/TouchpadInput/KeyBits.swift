internal import CLinux

/// A set of key codes, as the kernel prints it in sysfs (`capabilities/key`).
struct KeyCapabilities: Sendable, Hashable {
  /// The words from the lowest codes up.
  private var words: [UInt]

  /// Reads hexadecimal words, the highest first and leading empty ones left out, each a `long` of this
  /// machine; `nil` for anything else.
  init?(sysfs text: some StringProtocol) {
    var words: [UInt] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let value = UInt(word, radix: 16) else { return nil }
      words.append(value)
    }
    guard !words.isEmpty else { return nil }
    self.words = words.reversed()
  }

  func contains(_ code: Int) -> Bool {
    let (word, bit) = code.quotientAndRemainder(dividingBy: UInt.bitWidth)
    return word < words.count && words[word] & (1 << UInt(bit)) != 0
  }

  var hasTypingKeys: Bool { Self.hasTypingKeys(contains) }

  /// Whether any key is in a set that writes: the letters and digits with what lies between them, and
  /// the numeric pad. A single one is enough: a number pad sees the PIN.
  static func hasTypingKeys(_ contains: (Int) -> Bool) -> Bool {
    (Int(KEY_1)...Int(KEY_SPACE)).contains(where: contains)
      || (Int(KEY_KP7)...Int(KEY_KPDOT)).contains(where: contains)
      || contains(Int(KEY_KPENTER))
  }
}

/// A set of codes as the kernel hands it out, large enough for its largest, that of the keys.
struct KernelBits: Sendable {
  var bytes = [96 of UInt8](repeating: 0)

  func contains(_ code: Int32) -> Bool {
    bytes[Int(code) / 8] & (1 << UInt8(Int(code) % 8)) != 0
  }

  var hasTypingKeys: Bool { KeyCapabilities.hasTypingKeys { contains(Int32($0)) } }
}

/// The keys of a touchpad that are down: its buttons, and how many fingers are on it.
struct KeyState: OptionSet, Sendable {
  var rawValue: UInt16

  static let touch = KeyState(rawValue: 1 << 0)
  static let oneFinger = KeyState(rawValue: 1 << 1)
  static let twoFingers = KeyState(rawValue: 1 << 2)
  static let threeFingers = KeyState(rawValue: 1 << 3)
  static let fourFingers = KeyState(rawValue: 1 << 4)
  static let fiveFingers = KeyState(rawValue: 1 << 5)
  static let button = KeyState(rawValue: 1 << 6)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Takes the keys from those that the kernel says are down.
  init(_ down: KernelBits) {
    self = []
    if down.contains(BTN_TOUCH) { insert(.touch) }
    if down.contains(BTN_TOOL_FINGER) { insert(.oneFinger) }
    if down.contains(BTN_TOOL_DOUBLETAP) { insert(.twoFingers) }
    if down.contains(BTN_TOOL_TRIPLETAP) { insert(.threeFingers) }
    if down.contains(BTN_TOOL_QUADTAP) { insert(.fourFingers) }
    if down.contains(BTN_TOOL_QUINTTAP) { insert(.fiveFingers) }
    let buttons = [BTN_LEFT, BTN_RIGHT, BTN_MIDDLE] as [3 of Int32]
    for index in buttons.indices where down.contains(buttons[index]) { insert(.button) }
  }

  /// How many fingers the touchpad counts, 0…5.
  var fingers: Int {
    if contains(.fiveFingers) { return 5 }
    if contains(.fourFingers) { return 4 }
    if contains(.threeFingers) { return 3 }
    if contains(.twoFingers) { return 2 }
    return contains(.oneFinger) ? 1 : 0
  }
}
