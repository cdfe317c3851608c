import SwipeCommandLine
import SwipeTools
import SwipedDaemon

/// A program, as a shell completes its command line.
public struct CompletedProgram: Sendable {
  var name: String
  /// What belongs to the program itself.
  var help: CommandHelp
  /// The commands of a program that has such.
  var commands: [(name: String, help: CommandHelp)]

  public static let all = [
    CompletedProgram(name: "swiped", help: swipedHelp, commands: []),
    CompletedProgram(
      name: "swipectl", help: swipectlHelp, commands: Subcommand.all.map { ($0.name, $0.help) }),
  ]

  /// The files of its completions, with where each lies below `/usr/share`.
  public var files: [(path: String, text: String)] {
    [
      ("bash-completion/completions/\(name)", bashCompletion),
      ("zsh/vendor-completions/_\(name)", zshCompletion),
      ("fish/vendor_completions.d/\(name).fish", fishCompletion),
    ]
  }
}

/// Text in single quotes, as all three shells take it.
func shellQuoted(_ text: String) -> String {
  "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
}

/// The first line of each of the files.
let completionOrigin = "made from the text of --help; what is changed here is lost"
