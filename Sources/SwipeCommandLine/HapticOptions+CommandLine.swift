public import Haptics
import SwipeConfig

/// The options by which a command line says how ticks are given.
public let hapticCommandLine: [CommandLineOption] = [
  CommandLineOption(
    "--haptics", "RUNG", values: .words(HapticOptions.Choice.allCases.map(\.rawValue)),
    help: "how ticks are given: auto (the best that works on each touchpad), ff-haptic, hid, "
      + "ff-rumble, log (a line only), or off"),
  CommandLineOption(
    "--haptic-device", "PATH", values: .inputDevice,
    help: "give the ticks on this device, such as a gamepad"),
  CommandLineOption("--strength", "PERCENT", help: "how strong ticks are (100)"),
  CommandLineOption(
    "--arm-waveform", "NAME", values: .words(waveformNames),
    help: "the waveform to try first for arming, such as click"),
  CommandLineOption(
    "--disarm-waveform", "NAME", values: .words(waveformNames),
    help: "and for disarming, such as hover"),
]

/// The waveforms that a tick can be.
public let waveformNames = HapticWaveform.allCases.filter(\.isTick).map(\.name)

extension HapticOptions {
  /// The options that a command line with `hapticCommandLine` asks for, the defaults where it is silent.
  public init(_ commandLine: ParsedCommandLine) throws(UsageError) {
    self = try HapticChoices(commandLine).options
  }

  /// The waveform that an option names, nil where the command line is silent.
  public static func waveform(
    _ option: String, _ commandLine: ParsedCommandLine
  ) throws(UsageError) -> HapticWaveform? {
    guard let name = commandLine.value(option) else { return nil }
    guard let waveform = HapticWaveform(name: name), waveform.isTick else {
      throw .badValue(
        option: option,
        reason: "\"\(name)\" is none of \(waveformNames.joined(separator: ", "))"
          + didYouMean(name, among: waveformNames))
    }
    return waveform
  }
}

extension HapticChoices {
  /// What a command line says of how ticks are given.
  init(_ commandLine: ParsedCommandLine) throws(UsageError) {
    self.init()
    if let name = commandLine.value("--haptics") {
      let names = HapticOptions.Choice.allCases.map(\.rawValue)
      guard let choice = HapticOptions.Choice(rawValue: name) else {
        throw .badValue(
          option: "--haptics",
          reason: "\"\(name)\" is none of \(names.joined(separator: ", "))"
            + didYouMean(name, among: names))
      }
      rung = Sourced(choice, from: Origin(source: "--haptics"))
    }
    if let path = commandLine.value("--haptic-device") {
      guard !path.isEmpty
      else { throw .badValue(option: "--haptic-device", reason: "a path is expected") }
      device = Sourced(path, from: Origin(source: "--haptic-device"))
    }
    if let text = commandLine.value("--strength") {
      let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
      guard let percent = Int(digits), (0...100).contains(percent)
      else {
        throw .badValue(option: "--strength", reason: "\"\(text)\" is not a number from 0 to 100")
      }
      strength = Sourced(percent, from: Origin(source: "--strength"))
    }
    arm = try Self.waveform("--arm-waveform", commandLine)
    disarm = try Self.waveform("--disarm-waveform", commandLine)
  }

  private static func waveform(
    _ option: String, _ commandLine: ParsedCommandLine
  ) throws(UsageError) -> Sourced<HapticWaveform?>? {
    try HapticOptions.waveform(option, commandLine).map {
      Sourced($0, from: Origin(source: option))
    }
  }
}
