internal import DeviceRemarks
internal import Haptics
internal import SwipeCommandLine
internal import TouchpadInput

extension Subcommand {
  static let probe = Subcommand(
    name: "probe", summary: "say what ticks each touchpad can give, and why no better ones",
    usage: "[OPTION…]",
    details: """
      Tries every way to give ticks on each touchpad, best first, and says which work
      and why the others do not, with the command that mends it where there is one;
      the waveforms with their durations; what the two ticks will be; and whether a
      program has silenced the touchpad's own click. Nothing is played.

      Exit code: 0 where a tick can be felt on at least one of them; 1 where on none,
      or where there is no touchpad; 2 where it could not be found out.
      """,
    options: [
      TickDevice.deviceOption,
      CommandLineOption("--json", help: "print an object of JSON a touchpad, in a line"),
    ] + hapticCommandLine,
    examples: [
      CommandExample("swipectl probe", "how ticks would be given, and why no better"),
      CommandExample("swipectl probe --haptics hid", "whether this way works"),
    ],
    run: { arguments, console throws(UsageError) in
      if let operand = arguments.operands.first { throw .unexpectedOperand(operand) }
      let options = try HapticOptions(arguments)
      let devices: [TickDevice]
      switch try TickDevice.asked(arguments, hapticDevice: options.device) {
      case .success(let found): devices = found
      case .failure(let error): return console.fail(error)
      }
      var code = ExitCode.negative
      for (index, device) in devices.enumerated() {
        let result = ProbedDevice(device, options)
        if result.canTick { code = ExitCode.success }
        if arguments.has("--json") {
          console.write(result.json.text + "\n")
        } else {
          console.write((index > 0 ? "\n" : "") + result.text)
        }
        console.flush()
      }
      if devices.isEmpty { console.error("no touchpad here") }
      return code
    })
}

extension Console {
  /// Tells why devices cannot be had.
  func fail(_ error: SearchError) -> Int32 {
    for line in error.lines { self.error(line) }
    return ExitCode.failure
  }
}

/// What was found out about a device.
struct ProbedDevice {
  var device: TickDevice
  var options: HapticOptions
  /// Nil where it stays closed.
  var probe: HapticProbe?

  init(_ device: TickDevice, _ options: HapticOptions) {
    self.device = device
    self.options = options
    if device.isOpen {
      probe = HapticProbe(node: device.node, sysPath: device.sysPath, options: options)
    }
  }

  var canTick: Bool { probe?.canTick(options.choice) ?? false }

  var text: String {
    var rows = Rows()
    rows.title(device.title)
    if let refusal = device.refusal { rows.row("not read", "it \(refusal)") }
    guard let probe else { return rows.text }
    rows.row("ticks", ticks(probe))
    if let inUse = probe.inUse(options.choice) {
      for (tick, effect) in [(HapticTick.arm, inUse.arm), (.disarm, inUse.disarm)] {
        guard let missed = options.missed(tick, effect, on: inUse.rung) else { continue }
        rows.row("", "\(tick.rawValue): \(missed)")
      }
    }
    for report in probe.rungs where report.rung != .log {
      rows.row(report.rung.rawValue, report.words(hidraw: probe.hidraw))
      if let remedy = report.obstacle?.remedy { rows.command("mend it:", remedy) }
    }
    switch probe.autoTrigger {
    case .clicks(let ordinal): rows.row("own click", probe.clickName(ordinal))
    case .silenced:
      rows.row("own click", "silenced by another program")
      rows.command("bring it back:", "sudo swipectl repair --device \(device.node)")
    case .none: break
    case .unknown(let obstacle):
      rows.row("own click", "cannot be told: \(obstacle)")
    }
    return rows.text
  }

  private func ticks(_ probe: HapticProbe) -> String {
    guard let report = probe.inUse(options.choice) else { return "none: --haptics off" }
    guard let arm = report.arm, let disarm = report.disarm else {
      switch options.choice {
      case .auto: return "lines only: no tick can be felt on it"
      case .log: return "lines only, as asked"
      case .ffHaptic, .hid, .ffRumble, .off:
        return "lines only: \(options.choice.rawValue), as asked, does not work"
      }
    }
    return "\(report.rung.rawValue): arm \(arm), disarm \(disarm)"
  }

  var json: JSON {
    let inUse = probe?.inUse(options.choice)
    return .object([
      "node": .string(device.node), "name": device.name.map { .string($0) },
      "not_read": device.refusal.map { .string("\($0)") },
      "can_tick": .bool(canTick), "rung": inUse.map { .string($0.rung.rawValue) },
      "arm": inUse?.arm?.json, "disarm": inUse?.disarm?.json,
      "rungs": probe.map { .array($0.rungs.map(\.json)) },
      "own_click": probe.flatMap(ownClick),
      "hidraw": probe?.hidraw.map { .string($0) },
    ])
  }

  private func ownClick(_ probe: HapticProbe) -> JSON? {
    switch probe.autoTrigger {
    case .clicks(let ordinal):
      .object([
        "state": .string("clicks"), "ordinal": .integer(ordinal),
        "waveform": .string(probe.clickName(ordinal)),
      ])
    case .silenced:
      .object([
        "state": .string("silenced"),
        "remedy": .string("sudo swipectl repair --device \(device.node)"),
      ])
    case .none: nil
    case .unknown(let obstacle):
      .object(["state": .string("unknown"), "reason": .string("\(obstacle)")])
    }
  }
}
