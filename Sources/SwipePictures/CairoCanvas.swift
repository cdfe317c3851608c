internal import CCairo
internal import Glibc

/// The bytes of a picture.
private final class PictureBytes {
  var bytes: [UInt8] = []

  static let sink: CairoLibrary.Sink = { picture, bytes, count in
    guard let picture = unsafe picture else { return CAIRO_STATUS_WRITE_ERROR }
    unsafe Unmanaged<PictureBytes>.fromOpaque(picture).takeUnretainedValue().bytes
      .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }
}

/// A picture drawn by cairo.
@safe
struct CairoCanvas: ~Copyable, Canvas {
  /// A PNG has so many pixels for each of the picture's, to be sharp on paper and on today's screens.
  private static let pixels = 2.0

  private let cairo: CairoLibrary
  private let surface: CairoLibrary.Surface
  private let context: CairoLibrary.Context
  private let format: PictureFormat
  private let picture: PictureBytes

  init(_ format: PictureFormat, width: Double, height: Double) throws(PictureError) {
    let cairo = try CairoLibrary()
    let picture = PictureBytes()
    let reader = unsafe Unmanaged.passUnretained(picture).toOpaque()
    // PDF and SVG count in points.
    let points = 0.75
    let surface: CairoLibrary.Surface?
    let factor: Double
    switch format {
    case .svg:
      unsafe surface = cairo.createSVG(
        PictureBytes.sink, reader, width * points, height * points)
      factor = points
    case .pdf:
      unsafe surface = cairo.createPDF(
        PictureBytes.sink, reader, width * points, height * points)
      factor = points
    case .png:
      unsafe surface = cairo.createImage(
        CAIRO_FORMAT_RGB24, Int32(width * Self.pixels), Int32(height * Self.pixels))
      factor = Self.pixels
    }
    guard let surface = unsafe surface, let context = unsafe cairo.create(surface) else {
      throw .cairo("there is no memory left")
    }
    self.cairo = cairo
    self.format = format
    self.picture = picture
    unsafe self.surface = surface
    unsafe self.context = context
    unsafe cairo.scale(context, factor, factor)
    unsafe cairo.setLineJoin(context, CAIRO_LINE_JOIN_ROUND)
  }

  deinit {
    unsafe cairo.destroy(context)
    unsafe cairo.destroySurface(surface)
  }

  /// The picture as a file has it.
  mutating func finish() throws(PictureError) -> [UInt8] {
    var status = unsafe cairo.status(context)
    if status == CAIRO_STATUS_SUCCESS, format == .png {
      status = unsafe cairo.writePNG(
        surface, PictureBytes.sink, Unmanaged.passUnretained(picture).toOpaque())
    }
    unsafe cairo.finish(surface)
    if status == CAIRO_STATUS_SUCCESS { status = unsafe cairo.surfaceStatus(surface) }
    guard status == CAIRO_STATUS_SUCCESS else {
      let text = unsafe cairo.statusText(status)
      throw .cairo(unsafe text.map { unsafe String(cString: $0) } ?? "error \(status.rawValue)")
    }
    return picture.bytes
  }

  // MARK: Drawing

  private func use(_ colour: Colour, opacity: Double = 1) {
    let rgb = colour.onPaper
    unsafe cairo.setSource(context, rgb.red, rgb.green, rgb.blue, opacity)
  }

  private func use(_ pen: Pen) {
    use(pen.colour)
    unsafe cairo.setLineWidth(context, pen.width)
    unsafe pen.dashes.withUnsafeBufferPointer {
      unsafe cairo.setDash(context, $0.baseAddress, Int32($0.count), 0)
    }
  }

  private func path(_ points: [PicturePoint]) {
    unsafe cairo.newPath(context)
    guard let first = points.first else { return }
    unsafe cairo.moveTo(context, first.x, first.y)
    for point in points.dropFirst() { unsafe cairo.lineTo(context, point.x, point.y) }
  }

  private func paint(fill: Colour?, _ pen: Pen?) {
    if let fill {
      use(fill)
      if pen == nil { unsafe cairo.fill(context) } else { unsafe cairo.fillPreserve(context) }
    }
    if let pen {
      use(pen)
      unsafe cairo.stroke(context)
    }
  }

  mutating func fill(_ rectangle: Rectangle, _ colour: Colour, opacity: Double) {
    use(colour, opacity: opacity)
    unsafe cairo.newPath(context)
    unsafe cairo.rectangle(
      context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    unsafe cairo.fill(context)
  }

  mutating func line(_ points: [PicturePoint], _ pen: Pen) {
    path(points)
    paint(fill: nil, pen)
  }

  mutating func shape(_ points: [PicturePoint], fill: Colour?, _ pen: Pen?) {
    path(points)
    unsafe cairo.closePath(context)
    paint(fill: fill, pen)
  }

  mutating func circle(_ centre: PicturePoint, radius: Double, fill: Colour?, _ pen: Pen?) {
    unsafe cairo.newPath(context)
    unsafe cairo.arc(context, centre.x, centre.y, radius, 0, 2 * Double.pi)
    paint(fill: fill, pen)
  }

  mutating func text(_ text: String, at point: PicturePoint, _ style: TextStyle) {
    use(style.colour)
    unsafe cairo.selectFont(
      context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
      style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    unsafe cairo.setFontSize(context, style.size)
    var extents = cairo_text_extents_t()
    unsafe cairo.textExtents(context, text, &extents)
    let shift: Double =
      switch style.anchor {
      case .start: 0
      case .middle: -extents.x_advance / 2
      case .end: -extents.x_advance
      }
    unsafe cairo.save(context)
    unsafe cairo.translate(context, point.x, point.y)
    if style.isVertical { unsafe cairo.rotate(context, -Double.pi / 2) }
    unsafe cairo.moveTo(context, shift, 0)
    unsafe cairo.showText(context, text)
    unsafe cairo.restore(context)
  }
}
