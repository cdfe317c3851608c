internal import Glibc
internal import LinuxIO
internal import SwipeActions

/// A search for the program that can press keys.
struct KeyTrial {
  /// Counts the searches: the answers to an earlier one are for nobody.
  var number = 0
  /// When it began, in µs of `Clock.monotonic`; `nil` once it is over.
  var began: Int64?
  /// Why the last one found nothing, as it was told.
  var toldReason: String?
}

/// Finds the program that can press keys in this session, and tells it what to press.
enum KeyPresser {
  /// The programs to try, the best first: wtype asks the compositor, ydotool goes through the kernel and needs its daemon,
  /// xdotool reaches what X has.
  static func candidates(_ environment: SessionEnvironment) -> [KeyTool] {
    if environment.isWayland { return [.wtype, .ydotool] }
    if environment.isX11 { return [.xdotool, .ydotool] }
    return [.ydotool]
  }

  /// What a program is asked that presses nothing, but fails where it could not.
  static func trial(_ tool: KeyTool) -> [String] {
    switch tool {
    // It connects to the compositor, and asks for its virtual keyboard.
    case .wtype: ["wtype", "-s", "1"]
    case .xdotool: ["xdotool", "getmouselocation"]
    // To release a key that is not held does nothing, but needs the daemon.
    case .ydotool: ["ydotool", "key", "240:0"]
    }
  }

  /// What presses these chords.
  static func command(_ chords: [KeyChord], with tool: KeyTool) -> [String] {
    switch tool {
    case .wtype:
      ["wtype"]
        + chords.flatMap { chord in
          chord.modifiers.flatMap { ["-M", Self.wtypeName($0)] } + ["-k", chord.key.symbol]
            + chord.modifiers.reversed().flatMap { ["-m", Self.wtypeName($0)] }
        }
    case .xdotool:
      ["xdotool", "key", "--clearmodifiers"]
        + chords.map { chord in
          (chord.modifiers.map(Self.xdotoolName) + [chord.key.symbol]).joined(separator: "+")
        }
    case .ydotool:
      ["ydotool", "key"]
        + chords.flatMap { chord in
          let codes = chord.modifiers.map(\.code) + [chord.key.code]
          return codes.map { "\($0):1" } + codes.reversed().map { "\($0):0" }
        }
    }
  }

  private static func wtypeName(_ modifier: KeyChord.Modifier) -> String {
    switch modifier {
    case .control: "ctrl"
    case .alt: "alt"
    case .shift: "shift"
    case .logo: "logo"
    }
  }

  private static func xdotoolName(_ modifier: KeyChord.Modifier) -> String {
    switch modifier {
    case .control: "ctrl"
    case .alt: "alt"
    case .shift: "shift"
    case .logo: "super"
    }
  }
}
