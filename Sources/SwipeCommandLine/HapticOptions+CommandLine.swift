public import Haptics
import SwipeConfig

/// The options by which a command line says how ticks are given.
public let hapticCommandLine: [CommandLineOption] = [
  CommandLineOption(
    "--haptics", "RUNG",
    help: "how ticks are given: auto (the best that works on each touchpad), ff-haptic, hid, "
      + "ff-rumble, log (a line only), or off"),
  CommandLineOption(
    "--haptic-device", "PATH", help: "give the ticks on this device, such as a gamepad"),
  CommandLineOption("--strength", "PERCENT", help: "how strong ticks are (100)"),
  CommandLineOption(
    "--arm-waveform", "NAME", help: "the waveform to try first for arming, such as click"),
  CommandLineOption("--disarm-waveform", "NAME", help: "and for disarming, such as hover"),
]

extension HapticOptions {
  /// The options that a command line with `hapticCommandLine` asks for, the defaults where it is silent.
  public init(_ commandLine: ParsedCommandLine) throws(UsageError) {
    self.init()
    if let name = commandLine.value("--haptics") {
      let names = Choice.allCases.map(\.rawValue)
      guard let choice = Choice(rawValue: name) else {
        throw .badValue(
          option: "--haptics",
          reason: "\"\(name)\" is none of \(names.joined(separator: ", "))"
            + didYouMean(name, among: names))
      }
      self.choice = choice
    }
    if let path = commandLine.value("--haptic-device") {
      guard !path.isEmpty
      else { throw .badValue(option: "--haptic-device", reason: "a path is expected") }
      device = path
    }
    if let text = commandLine.value("--strength") {
      let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
      guard let strength = Int(digits), (0...100).contains(strength)
      else {
        throw .badValue(option: "--strength", reason: "\"\(text)\" is not a number from 0 to 100")
      }
      self.strength = strength
    }
    armWaveform = try Self.waveform("--arm-waveform", commandLine)
    disarmWaveform = try Self.waveform("--disarm-waveform", commandLine)
  }

  /// The waveform that an option names, nil where the command line is silent.
  public static func waveform(
    _ option: String, _ commandLine: ParsedCommandLine
  ) throws(UsageError) -> HapticWaveform? {
    guard let name = commandLine.value(option) else { return nil }
    let names = HapticWaveform.allCases.filter(\.isTick).map(\.name)
    guard let waveform = HapticWaveform(name: name), waveform.isTick else {
      throw .badValue(
        option: option,
        reason: "\"\(name)\" is none of \(names.joined(separator: ", "))"
          + didYouMean(name, among: names))
    }
    return waveform
  }
}
