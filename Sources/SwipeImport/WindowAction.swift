/// What tells windows and workspaces what to do.
public enum ImportDesktop: String, Sendable, Hashable, CaseIterable {
  case gnome, kde, sway, hyprland, niri
  /// Any other one, through X11's window manager hints: wmctrl and xdotool.
  case x11

  /// The one whose parts `XDG_CURRENT_DESKTOP` names.
  public init(currentDesktop: String?) {
    let parts = (currentDesktop ?? "").lowercased().split(separator: ":").map(String.init)
    // "GNOME-Flashback" and Budgie name GNOME as well, and have other shortcuts.
    let known = parts.compactMap(ImportDesktop.init(rawValue:))
    self =
      parts.contains("budgie") || parts.contains("gnome-flashback") ? .x11 : known.first ?? .x11
  }
}

/// What touchegg and a plug-in of fusuma's do to windows and workspaces.
enum WindowAction: Hashable {
  enum Workspace: String { case next, previous, up, down, left, right }
  enum Side: String { case left, right }

  case maximize, minimize, fullscreen, close, showDesktop
  case tile(Side)
  case workspace(Workspace)
}

/// A counterpart, or why there is none.
enum Counterpart {
  case action(ImportedSwipe.Action)
  case none(String)
}

extension WindowAction {
  func counterpart(on desktop: ImportDesktop) -> Counterpart {
    switch desktop {
    case .gnome: gnome
    case .kde: .action(.kwin(kwinShortcut))
    case .sway: sway
    case .hyprland: hyprland
    case .niri: niri
    case .x11: x11
    }
  }

  /// The defaults in org.gnome.desktop.wm.keybindings and org.gnome.mutter.keybindings.
  private var gnome: Counterpart {
    switch self {
    case .maximize: .action(.press(["Alt+F10"]))
    case .minimize: .action(.press(["Super+h"]))
    case .close: .action(.press(["Alt+F4"]))
    case .tile(.left): .action(.press(["Super+Left"]))
    case .tile(.right): .action(.press(["Super+Right"]))
    case .workspace(.previous), .workspace(.left): .action(.press(["Super+Page_Up"]))
    case .workspace(.next), .workspace(.right): .action(.press(["Super+Page_Down"]))
    case .workspace(.up): .action(.press(["Ctrl+Alt+Up"]))
    case .workspace(.down): .action(.press(["Ctrl+Alt+Down"]))
    case .fullscreen, .showDesktop:
      .none("GNOME has no key for it until you give it one, which \"press\" can then press")
    }
  }

  /// The names in KWin's own sources, which org.kde.kglobalaccel takes whatever keys they have.
  private var kwinShortcut: String {
    switch self {
    case .maximize: "Window Maximize"
    case .minimize: "Window Minimize"
    case .fullscreen: "Window Fullscreen"
    case .close: "Window Close"
    case .showDesktop: "Show Desktop"
    case .tile(.left): "Window Quick Tile Left"
    case .tile(.right): "Window Quick Tile Right"
    case .workspace(.next): "Switch to Next Desktop"
    case .workspace(.previous): "Switch to Previous Desktop"
    case .workspace(.up): "Switch One Desktop Up"
    case .workspace(.down): "Switch One Desktop Down"
    case .workspace(.left): "Switch One Desktop to the Left"
    case .workspace(.right): "Switch One Desktop to the Right"
    }
  }

  private var sway: Counterpart {
    func tell(_ words: String...) -> Counterpart { .action(.run(["swaymsg"] + words)) }
    return switch self {
    case .fullscreen: tell("fullscreen", "toggle")
    case .close: tell("kill")
    case .workspace(.next), .workspace(.right), .workspace(.down):
      tell("workspace", "next_on_output")
    case .workspace(.previous), .workspace(.left), .workspace(.up):
      tell("workspace", "prev_on_output")
    case .maximize, .minimize, .showDesktop, .tile: .none("sway has nothing like it")
    }
  }

  private var hyprland: Counterpart {
    func tell(_ words: String...) -> Counterpart {
      .action(.run(["hyprctl", "dispatch"] + words))
    }
    return switch self {
    case .fullscreen: tell("fullscreen", "0")
    case .maximize: tell("fullscreen", "1")
    case .close: tell("killactive")
    case .workspace(.next), .workspace(.right), .workspace(.down): tell("workspace", "r+1")
    case .workspace(.previous), .workspace(.left), .workspace(.up): tell("workspace", "r-1")
    case .minimize, .showDesktop, .tile: .none("Hyprland has nothing like it")
    }
  }

  private var niri: Counterpart {
    func tell(_ action: String) -> Counterpart { .action(.run(["niri", "msg", "action", action])) }
    return switch self {
    case .fullscreen: tell("fullscreen-window")
    case .maximize: tell("maximize-column")
    case .close: tell("close-window")
    case .workspace(.next), .workspace(.down): tell("focus-workspace-down")
    case .workspace(.previous), .workspace(.up): tell("focus-workspace-up")
    case .workspace(.left), .workspace(.right):
      .none("niri's workspaces lie above each other")
    case .minimize, .showDesktop, .tile: .none("niri has nothing like it")
    }
  }

  private var x11: Counterpart {
    func wmctrl(_ words: String...) -> Counterpart { .action(.run(["wmctrl"] + words)) }
    switch self {
    case .maximize:
      return wmctrl("-r", ":ACTIVE:", "-b", "toggle,maximized_vert,maximized_horz")
    case .minimize: return .action(.run(["xdotool", "getactivewindow", "windowminimize"]))
    case .fullscreen: return wmctrl("-r", ":ACTIVE:", "-b", "toggle,fullscreen")
    case .close: return wmctrl("-c", ":ACTIVE:")
    case .showDesktop:
      return .action(
        .shell("if wmctrl -m | grep -q 'mode: ON'; then wmctrl -k off; else wmctrl -k on; fi"))
    case .tile: return .none("X11 has no request for it; your window manager may have a key")
    case .workspace(let workspace):
      let step: WorkspaceStep.Way =
        switch workspace {
        case .next, .right, .down: .forward
        case .previous, .left, .up: .back
        }
      return .action(.shell(WorkspaceStep(step).line))
    }
  }
}

/// A step through workspaces with wmctrl, which only knows them by number.
struct WorkspaceStep {
  enum Way {
    /// One column on, or back.
    case right, left
    /// One row on, or back: with one column the next and the previous workspace.
    case forward, back
  }

  var way: Way
  /// How many workspaces are beside each other.
  var columns = 1
  /// Whether the last is followed by the first.
  var wraps = false

  init(_ way: Way, columns: Int = 1, wraps: Bool = false) {
    self.way = way
    self.columns = columns
    self.wraps = wraps
  }

  /// A line for the shell that makes the step: `c` is the workspace's number, `w` how many are in a row, `m` how many
  /// places all rows have.
  var line: String {
    let step =
      switch (way, wraps) {
      case (.forward, false): "n=c+w"
      case (.forward, true): "n=(c+w)%m; if(n>=NR) n=(n+w)%m"
      case (.back, false): "n=c-w"
      case (.back, true): "n=(c-w+m)%m; if(n>=NR) n-=w"
      case (.right, false): "n=(c+1)%w ? c+1 : -1"
      case (.right, true): "n=(c+1)%w && c+1<NR ? c+1 : c-c%w"
      case (.left, false): "n=c%w ? c-1 : -1"
      case (.left, true): "n=c%w ? c-1 : c+w-1; if(n>=NR) n=NR-1"
      }
    // On GNOME with a single workspace `wmctrl -d` fails.
    return
      "{ wmctrl -d 2>/dev/null || printf '0 *\\n1 -\\n'; } | awk -v w=\(columns) '$2==\"*\" {c=$1}"
      + " END {m=int((NR-1)/w+1)*w; \(step); if(n>=0 && n<NR && n!=c) print n}'"
      + " | xargs -r wmctrl -s"
  }
}
