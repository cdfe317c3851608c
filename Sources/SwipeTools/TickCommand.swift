internal import CommitPoint
internal import Haptics
internal import LinuxIO
internal import SwipeCommandLine
internal import SwipeConfig
internal import SwipeTrace

extension Subcommand {
  static let tick = Subcommand(
    name: "tick", summary: "play one tick, for a hand on the touchpad",
    usage: "[OPTION…] [arm|disarm]",
    details: """
      Plays the tick of arming, or that of disarming, on each touchpad in turn; says
      how it was played and how long that took. press and release are played by hid
      only: the kernel's ff-haptic would silence the touchpad's own click for them.

      Exit code: 0 where it was played on at least one of them; 1 where on none, with
      the reasons; 2 where it could not be tried.
      """,
    options: [
      TickDevice.deviceOption,
      CommandLineOption(
        "--waveform", "NAME", values: .words(waveformNames),
        help: "the waveform to try first, such as click or snap"),
    ] + hapticCommandLine.filter { !$0.name.hasSuffix("-waveform") },
    examples: [
      CommandExample("swipectl tick", "the tick of arming, on each touchpad in turn"),
      CommandExample("swipectl tick disarm --strength 50", "that of disarming, half as strong"),
    ],
    run: { arguments, console throws(UsageError) in
      let tick = try HapticTick(arguments.operands)
      var options = try HapticOptions(arguments)
      switch options.choice {
      case .log, .off:
        throw .badValue(
          option: "--haptics", reason: "\"\(options.choice.rawValue)\" plays nothing to feel")
      case .auto, .ffHaptic, .hid, .ffRumble: break
      }
      let waveform = try HapticOptions.waveform("--waveform", arguments)
      switch tick {
      case .arm: options.armWaveform = waveform
      case .disarm: options.disarmWaveform = waveform
      }
      let devices: [TickDevice]
      switch try TickDevice.asked(arguments, hapticDevice: options.device) {
      case .success(let found): devices = found
      case .failure(let error): return console.fail(error)
      }
      var code = ExitCode.negative
      for device in devices {
        if TickTrial(device, options, console).play(tick) { code = ExitCode.success }
      }
      if devices.isEmpty {
        console.error("no touchpad here to tick; --haptic-device PATH ticks another device")
      }
      return code
    })
}

extension HapticTick {
  fileprivate init(_ operands: [String]) throws(UsageError) {
    if let more = operands.dropFirst().first { throw .unexpectedOperand(more) }
    self = .arm
    guard let word = operands.first else { return }
    guard let tick = HapticTick(rawValue: word) else {
      throw .badOperand(
        word,
        reason: "is neither arm nor disarm"
          + didYouMean(word, among: HapticTick.allCases.map(\.rawValue)))
    }
    self = tick
  }
}

/// One tick on one device.
struct TickTrial {
  private let device: TickDevice
  private let options: HapticOptions
  private let console: Console

  /// The kernel waits for a device's owner for 30 s at most.
  private static let patience = Microseconds.milliseconds(10_000)

  init(_ device: TickDevice, _ options: HapticOptions, _ console: Console) {
    self.device = device
    self.options = options
    self.console = console
  }

  /// Whether it was played.
  func play(_ tick: HapticTick) -> Bool {
    guard device.isOpen else {
      console.write(printable("\(device.title) \(device.refusal.map { "\($0)" } ?? "")") + "\n")
      return false
    }
    let player: TickPlayer
    do throws(Errno) { player = try TickPlayer(device, options) } catch {
      console.error("\(device.title): \(error)")
      return false
    }
    defer { player.close() }
    guard let settlement = player.settle(within: Self.patience) else { return doesNotAnswer() }
    if settlement.rung != .log {
      player.prepare()
      guard let report = player.playAndWait(tick, within: Self.patience) else {
        return doesNotAnswer()
      }
      for fall in player.takeFalls() {
        console.error("\(fall.rung.rawValue) has failed on \(device.title): \(fall.obstacle)")
      }
      switch report.outcome {
      case .played:
        tell(tick, report, player.settlement ?? settlement)
        return true
      case .stale, .queueFull: return doesNotAnswer()
      case .logged: break
      }
    }
    console.write(refusal(player.settlement ?? settlement))
    return false
  }

  private func tell(_ tick: HapticTick, _ report: HapticTickReport, _ settlement: HapticSettlement)
  {
    let effect = tick == .arm ? settlement.arm : settlement.disarm
    if let missed = options.missed(tick, effect, on: report.rung) {
      console.error("\(device.title): \(missed)")
    }
    let latency = decimal(Double(report.latency.value) / 1000, places: 2)
    let played = effect.map { "\($0)" } ?? ""
    console.write(
      printable(
        "\(tick.rawValue) on \(device.title): \(report.rung.rawValue), \(played), \(latency) ms")
        + "\n")
  }

  private func doesNotAnswer() -> Bool {
    console.write(printable("\(device.title) does not answer") + "\n")
    return false
  }

  private func refusal(_ settlement: HapticSettlement) -> String {
    var rows = Rows()
    rows.title("\(device.title) cannot tick")
    for skipped in settlement.skipped where skipped.obstacle != .notAsked {
      rows.row(skipped.rung.rawValue, "no: \(skipped.obstacle)")
      if let remedy = skipped.obstacle.remedy { rows.command("mend it:", remedy) }
    }
    return rows.text
  }
}
