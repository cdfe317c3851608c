/// Another program that acts on swipes.
struct Rival: Sendable {
  /// What its processes are called: their own name, their program's or their script's.
  var processes: Set<String>
  var name: String
  /// What ends it for good; `nil` where nothing but its processes can be ended.
  var end: String?
  /// Whether its configuration can be imported.
  var isImported = false
  /// Whether it takes three fingers to drag.
  var drags = false

  static let all = [
    Rival(
      processes: ["touchegg"], name: "touchegg",
      end: "sudo systemctl disable --now touchegg.service",
      isImported: true),
    Rival(
      processes: ["libinput-gestures"], name: "libinput-gestures",
      end: "libinput-gestures-setup stop autostop", isImported: true),
    Rival(processes: ["fusuma"], name: "fusuma", isImported: true),
    Rival(
      processes: ["gebaard", "gebaar", "gebaar-libinput"], name: "gebaar"),
    Rival(
      processes: ["inputactions", "inputactionsd", "inputactions-standalone"], name: "InputActions",
      end: "sudo systemctl disable --now inputactions.service"),
    Rival(
      processes: ["comfortable-swipe", "comfortable-swipe-buffer"], name: "comfortable-swipe",
      end: "comfortable-swipe stop"),
    Rival(processes: ["syngestures"], name: "syngestures"),
    Rival(
      processes: ["gesture_improvements_gesture_daemon", "gnome-x11-gesture-daemon"],
      name: "gnome-x11-gesture-daemon",
      end: "systemctl --user disable --now gesture_improvements_gesture_daemon.service"),
    Rival(
      processes: ["linux-3-finger-drag"], name: "linux-3-finger-drag",
      end: "systemctl --user disable --now three-finger-drag.service", drags: true),
    Rival(
      processes: ["three-finger-drag", "three_finger_drag", "threefingerdrag"],
      name: "three-finger-drag", end: "systemctl --user disable --now three-finger-drag.service",
      drags: true),
  ]
}

/// Other gesture daemons that run.
struct RivalChecks {
  let view: SystemView

  func findings() -> [Finding] {
    let processes = view.processes
    return Rival.all.compactMap { rival in
      // The kernel keeps 15 bytes of a name.
      let names = rival.processes.union(rival.processes.map { String($0.prefix(15)) })
      let found = processes.filter { !$0.names.isDisjoint(with: names) }
      guard let first = found.first else { return nil }
      let end = rival.end ?? Self.end(found, for: view.userID)
      let which = "process \(first.id)"
      if rival.drags {
        return .problem(
          "three-finger-drag",
          "\(rival.name) runs (\(which)) and drags with three fingers, so a swipe of three drags as well",
          .command(end))
      }
      return .problem(
        "rival-\(rival.name.lowercased())",
        "\(rival.name) runs (\(which)) and acts on the same swipes"
          + (rival.isImported
            ? "; \"swipectl import\" takes its configuration over" : "")
          + (rival.end == nil ? "; it comes back with the session where that starts it" : ""),
        .command(end))
    }
  }

  /// By number: what runs in an interpreter may have that one's name to the kernel.
  private static func end(_ processes: [SystemView.Process], for user: UInt32) -> String {
    (processes.allSatisfy { $0.userID == user } ? "kill " : "sudo kill ")
      + processes.map { "\($0.id)" }.joined(separator: " ")
  }
}
