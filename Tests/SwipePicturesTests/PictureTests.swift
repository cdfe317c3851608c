import Foundation
import SwipeAnalysis
@testable import SwipePictures
import Testing

struct PictureTests {
  private static let swipe = """
    {"swiped_trace":1,"name":"<b>A & B</b>","config":{"commit_mm":16}}
    {"time_us":0,"event":"begin","fingers":3}
    {"time_us":8000,"event":"motion","dx_mm":-20.0,"dy_mm":0.0}
    {"time_us":200000,"event":"motion","dx_mm":-2.0,"dy_mm":0.0}
    {"time_us":300000,"event":"end"}

    """

  private func recording(_ text: String = swipe) throws -> Recording {
    try Recording(name: "test", Array(text.utf8))
  }

  @Test("A plot is drawn in every format")
  func formats() throws {
    let plot = try #require(SwipePlot([try recording()]))
    let png = try plot.picture(.png)
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try plot.picture(.pdf).starts(with: "%PDF".utf8))
    let svg = String(decoding: try plot.picture(.svg), as: UTF8.self)
    #expect(svg.contains("<svg"))
    // 760 px and the plot's height, in points.
    #expect(svg.contains("width=\"570"))
  }

  @Test("A plot for a page is escaped, and says what it shows")
  func inline() throws {
    let plot = try #require(SwipePlot([try recording()]))
    let svg = plot.inline()
    #expect(svg.contains("aria-label=\"&lt;b&gt;A &amp; B&lt;/b&gt;: committed left\""))
    #expect(svg.contains("commit 16 mm"))
    #expect(svg.contains("disarm 14.5 mm"))
    #expect(svg.contains("committed left"))
    #expect(!svg.contains("<b>"))
  }

  @Test("A word beside a point is within the frame, and over nothing where there is room")
  func placement() {
    let frame = Rectangle(x: 0, y: 0, width: 400, height: 200)
    let style = TextStyle(size: 12, isBold: true)
    for corner in [(0.0, 0.0), (400, 0), (0, 200), (400, 200), (200, 100)] {
      var placement = LabelPlacement(frame: frame)
      let point = PicturePoint(corner.0, corner.1)
      let (place, anchor) = placement.place("committed", beside: point, style)
      let width = 80.0
      let left = anchor == .start ? place.x : anchor == .end ? place.x - width : place.x - width / 2
      #expect(left >= -8 && left + width <= 408 && place.y >= 9 && place.y <= 200)
    }
    // A curve that comes from the left, as high as the point, and a line above it.
    var placement = LabelPlacement(frame: frame)
    placement.avoid((0...200).map { PicturePoint(Double($0), 100) })
    placement.avoid(height: 86)
    let below = placement.place("committed", beside: PicturePoint(200, 100), style)
    #expect(below.point.y > 110)
    // Two words at one point are not over each other.
    let other = placement.place("committed", beside: PicturePoint(200, 100), style)
    #expect(abs(other.point.y - below.point.y) >= 12 || other.anchor != below.anchor)
  }

  @Test("For a phone a plot is as narrow as that, and nothing of it is outside")
  func phone() throws {
    let long = Self.swipe.replacingOccurrences(of: "300000", with: "9000000")
    for text in [Self.swipe, long] {
      let svg = try #require(SwipePlot([try recording(text)])).inline(titled: false, forPhone: true)
      #expect(svg.contains("viewBox=\"0 0 380 "))
      #expect(svg.contains("committed left") && svg.contains("commit 16 mm"))
      for point in svg.matches(of: #/points="([0-9.,\- ]+)"/#) {
        for pair in point.1.split(separator: " ") {
          let x = try #require(Double(pair.prefix { $0 != "," }))
          #expect((0...380).contains(x))
        }
      }
    }
  }

  @Test("Without a swipe there is no plot")
  func nothing() throws {
    #expect(SwipePlot([]) == nil)
    #expect(SwipePlot([try recording("{\"swiped_trace\":1}\n")]) == nil)
  }

  @Test("A begin alone, and hours between two swipes, are drawn too")
  func odd() throws {
    let begin = "{\"time_us\":5,\"event\":\"begin\",\"fingers\":3}\n"
    #expect(try #require(SwipePlot([try recording(begin)])).picture(.png).count > 1000)
    let far =
      begin + "{\"time_us\":9000000000,\"event\":\"begin\",\"fingers\":3}\n"
      + "{\"time_us\":9000100000,\"event\":\"motion\",\"dx_mm\":1e300,\"dy_mm\":0.0}\n"
    let plot = try #require(SwipePlot([try recording(far)]))
    #expect(plot.inline().contains("<svg"))
    let last = begin + "{\"time_us\":9223372036854775807,\"event\":\"end\"}\n"
    #expect(try #require(SwipePlot([try recording(last)])).inline().contains("<svg"))
  }

  @Test("Travel that sums up to infinity is drawn too")
  func infinite() throws {
    let far = """
      {"time_us":0,"event":"begin","fingers":3}
      {"time_us":8000,"event":"motion","dx_mm":1.7e308,"dy_mm":0.0}
      {"time_us":16000,"event":"motion","dx_mm":1.7e308,"dy_mm":0.0}
      {"time_us":24000,"event":"motion","dx_mm":-1.7e308,"dy_mm":0.0}
      {"time_us":32000,"event":"end"}

      """
    #expect(try #require(SwipePlot([try recording(far)])).picture(.png).count > 1000)
    #expect(Graduation(from: 0, to: .infinity, about: 5).values.isEmpty)
  }

  @Test("A recording without a name has its file's, and no folder's")
  func noFolders() throws {
    let text = Self.swipe.replacing(#""name":"<b>A & B</b>","#, with: "")
    let recording = try Recording(name: "/home/someone/x/one.jsonl", Array(text.utf8))
    #expect(recording.title == "one.jsonl")
    for recordings in [[recording], [recording, recording]] {
      let svg = try #require(SwipePlot(recordings)).inline()
      #expect(svg.contains("one.jsonl"))
      #expect(!svg.contains("someone"))
    }
  }

  @Test(
    "The axis of latencies ends at the next 1, 2 or 5",
    arguments: [
      (2, 110.0, 500.0), (2, 500, 500), (2, 501, 1000), (2, 1000, 1000), (2, 1300, 2000),
      (0, 3_600_000_000, 5_000_000_000), (3, 20_000, 20_000), (0, .infinity, 1e15),
    ])
  func axis(_ first: Int, _ most: Double, _ end: Double) {
    let decades = LatencyPlot.decades(from: first, to: most)
    #expect(abs(pow(10, decades + Double(first)) / end - 1) < 1e-6)
  }

  @Test("Latencies are drawn, from a microsecond to an hour")
  func latencies() throws {
    let classes = [
      LatencyPlot.Class(latency: 0, count: 1), .init(latency: 110, count: 40),
      .init(latency: 4000, count: 2),
    ]
    let plot = try #require(
      LatencyPlot(classes, median: 110, percentile99: 4000, worst: 3_600_000_000))
    #expect(plot.summary.contains("43 ticks"))
    #expect(plot.summary.contains("median 110 µs, 99 % 4.0 ms"))
    #expect(try plot.picture(.png).count > 1000)
    let endless = LatencyPlot.Class(latency: .infinity, count: 1)
    let odd = LatencyPlot([endless], median: .infinity, percentile99: 1, worst: .infinity)
    #expect(try #require(odd).inline().contains("<svg"))
    #expect(LatencyPlot([], median: 0, percentile99: 0, worst: 0) == nil)
  }

  @Test(
    "The format is the name's", arguments: [("a.svg", "svg"), ("b.c.PNG", "png"), ("x.pdf", "pdf")])
  func names(_ name: String, _ format: String) {
    #expect(PictureFormat(fileName: name)?.rawValue == format)
    #expect(PictureFormat(fileName: "picture") == nil)
    #expect(PictureFormat(fileName: "picture.jpg") == nil)
  }

  @Test("What is text stays text in a page")
  func escaping() {
    #expect(
      escaped("<a href='x'>&\"\u{7}\u{202E}é")
        == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{FFFD}\u{FFFD}é")
  }
}
