/// Why there is no picture.
public enum PictureError: Error, Sendable, Hashable, CustomStringConvertible {
  case noCairo
  /// cairo's own words.
  case cairo(String)

  public var description: String {
    switch self {
    case .noCairo:
      "pictures are drawn by cairo, and libcairo2 is not installed: apt install libcairo2"
    case .cairo(let reason): "cairo cannot draw it: \(reason)"
    }
  }
}

/// How a picture is kept.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
  case svg, png, pdf

  /// What a file's name asks for; `nil` for none of the formats.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    self.init(rawValue: fileName[dot...].dropFirst().lowercased())
  }
}
