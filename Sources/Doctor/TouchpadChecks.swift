internal import DesktopSettings

/// A touchpad, as udev knows it.
struct KnownTouchpad: Hashable {
  var node: String
  var name: String
}

extension SystemView {
  /// The touchpads that udev has found, whoever may read them.
  var touchpads: [KnownTouchpad] {
    names("/sys/class/input").filter { $0.hasPrefix("event") }.compactMap { name in
      let path = "/sys/class/input/\(name)"
      guard let number = text(path + "/dev")?.filter({ !$0.isWhitespace }),
        let properties = text("/run/udev/data/c\(number)")?.split(separator: "\n"),
        properties.contains("E:ID_INPUT_TOUCHPAD=1")
      else { return nil }
      let title = text(path + "/device/name")?.split(separator: "\n").first.map(String.init)
      return KnownTouchpad(node: "/dev/input/\(name)", name: title ?? name)
    }
  }

  /// Whether udev's data can be read at all.
  var hasUdev: Bool { exists("/run/udev/data") }
}

/// The touchpads: there, read by the service, felt, of a known size, and switched on.
struct TouchpadChecks {
  let view: SystemView
  let bus: BusService?
  let desktop: DesktopEnvironment

  func findings() -> [Finding] {
    let known = view.touchpads
    guard let bus else {
      return known.isEmpty ? [nothingFound] : known.flatMap { switchedOff($0.node, $0.name) }
    }
    var findings: [Finding] = []
    if bus.isPaused {
      findings.append(
        .problem(
          "paused", "swiped is paused: no swipe ticks",
          .command(
            "sudo busctl call org.swiped.Swiped1 /org/swiped/Swiped1 org.swiped.Swiped1.Manager Resume"
          )))
    }
    if known.isEmpty, bus.touchpads.isEmpty { findings.append(nothingFound) }
    for touchpad in known where !bus.touchpads.contains(where: { $0.node == touchpad.node }) {
      findings.append(
        .problem(
          "touchpad-not-read",
          "\(touchpad.name) (\(touchpad.node)) is not read by the service",
          .command("sudo swiped --list-devices")))
    }
    for touchpad in bus.touchpads { findings += self.findings(touchpad) }
    return findings
  }

  private var nothingFound: Finding {
    guard view.hasUdev else {
      return .unknown(
        "no-udev", "which touchpads there are cannot be told: udev's data are not in /run/udev")
    }
    return .problem(
      "no-touchpad", "udev knows of no touchpad",
      .sentence("where there is one, see what the kernel takes it for: sudo libinput list-devices"))
  }

  private func findings(_ touchpad: BusTouchpad) -> [Finding] {
    let title = "\(touchpad.name) (\(touchpad.node))"
    var findings = switchedOff(touchpad.node, touchpad.name)
    let isOff = findings.contains { $0.kind == .problem }
    if !touchpad.isEnabled, !isOff {
      let whose = touchpad.leftAloneBy.first
      findings.append(
        .problem(
          "touchpad-left-alone",
          "\(title) is left alone"
            + (whose.map { ", as \($0) on the bus has asked for" } ?? ""),
          whose.map { .command("busctl --system status \($0)") }))
    }
    if touchpad.isSizeAGuess {
      findings.append(
        .problem(
          "size-is-a-guess",
          "\(title) does not say how large it is, so its millimetres are a guess (libinput takes it for 69 × 50 mm)",
          .sentence(
            "measure it, and give udev its resolution: docs/troubleshooting.md, \"Millimetres that are none\""
          )))
    }
    if let finding = felt(touchpad, title) { findings.append(finding) }
    if let finding = standing(touchpad, title) { findings.append(finding) }
    return findings
  }

  /// Why it cannot be felt, in the words of the ladder itself.
  private func felt(_ touchpad: BusTouchpad, _ title: String) -> Finding? {
    guard touchpad.rung == "log" || touchpad.rung == "off" else { return nil }
    guard touchpad.rung == "log" else {
      return .problem(
        "ticks-off", "\(title) gives no ticks, as /etc/swiped has it (haptics: rung: off)",
        .command("sudo swipectl config --device \(touchpad.node)"))
    }
    let reasons = touchpad.skippedRungs.map { "\($0.rung): \($0.reason)" }.joined(separator: "; ")
    return .problem(
      "no-haptics",
      "\(title) cannot be felt, so its ticks are lines only"
        + (reasons.isEmpty ? "" : " (\(reasons))"),
      .command("sudo swipectl probe --device \(touchpad.node)"))
  }

  private func standing(_ touchpad: BusTouchpad, _ title: String) -> Finding? {
    switch touchpad.standing {
    case "entitled", nil: nil
    case "locked":
      .note("session-locked", "your session is locked, so swipes on \(title) do nothing")
    case "inactive":
      .note(
        "session-inactive",
        "swipes on \(title) are for the user who sits there, and that is not you",
        .sentence("run \"swipectl doctor\" in a terminal of the session at the touchpad"))
    case "no-session":
      .problem(
        "no-session", "logind has no active session at \(title)'s seat, so nobody's swipes count",
        .command("loginctl list-sessions"))
    case "asleep": .note("asleep", "the machine is about to sleep")
    case let standing?:
      .unknown(
        "standing", "swiped does not know whose session is active (\(standing))",
        .command("systemctl status systemd-logind.service"))
    }
  }

  /// Whether the desktop has switched it off.
  private func switchedOff(_ node: String, _ name: String) -> [Finding] {
    guard let question = TouchpadQuestion(desktop, node: node) else { return [] }
    let answer: String?
    switch question {
    case .program(let command): answer = view.output(command)
    case .configuration(let path):
      answer = view.configurationHome.flatMap { view.text("\($0)/\(path)") }
    }
    func remedy(_ word: String) -> Finding.Remedy {
      question.remedy.map { .command($0) }
        ?? .sentence("take \"\(word)\" out of input, touchpad in ~/.config/niri/config.kdl")
    }
    switch answer.flatMap({ question.answer($0, name: name) }) {
    case .on, nil: return []
    case .off:
      return [
        .problem(
          "switched-off", "\(desktop.name) has switched \(name) (\(node)) off", remedy("off"))
      ]
    case .offBesideMouse:
      return [
        .note(
          "switched-off-beside-a-mouse",
          "\(desktop.name) switches \(name) (\(node)) off while there is a mouse",
          remedy("disabled-on-external-mouse"))
      ]
    }
  }
}
