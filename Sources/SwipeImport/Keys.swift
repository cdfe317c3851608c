internal import SwipeActions

/// Other tools' words for keys, as chords of ours.
enum Keys {
  /// A chord of X's keysyms, such as `Control_L+Alt_L+Next`; `nil` where it has no counterpart.
  ///
  /// - Parameter shiftsCapitals: whether `S` stands for Shift and s, as to xdotool.
  static func chord(keysyms words: [String], shiftsCapitals: Bool) -> String? {
    var words = words
    if shiftsCapitals, let last = words.last, last.utf8.count == 1, last != last.lowercased(),
      !words.dropLast().contains(where: { modifier($0) == "Shift" })
    {
      words.insert("Shift", at: 0)
    }
    return chord(words) { keysyms[$0] ?? $0 }
  }

  /// A chord of the kernel's key names without `KEY_`, such as `LEFTALT+RIGHT`.
  static func chord(kernel text: String) -> String? {
    chord(split(text)) { word in
      let word = word.uppercased()
      return kernelKeys[word] ?? (word.hasPrefix("KEY_") ? String(word.dropFirst(4)) : word)
    }
  }

  static func split(_ text: String) -> [String] {
    text.split(separator: "+").map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func chord(_ words: [String], key: (String) -> String) -> String? {
    var modifiers: [String] = []
    for word in words.dropLast() {
      guard let modifier = modifier(word) else { return nil }
      if !modifiers.contains(modifier) { modifiers.append(modifier) }
    }
    guard let last = words.last, modifier(last) == nil else { return nil }
    let text = (modifiers + [key(last)]).joined(separator: "+")
    guard let chord = try? KeyChord(text) else { return nil }
    return chord.description
  }

  private static func modifier(_ word: String) -> String? { modifiers[word.lowercased()] }

  /// X's Meta and Hyper, and AltGr, are left out: which key has them is each keymap's own.
  private static let modifiers = [
    "ctrl": "Ctrl", "control": "Ctrl", "control_l": "Ctrl", "control_r": "Ctrl",
    "leftctrl": "Ctrl", "rightctrl": "Ctrl", "key_leftctrl": "Ctrl",
    "alt": "Alt", "alt_l": "Alt", "leftalt": "Alt", "key_leftalt": "Alt",
    "shift": "Shift", "shift_l": "Shift", "shift_r": "Shift",
    "leftshift": "Shift", "rightshift": "Shift", "key_leftshift": "Shift",
    "super": "Super", "super_l": "Super", "super_r": "Super",
    "leftmeta": "Super", "rightmeta": "Super", "key_leftmeta": "Super",
  ]

  /// Second names of keysyms, as keysymdef.h has them.
  private static let keysyms = ["Prior": "Page_Up", "Next": "Page_Down"]

  /// Names of linux/input-event-codes.h that ours differ from.
  private static let kernelKeys = [
    "PAGEUP": "Page_Up", "PAGEDOWN": "Page_Down", "LEFTBRACE": "bracketleft",
    "RIGHTBRACE": "bracketright", "DOT": "period", "ESC": "Escape", "KPPLUS": "plus",
    "SYSRQ": "Print", "MUTE": "AudioMute", "VOLUMEUP": "AudioRaiseVolume",
    "VOLUMEDOWN": "AudioLowerVolume", "PLAYPAUSE": "AudioPlay", "NEXTSONG": "AudioNext",
    "PREVIOUSSONG": "AudioPrev", "STOPCD": "AudioStop", "COMPOSE": "Menu",
    // Not the menu key beside Ctrl, which is COMPOSE.
    "MENU": "XF86MenuKB", "BRIGHTNESSUP": "BrightnessUp", "BRIGHTNESSDOWN": "BrightnessDown",
    "MICMUTE": "AudioMicMute",
  ]
}

/// Commands as other tools have them, in the form that a swipes.yaml has for them.
enum ImportedCommand {
  /// What `xdotool key …` presses; `nil` where it is anything else.
  static func keys(_ words: [String]) -> [String]? {
    guard words.count >= 3, words[0] == "xdotool", words[1] == "key" else { return nil }
    var rest = words.dropFirst(2)
    // It is about keys that are held while the command runs: nobody holds one while swiping.
    if rest.first == "--clearmodifiers" { rest = rest.dropFirst() }
    let chords = rest.map { Keys.chord(keysyms: Keys.split($0), shiftsCapitals: true) }
    let sound = chords.compactMap { $0 }
    return sound.isEmpty || sound.count < chords.count ? nil : sound
  }

  /// A program and its arguments that no shell reads.
  static func program(_ words: [String]) -> ImportedSwipe.Action {
    keys(words).map { .press($0) } ?? .run(words)
  }

  /// A line for a shell; without one where it has nothing to do.
  static func line(_ line: String) -> ImportedSwipe.Action {
    let isPlain = line.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || "_-+.,:/@ ".utf8.contains(byte)
    }
    let words = line.split(separator: " ").map(String.init)
    guard isPlain, let first = words.first, !shellWords.contains(first) else { return .shell(line) }
    return program(words)
  }

  /// What a shell does itself, and begins other commands with.
  private static let shellWords: Set<String> = [
    ".", ":", "alias", "bg", "break", "case", "cd", "command", "continue", "do", "done", "elif",
    "else", "esac", "eval", "exec", "exit", "export", "fg", "fi", "for", "function", "getopts",
    "hash", "if", "jobs", "local", "read", "readonly", "return", "set", "shift", "source", "then",
    "time", "times", "trap", "type", "ulimit", "umask", "unalias", "unset", "until", "wait",
    "while",
  ]
}
