internal import SwipeCommandLine
internal import SwipeConfig
internal import SwipeExamples

extension Subcommand {
  static let examples = Subcommand(
    name: "examples", summary: "print a swipes.yaml to begin with, for your desktop",
    usage: "[NAME]",
    details: """
      Prints the set of swipes that NAME stands for, or without one the names. Those that
      end in "-ticks" do nothing: they let you feel the desktop's own swipes. The folder
      ~/.config/swiped is not there at first: mkdir -p ~/.config/swiped

      Exit code: 0, or 2 where there is no such set.
      """,
    options: [], operands: .words(ExampleSet.all.map(\.name)),
    examples: [
      CommandExample("swipectl examples", "what there is"),
      CommandExample(
        "swipectl examples gnome-ticks > ~/.config/swiped/swipes.yaml", "feel GNOME's own swipes"),
    ],
    run: { arguments, console throws(UsageError) in
      if arguments.operands.count > 1 { throw .unexpectedOperand(arguments.operands[1]) }
      guard let name = arguments.operands.first else {
        let width = (ExampleSet.all.map(\.name.count).max() ?? 0) + 2
        for set in ExampleSet.all {
          let space = String(repeating: " ", count: width - set.name.count)
          console.write("\(set.name)\(space)\(set.summary)\n")
        }
        return ExitCode.success
      }
      guard let set = ExampleSet.all.first(where: { $0.name == name }) else {
        let names = ExampleSet.all.map(\.name)
        throw .badOperand(
          name,
          reason: "is none of the sets; expected \(names.joined(separator: ", "))"
            + didYouMean(name, among: names))
      }
      console.write(set.yaml)
      return ExitCode.success
    })
}
