internal import Glibc

/// How long ticks took: a histogram over a logarithmic axis, with the median, the 99th percentile and the worst.
public struct LatencyPlot: Sendable {
  /// So many ticks took about so long, in µs; ascending.
  public struct Class: Sendable, Hashable {
    public var latency: Double
    public var count: Int

    public init(latency: Double, count: Int) {
      self.latency = latency
      self.count = count
    }
  }

  public static let width = SwipePlot.width
  public static let height = 320.0
  private static let frame = Rectangle(x: 64, y: 48, width: 664, height: 216)
  /// Twelve bars for each factor of ten.
  private static let barsPerDecade = 12
  /// 30 years, in µs: a file may say more.
  private static let longest = 1e15

  private let bars: [Int]
  /// The exponent of ten at which the first bar begins.
  private let first: Int
  /// How many factors of ten the axis has.
  private let decades: Double
  private let marks: [(words: String, latency: Double)]
  private let count: Int
  public let summary: String

  /// - Parameters: median, 99th percentile and worst are in µs.
  /// - Returns: `nil` where there are no ticks.
  public init?(_ classes: [Class], median: Double, percentile99: Double, worst: Double) {
    let classes = classes.filter { $0.count > 0 }
    guard let least = classes.first?.latency, let most = classes.last?.latency else { return nil }
    count = classes.reduce(0) { $0 + $1.count }
    let first = Int(log10(min(max(least, 1), Self.longest)).rounded(.down))
    self.first = first
    decades = Self.decades(from: first, to: max(most, worst))
    let barCount = (decades * Double(Self.barsPerDecade)).rounded(.up)
    var bars = [Int](repeating: 0, count: Int(barCount))
    for one in classes {
      let place =
        (log10(min(max(one.latency, 1), Self.longest)) - Double(first)) * Double(Self.barsPerDecade)
      bars[min(max(Int(place), 0), bars.count - 1)] += one.count
    }
    self.bars = bars
    marks = [("median", median), ("99 %", percentile99), ("worst", worst)]
    summary =
      "\(count) ticks, from touch to played: "
      + marks.map { "\($0.words) \(Self.milliseconds($0.latency))" }.joined(separator: ", ")
  }

  static func milliseconds(_ microseconds: Double) -> String {
    microseconds < 1000
      ? "\(decimals(microseconds, 0)) µs" : "\(decimals(microseconds / 1000, 1)) ms"
  }

  /// From 10^`first` µs to the next 1, 2 or 5 times a power of ten, and to five times where it begins at least: one bar
  /// alone says nothing.
  static func decades(from first: Int, to most: Double) -> Double {
    let decades = max(log10(min(max(most, 1), longest)) - Double(first), log10(5))
    let whole = decades.rounded(.down)
    let end = [0, log10(2), log10(5), 1].first { $0 >= decades - whole - 1e-9 } ?? 1
    return whole + end
  }

  public func picture(_ format: PictureFormat) throws(PictureError) -> [UInt8] {
    var canvas = try CairoCanvas(format, width: Self.width, height: Self.height)
    draw(on: &canvas)
    return try canvas.finish()
  }

  public func inline() -> String {
    var canvas = PageCanvas()
    draw(on: &canvas)
    return canvas.svg(width: Self.width, height: Self.height, title: summary)
  }

  private func x(_ microseconds: Double) -> Double {
    let place = log10(max(microseconds, 1)) - Double(first)
    return Self.frame.x + min(max(place / decades, 0), 1) * Self.frame.width
  }

  func draw<Picture: Canvas & ~Copyable>(on canvas: inout Picture) {
    let frame = Self.frame
    let bottom = frame.y + frame.height
    canvas.fill(
      Rectangle(x: 0, y: 0, width: Self.width, height: Self.height), .paper, opacity: 1)
    canvas.text(
      "\(count) tick\(count == 1 ? "" : "s"), from touch to played",
      at: PicturePoint(frame.x, 22), TextStyle(size: 15, isBold: true))
    // With room above the bars for what the marks say.
    let highest = Double(bars.max() ?? 1) * 1.25
    let heights = Graduation(from: 0, to: highest, about: 5)
    for value in heights.values where value == value.rounded() {
      let y = bottom - value / highest * frame.height
      canvas.line(
        [PicturePoint(frame.x, y), PicturePoint(frame.x + frame.width, y)], Pen(colour: .grid))
      canvas.text(
        heights.label(value), at: PicturePoint(frame.x - 8, y + 4),
        TextStyle(size: 12, anchor: .end))
    }
    let width = frame.width / (decades * Double(Self.barsPerDecade))
    for (index, bar) in bars.enumerated() where bar > 0 {
      let height = max(Double(bar) / highest * frame.height, 1.5)
      let left = frame.x + Double(index) * width
      let right = min(left + width, frame.x + frame.width)
      canvas.shape(
        [
          PicturePoint(left + 0.5, bottom), PicturePoint(left + 0.5, bottom - height),
          PicturePoint(right - 0.5, bottom - height), PicturePoint(right - 0.5, bottom),
        ], fill: .series(0), nil)
    }
    var value = 1.0
    for _ in 0..<first { value *= 10 }
    for decade in 0...Int(decades) {
      for step in [1.0, 2, 5] where Double(decade) + log10(step) < decades + 1e-6 {
        let place = x(value * step)
        canvas.line(
          [PicturePoint(place, bottom), PicturePoint(place, bottom + (step == 1 ? 6 : 4))],
          Pen(colour: .faint))
        let milliseconds = value * step / 1000
        let isShown = decades <= 4 || step == 1
        if isShown {
          canvas.text(
            milliseconds >= 1 ? decimals(milliseconds, 0) : Self.plain(milliseconds),
            at: PicturePoint(place, bottom + 20), TextStyle(size: 12, anchor: .middle))
        }
      }
      value *= 10
    }
    canvas.line(
      [PicturePoint(frame.x, bottom), PicturePoint(frame.x + frame.width, bottom)],
      Pen(colour: .faint))
    canvas.text(
      "latency, ms (logarithmic)", at: PicturePoint(frame.x + frame.width / 2, bottom + 42),
      TextStyle(size: 13, anchor: .middle))
    canvas.text(
      "ticks", at: PicturePoint(20, frame.y + frame.height / 2),
      TextStyle(size: 13, anchor: .middle, isVertical: true))
    drawMarks(&canvas)
  }

  private func drawMarks<Picture: Canvas & ~Copyable>(_ canvas: inout Picture) {
    let frame = Self.frame
    for (index, mark) in marks.enumerated() {
      let place = x(mark.latency)
      let height = frame.y + 12 + 15 * Double(index)
      canvas.line(
        [PicturePoint(place, height - 10), PicturePoint(place, frame.y + frame.height)],
        Pen(colour: .ink, width: 1.3, dashes: [[], [6, 3], [2, 3]][index % 3]))
      let words = "\(mark.words) \(Self.milliseconds(mark.latency))"
      // To the right of its line, where no other line that begins lower crosses it, as long as there is room.
      let isRight = place + 6 + 8 * Double(words.count) > Self.width
      canvas.text(
        words, at: PicturePoint(place + (isRight ? -6 : 6), height),
        TextStyle(size: 12, anchor: isRight ? .end : .start, isBold: index == 0))
    }
  }

  private static func plain(_ value: Double) -> String {
    let places = value >= 0.1 ? 1 : value >= 0.01 ? 2 : 3
    return decimals(value, places)
  }
}
