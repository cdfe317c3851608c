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

  private let bars: [Int]
  /// The exponent of ten at which the first bar begins.
  private let first: Int
  private let marks: [(words: String, latency: Double)]
  private let count: Int
  public let summary: String

  /// - Parameters: median, 99th percentile and worst are in µs.
  /// - Returns: `nil` where there are no ticks.
  public init?(_ classes: [Class], median: Double, percentile99: Double, worst: Double) {
    let classes = classes.filter { $0.count > 0 }
    guard let least = classes.first?.latency, let most = classes.last?.latency else { return nil }
    count = classes.reduce(0) { $0 + $1.count }
    let first = Self.exponent(max(least, 1), roundedUp: false)
    let last = max(Self.exponent(max(most, worst, 1), roundedUp: true), first + 1)
    self.first = first
    var bars = [Int](repeating: 0, count: (last - first) * Self.barsPerDecade)
    for one in classes {
      let place = (Self.log10(max(one.latency, 1)) - Double(first)) * Double(Self.barsPerDecade)
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

  private static func exponent(_ value: Double, roundedUp: Bool) -> Int {
    let log = log10(value)
    return Int(log.rounded(roundedUp ? .up : .down))
  }

  /// Without the maths library: to a ten-thousandth, which a bar does not show.
  static func log10(_ value: Double) -> Double {
    var mantissa = value.significand
    var result = Double(value.exponent)
    // ln m by the series of artanh((m − 1)/(m + 1)), for 1 ≤ m < 2.
    mantissa = (mantissa - 1) / (mantissa + 1)
    let square = mantissa * mantissa
    var term = mantissa
    var sum = 0.0
    for odd in stride(from: 1.0, through: 15, by: 2) {
      sum += term / odd
      term *= square
    }
    result += 2 * sum / 0.693_147_180_559_945_3
    return result * 0.301_029_995_663_981_2
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
    let decades = Double(bars.count) / Double(Self.barsPerDecade)
    let place = Self.log10(max(microseconds, 1)) - Double(first)
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
    let highest = Double(bars.max() ?? 1) * 1.04
    let heights = Graduation(from: 0, to: highest, about: 5)
    for value in heights.values where value == value.rounded() {
      let y = bottom - value / highest * frame.height
      canvas.line(
        [PicturePoint(frame.x, y), PicturePoint(frame.x + frame.width, y)], Pen(colour: .grid))
      canvas.text(
        heights.label(value), at: PicturePoint(frame.x - 8, y + 4),
        TextStyle(size: 12, anchor: .end))
    }
    let width = frame.width / Double(bars.count)
    for (index, bar) in bars.enumerated() where bar > 0 {
      let height = max(Double(bar) / highest * frame.height, 1.5)
      let left = frame.x + Double(index) * width
      canvas.shape(
        [
          PicturePoint(left + 0.5, bottom), PicturePoint(left + 0.5, bottom - height),
          PicturePoint(left + width - 0.5, bottom - height),
          PicturePoint(left + width - 0.5, bottom),
        ], fill: .series(0), nil)
    }
    var value = 1.0
    for _ in 0..<first { value *= 10 }
    for decade in 0...(bars.count / Self.barsPerDecade) {
      for step in [1.0, 2, 5] where decade < bars.count / Self.barsPerDecade || step == 1 {
        let place = x(value * step)
        canvas.line(
          [PicturePoint(place, bottom), PicturePoint(place, bottom + (step == 1 ? 6 : 4))],
          Pen(colour: .faint))
        let milliseconds = value * step / 1000
        let isShown = bars.count / Self.barsPerDecade <= 4 || step == 1
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
      let isRight = place > frame.x + frame.width * 0.75
      canvas.text(
        "\(mark.words) \(Self.milliseconds(mark.latency))",
        at: PicturePoint(place + (isRight ? -6 : 6), height),
        TextStyle(size: 12, anchor: isRight ? .end : .start, isBold: index == 0))
    }
  }

  private static func plain(_ value: Double) -> String {
    let places = value >= 0.1 ? 1 : value >= 0.01 ? 2 : 3
    return decimals(value, places)
  }
}
