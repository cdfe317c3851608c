internal import CommitPoint
internal import SwipeConfig
internal import YAMLNodes

/// Reads fusuma's config.yml.
struct FusumaReader {
  private let options: ImportOptions
  private(set) var findings = Findings()
  /// `threshold: swipe:`, 1 where the file does not say it.
  private var threshold = 1.0
  /// The columns and the round of the plug-in that switches workspaces.
  private var columns = 1
  private var wraps = false
  /// Where the document begins, in lines.
  private var offset = 0

  /// What can stand at the left of the file.
  static let sections: Set<String> = [
    "swipe", "pinch", "rotate", "hold", "threshold", "interval", "context", "plugin",
  ]

  static func read(_ bytes: [UInt8], _ options: ImportOptions) throws(ImportFailure) -> Findings {
    var reader = FusumaReader(options: options)
    for document in try Self.documents(bytes) {
      reader.offset = document.offset
      try reader.read(document.bytes)
    }
    return reader.findings
  }

  private init(options: ImportOptions) { self.options = options }

  /// More than anybody has programs to be apart from.
  private static let documentLimit = 100

  /// A part of the file, and how many lines come before it.
  private struct Part {
    var offset: Int
    var lines: [ArraySlice<UInt8>] = []

    var isBlank: Bool {
      lines.allSatisfy { $0.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    }
  }

  /// The file's parts between lines that begin with `---`: what holds for single programs is one of its own each.
  private static func documents(_ bytes: [UInt8]) throws(ImportFailure) -> [(
    offset: Int, bytes: [UInt8]
  )] {
    var parts = [Part(offset: 0)]
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var line = line
      if line.starts(with: "---".utf8), line.dropFirst(3).first.map(isBlank) ?? true {
        if parts[parts.count - 1].isBlank { parts.removeLast() }
        guard parts.count < documentLimit else {
          throw ImportFailure(
            YAMLPlace(line: index + 1, column: 1),
            "more than \(documentLimit) documents in one file")
        }
        parts.append(Part(offset: index))
        line = line.dropFirst(3)
      }
      parts[parts.count - 1].lines.append(line)
    }
    return parts.map { ($0.offset, Array($0.lines.joined(separator: [0x0A]))) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }

  private func place(_ node: YAMLNode) -> YAMLPlace {
    YAMLPlace(line: node.place.line + offset, column: node.place.column)
  }

  private mutating func read(_ bytes: [UInt8]) throws(ImportFailure) {
    let document = YAMLDocument(bytes)
    if var fault = document.faults.first {
      fault.place.line += offset
      throw ImportFailure(fault)
    }
    guard let root = document.root else { return }
    guard case .mapping(let pairs) = root.content else {
      throw ImportFailure(
        place(root), "\(root.description); expected fusuma's keys, such as swipe")
    }
    let fields = try self.fields(pairs)
    if let context = fields.first(where: { $0.key == "context" }) {
      return findings.leaveOut(
        place(context.node),
        "context: what holds for one program or state only is left out, as swiped does not know which window is in use"
      )
    }
    for (key, node, _) in fields {
      switch key {
      case "threshold": readThreshold(node)
      case "plugin": try readPlugins(node)
      default: break
      }
    }
    findings.conversion = [
      "fusuma's threshold is no way but a speed, that of the last ten movements. The millimetres below are what fingers of that"
        + " speed go in",
      "the meantime, at 100 movements a second: 21.4 mm for a threshold of 1. Approximate, and fusuma's also hung on the"
        + " pointer's acceleration.",
    ]
    for (key, node, keyNode) in fields {
      switch key {
      case "swipe": try readSwipes(node)
      case "pinch", "rotate", "hold": try leaveOutGestures(key, node)
      case "threshold", "plugin": break
      case "interval":
        findings.leaveOut(
          place(keyNode), "interval: swiped acts once a swipe, so nothing has to be kept apart")
      default:
        findings.leaveOut(
          place(keyNode), "\"\(shownText(key))\" is no key that is known of fusuma's")
      }
    }
  }

  private typealias Field = (key: String, node: YAMLNode, keyNode: YAMLNode)

  /// - Throws: where a key is given twice, for which fusuma refuses the file.
  private func fields(_ pairs: [YAMLPair]) throws(ImportFailure) -> [Field] {
    var fields: [Field] = []
    var known: Set<String> = []
    for pair in pairs {
      guard case .scalar(let key, _) = pair.key.content else {
        throw ImportFailure(place(pair.key), "\(pair.key.description) for a key; expected a word")
      }
      guard known.insert(key).inserted else {
        throw ImportFailure(place(pair.key), "\"\(shownText(key))\" is given twice")
      }
      fields.append((key, pair.value, pair.key))
    }
    return fields
  }

  private func fields(of node: YAMLNode) throws(ImportFailure) -> [Field]? {
    guard case .mapping(let pairs) = node.content else { return nil }
    return try fields(pairs)
  }

  private func text(_ node: YAMLNode) -> String? {
    guard case .scalar(let text, _) = node.content, !node.isEmpty else { return nil }
    return trimmed(text)
  }

  private func number(_ node: YAMLNode) -> Double? {
    guard let number = text(node).flatMap(Double.init), number.isFinite, number > 0 else {
      return nil
    }
    return number
  }

  private mutating func readThreshold(_ node: YAMLNode) {
    guard case .mapping(let pairs) = node.content else {
      return findings.leaveOut(place(node), "threshold: expected one for each kind of gesture")
    }
    for pair in pairs {
      guard case .scalar(let key, _) = pair.key.content else { continue }
      if key == "swipe", let number = number(pair.value) {
        threshold = number
      } else {
        findings.leaveOut(
          place(pair.key),
          key == "swipe"
            ? "threshold: \(pair.value.description) is no number above 0, and 1 is taken"
            : "threshold of \(shownText(key)): swiped has swipes only")
      }
    }
  }

  private mutating func readPlugins(_ node: YAMLNode) throws(ImportFailure) {
    guard let kinds = try fields(of: node) else { return }
    for kind in kinds {
      for plugin in try fields(of: kind.node) ?? [] {
        guard plugin.key == "wmctrl_executor" else {
          findings.leaveOut(
            place(plugin.keyNode), "the plug-in \(shownText(plugin.key)) is fusuma's own")
          continue
        }
        for option in try fields(of: plugin.node) ?? [] {
          switch option.key {
          case "matrix-col-size":
            if let count = text(option.node).flatMap(Int.init), (1...1000).contains(count) {
              columns = count
            }
          case "wrap-navigation": wraps = text(option.node) == "true"
          default: break
          }
        }
      }
    }
  }

  private mutating func leaveOutGestures(_ kind: String, _ node: YAMLNode) throws(ImportFailure) {
    guard let fields = try fields(of: node), !fields.isEmpty else {
      return findings.leaveOut(place(node), "\(kind): swiped has swipes only")
    }
    for field in fields {
      let inner = try self.fields(of: field.node) ?? []
      let isEnd = inner.isEmpty || inner.contains { $0.key == "command" || $0.key == "sendkey" }
      for each in isEnd ? [field] : inner {
        let words = isEnd ? [kind, field.key] : [kind, field.key, each.key]
        findings.leaveOut(
          place(each.keyNode),
          "\(shownText(words.joined(separator: " "))): swiped has swipes only, no pinches, turns and holding"
        )
      }
    }
  }

  private mutating func readSwipes(_ node: YAMLNode) throws(ImportFailure) {
    guard let counts = try fields(of: node) else {
      return findings.leaveOut(place(node), "swipe: expected fingers and directions")
    }
    for count in counts {
      guard let fingers = Int(count.key), (3...4).contains(fingers) else {
        findings.leaveOut(
          place(count.keyNode),
          "swipe \(shownText(count.key)): fusuma swipes with 3 and 4 fingers, so this never came")
        continue
      }
      for field in try fields(of: count.node) ?? [] {
        guard let direction = Direction(rawValue: field.key) else {
          let isStep = Self.steps.contains(field.key)
          findings.leaveOut(
            place(field.keyNode),
            isStep
              ? "swipe \(fingers) \(field.key): \(Self.stepReason)"
              : "swipe \(fingers) \(shownText(field.key)) is no direction; swiped and fusuma know left, right, up and down"
          )
          continue
        }
        try readSwipe(field, fingers, direction)
      }
    }
  }

  private static let steps: Set<String> = ["begin", "update", "end"]
  private static let stepReason =
    "it acts while the fingers move; what swiped has of that is \"on\": armed, disarmed, progress"

  private mutating func readSwipe(_ swipe: Field, _ fingers: Int, _ direction: Direction)
    throws(ImportFailure)
  {
    let title = "swipe \(fingers) \(direction.rawValue)"
    guard let fields = try fields(of: swipe.node) else {
      if !swipe.node.isEmpty {
        findings.leaveOut(place(swipe.node), "\(title): expected a command")
      }
      return
    }
    var own: Double?
    var action: ImportedSwipe.Action?
    for field in fields {
      let place = place(field.keyNode)
      switch field.key {
      case "command":
        // Blank commands are how fusuma's files say that nothing is done.
        guard let command = text(field.node) else { continue }
        if ["$move_", "$unaccelerated_", "$zoom", "$rotate"].contains(where: command.mentions) {
          findings.differ(
            place,
            "\(title): the command goes by fusuma's variables; swiped's are SWIPED_OFFSET_MM and so on"
          )
        }
        action = ImportedCommand.line(command)
      case "sendkey":
        action = sendKey(field.node, title, place) ?? action
      case "workspace", "window":
        action = try windows(field, title, place) ?? action
      case "threshold":
        own = number(field.node)
        if own == nil {
          findings.leaveOut(
            place, "\(title): threshold \(field.node.description) is no number above 0")
        }
      case "interval":
        findings.leaveOut(place, "\(title): interval: swiped acts once a swipe")
      case "clearmodifiers": break
      case "begin", "update", "end":
        findings.leaveOut(place, "\(title) \(field.key): \(Self.stepReason)")
      case "keypress":
        findings.leaveOut(
          place, "\(title) keypress: swiped reads no keyboard, so it does not know what is held")
      default:
        findings.leaveOut(
          place, "\(title): \"\(shownText(field.key))\" is no action that is known of fusuma's")
      }
    }
    guard let action else { return }
    findings.add(
      ImportedSwipe(
        place: place(swipe.keyNode), fingers: [fingers], direction: direction,
        commit: Scale.fusuma(own ?? threshold), action: action))
  }

  private mutating func sendKey(_ node: YAMLNode, _ title: String, _ place: YAMLPlace)
    -> ImportedSwipe.Action?
  {
    let nodes: [YAMLNode] = if case .list(let nodes) = node.content { nodes } else { [node] }
    var chords: [String] = []
    for node in nodes {
      guard let text = text(node) else { continue }
      guard let chord = Keys.chord(kernel: text) else {
        findings.leaveOut(
          place, "\(title): sendkey \"\(shownText(text))\" is no chord that \"press\" has")
        return nil
      }
      chords.append(chord)
    }
    return chords.isEmpty ? nil : .press(chords)
  }

  /// The words of the plug-in that goes through wmctrl.
  private mutating func windows(_ field: Field, _ title: String, _ place: YAMLPlace)
    throws(ImportFailure) -> ImportedSwipe.Action?
  {
    var words = text(field.node).map { [$0] } ?? []
    if let fields = try fields(of: field.node), let first = fields.first {
      words = [first.key, text(first.node) ?? ""]
    }
    let shown = shownText(([field.key] + words).joined(separator: " "))
    let action: WindowAction
    switch (field.key, words.first, words.dropFirst().first ?? "toggle") {
    case ("workspace", "next"?, _): action = .workspace(.next)
    case ("workspace", "prev"?, _): action = .workspace(.previous)
    case ("workspace", "up"?, _): action = .workspace(.up)
    case ("workspace", "down"?, _): action = .workspace(.down)
    case ("workspace", "left"?, _): action = .workspace(.left)
    case ("workspace", "right"?, _): action = .workspace(.right)
    case ("window", "fullscreen"?, "toggle"): action = .fullscreen
    case ("window", "maximized"?, "toggle"): action = .maximize
    case ("window", "close"?, _): action = .close
    default:
      findings.leaveOut(place, "\(title): \(shown) has no counterpart on every desktop")
      return nil
    }
    if options.desktop == .x11, case .workspace(let workspace) = action {
      let step =
        switch workspace {
        case .next: WorkspaceStep(.forward, wraps: wraps)
        case .previous: WorkspaceStep(.back, wraps: wraps)
        case .down: WorkspaceStep(.forward, columns: columns, wraps: wraps)
        case .up: WorkspaceStep(.back, columns: columns, wraps: wraps)
        case .right: WorkspaceStep(.right, columns: columns, wraps: wraps)
        case .left: WorkspaceStep(.left, columns: columns, wraps: wraps)
        }
      return .shell(step.line)
    }
    switch action.counterpart(on: options.desktop) {
    case .action(let action): return action
    case .none(let why):
      findings.leaveOut(place, "\(title): \(shown): \(why)")
      return nil
    }
  }
}
