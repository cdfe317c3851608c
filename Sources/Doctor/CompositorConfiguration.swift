internal import Glibc
internal import LinuxIO

/// What stands in a compositor's configuration, with the files that it includes.
struct CompositorConfiguration {
  enum Language {
    case sway, hyprland
  }

  /// A line in words, without remarks.
  struct Line {
    var words: [String]
    /// The file that it is in.
    var file: String
  }

  /// Files in files in files: more is a mistake, or none of a person's.
  private static let deepest = 8
  private static let mostFiles = 100

  private let view: SystemView
  private let language: Language
  private(set) var lines: [Line] = []
  /// What was read, by the paths that links lead to: a file counts once, as with sway.
  private var read: Set<String> = []
  private var variables: [(name: String, value: String)] = []

  /// Reads the one that is used, which may be missing.
  init(_ language: Language, _ view: SystemView) {
    self.view = view
    self.language = language
    let places = Self.places(language, view)
    if let file = places.first(where: { view.exists($0) }) { read(file, depth: 0) }
  }

  /// Where it is looked for, in order (sway(1); i3's own is read by sway as well).
  private static func places(_ language: Language, _ view: SystemView) -> [String] {
    let home = view.environment("HOME") ?? ""
    let own = view.configurationHome
    return switch language {
    case .sway:
      [
        home + "/.sway/config", own.map { $0 + "/sway/config" }, home + "/.i3/config",
        own.map { $0 + "/i3/config" }, "/etc/sway/config", "/etc/i3/config",
      ].compactMap { $0 }
    case .hyprland: own.map { [$0 + "/hypr/hyprland.conf"] } ?? []
    }
  }

  /// A path as people write it.
  func shown(_ path: String) -> String {
    guard let home = view.environment("HOME"), !home.isEmpty, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  private mutating func read(_ file: String, depth: Int) {
    guard depth < Self.deepest, read.count < Self.mostFiles,
      read.insert(view.resolved(file)).inserted, let text = view.text(file)
    else { return }
    let file = "/" + file.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    let folder = file.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    // Of sway's `mode "resize" { bindsym … }`, what its lines begin with.
    var blocks: [[String]] = []
    for line in logicalLines(text) {
      var words = blocks.flatMap { $0 } + line
      switch language {
      case .sway:
        if line == ["}"] {
          blocks = blocks.dropLast()
          continue
        }
        if line.last == "{" {
          blocks.append(line.dropLast())
          continue
        }
        if words[0] == "set", words.count > 1, words[1].hasPrefix("$") {
          set(words[1], words.dropFirst(2).joined(separator: " "))
          continue
        }
        words = words.map(substituted)
        guard words[0] == "include" else { break }
        for pattern in words.dropFirst() { include(pattern, from: folder, depth) }
        continue
      case .hyprland:
        let parts = line.joined(separator: " ").split(separator: "=", maxSplits: 1).map(trimmed)
        guard parts.count == 2 else { break }
        if parts[0].hasPrefix("$") {
          set(parts[0], parts[1])
          continue
        }
        words = words.map(substituted)
        guard parts[0] == "source" else { break }
        include(substituted(parts[1]), from: folder, depth)
        continue
      }
      lines.append(Line(words: words, file: file))
    }
  }

  private func logicalLines(_ text: String) -> [[String]] {
    var found: [[String]] = []
    var before: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // In sway's a "#" within a line is part of it, as in a colour.
      let line = language == .hyprland ? line.prefix { $0 != "#" } : line
      var words = before + line.split(whereSeparator: \.isWhitespace).map(String.init)
      before = []
      if language == .sway, let last = words.last, last.hasSuffix("\\"), !words[0].hasPrefix("#") {
        words[words.count - 1] = String(last.dropLast())
        before = words.filter { !$0.isEmpty }
        continue
      }
      if !words.isEmpty, !words[0].hasPrefix("#") { found.append(words) }
    }
    return before.isEmpty ? found : found + [before]
  }

  // MARK: Variables

  private mutating func set(_ name: String, _ value: String) {
    let value = substituted(value)
    variables.removeAll { $0.name == name }
    variables.append((name, value))
    // Of two that begin alike the longer one is meant.
    variables.sort { $0.name.count > $1.name.count }
  }

  private func substituted(_ text: String) -> String {
    guard text.contains(where: { $0 == "$" }) else { return text }
    var rest = text[...]
    var result = ""
    while let first = rest.first {
      if first == "$", let variable = variables.first(where: { rest.hasPrefix($0.name) }) {
        result += variable.value
        rest = rest.dropFirst(variable.name.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  // MARK: Other files

  /// Reads what a pattern of a shell's stands for. What a program would have to be asked for is left out: nothing of it is run.
  private mutating func include(_ pattern: String, from folder: String, _ depth: Int) {
    guard !pattern.contains(where: { $0 == "(" || $0 == "`" }) else { return }
    var path = String(pattern.filter { $0 != "\"" && $0 != "'" })
    for name in ["HOME", "XDG_CONFIG_HOME"] {
      guard let value = view.environment(name) else { continue }
      for word in ["${\(name)}", "$\(name)"] where path.hasPrefix(word) {
        path = value + path.dropFirst(word.count)
      }
    }
    if path.hasPrefix("~/"), let home = view.environment("HOME") { path = home + path.dropFirst() }
    if !path.hasPrefix("/") { path = folder + "/" + path }
    for file in view.files(matching: path) { read(file, depth: depth + 1) }
  }
}
