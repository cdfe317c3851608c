import SwipeConfig

/// What may stand in the place of a value or an operand, for a shell that completes it.
public enum CompletedValue: Sendable, Hashable {
  /// A text of which nobody knows but who writes it.
  case anything
  case file
  case directory
  /// The node of an input device, such as `/dev/input/event5`.
  case inputDevice
  case words([String])
  /// Words with commas between them.
  case wordList([String])
}

/// One option of a program: what its `--help` and its manual page say of it, what the parser goes by, and
/// what a shell completes.
public struct CommandLineOption: Sendable {
  /// With its dashes: `--commit`.
  public var name: String
  /// One letter with its dash, `-h`, where there is one.
  public var short: String?
  /// What its value is called in the help; `nil` for an option without a value.
  public var argument: String?
  /// A sentence fragment, without a full stop.
  public var help: String
  /// What a shell offers for the value.
  public var values: CompletedValue

  /// - Parameter values: where it is not given, what the argument's name says: `FILE`, `DIRECTORY` and `DIR`.
  public init(
    _ name: String, short: String? = nil, _ argument: String? = nil,
    values: CompletedValue? = nil, help: String
  ) {
    self.name = name
    self.short = short
    self.argument = argument
    self.help = help
    self.values = values ?? CompletedValue(placeholder: argument ?? "")
  }

  /// As it stands in the help's left column: `-h, --help`, `--commit DISTANCE`.
  public var usage: String {
    (short.map { $0 + ", " } ?? "") + name + (argument.map { " " + $0 } ?? "")
  }
}

extension CompletedValue {
  /// What a placeholder of a usage line stands for.
  public init(placeholder: some StringProtocol) {
    switch placeholder {
    case "FILE", "FILES", "TRACE": self = .file
    case "DIRECTORY", "DIR", "FOLDER": self = .directory
    default: self = .anything
    }
  }
}

/// Why a command line cannot be taken; the text of a message is `description`.
public enum UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  case unknownOption(String, suggestion: String?)
  case missingValue(option: String, argument: String)
  case unexpectedValue(option: String, value: String)
  /// A value that the option does not take, with the reason.
  case badValue(option: String, reason: String)
  case unexpectedOperand(String)
  /// An operand that is none of those that are known: what it is not.
  case badOperand(String, reason: String)
  case missingOperand(String)

  public var description: String {
    switch self {
    case .unknownOption(let option, let suggestion):
      "unknown option \"\(option)\"" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    case .missingValue(let option, let argument): "\(option) needs a value: \(option) \(argument)"
    case .unexpectedValue(let option, let value): "\(option) takes no value, but has \"\(value)\""
    case .badValue(let option, let reason): "\(option): \(reason)"
    case .unexpectedOperand(let operand): "\"\(operand)\" is not expected here"
    case .badOperand(let operand, let reason): "\"\(operand)\" \(reason)"
    case .missingOperand(let operand): "\(operand) is missing"
    }
  }
}

/// A command line, taken apart.
public struct ParsedCommandLine: Sendable {
  /// The options in their order, by long name, with the value of those that take one (else empty).
  public var options: [(name: String, value: String)] = []
  /// What is no option, in its order.
  public var operands: [String] = []

  /// One that asks for nothing.
  public init() {}

  public func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// All values given, in their order.
  public func values(_ name: String) -> [String] {
    options.filter { $0.name == name }.map(\.value)
  }

  /// The last value given, since that is the one that counts.
  public func value(_ name: String) -> String? { options.last { $0.name == name }?.value }
}

/// Takes apart the arguments after the program's name (and subcommand).
///
/// A value stands in the next argument or after `=`; `--` ends the options; `-` alone is an operand.
public func parseCommandLine(
  _ arguments: some Sequence<String>, _ known: [CommandLineOption]
) throws(UsageError) -> ParsedCommandLine {
  var parsed = ParsedCommandLine()
  var iterator = arguments.makeIterator()
  while let argument = iterator.next() {
    if argument == "--" {
      while let operand = iterator.next() { parsed.operands.append(operand) }
      break
    }
    guard argument.hasPrefix("-"), argument != "-" else {
      parsed.operands.append(argument)
      continue
    }
    let name = argument.prefix { $0 != "=" }
    let inline = name.endIndex < argument.endIndex ? argument[name.endIndex...].dropFirst() : nil
    guard let option = known.first(where: { $0.name == name || $0.short == String(name) }) else {
      throw .unknownOption(
        String(name), suggestion: suggestion(for: name, among: known.map(\.name)))
    }
    if let placeholder = option.argument {
      guard let value = inline.map(String.init) ?? iterator.next()
      else { throw .missingValue(option: option.name, argument: placeholder) }
      parsed.options.append((option.name, value))
    } else if let inline {
      throw .unexpectedValue(option: option.name, value: String(inline))
    } else {
      parsed.options.append((option.name, ""))
    }
  }
  return parsed
}

/// The options' part of a `--help`, in two columns within 80 characters.
public func optionsHelp(_ options: [CommandLineOption]) -> String {
  let width = (options.map(\.usage.count).max() ?? 0) + 4
  return options.map { option in
    var lines = [""]
    for word in option.help.split(separator: " ") {
      let last = lines.count - 1
      if lines[last].isEmpty {
        lines[last] = String(word)
      } else if width + lines[last].count + 1 + word.count <= 80 {
        lines[last] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    let left = "  " + option.usage
    let first = left + String(repeating: " ", count: width - left.count) + lines[0] + "\n"
    let indent = String(repeating: " ", count: width)
    return first + lines.dropFirst().map { indent + $0 + "\n" }.joined()
  }.joined()
}
