internal import LinuxIO
internal import SwipeActions
internal import SwipeAgent
internal import SwipeCommandLine
internal import SwipeConfig

extension Subcommand {
  static let agent = Subcommand(
    name: "agent", summary: "do what your swipes are for, until it is ended", usage: "[OPTION…]",
    details: """
      Asks swiped for the swipes of ~/.config/swiped/swipes.yaml, and does what the
      file says when one is committed. It reads the file again when it changes, and on
      SIGHUP; one with an error changes nothing. It waits for swiped, and needs no
      touchpad and no rights. It is best started with your session, by systemd.

      Exit code: 0 when it was ended, 1 where --check finds something wrong, 2 where it
      cannot run.
      """,
    options: [
      CommandLineOption("--config", "FILE", help: "go by this file, which has to be there"),
      CommandLineOption("--check", help: "say all that is wrong in the file, and end"),
    ],
    examples: [
      CommandExample(
        "systemctl --user enable --now swiped-agent", "from now on, with each session"),
      CommandExample("swipectl agent --check", "whether the file can be used"),
    ],
    run: { arguments, console throws(UsageError) in
      if let operand = arguments.operands.first { throw .unexpectedOperand(operand) }
      let named = arguments.value("--config")
      guard let path = named.map(absolute) ?? SwipeActions.path(environment: environment) else {
        console.error("agent: it is not known whose swipes are meant: HOME is not set")
        return ExitCode.failure
      }
      if arguments.has("--check") { return check(path, console) }
      do throws(AgentError) {
        let agent = try SwipeAgent(AgentOptions(path: path, isNamed: named != nil))
        try agent.run()
        return ExitCode.success
      } catch {
        console.error("agent: \(error)")
        return ExitCode.failure
      }
    })

  private static func check(_ path: String, _ console: Console) -> Int32 {
    let loaded = SwipeActions.load(path: path, for: .check, programs: .environment)
    for message in loaded.messages { console.write("\(message)\n") }
    if loaded.hasErrors { return ExitCode.negative }
    console.write("nothing is wrong in \(path)\n")
    return ExitCode.success
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    // PWD is the shell's to tell, and there may be none.
    return workingFolder.map { $0 + "/" + path } ?? path
  }
}
