import SwipeCommandLine

/// The manual page of a program, or of one of its commands, from what its `--help` is made from.
struct CommandPage {
  var help: CommandHelp
  var section: Int
  var date: String

  private var program: String { String(help.command.prefix { $0 != " " }) }
  private var words: [Substring] { help.command.split(separator: " ") }

  var page: ManualPage {
    let frame = PageFrame(
      name: words.joined(separator: "-"), section: section, summary: help.summary, date: date)
    var page = Mdoc()
    frame.begin(&page)
    synopsis(&page)
    description(&page)
    if !help.files.isEmpty {
      page.macro("Sh", "FILES")
      list(&page, help.files.map { ("Pa", $0.path, $0.meaning) })
    }
    if !exits.isEmpty {
      page.macro("Sh", "EXIT", "STATUS")
      for paragraph in exits { page.prose(Mdoc.escaped(Self.withoutLabel(paragraph))) }
    }
    if !help.examples.isEmpty {
      page.macro("Sh", "EXAMPLES")
      for (index, example) in help.examples.enumerated() {
        if index > 0 { page.macro("Pp") }
        page.prose(Mdoc.escaped(Self.sentence(example.meaning, end: ":")))
        page.literal([example.command])
      }
    }
    return frame.end(&page, seeAlso: ManualPages.names)
  }

  private func synopsis(_ page: inout Mdoc) {
    page.macro("Sh", "SYNOPSIS")
    page.macro("Nm", Mdoc.argument(program))
    if words.count > 1 { page.macro("Cm", Mdoc.argument(words[1])) }
    for part in help.usage.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      page.macro(Self.usage(String(part)).0, Self.usage(String(part)).1)
    }
  }

  /// `[OPTION…]` is optional, `FILE` a placeholder, `arm` a word.
  private static func usage(_ part: String) -> (String, String) {
    let isOptional = part.hasPrefix("[") && (part.hasSuffix("]") || part.hasSuffix("]…"))
    let bare = part.filter { !"[]…".contains($0) }
    let dots = part.contains("…") ? " ..." : ""
    let choices = bare.split(separator: "|").map { choice in
      let kind =
        choice.hasPrefix("-") ? "Fl" : choice.allSatisfy { !$0.isLowercase } ? "Ar" : "Cm"
      return (kind, Mdoc.argument(kind == "Fl" ? String(choice.dropFirst()) : String(choice)))
    }
    let written =
      choices.isEmpty
      ? "Li \(Mdoc.argument(part))"
      : choices.map { "\($0.0) \($0.1)" }.joined(separator: " | ") + dots
    if isOptional { return ("Op", written) }
    return (String(written.prefix(2)), String(written.dropFirst(3)))
  }

  private func description(_ page: inout Mdoc) {
    page.macro("Sh", "DESCRIPTION")
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { page.macro("Pp") }
      let lines = paragraph.split(separator: "\n")
      if lines.allSatisfy({ $0.hasPrefix("  ") }) {
        page.literal(lines.map { $0.dropFirst(2) })
      } else {
        page.prose(Mdoc.escaped(paragraph))
      }
    }
    if !help.commands.isEmpty {
      page.macro("Pp")
      page.prose("The commands, each with a manual page of its own:")
      list(&page, help.commands.map { ("Cm", $0.name, $0.summary) })
    }
    page.macro("Pp")
    page.prose("The options:")
    page.macro("Bl", "-tag", "-width", "Ds")
    for option in help.options {
      // Fl prints the first dash.
      let names = [option.short, option.name].compactMap { $0 }.map {
        "Fl \(Mdoc.argument($0.dropFirst()))"
      }
      let value = option.argument.map { " Ar \(Mdoc.argument($0))" } ?? ""
      page.macro("It", names.joined(separator: " , ") + value)
      page.prose(Mdoc.escaped(Self.sentence(option.help)))
      if case .words(let words) = option.values, !words.allSatisfy(option.help.contains) {
        page.prose(Mdoc.escaped("One of \(words.joined(separator: ", "))."))
      }
    }
    page.macro("El")
  }

  private func list(_ page: inout Mdoc, _ entries: [(kind: String, tag: String, meaning: String)]) {
    page.macro("Bl", "-tag", "-width", "Ds")
    for entry in entries {
      page.macro("It", entry.kind, Mdoc.argument(entry.tag))
      page.prose(Mdoc.escaped(Self.sentence(entry.meaning)))
    }
    page.macro("El")
  }

  // MARK: Paragraphs

  private var allParagraphs: [String] {
    var paragraphs = [""]
    for line in help.details.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraphs.append("")
      } else {
        paragraphs[paragraphs.count - 1] += (paragraphs.last == "" ? "" : "\n") + line
      }
    }
    return paragraphs.filter { !$0.isEmpty }
  }

  private static let exitLabels = ["Exit code:", "Exit status:", "Exit codes:"]
  private static func isExit(_ paragraph: String) -> Bool {
    exitLabels.contains { paragraph.hasPrefix($0) }
  }
  private static func withoutLabel(_ paragraph: String) -> String {
    exitLabels.first { paragraph.hasPrefix($0) }.map { String(paragraph.dropFirst($0.count)) }
      ?? paragraph
  }

  private var paragraphs: [String] { allParagraphs.filter { !Self.isExit($0) } }
  private var exits: [String] { allParagraphs.filter(Self.isExit) }

  /// A fragment as a sentence.
  private static func sentence(_ fragment: String, end: String = ".") -> String {
    guard let first = fragment.first else { return fragment }
    let isEnded = fragment.last.map { ".:!?".contains($0) } ?? false
    return first.uppercased() + fragment.dropFirst() + (isEnded ? "" : end)
  }
}
