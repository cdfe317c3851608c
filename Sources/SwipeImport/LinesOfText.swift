internal import YAMLNodes

/// A text's lines, each with its number from 1 and without its end.
struct LinesOfText {
  private(set) var lines: [(number: Int, text: String)] = []

  /// - Throws: where a line is no UTF-8.
  init(_ bytes: [UInt8]) throws(ImportFailure) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ImportFailure(
        YAMLPlace(line: 1, column: 1),
        "the file begins with the byte order mark of UTF-16; expected UTF-8")
    }
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    for (index, line) in rest.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      guard let text = String(validating: line, as: UTF8.self) else {
        throw Self.fault(line, number: index + 1)
      }
      lines.append((index + 1, text))
    }
  }

  private static func fault(_ line: ArraySlice<UInt8>, number: Int) -> ImportFailure {
    var decoder = UTF8()
    var iterator = line.makeIterator()
    var offset = line.startIndex
    var column = 1
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
      column += 1
    }
    let byte = offset < line.endIndex ? String(line[offset], radix: 16, uppercase: true) : "?"
    return ImportFailure(
      YAMLPlace(line: number, column: column), "the byte 0x\(byte) is no UTF-8")
  }
}
