import CommitPoint
import Haptics
package import SwipeCommandLine
import SwipeConfig
import TouchpadInput

/// What a command line of `swiped` asks for.
struct DaemonOptions: Sendable {
  var selection = TouchpadSelection.all
  var source = ConfigurationSource.system()
  /// What the command line lays over every configuration that is read.
  var commandLine = ParsedCommandLine()
  /// Whether it is the system's service: silent where nobody listens.
  var isService = false
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
        "--device", "PATH", values: .inputDevice,
        help: "read this touchpad only, and wait for it while it is not there; may be repeated"),
      CommandLineOption(
        "--config", "FILE", help: "go by this configuration, not by those in /etc/swiped"),
      CommandLineOption("--json", help: "print a trace, which swipectl replay reads"),
      CommandLineOption(
        "--list-devices", help: "print the touchpads, and why one would not be read"),
      CommandLineOption(
        "--service", help: "be the system's service: only swipes that somebody waits for tick"),
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
    options.commandLine = commandLine
    // It is laid over the configuration each time that is read; now it is to be found right.
    var configuration = Configuration()
    try configuration.overlay(commandLine)
    options.isService = commandLine.has("--service")
    if let path = commandLine.value("--config") {
      guard !path.isEmpty else { throw .badValue(option: "--config", reason: "a path is expected") }
      options.source = .file(path)
    }
    if commandLine.has("--json") { options.format = .json }
    let nodes = commandLine.options.filter { $0.name == "--device" }.map(\.value)
    if nodes.contains("") { throw .badValue(option: "--device", reason: "a path is expected") }
    if !nodes.isEmpty { options.selection = .nodes(nodes) }
    return commandLine.has("--list-devices") ? .listDevices(options) : .run(options)
  }
}

/// What the `--help` of swiped and its manual page are made from.
package let swipedHelp = CommandHelp(
  command: "swiped", summary: "feel the commit point of your touchpad", usage: "[OPTION…]",
  details: """
    Says when a swipe arms, when it disarms, and what letting go did. The last tick
    is what release will do.

    Without --device every touchpad is read, those that are plugged in later as well.
    SIGHUP has it read its configuration again: that in /etc/swiped, or that of
    --config, with the options over it.
    Nothing but touchpads (and the device that gives the ticks) is ever opened.
    SIGINT and SIGTERM end it; SIGUSR1 has it print how fast its ticks were.

    Exit code: 0 when it was ended, 2 when something it was asked for cannot be.
    """,
  options: DaemonOptions.all, files: CommandHelp.configurationFiles,
  examples: [
    CommandExample("swiped", "tell of the swipes on every touchpad"),
    CommandExample("swiped --device /dev/input/event5 --commit 20mm", "on one, with a longer way"),
    CommandExample("swiped --json >mine.jsonl", "record them, for swipectl replay"),
  ])
