/// The nodes of a text of KDL, the language of niri's configuration, without their values.
struct KDLNodes {
  /// Each node's name, behind those of the nodes that it is within. Those that "/-" leaves out are not there.
  private(set) var paths: Set<[String]> = []

  private var rest: ArraySlice<Unicode.Scalar>
  private var outer: [(name: String, isLeftOut: Bool)] = []
  /// The node that values can still come for.
  private var node: String?
  private var isLeftOut = false

  /// Of a text that is no KDL it is what can be made out.
  init(_ text: String) {
    rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.first { read(scalar) }
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\n", "\r", ";":
      rest.removeFirst()
      endNode()
    case "{":
      rest.removeFirst()
      outer.append((node ?? "", isLeftOut || outer.last?.isLeftOut == true))
      endNode()
    case "}":
      rest.removeFirst()
      _ = outer.popLast()
      endNode()
    case "\\":
      // The node goes on in the next line.
      skip(to: "\n")
      rest = rest.dropFirst()
    case "/" where begins("//"): skip(to: "\n")
    case "/" where begins("/*"): skipRemark()
    case "/" where begins("/-"):
      rest = rest.dropFirst(2)
      // Behind a node's name it is for a value or for what is within.
      isLeftOut = true
    case "\"": name(string(marks: 0))
    case "r" where begins("r\"") || begins("r#"), "#" where begins("#\"") || begins("##"):
      rest = rest.drop { $0 == "r" }
      let marks = rest.prefix { $0 == "#" }.count
      rest = rest.dropFirst(marks)
      name(string(marks: marks, isRaw: true))
    case _ where scalar.properties.isWhitespace: rest.removeFirst()
    default: name(word())
    }
  }

  private func begins(_ text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

  private mutating func endNode() {
    node = nil
    isLeftOut = false
  }

  /// A node's name, or one of its values.
  private mutating func name(_ text: String) {
    guard node == nil else {
      isLeftOut = false
      return
    }
    node = text
    if isLeftOut || outer.last?.isLeftOut == true { return }
    paths.insert(outer.map(\.name) + [text])
  }

  private mutating func skip(to end: Unicode.Scalar) { rest = rest.drop { $0 != end } }

  /// Remarks of this kind can be within each other.
  private mutating func skipRemark() {
    var depth = 0
    repeat {
      if begins("/*") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if begins("*/") {
        depth -= 1
        rest = rest.dropFirst(2)
      } else {
        rest = rest.dropFirst()
      }
    } while depth > 0 && !rest.isEmpty
  }

  /// A text in quotes, with as many "#" around them.
  private mutating func string(marks: Int, isRaw: Bool = false) -> String {
    rest = rest.dropFirst()
    let end = "\"" + String(repeating: "#", count: marks)
    var text = String.UnicodeScalarView()
    while let scalar = rest.first, !begins(end) {
      rest.removeFirst()
      if scalar == "\\", !isRaw {
        if let escaped = rest.popFirst() { text.append(escaped) }
      } else {
        text.append(scalar)
      }
    }
    rest = rest.dropFirst(end.unicodeScalars.count)
    return String(text)
  }

  private mutating func word() -> String {
    var text = String.UnicodeScalarView()
    while let scalar = rest.first, !"{};\"\\".unicodeScalars.contains(scalar),
      !scalar.properties.isWhitespace, text.isEmpty || scalar != "/"
    {
      rest.removeFirst()
      text.append(scalar)
    }
    return String(text)
  }
}
