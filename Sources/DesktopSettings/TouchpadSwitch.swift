internal import YAMLNodes

/// Whether the desktop lets a touchpad move its pointer: libinput's "send events", as the desktop's settings have it.
public enum TouchpadSwitch: Sendable, Hashable {
  case on, off
  /// Off as long as there is a mouse.
  case offBesideMouse
}

/// What dconf tells when settings were written (its signal Notify).
public enum SettingsChange {
  private static let folders = [
    "/org/gnome/desktop/peripherals/touchpad/", "/org/cinnamon/desktop/peripherals/touchpad/",
    "/org/mate/desktop/peripherals/touchpad/",
  ]

  /// Whether a touchpad's switch may be another now.
  ///
  /// - Parameters:
  ///   - prefix: what the paths of all changes begin with.
  ///   - changes: the rest of each; one that ends in a slash is of all that is below.
  public static func concernsTouchpads(prefix: String, changes: [String]) -> Bool {
    changes.map { prefix + $0 }.contains { path in
      folders.contains { path.hasPrefix($0) || path.hasSuffix("/") && $0.hasPrefix(path) }
    }
  }
}

/// How a desktop is asked whether a touchpad is switched on. Nothing here asks: it says what to ask, and what the answer
/// means, so that an agent can ask without waiting, and a test by a text.
public enum TouchpadQuestion: Sendable, Hashable {
  /// A program's output answers it.
  case program([String])
  /// A file of the user's answers it, below `$XDG_CONFIG_HOME` or `~/.config`.
  case configuration(String)

  /// The question for a touchpad, `nil` where the desktop cannot be asked.
  ///
  /// - Parameter node: the touchpad's node, such as `/dev/input/event5`.
  public init?(_ desktop: DesktopEnvironment, node: String) {
    switch desktop {
    case .gnome:
      self = .program([
        "gsettings", "get", "org.gnome.desktop.peripherals.touchpad", "send-events",
      ])
    case .cinnamon:
      self = .program([
        "gsettings", "get", "org.cinnamon.desktop.peripherals.touchpad", "send-events",
      ])
    case .mate:
      self = .program(["gsettings", "get", "org.mate.peripherals-touchpad", "touchpad-enabled"])
    case .kde:
      // KWin names its devices after the kernel's nodes; on X11 it has none.
      let name = node.split(separator: "/").last.map(String.init) ?? ""
      self = .program([
        "busctl", "--user", "get-property", "org.kde.KWin", "/org/kde/KWin/InputDevice/\(name)",
        "org.kde.KWin.InputDevice", "enabled",
      ])
    case .sway: self = .program(["swaymsg", "-t", "get_inputs", "-r"])
    case .niri: self = .configuration("niri/config.kdl")
    // hyprctl tells no device's switch.
    case .hyprland, .other: return nil
    }
  }

  /// What a text answers; `nil` where it is no answer, as of a desktop that does not know the touchpad.
  ///
  /// - Parameter name: the touchpad's name, as the kernel has it.
  public func answer(_ text: String, name: String) -> TouchpadSwitch? {
    switch self {
    case .program(let words) where words.first == "swaymsg": Self.sway(text, name)
    case .program(let words) where words.first == "busctl":
      switch text.split(whereSeparator: \.isWhitespace).map(String.init) {
      case ["b", "true"]: .on
      case ["b", "false"]: .off
      default: nil
      }
    case .program:
      switch text.filter({ !$0.isWhitespace && $0 != "'" }) {
      case "enabled", "true": .on
      case "disabled", "false": .off
      case "disabled-on-external-mouse": .offBesideMouse
      default: nil
      }
    case .configuration: Self.niri(text)
    }
  }

  /// The command that switches it on again; `nil` for what is in a file.
  public var remedy: String? {
    switch self {
    case .program(let words):
      switch words.first {
      case "gsettings":
        "gsettings set \(words.dropFirst(2).joined(separator: " ")) "
          + (words.last == "send-events" ? "enabled" : "true")
      case "busctl":
        "busctl --user set-property \(words.dropFirst(3).joined(separator: " ")) b true"
      default: "swaymsg input type:touchpad events enabled"
      }
    case .configuration: nil
    }
  }

  /// JSON is YAML as well: a list of devices, each with its name and what libinput has of it.
  private static func sway(_ text: String, _ name: String) -> TouchpadSwitch? {
    guard case .list(let devices) = YAMLDocument(Array(text.utf8)).root?.content else { return nil }
    for device in devices where device["name"]?.text == name {
      switch device["libinput"]?["send_events"]?.text {
      case "enabled": return .on
      case "disabled": return .off
      case "disabled_on_external_mouse": return .offBesideMouse
      default: break
      }
    }
    return nil
  }

  /// The words of `input { touchpad { … } }` in niri's KDL. There is no switch in it for one touchpad alone.
  private static func niri(_ text: String) -> TouchpadSwitch {
    let paths = KDLNodes(text).paths
    if paths.contains(["input", "touchpad", "off"]) { return .off }
    return paths.contains(["input", "touchpad", "disabled-on-external-mouse"])
      ? .offBesideMouse : .on
  }
}

extension YAMLNode {
  fileprivate var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  fileprivate subscript(key: String) -> YAMLNode? {
    guard case .mapping(let pairs) = content else { return nil }
    return pairs.first { $0.key.text == key }?.value
  }
}
