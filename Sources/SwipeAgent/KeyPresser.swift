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

  /// Something that a program is asked, and what it means that it fails; without a reason, what became of it is told.
  struct Trial {
    var words: [String]
    var failure: String?
  }

  /// What a program is asked in turn that presses nothing, but fails where it could not press.
  static func trials(_ tool: KeyTool) -> [Trial] {
    switch tool {
    // It connects to the compositor, and asks for its virtual keyboard.
    case .wtype: [Trial(words: ["wtype", "-s", "1"])]
    case .xdotool: [Trial(words: ["xdotool", "getmouselocation"])]
    case .ydotool:
      [
        // Before 1.0 this failed, and what is a key's number now was taken for keys to be typed: Debian 12 has such a one.
        Trial(words: ["ydotool", "--help"], failure: "is older than 1.0"),
        // To release a key that is not held does nothing, but needs the daemon.
        Trial(words: ["ydotool", "key", "240:0"], failure: "does not reach its daemon ydotoold"),
      ]
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
