/// The tools whose files can be read.
public enum ImportFormat: String, Sendable, Hashable, CaseIterable {
  case touchegg
  case libinputGestures = "libinput-gestures"
  case fusuma

  /// The tool that a file is for, by what is in it; `nil` where that cannot be told.
  public init?(recognising bytes: [UInt8]) {
    // UTF-16 is only told of XML here, which expat reads in it.
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    let text = bytes.lazy.filter { $0 != 0 && $0 < 0x80 }
    if text.first(where: { !Self.isSpace($0) }) == UInt8(ascii: "<") {
      self = .touchegg
      return
    }
    guard !isUTF16 else { return nil }
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let rest = line.drop(while: Self.isSpace)
      guard let first = rest.first, first != UInt8(ascii: "#") else { continue }
      let isIndented = rest.startIndex != line.startIndex
      let word = String(decoding: rest.prefix { !Self.isSpace($0) }, as: UTF8.self)
      let hasMore = rest.dropFirst(word.utf8.count).contains { !Self.isSpace($0) }
      let key = word.hasSuffix(":") ? String(word.dropLast()) : word
      if hasMore, ConfKeyword(rawValue: key) != nil {
        self = .libinputGestures
        return
      }
      if !isIndented, word.hasSuffix(":"), FusumaReader.sections.contains(key) {
        self = .fusuma
        return
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

/// What a line of libinput-gestures' can begin with.
enum ConfKeyword: String, CaseIterable {
  case gesture, device, timeout
  case swipeThreshold = "swipe_threshold"
}
