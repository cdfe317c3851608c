internal import DesktopSettings
internal import LinuxIO
internal import SwipeActions
internal import SwipeConfig

/// The files: the service's configuration, the user's swipes, and the agent that carries them out.
struct SwipesChecks {
  let view: SystemView
  /// What the user's swipes.yaml says; `nil` where it is not known whose home is meant.
  let loaded: (path: String, swipes: LoadedSwipeActions)?
  let desktop: DesktopEnvironment

  static let agent = "swiped-agent.service"

  init(_ view: SystemView, _ desktop: DesktopEnvironment) {
    self.view = view
    self.desktop = desktop
    guard let path = SwipeActions.path(environment: view.environment) else {
      loaded = nil
      return
    }
    loaded = (
      path,
      SwipeActions.load(
        path: view.root + path, isExpected: false, for: .check, programs: view.programs)
    )
  }

  /// - Parameter isUser: whether it is the user's own session that is looked at, and not root's by sudo.
  func findings(isUser: Bool) -> [Finding] {
    configuration() + (isUser ? swipes() + agent() + group() : [])
  }

  private func configuration() -> [Finding] {
    let loaded = Configuration.load(.system(root: view.root), for: .check)
    guard let first = loaded.messages.first(where: { $0.severity == .error }) else { return [] }
    let count = loaded.messages.count { $0.severity == .error }
    return [
      .problem(
        "configuration-broken",
        "the service's configuration has \(count == 1 ? "an error" : "\(count) errors"): \(shown(first))",
        .command("swipectl check"))
    ]
  }

  /// A message without the folder that stands for the system in tests.
  private func shown(_ message: ConfigurationMessage) -> String {
    String(message.description.dropFirst(view.root.count))
  }

  private func swipes() -> [Finding] {
    guard let loaded else {
      return [.unknown("no-home", "whose swipes.yaml is meant cannot be told: HOME is not set")]
    }
    guard loaded.swipes.isThere else {
      let folder = loaded.path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
      return [
        .problem(
          "no-swipes", "there is no \(loaded.path), so your swipes do nothing",
          .command(
            "mkdir -p \(shellWord(folder)) && swipectl examples \(example) > \(shellWord(loaded.path))"
          ))
      ]
    }
    let grave = loaded.swipes.messages.filter { $0.severity == .error }
    if let first = grave.first {
      return [
        .problem(
          "swipes-broken",
          "swipes.yaml has \(grave.count == 1 ? "an error" : "\(grave.count) errors"): \(shown(first))",
          .command("swipectl check --swipes"))
      ]
    }
    // Nothing else is warned of in what has no error.
    return keyTool(loaded.swipes.actions).map { [$0] } ?? []
  }

  /// The set that goes best with the desktop.
  private var example: String {
    switch desktop {
    // On X11 GNOME has no swipes of its own.
    case .gnome: view.isWayland ? "gnome-ticks" : "media"
    case .niri: "niri-ticks"
    case .kde: "kde"
    case .sway: "sway"
    case .hyprland: "hyprland"
    case .cinnamon, .mate, .other: "media"
    }
  }

  /// A program that can press keys in this session, where some swipe does.
  private func keyTool(_ actions: SwipeActions) -> Finding? {
    guard actions.pressesKeys else { return nil }
    // GNOME and KWin give the compositor's virtual keyboard, which wtype is for, to none but themselves.
    let tools: [KeyTool] =
      switch desktop {
      case .gnome where view.isWayland, .kde where view.isWayland: [.ydotool]
      default: view.isWayland ? [.wtype, .ydotool] : [.xdotool, .ydotool]
      }
    let installed = tools.filter { view.isInstalled($0.rawValue) }
    // Before 1.0 its --help failed, and it took other keys: Debian 12 has such a one.
    if installed == [.ydotool], case .ended(let code, _) = view.run(["ydotool", "--help"]),
      code != 0
    {
      return .problem(
        "no-key-tool",
        "your swipes press keys, and the ydotool here is older than 1.0 and takes other keys",
        .sentence(
          "install ydotool 1.0 or later\(tools[0] == .ydotool ? "" : ", or \(tools[0].rawValue)")"))
    }
    guard let best = tools.first, installed.isEmpty else { return nil }
    return .problem(
      "no-key-tool",
      "your swipes press keys, and no program that can do that in this session is installed",
      .sentence(
        "install \(best.rawValue)"
          + (best == .ydotool ? ", and have its daemon ydotoold run" : "")))
  }

  private func agent() -> [Finding] {
    guard loaded?.swipes.isThere == true else { return [] }
    // Whoever starts it otherwise needs no unit.
    if view.processes.contains(where: isAgent) { return [] }
    guard let unit = UnitState(view, scope: "--user", Self.agent) else {
      return [
        .unknown(
          "agent-unknown",
          "it cannot be told whether the agent runs, which carries your swipes out:"
            + " there is no systemd of yours here",
          .sentence("run \"swipectl doctor\" as yourself, in your own session"))
      ]
    }
    if !unit.isThere {
      return [
        .problem(
          "agent-not-running", "the agent, which carries your swipes out, is not running",
          .sentence("have \"swipectl agent\" started with your session"))
      ]
    }
    if unit.hasFailed {
      return [
        .problem(
          "agent-failed", "the agent, which carries your swipes out, has failed (\(unit.result))",
          .command("journalctl --user -b -u \(Self.agent) --no-pager | tail -20"))
      ]
    }
    if !unit.isRunning {
      return [
        .problem(
          "agent-not-running", "the agent, which carries your swipes out, is not running",
          .command("systemctl --user enable --now \(Self.agent)"))
      ]
    }
    return []
  }

  private func isAgent(_ process: SystemView.Process) -> Bool {
    process.userID == view.userID && process.names.contains("swipectl")
      && process.arguments.dropFirst().first == "agent"
  }

  /// Whoever reads touchpads through this group reads keyboards as well.
  private func group() -> [Finding] {
    guard let user = userName,
      let line = view.text("/etc/group")?.split(separator: "\n").first(where: {
        $0.hasPrefix("input:")
      }), let members = line.split(separator: ":", omittingEmptySubsequences: false).last,
      members.split(separator: ",").contains(where: { $0 == user })
    else { return [] }
    return [
      .note(
        "group-input",
        "you are in the group input, by which every program of yours can read what you type; swiped does not need it",
        .command("sudo gpasswd --delete \(user) input"))
    ]
  }

  private var userName: String? {
    view.text("/etc/passwd")?.split(separator: "\n").first {
      let fields = $0.split(separator: ":", omittingEmptySubsequences: false)
      return fields.count > 2 && fields[2] == "\(view.userID)"
    }?.split(separator: ":").first.map(String.init)
  }
}
