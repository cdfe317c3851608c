internal import CommitPoint
internal import SwipeConfig
internal import YAMLNodes

/// Reads libinput-gestures.conf.
struct LibinputGesturesReader {
  private(set) var findings = Findings()
  private var threshold: Double?
  /// In their order: those with a number of fingers win over those for any number.
  private var counted: [ImportedSwipe] = []
  private var uncounted: [ImportedSwipe] = []
  private var hasOblique = false

  static func read(_ bytes: [UInt8]) throws(ImportFailure) -> Findings {
    var reader = LibinputGesturesReader()
    for (number, text) in try LinesOfText(bytes).lines {
      try reader.line(text, number)
    }
    reader.finish()
    return reader.findings
  }

  /// A word of a line and the column that it begins in.
  private struct Word {
    var text: String
    var column: Int
  }

  /// The line's first words, and the rest of it behind them as one more.
  private static func words(_ line: Substring, column: Int, count: Int) -> [Word] {
    var words: [Word] = []
    var rest = line
    var column = column
    while true {
      let word = rest.drop(while: \.isWhitespace)
      column += rest.distance(from: rest.startIndex, to: word.startIndex)
      if word.isEmpty { return words }
      if words.count == count {
        let trimmed = word.reversed().drop(while: \.isWhitespace).reversed()
        words.append(Word(text: String(trimmed), column: column))
        return words
      }
      let text = word.prefix { !$0.isWhitespace }
      words.append(Word(text: String(text), column: column))
      column += text.count
      rest = word[text.endIndex...]
    }
  }

  private mutating func line(_ text: String, _ number: Int) throws(ImportFailure) {
    let words = Self.words(text[...], column: 1, count: 1)
    guard let first = words.first, !first.text.hasPrefix("#") else { return }
    let place = YAMLPlace(line: number, column: first.column)
    let key = first.text.hasSuffix(":") ? String(first.text.dropLast()) : first.text
    let value = words.dropFirst().first ?? Word(text: "", column: first.column + first.text.count)
    let valuePlace = YAMLPlace(line: number, column: value.column)
    switch ConfKeyword(rawValue: key) {
    case .gesture: try gesture(value, place)
    case .device:
      findings.leaveOut(
        place,
        value.text == "all"
          ? "device: swiped reads every touchpad by itself"
          : "device: swiped reads every touchpad; one that is to be left alone is named under touchpads in"
            + " /etc/swiped/swiped.yaml")
    case .timeout:
      guard let seconds = Double(value.text), seconds >= 0 else {
        throw ImportFailure(
          valuePlace, "timeout: \"\(shownText(value.text))\"; expected seconds, such as 1.5")
      }
      findings.leaveOut(place, "timeout: swiped has none; a slow swipe counts like a fast one")
    case .swipeThreshold:
      guard let dots = Int(value.text), dots >= 0 else {
        throw ImportFailure(
          valuePlace,
          "swipe_threshold: \"\(shownText(value.text))\"; expected a whole number of dots")
      }
      threshold = dots > 0 ? Double(dots) : nil
    case nil:
      throw ImportFailure(
        place,
        "\"\(shownText(key))\" is no keyword of libinput-gestures; expected gesture, device,"
          + " swipe_threshold or timeout")
    }
  }

  private static let swipes: Set<String> = ["left", "right", "up", "down"]
  private static let obliqueSwipes: Set<String> = [
    "left_up", "right_up", "left_down", "right_down",
  ]
  private static let pinches: Set<String> = ["in", "out", "clockwise", "anticlockwise"]

  private mutating func gesture(_ value: Word, _ place: YAMLPlace) throws(ImportFailure) {
    let words = Self.words(value.text[...], column: value.column, count: 2)
    guard words.count == 3 else {
      throw ImportFailure(
        place, "the line has too few words; expected gesture, what it is, where to, and a command")
    }
    let motion = words[1].text.lowercased()
    let shown = "\(words[0].text.lowercased()) \(motion)"
    var command = words[2]
    var fingers: Int?
    let parts = Self.words(command.text[...], column: command.column, count: 1)
    if let first = parts.first, first.text.utf8.count == 1, let count = Int(first.text) {
      fingers = count
      command = parts.count > 1 ? parts[1] : Word(text: "", column: command.column + 1)
    }
    let commandPlace = YAMLPlace(line: place.line, column: command.column)
    switch words[0].text.lowercased() {
    case "swipe" where Self.swipes.contains(motion): break
    case "swipe" where Self.obliqueSwipes.contains(motion):
      hasOblique = true
      return findings.leaveOut(place, "\(shown): swiped knows four directions, none of them aslant")
    case "pinch" where Self.pinches.contains(motion):
      return findings.leaveOut(place, "\(shown): swiped has swipes only, no pinches and turns")
    case "hold" where motion == "on" || motion.hasPrefix("on+"):
      return findings.leaveOut(place, "\(shown): swiped has swipes only, no holding")
    case "swipe", "pinch", "hold":
      throw ImportFailure(
        YAMLPlace(line: place.line, column: words[1].column),
        "\"\(shownText(words[1].text))\" is no motion of \(words[0].text.lowercased())")
    default:
      throw ImportFailure(
        YAMLPlace(line: place.line, column: words[0].column),
        "\"\(shownText(words[0].text))\" is no gesture; expected swipe, pinch or hold")
    }
    guard let direction = Direction(rawValue: motion) else { return }
    let split: [String]
    do throws(ShellWords.Fault) {
      split = try ShellWords(command.text).words
    } catch {
      throw ImportFailure(commandPlace, "the command's quotes or escapes do not end")
    }
    guard !split.isEmpty else { throw ImportFailure(commandPlace, "\(shown) has no command") }
    if let fingers, !(3...4).contains(fingers) {
      return findings.leaveOut(
        place,
        "\(shown) with \(fingers) fingers: libinput gives swipes of 3 and 4 fingers"
          + (fingers > 4 ? ", and swiped takes no more" : ""))
    }
    guard let action = action(split, shown, place) else { return }
    let swipe = ImportedSwipe(
      place: place, fingers: fingers.map { [$0] } ?? [3, 4], direction: direction, action: action)
    if fingers == nil { uncounted.append(swipe) } else { counted.append(swipe) }
  }

  private mutating func action(_ words: [String], _ shown: String, _ place: YAMLPlace)
    -> ImportedSwipe.Action?
  {
    if words[0] == "_internal" {
      guard let step = WorkspaceStep(internal: words.dropFirst()) else {
        findings.leaveOut(
          place, "\(shown): this form of _internal goes aslant, or is one of old versions")
        return nil
      }
      return .shell(step.line)
    }
    // Only the program's own name is expanded.
    let program = words[0]
    guard program.hasPrefix("~") || program.mentions("$") else {
      return ImportedCommand.program(words)
    }
    let isSafe = program.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "~_-+.,:/@${}".unicodeScalars.contains($0)
    }
    guard isSafe else { return .run(words) }
    return .shell(
      ([program] + words.dropFirst().map(shellWord)).joined(separator: " "))
  }

  private mutating func finish() {
    for var swipe in uncounted {
      // What names its number of fingers comes first, wherever it stands.
      let taken = counted.filter { $0.direction == swipe.direction }.flatMap(\.fingers)
      swipe.fingers.removeAll(where: taken.contains)
      if swipe.fingers.isEmpty {
        findings.leaveOut(
          swipe.place,
          "swipe \(swipe.direction.rawValue) is given for 3 and for 4 fingers apart, which count")
      } else {
        add(swipe)
      }
    }
    for swipe in counted { add(swipe) }
    if hasOblique, let first = findings.swipes.first {
      findings.differ(
        first.place,
        "swipes aslant were apart from the four directions, and now count as the nearest of them, or are"
          + " cancelled on the way")
    }
    if let threshold {
      findings.conversion = [
        "swipe_threshold \(plain(threshold)) is \(plain(threshold)) of libinput's units, of which 10.5 are a millimetre.",
        "Approximate: it was measured in a straight line between start and end, this is along the direction.",
      ]
    } else {
      findings.conversion = [
        "libinput-gestures acted on the shortest swipe, so no distance is given here: the 16 mm of swiped hold.",
        "For shorter swipes: commit: 6 mm, the least there is.",
      ]
    }
  }

  private mutating func add(_ swipe: ImportedSwipe) {
    var swipe = swipe
    swipe.commit = threshold.map(Scale.libinputGestures)
    findings.add(swipe)
  }
}

extension WorkspaceStep {
  /// What libinput-gestures' own command `_internal` asks for; `nil` where it goes aslant.
  init?(internal words: some Sequence<String>) {
    var way: Way?
    var columns = 1
    var wraps = false
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "-w", "--wrap": wraps = true
      case "-c", "--cols":
        guard let next = words.popFirst(), let count = Int(next), (1...1000).contains(count) else {
          return nil
        }
        columns = count
      case "ws_up": way = .forward
      case "ws_down": way = .back
      case "ws_left": way = .right
      case "ws_right": way = .left
      default: return nil
      }
    }
    guard let way else { return nil }
    self.init(way, columns: columns, wraps: wraps)
  }
}
