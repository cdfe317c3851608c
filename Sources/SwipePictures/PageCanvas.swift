/// A picture as SVG within a page of HTML: it takes the page's colours, light or dark, and its text is text.
struct PageCanvas: Canvas {
  private(set) var elements = ""

  /// The picture; `title` is what is read to whoever does not see it.
  func svg(width: Double, height: Double, title: String) -> String {
    "<svg class=\"picture\" viewBox=\"0 0 \(number(width)) \(number(height))\" role=\"img\""
      + " aria-label=\"\(escaped(title))\">\(elements)</svg>\n"
  }

  private func name(_ colour: Colour) -> String {
    switch colour {
    case .paper: "var(--paper)"
    case .ink: "var(--ink)"
    case .faint: "var(--faint)"
    case .grid: "var(--grid)"
    case .armed: "var(--armed)"
    case .series(let number): "var(--series-\(number % Colour.series.count))"
    }
  }

  private func attributes(fill: Colour?, _ pen: Pen?) -> String {
    var text = " fill=\"\(fill.map(name) ?? "none")\""
    if let pen {
      text += " stroke=\"\(name(pen.colour))\" stroke-width=\"\(number(pen.width))\""
      if !pen.dashes.isEmpty {
        text += " stroke-dasharray=\"\(pen.dashes.map(number).joined(separator: " "))\""
      }
    }
    return text
  }

  private func list(_ points: [PicturePoint]) -> String {
    points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
  }

  mutating func fill(_ rectangle: Rectangle, _ colour: Colour, opacity: Double) {
    // The page's own background shows.
    if colour == .paper, opacity == 1 { return }
    elements +=
      "<rect x=\"\(number(rectangle.x))\" y=\"\(number(rectangle.y))\""
      + " width=\"\(number(rectangle.width))\" height=\"\(number(rectangle.height))\""
      + " fill=\"\(name(colour))\""
      + (opacity < 1 ? " fill-opacity=\"\(number(opacity))\"" : "") + "/>"
  }

  mutating func line(_ points: [PicturePoint], _ pen: Pen) {
    elements +=
      "<polyline points=\"\(list(points))\"\(attributes(fill: nil, pen)) stroke-linejoin=\"round\"/>"
  }

  mutating func shape(_ points: [PicturePoint], fill: Colour?, _ pen: Pen?) {
    elements += "<polygon points=\"\(list(points))\"\(attributes(fill: fill, pen))/>"
  }

  mutating func circle(_ centre: PicturePoint, radius: Double, fill: Colour?, _ pen: Pen?) {
    elements +=
      "<circle cx=\"\(number(centre.x))\" cy=\"\(number(centre.y))\" r=\"\(number(radius))\""
      + "\(attributes(fill: fill, pen))/>"
  }

  mutating func text(_ text: String, at point: PicturePoint, _ style: TextStyle) {
    let anchor =
      switch style.anchor {
      case .start: ""
      case .middle: " text-anchor=\"middle\""
      case .end: " text-anchor=\"end\""
      }
    let place =
      style.isVertical
      ? " transform=\"translate(\(number(point.x)) \(number(point.y))) rotate(-90)\""
      : " x=\"\(number(point.x))\" y=\"\(number(point.y))\""
    elements +=
      "<text\(place) font-size=\"\(number(style.size))\" fill=\"\(name(style.colour))\"\(anchor)"
      + (style.isBold ? " font-weight=\"bold\"" : "") + ">\(escaped(text))</text>"
  }

  /// To a hundredth of a pixel.
  private func number(_ value: Double) -> String {
    let hundredths = (value * 100).rounded()
    guard let whole = Int(exactly: hundredths) else { return "0" }
    if whole % 100 == 0 { return String(whole / 100) }
    return String(Double(whole) / 100)
  }
}

/// Text as it stands in HTML, in an attribute too.
public func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    // No control character has a place in HTML, and what turns the writing's direction could hide what follows.
    case "\0"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{200E}", "\u{200F}",
      "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FFFE}", "\u{FFFF}":
      result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
