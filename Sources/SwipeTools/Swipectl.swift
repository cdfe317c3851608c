internal import LinuxIO
package import SwipeCommandLine
internal import SwipeConfig

/// The whole of swipectl: does what the arguments after the program's name ask for.
///
/// - Returns: the exit code: 0, 1 where the answer is no, 2 where it could not be had.
public func swipectl(_ arguments: some Collection<String>) -> Int32 {
  StandardDescriptors.reserve()
  let console = Console()
  let code = run(arguments, console)
  console.flush()
  return console.failure == nil ? code : ExitCode.failure
}

private func run(_ arguments: some Collection<String>, _ console: Console) -> Int32 {
  guard let first = arguments.first else {
    console.error("a command is missing; \"swipectl --help\" lists them")
    return ExitCode.failure
  }
  if let command = Subcommand.all.first(where: { $0.name == first }) {
    return command(arguments.dropFirst(), console)
  }
  switch first {
  case "--help", "-h", "help":
    console.write(swipectlHelp.text)
    return ExitCode.success
  case "--version":
    console.write("swipectl \(swipedVersion)\n")
    return ExitCode.success
  default:
    let isOption = first.hasPrefix("-")
    let known = isOption ? ["--help", "--version"] : Subcommand.all.map(\.name)
    let meant = didYouMean(first, among: known)
    console.error(
      "unknown \(isOption ? "option" : "command") \"\(first)\""
        + (meant.isEmpty ? "; \"swipectl --help\" lists what there is" : meant))
    return ExitCode.failure
  }
}

/// What the `--help` of swipectl as a whole and its manual page are made from.
package let swipectlHelp = CommandHelp(
  command: "swipectl", summary: "the user's tool of swiped",
  usage: "COMMAND [OPTION…] [OPERAND…]",
  details: """
    The user's tool of swiped, which gives touchpads a commit point.

    Exit code: 0; 1 where a command ran and its answer is no; 2 where it could not do
    what it was asked for.
    """,
  options: [
    CommandLineOption("--help", short: "-h", help: "print this help"),
    CommandLineOption("--version", help: "print the version"),
  ],
  commands: Subcommand.all.map { ($0.name, $0.summary) })
