import SwipeCommandLine
import SwipeTools
import SwipedDaemon

/// All manual pages of the package.
public enum ManualPages {
  /// The programs that have pages of their own, with the section of each.
  static let programs: [(help: CommandHelp, section: Int)] =
    [(swipedHelp, 8), (swipectlHelp, 1)] + Subcommand.all.map { ($0.help, 1) }

  /// The pages that are made from a text in `docs`.
  public static let documents: [Document] = [
    Document(
      file: "configuration.md", name: "swiped.yaml", summary: "the configuration of swiped"),
    Document(
      file: "swipes.md", name: "swipes.yaml", summary: "what swipes do, for the user's agent"),
    Document(
      file: "dbus.md", name: "org.swiped.Swiped1", summary: "the D-Bus interface of swiped"),
  ]

  /// A text in `docs` that is a manual page of section 5 as well.
  public struct Document: Sendable {
    public var file: String
    var name, summary: String

    /// - Parameter date: `YYYY-MM-DD`.
    public func page(_ markdown: String, date: String) -> ManualPage {
      let frame = PageFrame(name: name, section: 5, summary: summary, date: date)
      var page = Mdoc()
      frame.begin(&page)
      page.macro("Sh", "DESCRIPTION")
      var document = MarkdownDocument(markdown)
      document.write(to: &page)
      return frame.end(&page, seeAlso: ManualPages.names)
    }
  }

  /// The pages of the programs.
  ///
  /// - Parameter date: `YYYY-MM-DD`.
  public static func ofPrograms(date: String) -> [ManualPage] {
    programs.map { CommandPage(help: $0.help, section: $0.section, date: date).page }
  }

  /// The pages that every other one refers to.
  static let names: [(name: String, section: Int)] =
    [("swiped", 8), ("swipectl", 1)] + documents.map { ($0.name, 5) }
}
