/// What systemd says of a unit.
struct UnitState {
  var load = ""
  var active = ""
  var sub = ""
  var file = ""
  var result = ""

  /// - Parameter scope: `--system` or `--user`.
  /// - Returns: `nil` where systemd does not answer.
  init?(_ view: SystemView, scope: String, _ unit: String) {
    guard
      let text = view.output([
        "systemctl", scope, "show", unit,
        "--property=LoadState,ActiveState,SubState,UnitFileState,Result",
      ])
    else { return nil }
    for line in text.split(separator: "\n") {
      let value = String(line.drop { $0 != "=" }.dropFirst())
      switch line.prefix(while: { $0 != "=" }) {
      case "LoadState": load = value
      case "ActiveState": active = value
      case "SubState": sub = value
      case "UnitFileState": file = value
      case "Result": result = value
      default: break
      }
    }
  }

  var isThere: Bool { load == "loaded" }
  /// Whether it has failed, be it that systemd will try once more in a moment.
  var hasFailed: Bool { active == "failed" || sub == "auto-restart" }
  var isRunning: Bool { ["active", "reloading", "activating"].contains(active) && !hasFailed }
}

/// The service: installed, running, on the bus, from the next start on.
struct ServiceChecks {
  let view: SystemView
  let bus: BusService?

  static let unit = "swiped.service"

  func findings() -> [Finding] {
    guard let unit = UnitState(view, scope: "--system", Self.unit) else { return withoutSystemd() }
    var findings: [Finding] = []
    if unit.load == "masked" {
      return [
        .problem(
          "service-masked", "the service swiped is masked, so it cannot be started",
          .command(
            "sudo systemctl unmask swiped.service && sudo systemctl enable --now swiped.service"))
      ]
    }
    if !unit.isThere {
      return bus != nil
        ? []
        : [
          .problem(
            "service-not-installed", "the service swiped is not installed",
            .sentence("install the package swiped, or \"sudo make install\" in its sources"))
        ]
    }
    if unit.hasFailed {
      findings.append(
        .problem(
          "service-failed", "the service swiped has failed (\(unit.result))",
          .command("sudo journalctl -b -u swiped.service --no-pager | tail -20")))
    } else if !unit.isRunning {
      findings.append(
        .problem(
          "service-stopped", "the service swiped is not running",
          .command("sudo systemctl enable --now swiped.service")))
    } else {
      if ["disabled", "indirect"].contains(unit.file) {
        findings.append(
          .problem(
            "service-disabled",
            "the service swiped is running, and will not be after the next start of the machine",
            .command("sudo systemctl enable swiped.service")))
      }
      if bus == nil { findings.append(notOnTheBus) }
    }
    findings += installation()
    return findings
  }

  private var notOnTheBus: Finding {
    if !view.exists("/usr/share/dbus-1/system.d/org.swiped.Swiped1.conf"),
      !view.exists("/etc/dbus-1/system.d/org.swiped.Swiped1.conf")
    {
      return .problem(
        "bus-policy-missing",
        "swiped is not on the system bus: its policy is not in /usr/share/dbus-1/system.d",
        .sentence("install the package swiped again, or \"sudo make install\" in its sources"))
    }
    return .problem(
      "not-on-the-bus", "the service swiped is running, and does not answer on the system bus",
      .command("sudo systemctl reload dbus.service && sudo systemctl restart swiped.service"))
  }

  /// What lies beside the unit, without which the service cannot open a touchpad.
  private func installation() -> [Finding] {
    var findings: [Finding] = []
    let users = view.text("/etc/passwd") ?? ""
    if !users.isEmpty, !users.split(separator: "\n").contains(where: { $0.hasPrefix("swiped:") }) {
      findings.append(
        .problem(
          "user-missing", "there is no user swiped, as whom the service runs",
          .command("sudo systemd-sysusers swiped.conf")))
    }
    let rules = ["/usr/lib/udev/rules.d", "/lib/udev/rules.d", "/etc/udev/rules.d"]
    if !rules.contains(where: { view.exists("\($0)/70-swiped.rules") }) {
      findings.append(
        .problem(
          "rules-missing", "udev has no rules for swiped, so no touchpad is given to it",
          .sentence("install the package swiped again, or \"sudo make install\" in its sources")))
    }
    return findings
  }

  private func withoutSystemd() -> [Finding] {
    if bus != nil { return [] }
    if view.processes.contains(where: { $0.name == "swiped" }) {
      return [
        .unknown(
          "not-on-the-bus", "swiped runs, and it cannot be told whether it is on the system bus",
          .sentence("see what it says where it was started"))
      ]
    }
    return [
      .problem(
        "service-stopped", "swiped is not running, and there is no systemd here to start it",
        .sentence("have swiped started as root when the machine starts"))
    ]
  }
}
