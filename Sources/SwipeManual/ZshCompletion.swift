import SwipeCommandLine

extension CompletedProgram {
  var zshCompletion: String {
    var text = """
      #compdef \(name)
      # zsh completion of \(name): \(completionOrigin)

      # Touchpads are event nodes; a link to one has any name.
      (( $+functions[_swiped_devices] )) || _swiped_devices() {
        local -a nodes=(/dev/input/event*(N))
        (( $#nodes )) && compadd -a nodes && return
        _files
      }

      _\(name)() {

      """
    if commands.isEmpty {
      text += Self.zshArguments(help, indent: "  ", isRepeated: true)
    } else {
      text += """
          local context state state_descr line
          typeset -A opt_args
          local -a commands=(

        """
      for command in commands {
        text += "    \(shellQuoted("\(command.name):\(command.help.summary)"))\n"
      }
      text += "  )\n  _arguments -C -s \\\n"
      for spec in Self.zshOptions(help) { text += "    \(spec) \\\n" }
      text += """
            '1:command:->command' \\
            '*::argument:->argument'
          case $state in
            command) _describe -t commands command commands ;;
            argument)
              case $words[1] in

        """
      for command in commands {
        text += "        \(command.name))\n"
        text += Self.zshArguments(command.help, indent: "          ", isRepeated: true)
        text += "          ;;\n"
      }
      text += "      esac\n      ;;\n  esac\n"
    }
    return text + "}\n\n_\(name) \"$@\"\n"
  }

  private static func zshArguments(_ help: CommandHelp, indent: String, isRepeated: Bool) -> String
  {
    var specs = zshOptions(help)
    if let action = zshAction(help.operands) { specs.append(shellQuoted("*:operand:\(action)")) }
    return indent + "_arguments -s \\\n"
      + specs.map { "\(indent)  \($0)" }.joined(separator: " \\\n") + "\n"
  }

  private static func zshOptions(_ help: CommandHelp) -> [String] {
    help.options.map { option in
      let explanation = "[" + escaped(option.help, "[]") + "]"
      guard let argument = option.argument else {
        guard let short = option.short else { return shellQuoted(option.name + explanation) }
        return shellQuoted("(\(short) \(option.name))")
          + "{\(short),\(option.name)}" + shellQuoted(explanation)
      }
      // Several may be given, of which the last counts or all do; the value follows it or its "=".
      let value = ":\(argument):\(zshAction(option.values) ?? " ")"
      return shellQuoted("*" + option.name + "=" + explanation + value)
    }
  }

  private static func zshAction(_ values: CompletedValue) -> String? {
    switch values {
    case .anything: nil
    case .file: "_files"
    case .directory: "_files -/"
    case .inputDevice: "_swiped_devices"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .wordList(let words): "_sequence compadd - \(words.joined(separator: " "))"
    }
  }

  private static func escaped(_ text: String, _ special: String) -> String {
    text.map { special.contains($0) || $0 == "\\" || $0 == ":" ? "\\\($0)" : String($0) }.joined()
  }
}
