internal import CommitPoint
internal import SwipeCommandLine
internal import SwipeConfig
internal import SwipeFeel

extension Subcommand {
  static let feel = Subcommand(
    name: "feel", summary: "see and try the commit point live, and choose how it feels",
    usage: "[OPTION…] [FILE…], or feel compare [OPTION…] A.yaml B.yaml",
    details: """
      Shows the row that slides with your fingers, and turns colour when letting go
      would act. Keys change how it feels while you swipe: a small letter is less, a
      capital is more; w writes the choice to the configuration, q quits.

      The swipes are those of the touchpads here; where they may not be read, those
      that the running service tells of; without a touchpad, recorded ones: FILE, or
      those that are installed.
      """,
    options: [
      CommandLineOption(
        "--device", "PATH", values: .inputDevice,
        help: "this touchpad, now or when it is plugged in"),
      CommandLineOption("--service", help: "the swipes that the running service tells of"),
      CommandLineOption("--recordings", help: "recorded swipes, though there be a touchpad"),
      CommandLineOption(
        "--at", "TIME", help: "stop a recording at this time from its start, such as 800ms"),
      CommandLineOption("--speed", "FACTOR", help: "play recordings so much faster (1)"),
      CommandLineOption(
        "--plain",
        help: "print a line an event, for screen readers, pipes and any terminal; keys "
          + "are read in lines"),
      CommandLineOption("--config", "FILE", help: "go by this file, and write to it"),
    ] + CompareCommand.options + feelOptions + hapticCommandLine,
    operands: .file,
    files: [
      CommandFile("/etc/swiped/swiped.yaml.d/90-feel.yaml", "what w writes, without --config"),
      CommandFile(
        "/usr/share/swiped/recordings", "the recordings that are played without a touchpad"),
    ],
    examples: [
      CommandExample("sudo swipectl feel", "your swipes; w may then write what you choose"),
      CommandExample("swipectl feel --recordings", "recorded swipes"),
      CommandExample(
        "swipectl feel compare 14.yaml 16.yaml", "whether one of two configurations feels better"),
    ],
    run: { arguments, console throws(UsageError) in
      do throws(FeelCommandError) {
        if CompareCommand.isAsked(arguments) {
          return try attempt(try CompareCommand(arguments, console).run)
        }
        if let option = CompareCommand.options.first(where: { arguments.has($0.name) }) {
          throw .usage(.badValue(option: option.name, reason: "is for feel compare"))
        }
        let request = try FeelRequest(arguments, console)
        return try attempt { () throws(FeelFailure) in
          try FeelProgram(request).run()
          return ExitCode.success
        }
      } catch {
        switch error {
        case .usage(let error): throw error
        case .failure(let reason):
          console.error("feel: \(reason)")
          return ExitCode.failure
        }
      }
    })

  private static func attempt(
    _ program: () throws(FeelFailure) -> Int32
  ) throws(FeelCommandError) -> Int32 {
    do throws(FeelFailure) {
      return try program()
    } catch {
      throw .failure(error.description)
    }
  }
}
