package import SwipeCommandLine

/// How a program ends.
enum ExitCode {
  static let success: Int32 = 0
  /// It ran, and the answer is no.
  static let negative: Int32 = 1
  /// It could not do what it was asked for.
  static let failure: Int32 = 2
}

/// One of swipectl's commands.
package struct Subcommand: Sendable {
  package var name: String
  /// What it does, in a few words: a line of `swipectl --help`.
  package var summary: String
  /// What follows its name, such as `[OPTION…] FILE…`.
  var usage: String
  /// Paragraphs between the usage and the options; one that begins with `Exit code:` tells those.
  var details: String
  /// `--help` is every command's and is not named.
  var options: [CommandLineOption]
  /// What a shell offers for its operands; where it is not given, what the usage says.
  var operands: CompletedValue?
  /// What it reads and writes without being told to.
  var files: [CommandFile] = []
  var examples: [CommandExample] = []
  var run: @Sendable (ParsedCommandLine, Console) throws(UsageError) -> Int32

  package static let all: [Subcommand] = [
    .feel, .record, .replay, .plot, .report, .stats, .devices, .probe, .tick, .repair, .check,
    .config, .doctor, .import, .examples, .agent,
  ]
}

extension Subcommand {
  private static let helpOption = CommandLineOption(
    "--help", short: "-h", help: "print this help")

  /// What its `--help` and its manual page are made from.
  package var help: CommandHelp {
    CommandHelp(
      command: "swipectl \(name)", summary: summary, usage: usage, details: details,
      options: options + [Self.helpOption], operands: operands, files: files, examples: examples)
  }

  func callAsFunction(_ arguments: some Sequence<String>, _ console: Console) -> Int32 {
    do throws(UsageError) {
      let parsed = try parseCommandLine(arguments, options + [Self.helpOption])
      guard !parsed.has("--help") else {
        console.write(help.text)
        return ExitCode.success
      }
      return try run(parsed, console)
    } catch {
      console.error("\(name): \(error)")
      return ExitCode.failure
    }
  }
}
