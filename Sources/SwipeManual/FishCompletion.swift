import SwipeCommandLine

extension CompletedProgram {
  var fishCompletion: String {
    var text = "# fish completion of \(name): \(completionOrigin)\n\n"
    let rule = "complete -c \(name)"
    guard !commands.isEmpty else {
      return text + "\(rule) -f\n" + Self.fishLines(help, rule: rule)
    }
    text += "\(rule) -f\n"
    let isFirst = "-n __fish_use_subcommand"
    for command in commands {
      text += "\(rule) \(isFirst) -a \(command.name) -d \(Self.fish(command.help.summary))\n"
    }
    text += Self.fishLines(help, rule: "\(rule) \(isFirst)")
    for command in commands {
      let condition = "-n \(Self.fish("__fish_seen_subcommand_from \(command.name)"))"
      text += "\n" + Self.fishLines(command.help, rule: "\(rule) \(condition)")
    }
    return text
  }

  private static func fishLines(_ help: CommandHelp, rule: String) -> String {
    var text = ""
    switch help.operands {
    case .anything: break
    case .file: text += "\(rule) -F\n"
    case .directory, .inputDevice, .words, .wordList:
      text += "\(rule) -a \(fishWords(help.operands))\n"
    }
    for option in help.options {
      var line = rule
      if let short = option.short { line += " -s \(short.dropFirst())" }
      line += " -l \(option.name.dropFirst(2))"
      if option.argument != nil {
        switch option.values {
        case .anything: line += " -x"
        case .file: line += " -r -F"
        case .directory, .words, .wordList: line += " -x -a \(fishWords(option.values))"
        case .inputDevice: line += " -r -F -a \(fishWords(option.values))"
        }
      }
      text += line + " -d \(fish(option.help))\n"
    }
    return text
  }

  private static func fishWords(_ values: CompletedValue) -> String {
    switch values {
    case .anything, .file: "''"
    case .directory: "'(__fish_complete_directories)'"
    case .inputDevice: "'(string match \"/*\" -- /dev/input/event*)'"
    case .words(let words): fish(words.joined(separator: " "))
    case .wordList(let words):
      fish("(__fish_append , \(words.joined(separator: " ")))")
    }
  }

  /// fish ends a single-quoted text at a quote, which a backslash keeps.
  private static func fish(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
