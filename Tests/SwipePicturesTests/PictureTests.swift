import Foundation
import SwipeAnalysis
import SwipePictures
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
