/// A desktop environment or compositor, as far as it matters what it does with touchpads.
public enum DesktopEnvironment: Sendable, Hashable {
  case gnome, cinnamon, mate, kde, sway, hyprland, niri
  /// Any other, by its name in `XDG_CURRENT_DESKTOP`; empty where it has none.
  case other(String)

  /// The one that a session's environment names.
  ///
  /// - Parameter environment: a variable's value.
  public init(environment: (String) -> String?) {
    let current = environment("XDG_CURRENT_DESKTOP") ?? ""
    let parts = current.lowercased().split(separator: ":").map(String.init)
    // As specified the first is the most exact, but who names GNOME beside itself goes by GNOME's settings.
    for part in parts {
      switch part {
      case "kde": self = .kde
      case "sway": self = .sway
      case "hyprland": self = .hyprland
      case "niri": self = .niri
      case "x-cinnamon", "cinnamon": self = .cinnamon
      case "mate": self = .mate
      case "gnome", "gnome-classic", "gnome-flashback", "unity", "budgie", "pantheon": self = .gnome
      default: continue
      }
      return
    }
    self = .other(current)
  }

  /// What people call it.
  public var name: String {
    switch self {
    case .gnome: "GNOME"
    case .cinnamon: "Cinnamon"
    case .mate: "MATE"
    case .kde: "KDE Plasma"
    case .sway: "sway"
    case .hyprland: "Hyprland"
    case .niri: "niri"
    case .other(let name): name.isEmpty ? "the desktop" : name
    }
  }
}
