internal import Haptics

// What a person and a program are told of a device's haptics.

extension ListedWaveform {
  /// The waveform's name; of a vendor's range on a touchpad's own list, whose meaning is the vendor's, its usage.
  func name(on rung: HapticRung) -> String {
    let isVendors = rung == .hid && usage >= 0x2001
    return isVendors ? hex(usage) : waveform?.name ?? hex(usage)
  }

  /// "click 12 ms".
  func words(on rung: HapticRung) -> String {
    name(on: rung) + (milliseconds.map { " \($0) ms" } ?? "")
  }

  func json(on rung: HapticRung) -> JSON {
    .object([
      "name": .string(name(on: rung)), "usage": .integer(Int(usage)),
      "ordinal": ordinal.map { .integer(Int($0)) },
      "duration_ms": milliseconds.map { .integer($0) },
    ])
  }
}

private func hex(_ usage: UInt16) -> String { "0x" + String(usage, radix: 16) }

extension HapticEffect {
  var json: JSON {
    switch self {
    case .waveform(let usage, let strength):
      .object([
        "waveform": .string(ListedWaveform(ordinal: nil, usage: usage).name(on: .ffHaptic)),
        "usage": .integer(Int(usage)), "strength": .integer(strength),
      ])
    case .rumble(let strong, let weak, let milliseconds):
      .object([
        "strong": .integer(Int(strong)), "weak": .integer(Int(weak)),
        "duration_ms": .integer(Int(milliseconds)),
      ])
    case .periodic(_, let magnitude, let milliseconds):
      .object([
        "magnitude": .integer(Int(magnitude)), "duration_ms": .integer(Int(milliseconds)),
      ])
    }
  }
}

extension HapticProbe.RungReport {
  /// "works: click 12 ms", or "no" and the reason.
  func words(hidraw: String?) -> String {
    if let obstacle { return "no: \(obstacle)" }
    let place = rung == .hid ? hidraw.map { " through \($0)" } ?? "" : ""
    let list = waveforms.map { $0.words(on: rung) }.joined(separator: ", ")
    return "works\(place)" + (list.isEmpty ? "" : ": \(list)")
  }

  var json: JSON {
    .object([
      "rung": .string(rung.rawValue), "works": .bool(obstacle == nil),
      "reason": obstacle.map { .string("\($0)") },
      "remedy": obstacle?.remedy.map { .string($0) },
      "arm": arm?.json, "disarm": disarm?.json,
      "waveforms": waveforms.isEmpty ? nil : .array(waveforms.map { $0.json(on: rung) }),
    ])
  }
}

extension HapticProbe {
  /// The rung that the choice comes to; `log` where none works that it allows, nil where ticks are off.
  func inUse(_ choice: HapticOptions.Choice) -> RungReport? {
    guard choice != .off else { return nil }
    return rungs.first { report in
      report.obstacle == nil
        && (choice == .auto || choice.rawValue == report.rung.rawValue || report.rung == .log)
    }
  }

  /// Whether a tick can be felt.
  func canTick(_ choice: HapticOptions.Choice) -> Bool {
    inUse(choice).map { $0.rung != .log } ?? false
  }

  /// The waveform with which the touchpad clicks by itself.
  func clickName(_ ordinal: Int) -> String {
    let listed = rungs.first { $0.rung == .hid }?.waveforms
    return listed?.first { $0.ordinal.map(Int.init) == ordinal }?.name(on: .hid)
      ?? "waveform \(ordinal)"
  }
}

extension HapticOptions {
  /// What was asked for by name and is not what would be played.
  func missed(_ tick: HapticTick, _ effect: HapticEffect?, on rung: HapticRung) -> String? {
    guard let asked = tick == .arm ? armWaveform : disarmWaveform,
      case .waveform(let usage, _) = effect, usage != asked.rawValue
    else { return nil }
    switch (rung, asked) {
    // It would silence the touchpad's own click.
    case (.ffHaptic, .press), (.ffHaptic, .release):
      return "\(asked.name) is never played by ff-haptic, perhaps by --haptics hid"
    default: return "\(asked.name) cannot be played on it"
    }
  }
}
