import CommitPoint
import Haptics
import SwipeCommandLine
import SwipeConfig
import TouchpadInput

/// What a command line of `swiped` asks for.
struct DaemonOptions: Sendable {
  var selection = TouchpadSelection.all
  var settings = SwipeSettings()
  var haptics = HapticOptions()
  var format = ReportFormat.text

  /// What else a command line can ask for: something that is said, and that is all.
  enum Request: Sendable {
    case run(DaemonOptions)
    case listDevices(DaemonOptions)
    case help
    case version
  }

  static let all: [CommandLineOption] =
    [
      CommandLineOption(
        "--device", "PATH",
        help: "read this touchpad only, and wait for it while it is not there; may be repeated"),
      CommandLineOption("--json", help: "print a trace, which swipectl replay reads"),
      CommandLineOption(
        "--list-devices", help: "print the touchpads, and why one would not be read"),
    ] + feelOptions + hapticCommandLine + [
      CommandLineOption("--help", short: "-h", help: "print this"),
      CommandLineOption("--version", help: "print the version"),
    ]

  static func parse(_ arguments: some Sequence<String>) throws(UsageError) -> Request {
    let commandLine = try parseCommandLine(arguments, all)
    if commandLine.has("--help") { return .help }
    if commandLine.has("--version") { return .version }
    if let operand = commandLine.operands.first { throw .unexpectedOperand(operand) }

    var options = DaemonOptions()
    options.settings = try SwipeSettings(commandLine)
    options.haptics = try HapticOptions(commandLine)
    if commandLine.has("--json") { options.format = .json }
    let nodes = commandLine.options.filter { $0.name == "--device" }.map(\.value)
    if nodes.contains("") { throw .badValue(option: "--device", reason: "a path is expected") }
    if !nodes.isEmpty { options.selection = .nodes(nodes) }
    return commandLine.has("--list-devices") ? .listDevices(options) : .run(options)
  }

  static let help = """
    Usage: swiped [OPTION…]
    Feel the commit point of your touchpad: says when a swipe arms, when it disarms,
    and what letting go did. The last tick is what release will do.

    \(optionsHelp(all))
    Without --device every touchpad is read, those that are plugged in later as well.
    Nothing but touchpads (and the device that gives the ticks) is ever opened.
    SIGINT and SIGTERM end it; SIGUSR1 has it print how fast its ticks were.

    Exit status: 0 when it was ended, 2 when something it was asked for cannot be.

    """
}
