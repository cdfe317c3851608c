internal import CommitPoint
internal import SwipeConfig
internal import YAMLNodes

/// What came of a file: a swipes.yaml that does the same, and what has no counterpart.
public struct Imported: Sendable, Hashable {
  public var format: ImportFormat
  public var swipes: [ImportedSwipe]
  /// By place.
  public var remarks: [ImportRemark]
  /// How thresholds became millimetres, in sentences.
  public var conversion: [String]

  /// The most bytes that a file may have: 1 MiB. None comes near it.
  public static let fileSizeLimit = 1 << 20

  /// Reads another tool's configuration.
  ///
  /// - Parameter format: the tool that it is for; `nil` where its content is to tell.
  /// - Throws: where it is broken, or for none of the tools.
  public init(
    _ bytes: [UInt8], format: ImportFormat? = nil, _ options: ImportOptions = ImportOptions()
  ) throws(ImportFailure) {
    guard bytes.count <= Self.fileSizeLimit else {
      throw ImportFailure(nil, "the file is larger than 1 MiB; expected a configuration")
    }
    guard let format = format ?? ImportFormat(recognising: bytes) else {
      throw ImportFailure(
        nil,
        "it cannot be told which tool the file is for; expected touchegg's XML, libinput-gestures' lines or fusuma's YAML,"
          + " or --from with the tool's name")
    }
    let findings =
      switch format {
      case .touchegg: try ToucheggReader.read(bytes, options)
      case .libinputGestures: try LibinputGesturesReader.read(bytes)
      case .fusuma: try FusumaReader.read(bytes, options)
      }
    self.format = format
    swipes = findings.swipes
    remarks = findings.remarks.enumerated().sorted {
      ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
    }.map(\.element)
    conversion = findings.conversion
  }

  /// As a swipes.yaml.
  ///
  /// - Parameter name: what the file is called that it was read from.
  public func yaml(from name: String) -> String {
    var text =
      "# Written by \"swipectl import\" from \(Self.plainComment(name)) (\(format.rawValue)).\n"
    for line in conversion where !swipes.isEmpty { text += "# \(line)\n" }
    let commits = Set(swipes.map(\.commit))
    let common = commits.count == 1 ? commits.first.flatMap { $0 } : nil
    text += "\n"
    if let common { text += "feel:\n  commit: \(plain(common)) mm\n\n" }
    text += swipes.isEmpty ? "swipes: []\n" : "swipes:\n"
    for swipe in swipes {
      text += "  # line \(swipe.place.line)\n"
      text += "  - fingers: \(Self.fingers(swipe.fingers))\n"
      text += "    direction: \(swipe.direction.rawValue)\n"
      if !swipe.name.isEmpty { text += "    name: \(Self.scalar(swipe.name))\n" }
      if common == nil, let commit = swipe.commit { text += "    commit: \(plain(commit)) mm\n" }
      text += Self.action(swipe.action)
    }
    for (kind, title) in [
      (ImportRemark.Kind.leftOut, "Left out"), (.differs, "Not quite the same"),
    ] {
      let remarks = self.remarks.filter { $0.kind == kind }
      guard !remarks.isEmpty else { continue }
      text += "\n# \(title):\n"
      for remark in remarks {
        text += "#   line \(remark.place.line): \(Self.plainComment(remark.text))\n"
      }
    }
    return text
  }

  private static func action(_ action: ImportedSwipe.Action) -> String {
    switch action {
    case .run(let words):
      return "    run: [\(words.map(scalar).joined(separator: ", "))]\n"
    case .shell(let line):
      return "    shell: \(scalar(line))\n"
    case .press(let chords):
      return chords.count == 1
        ? "    press: \(scalar(chords[0]))\n"
        : "    press: [\(chords.map(scalar).joined(separator: ", "))]\n"
    case .kwin(let name):
      return """
            dbus:
              destination: org.kde.kglobalaccel
              path: /component/kwin
              interface: org.kde.kglobalaccel.Component
              method: invokeShortcut
              signature: s
              args: [\(scalar(name))]

        """
    }
  }

  private static func fingers(_ fingers: [Int]) -> String {
    let words = fingers.map { "\($0)" }.joined(separator: ", ")
    return fingers.count == 1 ? words : "[\(words)]"
  }

  private static func plainComment(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      shown.unicodeScalars.append(isShown(scalar) ? scalar : "\u{FFFD}")
    }
    return shown
  }

  /// A text as YAML takes it back: without quotes where nobody could take it for something else.
  static func scalar(_ text: String) -> String {
    let isWord = text.utf8.enumerated().allSatisfy { index, byte in
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      return isLetter || (index > 0 && (isDigit || "_-+./ ".utf8.contains(byte)))
    }
    let isTaken = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"].contains(
      text.lowercased())
    if isWord, !isTaken, !text.isEmpty, text.utf8.last != UInt8(ascii: " ") { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case _ where isShown(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
      }
    }
    return quoted + "\""
  }
}
