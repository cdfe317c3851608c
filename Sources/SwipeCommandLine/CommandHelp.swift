/// A command line as somebody would give it, and what it does.
public struct CommandExample: Sendable, Hashable {
  public var command, meaning: String

  public init(_ command: String, _ meaning: String) {
    self.command = command
    self.meaning = meaning
  }
}

/// A file that a program reads or writes without being told to.
public struct CommandFile: Sendable, Hashable {
  public var path, meaning: String

  public init(_ path: String, _ meaning: String) {
    self.path = path
    self.meaning = meaning
  }
}

/// What a program, or one of its commands, says of itself: its `--help`, its manual page and what shells complete
/// are all made from this.
public struct CommandHelp: Sendable {
  /// The program, and its command: `swipectl probe`.
  public var command: String
  /// A fragment, as in a list of programs.
  public var summary: String
  /// What follows the command, such as `[OPTION…] FILE…`.
  public var usage: String
  /// Paragraphs, with empty lines between them. One that begins with `Exit code:` tells those.
  public var details: String
  public var options: [CommandLineOption]
  /// What a shell offers for its operands.
  public var operands: CompletedValue
  /// The commands of a program that has such, each with its summary.
  public var commands: [(name: String, summary: String)]
  public var files: [CommandFile]
  public var examples: [CommandExample]

  /// - Parameter operands: where it is not given, what `usage` says.
  public init(
    command: String, summary: String, usage: String, details: String,
    options: [CommandLineOption], operands: CompletedValue? = nil,
    commands: [(name: String, summary: String)] = [], files: [CommandFile] = [],
    examples: [CommandExample] = []
  ) {
    self.command = command
    self.summary = summary
    self.usage = usage
    self.details = details
    self.options = options
    self.operands = operands ?? Self.operands(of: usage)
    self.commands = commands
    self.files = files
    self.examples = examples
  }

  /// What `--help` prints.
  public var text: String {
    var sections = ["Usage: \(command) \(usage)\n", details + "\n"]
    if !commands.isEmpty {
      let width = (commands.map(\.name.count).max() ?? 0) + 4
      sections.append(
        "Commands:\n"
          + commands.map { command in
            "  " + command.name + String(repeating: " ", count: width - command.name.count)
              + command.summary + "\n"
          }.joined())
    }
    sections.append("Options:\n" + optionsHelp(options))
    if !examples.isEmpty {
      sections.append(
        "Examples:\n"
          + examples.map { "  \($0.command)\n      \($0.meaning)\n" }.joined())
    }
    if !commands.isEmpty {
      sections.append("\"\(command) COMMAND --help\" tells more of a command.\n")
    }
    return sections.joined(separator: "\n")
  }

  /// The files of a configuration, for whatever reads it.
  public static let configurationFiles = [
    CommandFile("/etc/swiped/swiped.yaml", "the configuration"),
    CommandFile("/etc/swiped/swiped.yaml.d/*.yaml", "what counts after it, in the order of names"),
    CommandFile(
      "/usr/lib/swiped/swiped.yaml, /usr/lib/swiped/swiped.yaml.d/*.yaml",
      "the distribution's; files in /etc take the place of those with the same name"),
  ]

  /// `[arm|disarm]` is one of these words, `FILE…` is files.
  private static func operands(of usage: String) -> CompletedValue {
    var found = CompletedValue.anything
    for part in usage.split(separator: " ") {
      let word = part.filter { !"[](){}…".contains($0) }
      guard !word.isEmpty, word != "OPTION" else { continue }
      if word.contains("|") {
        found = .words(word.split(separator: "|").map(String.init))
      } else if found == .anything {
        found = CompletedValue(placeholder: word)
      }
    }
    return found
  }
}
