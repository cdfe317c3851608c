internal import SwipeConfig
internal import YAMLNodes

/// A key, with others held down while it is pressed.
public struct KeyChord: Sendable, Hashable {
  public enum Modifier: String, Sendable, Hashable, CaseIterable {
    case control = "Ctrl"
    case alt = "Alt"
    case shift = "Shift"
    case logo = "Super"

    /// The number of its left key: `KEY_LEFTCTRL` and so on.
    public var code: UInt16 {
      switch self {
      case .control: 29
      case .alt: 56
      case .shift: 42
      case .logo: 125
      }
    }

    /// Its name, in lower case, and others that people have for it.
    private var names: [String] {
      switch self {
      case .control: ["ctrl", "control"]
      case .alt: ["alt"]
      case .shift: ["shift"]
      case .logo: ["super", "meta", "win", "logo"]
      }
    }

    static let allNames = allCases.flatMap(\.names)

    init?(name: String) {
      guard let found = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
      self = found
    }
  }

  /// A key of a keyboard.
  public struct Key: Sendable, Hashable {
    /// What X and xkbcommon call what it gives: `Left`, `a`, `XF86AudioPlay`.
    public var symbol: String
    /// The kernel's number for it on a keyboard of the United States' layout.
    public var code: UInt16
  }

  /// Why a text is no chord.
  public enum Fault: Error, Sendable, Hashable {
    case empty
    case unknownModifier(String)
    case repeatedModifier(String)
    case unknownKey(String)
    /// There are only keys that are held, and none is pressed.
    case onlyModifiers
  }

  public var modifiers: [Modifier]
  public var key: Key

  /// Reads `Ctrl+Shift+Left`, in any case.
  public init(_ text: String) throws(Fault) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard let last = parts.last, !last.isEmpty else { throw .empty }
    var modifiers: [Modifier] = []
    for part in parts.dropLast() {
      guard let modifier = Modifier(name: part.lowercased()) else { throw .unknownModifier(part) }
      guard !modifiers.contains(modifier) else { throw .repeatedModifier(part) }
      modifiers.append(modifier)
    }
    self.modifiers = modifiers
    guard let key = Self.key(named: last) else {
      throw Modifier(name: last.lowercased()) == nil ? .unknownKey(last) : .onlyModifiers
    }
    self.key = key
  }

  /// As it is written in a file.
  public var description: String {
    (modifiers.map(\.rawValue) + [key.symbol]).joined(separator: "+")
  }

  static func key(named name: String) -> Key? {
    keys[name.lowercased()]
  }

  /// The names of all keys, for suggestions.
  static let keyNames = Array(keys.keys)

  /// By name in lower case. The numbers are those of linux/input-event-codes.h, the symbols those of
  /// xkbcommon-keysyms.h and XF86keysym.h.
  private static let keys: [String: Key] = {
    var keys: [String: Key] = [:]
    func add(_ symbol: String, _ code: UInt16, _ names: String...) {
      for name in names + [symbol] { keys[name.lowercased()] = Key(symbol: symbol, code: code) }
    }
    let rows: [(first: UInt16, letters: String)] = [
      (2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"),
    ]
    for row in rows {
      for (offset, letter) in row.letters.enumerated() {
        add(String(letter), row.first + UInt16(offset))
      }
    }
    for number in 1...10 { add("F\(number)", 58 + UInt16(number)) }
    add("F11", 87)
    add("F12", 88)
    for number in 13...24 { add("F\(number)", 170 + UInt16(number)) }
    add("Escape", 1, "Esc")
    add("minus", 12)
    add("equal", 13)
    add("BackSpace", 14)
    add("Tab", 15)
    add("bracketleft", 26)
    add("bracketright", 27)
    add("Return", 28, "Enter")
    add("semicolon", 39)
    add("apostrophe", 40)
    add("grave", 41)
    add("backslash", 43)
    add("comma", 51)
    add("period", 52)
    add("slash", 53)
    add("space", 57)
    add("Caps_Lock", 58, "CapsLock")
    add("plus", 78)
    add("Print", 99)
    add("Home", 102)
    add("Up", 103)
    add("Page_Up", 104, "PageUp")
    add("Left", 105)
    add("Right", 106)
    add("End", 107)
    add("Down", 108)
    add("Page_Down", 109, "PageDown")
    add("Insert", 110)
    add("Delete", 111)
    add("XF86AudioMute", 113, "AudioMute")
    add("XF86AudioLowerVolume", 114, "AudioLowerVolume")
    add("XF86AudioRaiseVolume", 115, "AudioRaiseVolume")
    add("Pause", 119)
    add("Menu", 127)
    add("XF86Back", 158, "Back")
    add("XF86Forward", 159, "Forward")
    add("XF86AudioNext", 163, "AudioNext")
    add("XF86AudioPlay", 164, "AudioPlay")
    add("XF86AudioPrev", 165, "AudioPrev")
    add("XF86AudioStop", 166, "AudioStop")
    add("XF86HomePage", 172, "HomePage")
    add("XF86Reload", 173, "Reload", "Refresh")
    add("XF86Search", 217, "Search")
    add("XF86MonBrightnessDown", 224, "BrightnessDown", "MonBrightnessDown")
    add("XF86MonBrightnessUp", 225, "BrightnessUp", "MonBrightnessUp")
    add("XF86AudioMicMute", 248, "AudioMicMute")
    return keys
  }()
}

extension KeyChord.Fault {
  /// What was expected, for a message that has shown the text.
  var expected: String {
    switch self {
    case .empty: "a chord such as Alt+Left; the key + is called plus"
    case .unknownModifier(let part):
      "Ctrl, Alt, Shift or Super in place of \"\(shownText(part))\""
        + didYouMean(part, among: KeyChord.Modifier.allNames)
    case .repeatedModifier(let part): "\"\(shownText(part))\" once"
    case .unknownKey(let part):
      "a key in place of \"\(shownText(part))\", such as a, F5, Left, Page_Up or AudioPlay"
        + didYouMean(part, among: KeyChord.keyNames)
    case .onlyModifiers: "a key behind those that are held, such as Super+Left"
    }
  }
}
