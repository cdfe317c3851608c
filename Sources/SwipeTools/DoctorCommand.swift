internal import Doctor
internal import SwipeCommandLine

extension Subcommand {
  static let doctor = Subcommand(
    name: "doctor", summary: "say what keeps swipes from being felt or acted on, and what to do",
    usage: "[OPTION…]",
    details: """
      Looks at the service, the touchpads, your swipes and the agent that carries them
      out, the desktop, and other programs that act on swipes, and says of each thing
      that is not well what it is and the one thing to do about it. It changes nothing.
      Run it as yourself, in your own session.

      Exit code: 0 where all is well, 1 where something was found, 2 where it could not
      be found out.
      """,
    options: [
      CommandLineOption("--json", help: "print an object of JSON a finding, in a line")
    ],
    examples: [
      CommandExample("swipectl doctor", "what is not well, and what to do"),
      CommandExample("swipectl doctor --json | jq -r .name", "the same, for a program"),
    ],
    run: { arguments, console throws(UsageError) in
      if let operand = arguments.operands.first { throw .unexpectedOperand(operand) }
      let diagnosis = Diagnosis(.here)
      if arguments.has("--json") {
        for finding in diagnosis.findings { console.write(finding.json.text + "\n") }
      } else {
        console.write(diagnosis.text)
      }
      return diagnosis.exitCode
    })
}

extension SystemView {
  /// This machine, as this process may see it.
  fileprivate static var here: SystemView {
    SystemView(
      userID: ThisProcess.userID, environment: { variable($0) },
      run: { AskedProgram.answer($0) })
  }
}

extension Diagnosis {
  var text: String {
    var rows = Rows()
    for finding in findings {
      rows.row(finding.mark, finding.text)
      switch finding.remedy {
      case .command(let command): rows.command("do:", command)
      case .sentence(let sentence): rows.row("", "do: \(sentence)")
      case nil: break
      }
    }
    if isWell { rows.row("well", health) }
    return rows.text
  }
}

extension Finding {
  fileprivate var mark: String {
    switch kind {
    case .problem: "wrong"
    case .unknown: "unknown"
    case .note: "note"
    }
  }

  fileprivate var json: JSON {
    let remedy: JSON? =
      switch self.remedy {
      case .command(let command): .object(["command": .string(command)])
      case .sentence(let sentence): .object(["sentence": .string(sentence)])
      case nil: nil
      }
    return .object([
      "kind": .string(kind.rawValue), "name": .string(name), "text": .string(text),
      "remedy": remedy,
    ])
  }
}

/// Beside a member of the same name.
private func variable(_ name: String) -> String? { environment(name) }
