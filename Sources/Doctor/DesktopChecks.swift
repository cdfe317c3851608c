internal import CommitPoint
internal import DesktopSettings
internal import SwipeActions
internal import SwipeConfig

/// Swipes that a desktop takes for itself.
struct OwnGestures {
  /// By fingers and direction.
  var swipes: Set<SwipeKey>
  /// What they are for, or where they are said.
  var purpose: String
  /// How both are told apart: what to change.
  var remedy: String
}

/// The desktop: its own swipes, three-finger drag, screen lockers.
struct DesktopChecks {
  let view: SystemView
  let desktop: DesktopEnvironment
  /// The swipes that the user's file asks for.
  let swipes: [ActionSwipe]
  let bus: BusService?

  func findings() -> [Finding] {
    ownGestures() + tickOnly() + threeFingerDrag() + lockers()
  }

  private static func keys(_ fingers: [Int], _ directions: [Direction] = Direction.allCases)
    -> Set<SwipeKey>
  {
    Set(fingers.flatMap { count in directions.map { SwipeKey(fingers: count, direction: $0) } })
  }

  // MARK: The desktop's own swipes

  private var own: OwnGestures? {
    switch desktop {
    // On X11 GNOME's and KWin's need touchegg, which is told of itself.
    case .gnome where view.isWayland:
      OwnGestures(
        swipes: Self.keys([3]), purpose: "workspaces and overview",
        remedy: "give yours \"fingers: 4\", which GNOME leaves alone")
    case .kde where view.isWayland:
      OwnGestures(
        swipes: Self.keys([3, 4], hasOneDesktop ? [.up, .down] : Direction.allCases),
        purpose: "virtual desktops and overview",
        remedy:
          "keep one virtual desktop for left and right, and leave up and down to KWin, whose swipes cannot be switched off"
      )
    case .niri:
      OwnGestures(
        swipes: Self.keys([3]).union(Self.keys([4], [.up, .down])),
        purpose: "workspaces, columns and overview",
        remedy: "give yours \"fingers: 4\" and left or right, which niri leaves alone")
    case .hyprland: hyprland
    case .sway: sway
    case .gnome, .kde, .cinnamon, .mate, .other: nil
    }
  }

  /// With a single virtual desktop KWin has nothing to switch to the left and right.
  private var hasOneDesktop: Bool {
    let answer = view.output([
      "busctl", "--user", "get-property", "org.kde.KWin", "/VirtualDesktopManager",
      "org.kde.KWin.VirtualDesktopManager", "count",
    ])
    return answer?.split(whereSeparator: \.isWhitespace).map(String.init) == ["u", "1"]
  }

  /// Those of a configuration's lines `bindgesture swipe:3:left …`, where one that names no number is for any.
  private var sway: OwnGestures? {
    let configuration = CompositorConfiguration(.sway, view)
    var keys: Set<SwipeKey> = []
    var file: String?
    for line in configuration.lines where line.words.first == "bindgesture" {
      for word in line.words.dropFirst() where word.hasPrefix("swipe") {
        let parts = word.split(separator: ":").dropFirst().map(String.init)
        let fingers = parts.compactMap(Int.init)
        let directions = parts.flatMap { $0.split(separator: "+") }.compactMap {
          Direction(rawValue: String($0))
        }
        keys.formUnion(
          Self.keys(
            fingers.isEmpty ? [3, 4] : fingers,
            directions.isEmpty ? Direction.allCases : directions))
        file = file ?? line.file
        break
      }
    }
    guard let file else { return nil }
    return OwnGestures(
      swipes: keys, purpose: "bindgesture in \(configuration.shown(file))",
      remedy: "take the line \"bindgesture swipe\" out, or the swipe out of swipes.yaml")
  }

  /// Until Hyprland 0.51 `workspace_swipe = true`, since then `gesture = 3, horizontal, workspace`.
  private var hyprland: OwnGestures? {
    let configuration = CompositorConfiguration(.hyprland, view)
    var keys: Set<SwipeKey> = []
    var isSwiped = false
    var fingers = 3
    var file: String?
    for line in configuration.lines {
      let text = line.words.joined(separator: " ")
      let parts = text.split(separator: "=", maxSplits: 1).map {
        String($0.filter { !$0.isWhitespace })
      }
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "workspace_swipe", "gestures:workspace_swipe":
        isSwiped = ["true", "1", "yes", "on"].contains(parts[1])
        file = file ?? line.file
      case "workspace_swipe_fingers", "gestures:workspace_swipe_fingers":
        fingers = Int(parts[1]) ?? fingers
      case "gesture":
        let words = parts[1].split(separator: ",").map(String.init)
        // With "mod:" it is only there while a key is held.
        guard words.count > 2, let count = Int(words[0]), words[2] != "unset",
          !words[2].hasPrefix("mod:")
        else { continue }
        file = file ?? line.file
        switch words[1] {
        case "horizontal": keys.formUnion(Self.keys([count], [.left, .right]))
        case "vertical": keys.formUnion(Self.keys([count], [.up, .down]))
        case "swipe": keys.formUnion(Self.keys([count]))
        default:
          if let direction = Direction(rawValue: words[1]) {
            keys.insert(SwipeKey(fingers: count, direction: direction))
          }
        }
      default: continue
      }
    }
    if isSwiped { keys.formUnion(Self.keys([fingers], [.left, .right])) }
    guard !keys.isEmpty, let file else { return nil }
    return OwnGestures(
      swipes: keys, purpose: "gestures in \(configuration.shown(file))",
      remedy: "take the gesture out, or the swipe out of swipes.yaml")
  }

  /// Whether an entry is there on this desktop at all.
  private func isHere(_ swipe: ActionSwipe) -> Bool {
    func names(_ conditions: Conditions) -> Bool {
      let current = (view.environment("XDG_CURRENT_DESKTOP") ?? "").lowercased()
        .split(separator: ":").map(String.init)
      return conditions.desktops.contains { current.contains($0.lowercased()) }
    }
    if !swipe.when.desktops.isEmpty, !names(swipe.when) { return false }
    return swipe.unless.desktops.isEmpty || !names(swipe.unless)
  }

  private func ownGestures() -> [Finding] {
    guard let own else { return [] }
    let both = swipes.filter { !$0.isTickOnly && isHere($0) && own.swipes.contains($0.key.value) }
    guard !both.isEmpty else { return [] }
    let titles = both.map { "\"\($0.title)\"" }.joined(separator: ", ")
    return [
      .problem(
        "desktop-swipes",
        "\(desktop.name) has swipes of its own (\(own.purpose)), so two things happen at \(titles)",
        .sentence(own.remedy))
    ]
  }

  /// What is felt of a desktop's own swipes is not quite what it does.
  private func tickOnly() -> [Finding] {
    guard desktop == .gnome || desktop == .niri,
      swipes.contains(where: { $0.isTickOnly && isHere($0) })
    else { return [] }
    return [
      .note(
        "approximate",
        "the ticks for \(desktop.name)'s own swipes are approximate: it goes by speed as well, and acts on swipes that are cancelled"
      )
    ]
  }

  // MARK: Three-finger drag

  /// Of the compositors only Hyprland has libinput's own; programs that do it are told of as such.
  private func threeFingerDrag() -> [Finding] {
    guard desktop == .hyprland else { return [] }
    let configuration = CompositorConfiguration(.hyprland, view)
    for line in configuration.lines {
      let parts = line.words.joined().split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0] == "drag_3fg" || parts[0].hasSuffix(":drag_3fg"),
        let state = Int(parts[1]), state > 0
      else { continue }
      // 1 drags with three fingers, 2 with four.
      return [
        .problem(
          "three-finger-drag",
          "Hyprland drags with \(state == 1 ? "three" : "four") fingers (drag_3fg = \(state)), so a swipe with them drags as well",
          .sentence("set drag_3fg = 0 in \(configuration.shown(line.file))"))
      ]
    }
    return []
  }

  // MARK: Screen lockers

  /// Lockers that tell logind nothing: to swiped the session is not locked behind them.
  private static let silentLockers = [
    "swaylock", "waylock", "gtklock", "hyprlock", "i3lock", "slock", "xlock", "xsecurelock",
    "xscreensaver", "xtrlock", "physlock",
  ]

  private func lockers() -> [Finding] {
    // These lock the screen themselves, and tell logind.
    switch desktop {
    case .gnome, .kde, .cinnamon: return []
    case .mate, .sway, .hyprland, .niri, .other: break
    }
    let remedy = Finding.Remedy.sentence(
      "lock by a script that tells it: docs/troubleshooting.md, \"Swipes act on a locked screen\"")
    if let running = view.processes.first(where: { Self.silentLockers.contains($0.name) }),
      let standing = bus?.touchpads.first?.standing
    {
      // Somebody has told logind, or nobody's session is active there.
      guard standing == "entitled" else { return [] }
      return [
        .problem(
          "locked-hint",
          "\(running.name) has locked the screen and logind was not told, so swipes act behind it",
          remedy)
      ]
    }
    // By what it is started cannot be seen.
    guard let locker = Self.silentLockers.first(where: { view.isInstalled($0) }) else { return [] }
    return [
      .note(
        "locked-hint",
        "\(locker) does not tell logind by itself that the screen is locked, and swipes act behind it until somebody does",
        remedy)
    ]
  }
}
