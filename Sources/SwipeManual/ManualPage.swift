/// A manual page, whole.
public struct ManualPage: Sendable, Hashable {
  /// What it is looked up by, such as `swipectl-probe`.
  public var name: String
  /// 1 for programs, 5 for files and interfaces, 8 for services.
  public var section: Int
  /// In mdoc(7).
  public var text: String

  /// Where it lies below a folder of manual pages: `man1/swipectl-probe.1`.
  public var path: String { "man\(section)/\(name).\(section)" }
}

/// What manual pages have in common.
struct PageFrame: Sendable {
  var name: String
  var section: Int
  var summary: String
  /// `YYYY-MM-DD`, that of the release.
  var date: String

  /// The title, up to and with the name section.
  func begin(_ page: inout Mdoc) {
    page.macro("Dd", Self.written(date))
    page.macro("Dt", name.uppercased(), String(section))
    page.macro("Os")
    page.macro("Sh", "NAME")
    page.macro("Nm", Mdoc.argument(name))
    page.macro("Nd", Mdoc.escaped(summary))
  }

  /// The pages that a reader may want next.
  func end(_ page: inout Mdoc, seeAlso: [(name: String, section: Int)]) -> ManualPage {
    let others = seeAlso.filter { $0.name != name }.sorted {
      ($0.section, $0.name) < ($1.section, $1.name)
    }
    page.macro("Sh", "SEE", "ALSO")
    for (index, other) in others.enumerated() {
      let comma = index + 1 < others.count ? " ," : ""
      page.macro("Xr", other.name, String(other.section) + comma)
    }
    return ManualPage(name: name, section: section, text: page.text)
  }

  /// As mdoc has it: `November 30, 2026`.
  private static func written(_ date: String) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let parts = date.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return date }
    return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
  }
}
