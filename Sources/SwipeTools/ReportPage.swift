internal import CommitPoint
internal import DeviceRemarks
internal import SwipeAnalysis
internal import SwipeConfig
internal import SwipePictures
internal import SwipeTrace

/// The page that `swipectl report` writes.
struct ReportPage {
  private let recordings: [Recording]
  private let title: String

  init(_ recordings: [Recording], title: String) {
    self.recordings = recordings
    self.title = title
  }

  var html: String {
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="swipectl \(escaped(swipedVersion))">
      <title>\(escaped(title))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1>\(escaped(title))</h1>

      """
    page += introduction
    page += summary
    page += whatIf
    page += latencies
    for (index, recording) in recordings.enumerated() { page += section(recording, index) }
    page += """
      <footer>Made by swipectl \(escaped(swipedVersion)). Offsets are millimetres of finger; a close call is a release
      less than 1 mm from where it would have done something else.</footer>
      </body>
      </html>

      """
    return page
  }

  // MARK: All

  private var introduction: String {
    let sums = recordings.map { WhatIf($0).asRecorded }
    var all = WhatIfOutcome()
    for sum in sums { all.add(sum) }
    return """
      <p class="lead">\(counted(recordings.count, "recording")), \(counted(all.swipes, "swipe")):
      \(all.commits) committed, \(all.springBacks) sprang back, \(all.cancels) cancelled; \(counted(all.ticks, "tick")),
      \(counted(all.closeCalls, "close call")).</p>

      """
  }

  private var summary: String {
    var rows = ""
    for (index, recording) in recordings.enumerated() {
      let outcome = WhatIf(recording).asRecorded
      rows += """
        <tr><th scope="row"><a href="#r\(index + 1)">\(escaped(recording.title))</a></th>\
        <td>\(outcome.swipes + outcome.ignored)</td><td>\(outcome.commits)</td>\
        <td>\(outcome.springBacks)</td><td>\(outcome.cancels + outcome.ignored)</td>\
        <td>\(outcome.ticks)</td><td>\(distance(outcome.closest))</td></tr>

        """
    }
    return """
      <h2>Summary</h2>
      <div class="wide"><table>
      <thead><tr><th scope="col">recording</th><th scope="col">swipes</th><th scope="col">commits</th>\
      <th scope="col">sprang back</th><th scope="col">cancelled, ignored</th><th scope="col">ticks</th>\
      <th scope="col">closest call, mm</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }

  /// All recordings under other commit points and hystereses.
  private var whatIf: String {
    let commits = stride(from: 10.0, through: 24, by: 2).map { $0 }
    let hystereses = [0.5, 1.5, 2.5]
    let played = recordings.map(WhatIf.init)
    var rows = ""
    for commit in commits {
      rows += "<tr><th scope=\"row\">\(plain(commit)) mm</th>"
      for hysteresis in hystereses {
        var sum = WhatIfOutcome()
        for whatIf in played {
          let settings = whatIf.settings.with(.commit, commit).with(.hysteresis, hysteresis)
          if let outcome = whatIf.outcome(under: settings) { sum.add(outcome) }
        }
        rows +=
          "<td>\(sum.commits)</td><td>\(sum.ticks)</td><td>\(distance(sum.closest))</td>"
      }
      rows += "</tr>\n"
    }
    let heads = hystereses.map {
      "<th scope=\"colgroup\" colspan=\"3\">hysteresis \(plain($0)) mm</th>"
    }.joined()
    let columns = String(
      repeating:
        "<th scope=\"col\">commits</th><th scope=\"col\">ticks</th><th scope=\"col\">closest</th>",
      count: hystereses.count)
    return """
      <h2>The same fingers under other settings</h2>
      <div class="wide"><table>
      <thead><tr><th rowspan="2" scope="col">commit point</th>\(heads)</tr><tr>\(columns)</tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }

  private var latencies: String {
    var latencies = Latencies()
    for recording in recordings { for latency in recording.latencies { latencies.add(latency) } }
    guard let plot = latencies.plot else { return "" }
    return """
      <h2>How fast the ticks came</h2>
      <figure>\(plot.inline())<figcaption>\(escaped(plot.summary))</figcaption></figure>

      """
  }

  // MARK: One

  private func section(_ recording: Recording, _ index: Int) -> String {
    var text = """
      <section id="r\(index + 1)">
      <h2>\(escaped(recording.title))</h2>

      """
    if let why = recording.header.why { text += "<p class=\"lead\">\(escaped(why))</p>\n" }
    if let plot = SwipePlot([recording]) {
      text += "<figure class=\"sheet\">\(plot.inline(titled: false))</figure>\n"
      text += "<figure class=\"phone\">\(plot.inline(titled: false, forPhone: true))</figure>\n"
    } else {
      text += "<p>There is no swipe in it.</p>\n"
    }
    var facts: [(String, String)] = [("file", recording.fileName)]
    if let source = recording.header.source { facts.append(("recorded by", source)) }
    facts.append(("settings", recording.header.settings.summary))
    facts += endings(recording)
    if let hint = hint(recording) { facts.append(("what if", hint)) }
    if !recording.latencies.isEmpty {
      var latencies = Latencies()
      for latency in recording.latencies { latencies.add(latency) }
      if let plot = latencies.plot { facts.append(("ticks", plot.summary)) }
    }
    if recording.lost > 0 {
      facts.append(("lost", "\(counted(recording.lost, "line")) while it was recorded"))
    }
    text += "<dl>\n"
    for (word, fact) in facts { text += "<dt>\(word)</dt><dd>\(escaped(fact))</dd>\n" }
    return text + "</dl>\n</section>\n"
  }

  private func endings(_ recording: Recording) -> [(String, String)] {
    let curves = recording.curves
    guard curves.count <= 12 else {
      return [("swipes", "\(curves.count), which the summary counts")]
    }
    return curves.enumerated().map { index, curve in
      let ending = curve.ending.map { TraceOutcome($0.kind).words } ?? "open at the recording's end"
      let seconds = Double((curve.end - curve.start).value) / 1_000_000
      let call = curve.distance.map { ", \(decimal($0.value, places: 1)) mm from another outcome" }
      return (
        curves.count == 1 ? "swipe" : "swipe \(index + 1)",
        "\(ending) after \(decimal(seconds, places: 2)) s and at most "
          + "\(decimal(curve.farthest.value, places: 1)) mm, \(counted(curve.ticks.count, "tick"))"
          + (call ?? "")
      )
    }
  }

  /// The commit points that make the same of it, as far as they go to either side of what it was recorded with.
  private func hint(_ recording: Recording) -> String? {
    let whatIf = WhatIf(recording)
    guard whatIf.asRecorded.swipes > 0,
      let own = Direction.allCases.compactMap({ whatIf.settings[$0]?.stops.first }).first
    else { return nil }
    let range = Setting.commit.range
    func isSame(_ commit: Double) -> Bool {
      whatIf.outcome(under: whatIf.settings.with(.commit, commit))?.changed == 0
    }
    let step = 0.5
    var (low, high) = (own.value, own.value)
    while low - step >= range.lowerBound, isSame(low - step) { low -= step }
    while high + step <= range.upperBound, isSame(high + step) { high += step }
    let isAll = low - step < range.lowerBound && high + step > range.upperBound
    return isAll
      ? "no commit point from \(plain(range.lowerBound)) to \(plain(range.upperBound)) mm changes how it ends"
      : "ends the same with every commit point from \(plain(low)) to \(plain(high)) mm"
  }

  private func distance(_ distance: Millimetres?) -> String {
    distance.map { decimal($0.value, places: 1) } ?? "–"
  }
}

extension TraceOutcome {
  /// How a swipe ended, to a person.
  fileprivate var words: String {
    switch self {
    case .committed(let stop):
      "committed \(stop.direction.rawValue)" + (stop.number > 1 ? " \(stop.number)" : "")
    case .sprungBack: "sprang back"
    case .cancelled(let reason): "cancelled: \(reason.explanation)"
    case .ignored: "ignored: not a swipe of ours"
    case .armed, .disarmed, .tick: name
    }
  }
}
