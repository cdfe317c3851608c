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
    let what = found ?? "the end of the file"
    let context = error.context ?? ""
    let begun = "begun on line \(error.contextPlace.line)"
    // libyaml points to where it gave up; what is unfinished is looked for where it begins.
    var place = error.place
    let message: String
    switch problem {
    case YAMLSyntaxError.noLibrary: message = problem
    case YAMLSyntaxError.tooDeep:
      message = "lists and keys within each other, deeper than anything here goes"
    case _ where context == "while scanning an alias":
      place = error.contextPlace
      message = "\"*\" begins an alias of YAML's; a pattern that begins with * needs quotes"
    case _ where context == "while scanning an anchor":
      place = error.contextPlace
      message = "\"&\" begins an anchor of YAML's; a text that begins with & needs quotes"
    case "found character that cannot start any token" where found == "a tab",
      "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      message = "a tab; expected spaces to indent with"
    case "found character that cannot start any token":
      message = "\(what) cannot begin a value; expected one in quotes"
    case "mapping values are not allowed in this context":
      message =
        "\":\" is not expected here; a key stands in the column of the keys above it, and a text"
        + " with a colon in it in quotes"
    case "block sequence entries are not allowed in this context":
      message = "\"-\" is not expected here; expected a list to begin on a line of its own"
    case "could not find expected ':'":
      place = error.contextPlace
      message = "a key without \":\"; expected \":\", a space and a value behind it"
    case "found unexpected end of stream", "found unexpected document indicator":
      place = error.contextPlace
      message = "the quotes are not closed; expected them to be before the file ends"
    case "found unknown escape character", "did not find expected hexdecimal number",
      "found invalid Unicode character escape code":
      message = "an escape that YAML does not know; expected \"\\\\\" for a \"\\\" in double quotes"
    case "did not find expected key":
      message =
        "\(what) does not fit in with the keys and values \(begun);"
        + " expected a key in the column of the others"
    case "did not find expected '-' indicator":
      message =
        "\(what) does not fit in with the list \(begun);"
        + " expected \"-\" in the column of the others"
    case "did not find expected ',' or ']'":
      message = "found \(what); expected \",\" or \"]\" in the list \(begun)"
    case "did not find expected ',' or '}'":
      message = "found \(what); expected \",\" or \"}\" in the keys and values \(begun)"
    case "did not find expected node content":
      message = "found \(what); expected a value"
    case "did not find expected <document start>":
      message = "found \(what) behind the end of the document; expected nothing more"
    default:
      message =
        "found \(what); expected YAML (\(context.isEmpty ? "" : context + ", ")\(problem))"
    }
    self.init(place, message)
  }
}

extension YAMLSyntaxError {
  /// Not one of libyaml's.
  fileprivate static let tooDeep = "nested too deeply"

  init(tooDeep place: YAMLPlace) {
    self.init(place: place, index: 0, problem: Self.tooDeep, context: nil, contextPlace: place)
  }
}
