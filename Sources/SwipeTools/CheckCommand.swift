internal import DeviceRemarks
internal import LinuxIO
internal import SwipeActions
internal import SwipeCommandLine
internal import SwipeConfig
internal import TouchpadInput

extension Subcommand {
  static let check = Subcommand(
    name: "check", summary: "say all that is wrong in a configuration", usage: "[OPTION…] [FILE]",
    details: """
      Reads FILE as a configuration, or without one what the service reads (swiped.yaml
      and swiped.yaml.d/*.yaml in /usr/lib/swiped and /etc/swiped) and what your agent
      reads (~/.config/swiped/swipes.yaml). Says all that is wrong, with line and
      column; a key that is not known is wrong here, and only warned of elsewhere. A
      FILE whose name ends in swipes.yaml is read as the agent does.

      Exit code: 0 where nothing is wrong, 1 where something is.
      """,
    options: [
      CommandLineOption("--swipes", help: "FILE is one of the agent's, whatever its name"),
      CommandLineOption(
        "--no-programs", help: "do not ask for the programs that it names: for another machine"),
    ], files: CommandHelp.configurationFiles,
    examples: [
      CommandExample("swipectl check", "all that is wrong in what the service reads"),
      CommandExample("swipectl check mine.yaml", "the same of one file, before it is in force"),
    ],
    run: { arguments, console throws(UsageError) in
      if arguments.operands.count > 1 { throw .unexpectedOperand(arguments.operands[1]) }
      let programs = arguments.has("--no-programs") ? nil : ProgramSearch.environment
      var checked = Checked()
      if let path = arguments.operands.first {
        if arguments.has("--swipes") || path.hasSuffix(SwipeActions.fileName) {
          checked.add(swipes: SwipeActions.load(path: path, for: .check, programs: programs), path)
        } else {
          checked.add(Configuration.load(.file(path), for: .check))
        }
      } else {
        if !arguments.has("--swipes") { checked.add(Configuration.load(.system(), for: .check)) }
        if let path = SwipeActions.path(environment: environment) {
          checked.add(
            swipes: SwipeActions.load(
              path: path, isExpected: arguments.has("--swipes"), for: .check, programs: programs),
            path)
        }
      }
      for message in checked.messages { console.write("\(message)\n") }
      if checked.messages.contains(where: { $0.severity == .error }) { return ExitCode.negative }
      console.write(
        checked.files.isEmpty
          ? "no configuration: the defaults are in force\n"
          : "nothing is wrong in \(checked.files.joined(separator: ", "))\n")
      return ExitCode.success
    })

  /// What was read, and what is to be said of it.
  private struct Checked {
    var files: [String] = []
    var messages: [ConfigurationMessage] = []

    mutating func add(_ loaded: LoadedConfiguration) {
      files += loaded.files
      messages += loaded.messages
    }

    mutating func add(swipes loaded: LoadedSwipeActions, _ path: String) {
      if loaded.isThere { files.append(path) }
      messages += loaded.messages
    }
  }

  static let config = Subcommand(
    name: "config", summary: "print the configuration in force, and where each value is from",
    usage: "[OPTION…]",
    details: """
      Prints what the service goes by, as a configuration that would set the same, each
      value with the file and line that gave it. Options count as swiped's do.

      Exit code: 0, or 1 where a file has an error: what is printed is then what can be
      understood without it.
      """,
    options: [
      CommandLineOption("--config", "FILE", help: "go by this file, not by those in /etc/swiped"),
      CommandLineOption(
        "--device", "PATH", values: .inputDevice,
        help: "what is in force on this touchpad, the rules for it included"),
    ] + feelOptions + hapticCommandLine, files: CommandHelp.configurationFiles,
    examples: [
      CommandExample("swipectl config", "what is in force, with the file and line of each value"),
      CommandExample("swipectl config --commit 20mm", "what swiped would do with this option"),
    ],
    run: { arguments, console throws(UsageError) in
      if let operand = arguments.operands.first { throw .unexpectedOperand(operand) }
      let source = arguments.value("--config").map(ConfigurationSource.file) ?? .system()
      let loaded = Configuration.load(source, for: .service)
      for message in loaded.messages { console.error("\(message)") }
      var configuration = loaded.configuration
      try configuration.overlay(arguments)
      var identity: TouchpadIdentity?
      if let path = arguments.value("--device") {
        guard let touchpad = touchpad(at: path, console) else { return ExitCode.failure }
        identity = touchpad.candidate.identity
      }
      console.write(configuration.yaml(on: identity))
      return loaded.hasErrors ? ExitCode.negative : ExitCode.success
    })

  private static func touchpad(at path: String, _ console: Console) -> Touchpad? {
    do throws(TouchpadInputError) {
      for report in try TouchpadInput.list() {
        guard case .success(let touchpad) = report.result else { continue }
        if touchpad.candidate.identity.paths.contains(path) { return touchpad }
      }
      console.error("config: \"\(path)\" is no touchpad that can be read")
    } catch {
      console.error("config: \(error)")
    }
    return nil
  }
}
