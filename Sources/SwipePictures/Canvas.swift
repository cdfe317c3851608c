/// What a picture is drawn on; the origin is the top left, lengths are in CSS pixels (1/96 inch).
protocol Canvas: ~Copyable {
  mutating func fill(_ rectangle: Rectangle, _ colour: Colour, opacity: Double)
  mutating func line(_ points: [PicturePoint], _ pen: Pen)
  mutating func shape(_ points: [PicturePoint], fill: Colour?, _ pen: Pen?)
  mutating func circle(_ centre: PicturePoint, radius: Double, fill: Colour?, _ pen: Pen?)
  mutating func text(_ text: String, at point: PicturePoint, _ style: TextStyle)
}

struct PicturePoint {
  var x, y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

struct Rectangle {
  var x, y, width, height: Double
}

/// What a colour is for; what it looks like is the canvas's matter, since a page may be dark.
enum Colour: Hashable {
  case paper
  case ink
  /// What is less important than the curve.
  case faint
  case grid
  case armed
  /// One of several that even a colour-blind person tells apart, by their place in a list.
  case series(Int)
}

struct Pen {
  var colour: Colour
  var width = 1.0
  /// Lengths of strokes and gaps; empty for a line without gaps.
  var dashes: [Double] = []
}

struct TextStyle {
  enum Anchor { case start, middle, end }

  var colour = Colour.ink
  var size = 12.0
  var anchor = Anchor.start
  var isBold = false
  /// Turned by 90°, to be read from the right.
  var isVertical = false
}

/// Red, green and blue, 0…1.
struct RGB {
  var red, green, blue: Double

  init(_ hex: UInt32) {
    red = Double(hex >> 16 & 0xFF) / 255
    green = Double(hex >> 8 & 0xFF) / 255
    blue = Double(hex & 0xFF) / 255
  }
}

extension Colour {
  /// The colours that Okabe and Ito found to be told apart by all kinds of eyes (jfly.uni-koeln.de/color, 2008), from dark
  /// to light, so that they stay apart in black and white as well; yellow, which no thin line shows on white, is left out.
  static let series: [UInt32] = [0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9]

  /// A series beyond the colours has the same ones with another dash.
  static let dashes: [[Double]] = [[], [7, 3], [2, 3], [9, 3, 2, 3]]

  static func pen(series: Int, width: Double) -> Pen {
    // Each neighbour has another colour and, for black and white, another dash.
    Pen(colour: .series(series), width: width, dashes: dashes[series % dashes.count])
  }

  /// On white paper.
  var onPaper: RGB {
    switch self {
    case .paper: RGB(0xFFFFFF)
    case .ink: RGB(0x1A1A1A)
    case .faint: RGB(0x595959)
    case .grid: RGB(0xDCDCDC)
    case .armed: RGB(0xB7D7EA)
    case .series(let number): RGB(Self.series[number % Self.series.count])
    }
  }
}
