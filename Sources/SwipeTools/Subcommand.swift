internal import SwipeCommandLine

/// How a program ends.
enum ExitCode {
  static let success: Int32 = 0
  /// It ran, and the answer is no.
  static let negative: Int32 = 1
  /// It could not do what it was asked for.
  static let failure: Int32 = 2
}

/// One of swipectl's commands.
struct Subcommand: Sendable {
  var name: String
  /// What it does, in a few words: a line of `swipectl --help`.
  var summary: String
  /// What follows its name, such as `[OPTION…] FILE…`.
  var usage: String
  /// Paragraphs between the usage and the options.
  var details: String
  /// `--help` is every command's and is not named.
  var options: [CommandLineOption]
  var run: @Sendable (ParsedCommandLine, Console) throws(UsageError) -> Int32

  static let all: [Subcommand] = [.replay, .devices, .probe, .tick, .repair, .check, .config]
}

extension Subcommand {
  private static let helpOption = CommandLineOption(
    "--help", short: "-h", help: "print this help")

  var help: String {
    """
    Usage: swipectl \(name) \(usage)

    \(details)

    Options:
    \(optionsHelp(options + [Self.helpOption]))
    """
  }

  func callAsFunction(_ arguments: some Sequence<String>, _ console: Console) -> Int32 {
    do throws(UsageError) {
      let parsed = try parseCommandLine(arguments, options + [Self.helpOption])
      guard !parsed.has("--help") else {
        console.write(help)
        return ExitCode.success
      }
      return try run(parsed, console)
    } catch {
      console.error("\(name): \(error)")
      return ExitCode.failure
    }
  }
}
