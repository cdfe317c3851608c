internal import CommitPoint
public import SwipeAnalysis
internal import SwipeTrace

/// Offset over time: where the fingers were, the lines at which they arm and disarm, what was felt, and how it ended.
///
/// One recording is shown with its armed spans shaded; several lie over each other, each from its first swipe on, and are
/// drawn thicker where they are armed.
public struct SwipePlot: Sendable {
  struct Series {
    var name: String
    var curves: [SwipeCurve]
    var settings: SwipeSettings
    var time: TimeAxis
  }

  /// The width of a sheet, and of a page on a phone, on which a sheet's letters would be too small.
  public static let width = 760.0
  private static let phoneWidth = 380.0
  /// Of one recording; each further line of a legend makes it higher.
  private static let height = 360.0
  private static let left = 64.0
  private static let phoneLeft = 48.0
  private static let right = 104.0
  private static let phoneRight = 102.0
  private static let bottom = 52.0

  let series: [Series]
  var title: String?
  private var isForPhone = false
  /// −1 where all go to the left or up, so that the curve goes up as it does in the engine's pictures.
  let sign: Double
  let only: Direction?
  let farthest: (low: Double, high: Double)
  let duration: Double

  /// `nil` where there is no swipe in any of them.
  public init?(_ recordings: [Recording]) {
    var all: [Series] = []
    for recording in recordings {
      let curves = recording.curves
      guard !curves.isEmpty else { continue }
      all.append(
        Series(
          name: recording.title, curves: curves,
          settings: recording.header.settings, time: TimeAxis(curves)))
    }
    guard let first = all.first else { return nil }
    series = all
    title = all.count == 1 ? first.name : nil
    duration = all.map(\.time.length).max() ?? 0

    // Where the fingers went, as a direction of each swipe's own axis.
    let main = Set(
      all.flatMap(\.curves).compactMap { curve -> Direction? in
        guard let tip = curve.points.max(by: { $0.offset.magnitude < $1.offset.magnitude }),
          tip.offset.magnitude > 1
        else { return nil }
        return tip.offset < 0 ? curve.axis.negative : curve.axis.positive
      })
    let only = main.count == 1 ? main.first : nil
    sign = only?.sign ?? 1
    self.only = only
    let sign = sign
    let offsets = all.flatMap(\.curves).flatMap(\.points).map { $0.offset.value * sign }
    let lines = all.flatMap { series in
      Self.lines(of: series.settings, for: main, sign: sign).map(\.place)
    }
    let low = min(offsets.min() ?? 0, lines.min() ?? 0, 0)
    let high = max(offsets.max() ?? 0, lines.max() ?? 0, 1)
    let room = (high - low) * 0.06
    // Above, a word has its place.
    farthest = (low < 0 ? low - room : low, high + 2 * room)
  }

  private var width: Double { isForPhone ? Self.phoneWidth : Self.width }
  private var left: Double { isForPhone ? Self.phoneLeft : Self.left }
  private var legendHeight: Double {
    20 * Double(keyRows) + (series.count > 1 ? 12 + 20 * Double(series.count) : 0)
  }
  private var top: Double { title == nil ? 16 : 40 }
  public var height: Double { Self.height + legendHeight }
  private var frame: Rectangle {
    Rectangle(
      x: left, y: top,
      width: width - left - (isForPhone ? Self.phoneRight : Self.right),
      height: Self.height - top - Self.bottom)
  }

  /// What it shows, for those who do not see it.
  public var summary: String {
    series.map { series in
      let endings = series.curves.map { $0.ending.map { Verdict($0).words } ?? "not ended" }
      return "\(series.name): \(endings.joined(separator: ", "))"
    }.joined(separator: "; ")
  }

  /// Drawn by cairo, as the bytes of a file.
  public func picture(_ format: PictureFormat) throws(PictureError) -> [UInt8] {
    var canvas = try CairoCanvas(format, width: width, height: height)
    draw(on: &canvas)
    return try canvas.finish()
  }

  /// As SVG for a page; without its title where the page has one above it, and as narrow as a phone.
  public func inline(titled: Bool = true, forPhone: Bool = false) -> String {
    var plot = self
    if !titled { plot.title = nil }
    plot.isForPhone = forPhone
    var canvas = PageCanvas()
    plot.draw(on: &canvas)
    return canvas.svg(width: plot.width, height: plot.height, title: summary)
  }

  // MARK: Drawing

  private func x(_ seconds: Double) -> Double {
    frame.x + (duration > 0 ? seconds / duration : 0) * frame.width
  }

  private func y(_ millimetres: Double) -> Double {
    let (low, high) = farthest
    return frame.y + (high - millimetres) / (high - low) * frame.height
  }

  private func place(_ point: SwipeCurve.Point, _ series: Series) -> PicturePoint {
    PicturePoint(x(series.time.position(point.time)), y(point.offset.value * sign))
  }

  func draw<Picture: Canvas & ~Copyable>(on canvas: inout Picture) {
    canvas.fill(
      Rectangle(x: 0, y: 0, width: width, height: height), .paper, opacity: 1)
    if let title {
      canvas.text(
        shortened(title, to: 84), at: PicturePoint(frame.x, 25), TextStyle(size: 15, isBold: true))
    }
    if series.count == 1, let only = series.first { shadeArmed(only, &canvas) }
    drawAxes(&canvas)
    drawLines(&canvas)
    for (index, series) in series.enumerated() { draw(series, index, &canvas) }
    drawKey(&canvas)
    drawLegend(&canvas)
  }

  private func shadeArmed<Picture: Canvas & ~Copyable>(_ series: Series, _ canvas: inout Picture) {
    for span in series.curves.flatMap(\.armed) {
      let (start, end) = (x(series.time.position(span.start)), x(series.time.position(span.end)))
      canvas.fill(
        Rectangle(x: start, y: frame.y, width: max(end - start, 1), height: frame.height), .armed,
        opacity: 0.55)
      // By the line where the fingers began, from which they are far away.
      if end - start > 54 {
        let isUpwards = span.stop.direction.sign * sign > 0
        canvas.text(
          span.stop.number == 1 ? "armed" : "armed \(span.stop.number)",
          at: PicturePoint((start + end) / 2, y(0) + (isUpwards ? -7 : 16)),
          TextStyle(size: 11, anchor: .middle))
      }
    }
  }

  private func drawAxes<Picture: Canvas & ~Copyable>(_ canvas: inout Picture) {
    let (low, high) = farthest
    let heights = Graduation(from: low, to: high, about: 7)
    for value in heights.values {
      let isZero = value == 0
      canvas.line(
        [PicturePoint(frame.x, y(value)), PicturePoint(frame.x + frame.width, y(value))],
        Pen(colour: isZero ? .faint : .grid, width: 1))
      canvas.text(
        heights.label(value), at: PicturePoint(frame.x - 8, y(value) + 4),
        TextStyle(size: 12, anchor: .end))
    }
    let bottom = frame.y + frame.height
    let several = series.count > 1
    let time = several ? TimeAxis(length: duration) : series[0].time
    // On a phone there is room for few numbers, and they stand closer.
    for (position, label) in time.marks(width: frame.width * (isForPhone ? 1.6 : 1)) {
      canvas.line(
        [PicturePoint(x(position), bottom), PicturePoint(x(position), bottom + 5)],
        Pen(colour: .faint))
      canvas.text(
        label, at: PicturePoint(x(position), bottom + 19), TextStyle(size: 12, anchor: .middle))
    }
    for cut in time.cuts {
      // A pause that is left out.
      let middle = x(cut)
      canvas.fill(
        Rectangle(x: middle - 3, y: frame.y, width: 6, height: frame.height), .grid, opacity: 0.6)
    }
    canvas.line(
      [PicturePoint(frame.x, bottom), PicturePoint(frame.x + frame.width, bottom)],
      Pen(colour: .faint))
    canvas.line(
      [PicturePoint(frame.x, frame.y), PicturePoint(frame.x, bottom)], Pen(colour: .faint))
    let words =
      (several ? "time since the first swipe of each began, s" : "time, s")
      + (time.cuts.isEmpty
        ? "" : isForPhone ? " (grey: a pause)" : " (pauses are left out at the grey bars)")
    canvas.text(
      words, at: PicturePoint(frame.x + frame.width / 2, bottom + 41),
      TextStyle(size: 13, anchor: .middle))
    canvas.text(
      offsetLabel,
      at: PicturePoint(isForPhone ? 13 : 20, frame.y + frame.height / 2),
      TextStyle(size: 13, anchor: .middle, isVertical: true))
  }

  private var offsetLabel: String {
    switch only {
    case .left: "offset to the left, mm"
    case .right: "offset to the right, mm"
    case .up: "offset upwards, mm"
    case .down: "offset downwards, mm"
    case nil: "offset (right and down +), mm"
    }
  }

  struct Line {
    var place: Double
    var words: String
    var isCommit: Bool
  }

  /// The lines of the directions that count, or of all where none does.
  static func lines(
    of settings: SwipeSettings, for directions: Set<Direction>, sign: Double
  ) -> [Line] {
    let shown =
      directions.isEmpty ? Direction.allCases.filter { settings[$0] != nil } : Array(directions)
    var lines: [Line] = []
    for direction in shown.sorted(by: { $0.rawValue < $1.rawValue }) {
      guard let feel = settings[direction] else { continue }
      for (index, stop) in feel.stops.enumerated() {
        let name = feel.stops.count > 1 ? "stop \(index + 1)" : "commit"
        let place = stop.value * direction.sign * sign
        lines.append(
          Line(place: place, words: "\(name) \(shortest(stop.value)) mm", isCommit: true))
        guard feel.hysteresis > 0 else { continue }
        let back = (stop - feel.hysteresis).value
        lines.append(
          Line(
            place: back * direction.sign * sign, words: "disarm \(shortest(back)) mm",
            isCommit: false))
      }
    }
    return lines
  }

  private func drawLines<Picture: Canvas & ~Copyable>(_ canvas: inout Picture) {
    var drawn: [Line] = []
    for series in series {
      let directions = Set(
        series.curves.compactMap { curve -> Direction? in
          guard let tip = curve.points.max(by: { $0.offset.magnitude < $1.offset.magnitude }),
            tip.offset.magnitude > 1
          else { return nil }
          return tip.offset < 0 ? curve.axis.negative : curve.axis.positive
        })
      for line in Self.lines(of: series.settings, for: directions, sign: sign)
      where !drawn.contains(where: { $0.place == line.place && $0.words == line.words }) {
        drawn.append(line)
      }
    }
    // Labels that would lie over each other are moved apart.
    let sorted = drawn.sorted { $0.place > $1.place }
    var last = -Double.infinity
    for line in sorted {
      let height = y(line.place)
      canvas.line(
        [PicturePoint(frame.x, height), PicturePoint(frame.x + frame.width, height)],
        Pen(
          colour: line.isCommit ? .ink : .faint, width: line.isCommit ? 1.4 : 1.2,
          dashes: line.isCommit ? [] : [5, 4]))
      let label = max(height + 4, last + 13)
      last = label
      canvas.text(
        line.words, at: PicturePoint(frame.x + frame.width + 6, label),
        TextStyle(colour: line.isCommit ? .ink : .faint, size: 11))
    }
  }

  private func draw<Picture: Canvas & ~Copyable>(
    _ series: Series, _ index: Int, _ canvas: inout Picture
  ) {
    let pen = Colour.pen(series: index, width: 2)
    for curve in series.curves {
      canvas.line(visible(curve.points.map { place($0, series) }), pen)
      if self.series.count > 1 {
        for span in curve.armed {
          let points = curve.points.filter { $0.time >= span.start && $0.time <= span.end }
          if points.count > 1 {
            canvas.line(
              points.map { place($0, series) }, Colour.pen(series: index, width: 4.5))
          }
        }
      }
      for tick in curve.ticks {
        let point = place(SwipeCurve.Point(time: tick.time, offset: tick.offset), series)
        drawTick(tick.tick, at: point, index, &canvas)
      }
    }
    drawVerdicts(series, &canvas)
  }

  /// The points that can be told apart on a phone; on a sheet, all.
  private func visible(_ points: [PicturePoint]) -> [PicturePoint] {
    guard isForPhone else { return points }
    var kept: [PicturePoint] = []
    for (index, point) in points.enumerated() {
      if let last = kept.last, index < points.count - 1, abs(point.x - last.x) < 0.7,
        abs(point.y - last.y) < 0.7
      {
        continue
      }
      kept.append(point)
    }
    return kept
  }

  /// An arm is a full triangle that points up, a disarm an empty one that points down: no colour is needed.
  private func drawTick<Picture: Canvas & ~Copyable>(
    _ tick: Tick, at point: PicturePoint, _ index: Int, _ canvas: inout Picture
  ) {
    let size = 7.0
    let pen = Pen(colour: .ink, width: 1.2)
    switch tick {
    case .arm:
      canvas.shape(
        [
          PicturePoint(point.x, point.y - size), PicturePoint(point.x + size, point.y + size * 0.7),
          PicturePoint(point.x - size, point.y + size * 0.7),
        ], fill: .series(index), pen)
    case .disarm:
      canvas.shape(
        [
          PicturePoint(point.x, point.y + size), PicturePoint(point.x + size, point.y - size * 0.7),
          PicturePoint(point.x - size, point.y - size * 0.7),
        ], fill: .paper, pen)
    }
  }

  private func drawVerdicts<Picture: Canvas & ~Copyable>(
    _ series: Series, _ canvas: inout Picture
  ) {
    // A swipe ends close to the right edge; its word may be over that by as much as its mark is.
    var room = frame
    room.width += 8
    var placement = LabelPlacement(frame: room)
    for line in Self.lines(of: series.settings, for: Set(Direction.allCases), sign: sign) {
      placement.avoid(height: y(line.place))
    }
    // By the line where the fingers began stands what is armed.
    placement.avoid(height: y(0))
    placement.avoid(height: y(0) - 9)
    for curve in series.curves {
      placement.avoid(curve.points.map { place($0, series) })
      for tick in curve.ticks {
        let point = place(SwipeCurve.Point(time: tick.time, offset: tick.offset), series)
        placement.avoid([-7, 0, 7].map { PicturePoint(point.x + $0, point.y) })
      }
    }
    for curve in series.curves {
      guard let ending = curve.ending, let last = curve.points.last else { continue }
      let point = place(last, series)
      let verdict = Verdict(ending)
      draw(verdict.mark, at: point, &canvas)
      // Of many swipes the marks say it alone.
      guard series.curves.count <= 4, self.series.count == 1 else { continue }
      var style = TextStyle(size: 12, isBold: true)
      let (place, anchor) = placement.place(verdict.words, beside: point, style)
      style.anchor = anchor
      canvas.text(verdict.words, at: place, style)
    }
  }

  private func draw<Picture: Canvas & ~Copyable>(
    _ mark: Verdict.Mark, at point: PicturePoint, _ canvas: inout Picture
  ) {
    switch mark {
    case .full: canvas.circle(point, radius: 4.5, fill: .ink, nil)
    case .empty:
      canvas.circle(point, radius: 4.5, fill: .paper, Pen(colour: .ink, width: 1.6))
    case .cross:
      for slope in [1.0, -1] {
        canvas.line(
          [
            PicturePoint(point.x - 4.5, point.y - 4.5 * slope),
            PicturePoint(point.x + 4.5, point.y + 4.5 * slope),
          ], Pen(colour: .ink, width: 2))
      }
    }
  }

  private enum KeyMark {
    case tick(Tick)
    case verdict(Verdict.Mark)
    case armed
  }

  /// What the marks mean: those that there are.
  private var key: [(mark: KeyMark, words: String)] {
    let curves = series.flatMap(\.curves)
    let ticks = curves.flatMap(\.ticks)
    let endings = curves.compactMap(\.ending).map { Verdict($0).mark }
    var key: [(KeyMark, String)] = []
    if ticks.contains(where: { $0.tick != .disarm }) {
      key.append((.tick(.arm(Stop(.left, 1))), "arm tick"))
    }
    if ticks.contains(where: { $0.tick == .disarm }) { key.append((.tick(.disarm), "disarm tick")) }
    for (mark, words) in [
      (Verdict.Mark.full, "committed"), (.empty, "sprang back"), (.cross, "cancelled or ignored"),
    ] where endings.contains(mark) {
      key.append((.verdict(mark), words))
    }
    if series.count > 1, curves.contains(where: { !$0.armed.isEmpty }) {
      key.append((.armed, "armed"))
    }
    return key
  }

  /// Where the marks of the key stand: from the left, a line below where there is no more room.
  private var keyPlaces: [PicturePoint] {
    var place = PicturePoint(left + 8, Self.height + 4)
    return key.map { _, words in
      let room = 32 + 6.4 * Double(words.count)
      if place.x > left + 8, place.x + room > width {
        place = PicturePoint(left + 8, place.y + 20)
      }
      defer { place.x += room }
      return place
    }
  }

  private var keyRows: Int { max(1, Set(keyPlaces.map(\.y)).count) }

  private func drawKey<Picture: Canvas & ~Copyable>(_ canvas: inout Picture) {
    for (place, (mark, words)) in zip(keyPlaces, key) {
      switch mark {
      case .tick(let tick): drawTick(tick, at: place, 0, &canvas)
      case .verdict(let mark): draw(mark, at: place, &canvas)
      case .armed:
        canvas.line(
          [PicturePoint(place.x - 8, place.y), PicturePoint(place.x + 8, place.y)],
          Pen(colour: .series(0), width: 4.5))
      }
      canvas.text(
        words, at: PicturePoint(place.x + 13, place.y + 4), TextStyle(colour: .faint, size: 11))
    }
  }

  private func drawLegend<Picture: Canvas & ~Copyable>(_ canvas: inout Picture) {
    guard series.count > 1 else { return }
    for (index, series) in series.enumerated() {
      let height = Self.height + 16 + 20 * Double(keyRows + index)
      canvas.line(
        [PicturePoint(frame.x, height), PicturePoint(frame.x + 44, height)],
        Colour.pen(series: index, width: 2))
      let endings = series.curves.map { $0.ending.map { Verdict($0).words } ?? "not ended" }
      let words =
        endings.count <= 3 ? endings.joined(separator: ", ") : "\(endings.count) swipes"
      canvas.text(
        shortened("\(series.name): \(words)", to: 96), at: PicturePoint(frame.x + 54, height + 4),
        TextStyle(size: 12))
    }
  }

  private func shortened(_ text: String, to count: Int) -> String {
    text.count <= count ? text : text.prefix(count - 1) + "…"
  }
}

/// How a swipe ended, in words and as a mark.
struct Verdict {
  enum Mark { case full, empty, cross }

  var words: String
  var mark: Mark

  init(_ event: SwipeEvent) {
    switch event.kind {
    case .committed(let stop):
      words =
        "committed \(stop.direction.rawValue)" + (stop.number == 1 ? "" : " \(stop.number)")
      mark = .full
    case .sprungBack: (words, mark) = ("sprang back", .empty)
    case .cancelled(let reason): (words, mark) = ("cancelled (\(reason.rawValue))", .cross)
    case .ignored: (words, mark) = ("ignored", .cross)
    case .armed, .disarmed, .tick: (words, mark) = ("", .cross)
    }
  }
}
