import SwipeCommandLine

extension CompletedProgram {
  var bashCompletion: String {
    var text = """
      # bash completion of \(name): \(completionOrigin)

      _\(name)() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= index
        # "--option=value" comes as three words.
        if [[ $word == = ]]; then
          word=
        elif [[ $before == = ]]; then
          before=${COMP_WORDS[COMP_CWORD-2]}
        fi
        COMPREPLY=()

      """
    if commands.isEmpty {
      text += Self.bashCases(help, indent: "  ")
    } else {
      text += """
          for ((index = 1; index < COMP_CWORD; index++)); do
            if [[ ${COMP_WORDS[index]} != -* ]]; then
              command=${COMP_WORDS[index]}
              break
            fi
          done
          case $command in
            '')
              COMPREPLY=($(compgen -W \(shellQuoted(
                (commands.map(\.name) + Self.names(help)).joined(separator: " "))) -- "$word"))
              ;;

        """
      for command in commands {
        text += "    \(command.name))\n"
        text += Self.bashCases(command.help, indent: "      ")
        text += "      ;;\n"
      }
      text += "  esac\n"
    }
    return text + "}\n\n" + bashHelpers + "\ncomplete -F _\(name) \(name)\n"
  }

  private static func names(_ help: CommandHelp) -> [String] {
    help.options.flatMap { [$0.short, $0.name].compactMap { $0 } }
  }

  /// What to offer after an option that takes a value, and otherwise.
  private static func bashCases(_ help: CommandHelp, indent: String) -> String {
    var text = indent + "case $before in\n"
    for option in help.options where option.argument != nil {
      text += indent + "  \(option.name)) \(bashReply(option.values)) ;;\n"
    }
    text += indent + "  *)\n"
    text += indent + "    if [[ $word == -* ]]; then\n"
    text +=
      indent + "      COMPREPLY=($(compgen -W "
      + shellQuoted(names(help).joined(separator: " ")) + " -- \"$word\"))\n"
    text += indent + "    else\n"
    text += indent + "      \(bashReply(help.operands))\n"
    text += indent + "    fi\n"
    text += indent + "    ;;\n"
    return text + indent + "esac\n"
  }

  private static func bashReply(_ values: CompletedValue) -> String {
    switch values {
    case .anything: ":"
    case .file: "_swiped_files"
    case .directory: "_swiped_files -d"
    case .inputDevice: "_swiped_devices"
    case .words(let words):
      "COMPREPLY=($(compgen -W \(shellQuoted(words.joined(separator: " "))) -- \"$word\"))"
    case .wordList(let words): "_swiped_list \(shellQuoted(words.joined(separator: " ")))"
    }
  }

  private var bashHelpers: String {
    """
    _swiped_files() {
      local path
      compopt -o filenames 2>/dev/null
      while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "${1:--f}" -- "$word")
    }
    # Touchpads are event nodes; a link to one has any name.
    _swiped_devices() {
      COMPREPLY=($(compgen -W "$(printf '%s ' /dev/input/event*)" -- "$word"))
      [[ ${COMPREPLY-} == *'*' || -z ${COMPREPLY-} ]] && COMPREPLY=() && _swiped_files
    }
    # The last of several words with commas between them.
    _swiped_list() {
      local done=
      [[ $word != *,* ]] || done=${word%,*},
      COMPREPLY=($(compgen -P "$done" -W "$1" -- "${word##*,}"))
      compopt -o nospace 2>/dev/null
    }

    """
  }
}
