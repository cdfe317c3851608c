extension YAMLFault {
  /// libyaml's error in the words of somebody who writes a configuration.
  init(_ error: YAMLSyntaxError, in text: [UInt8]) {
    guard let problem = error.problem else {
      self.init(YAMLPlace(line: 1, column: 1), "there is no memory left to read the file")
      return
    }
    let rest = String(decoding: text, as: UTF8.self).unicodeScalars.dropFirst(error.index)
    let found = rest.first.map { scalar in
      switch scalar {
      case "\n", "\r": "the end of the line"
      case "\t": "a tab"
      default: shownCharacter(scalar)
      }
    }
    let context = error.context ?? ""
    let since = "that begins on line \(error.contextPlace.line)"
    let message: String
    switch problem {
    case _ where context == "while scanning an alias":
      message = "\"*\" begins an alias of YAML's; a pattern that begins with * needs quotes"
    case _ where context == "while scanning an anchor":
      message = "\"&\" begins an anchor of YAML's; expected a value, in quotes if it begins with &"
    case "found character that cannot start any token" where found == "a tab",
      "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      message = "a tab; expected spaces to indent with"
    case "found character that cannot start any token":
      message = "\(found ?? "the end") cannot begin a value; expected one in quotes"
    case "mapping values are not allowed in this context":
      message = "\":\" is not expected here; a text with a colon in it needs quotes"
    case "block sequence entries are not allowed in this context":
      message = "\"-\" is not expected here; expected a list to begin on a line of its own"
    case "could not find expected ':'":
      message = "expected \":\" and a value behind the key \(since)"
    case "found unexpected end of stream", "found unexpected document indicator":
      message = "the quotes are not closed; expected the end of the text \(since)"
    case "did not find expected key":
      message =
        "\(found ?? "the end of the file") does not fit in the keys and values \(since);"
        + " expected a key in the column of the others"
    case "did not find expected '-' indicator":
      message =
        "\(found ?? "the end of the file") does not fit in the list \(since);"
        + " expected \"-\" in the column of the others"
    case "did not find expected ',' or ']'":
      message =
        "found \(found ?? "the end of the file"); expected \",\" or \"]\" in the list \(since)"
    case "did not find expected ',' or '}'":
      message =
        "found \(found ?? "the end of the file"); expected \",\" or \"}\" in what \(since.dropFirst(5))"
    case "did not find expected node content":
      message = "found \(found ?? "the end of the file"); expected a value"
    case "did not find expected <document start>":
      message = "found \(found ?? "the end of the file") behind the end of the document"
    default:
      message = "this is no YAML: \(context.isEmpty ? "" : context + ", ")\(problem)"
    }
    self.init(error.place, message)
  }
}
