import CommitPoint
import DeviceRemarks
import Haptics
import LinuxIO
import SwipeConfig
import SwipeTrace
import TouchpadInput

/// How swiped tells what it feels.
enum ReportFormat: Sendable {
  /// Lines for a person.
  case text
  /// A trace, as docs/traces.md has it.
  case json
}

/// What swiped prints: the story on standard output, notices about touchpads on standard error where the
/// output is a trace.
///
/// It does no I/O: whoever owns it takes `output` and `notices` away.
struct Report {
  let format: ReportFormat
  private var trace = TraceWriter()
  private var narrator: SwipeNarrator
  /// Whether somebody watches the notices: then they tell of touchpads beside a trace, not of trouble only.
  private let isWatched: Bool
  /// Text for standard error, whole lines.
  var notices: [UInt8] = []
  /// What the trace's header has said; a trace has one.
  private var traceSettings: SwipeSettings?

  /// - Parameters:
  ///   - isLive: whether the output is a terminal that can redraw a line.
  ///   - isColoured: whether it is one that is to have colours.
  ///   - isWatched: whether the notices go to a terminal.
  init(format: ReportFormat, isLive: Bool, isColoured: Bool, isWatched: Bool) {
    self.format = format
    self.isWatched = isWatched
    narrator = SwipeNarrator(showsBar: isLive && format == .text, isColoured: isColoured)
  }

  /// Whether a bar follows the fingers.
  var showsBar: Bool { narrator.showsBar }

  /// Whether there is anything to be taken away.
  var hasText: Bool { !notices.isEmpty || !narrator.text.isEmpty || !trace.bytes.isEmpty }

  /// Takes away what is to be written to standard output; its capacity stays here.
  mutating func takeOutput(_ write: (Span<UInt8>) -> Void) {
    switch format {
    case .json:
      guard !trace.bytes.isEmpty else { return }
      write(trace.bytes.span)
      trace.bytes.removeAll(keepingCapacity: true)
    case .text:
      guard !narrator.text.isEmpty else { return }
      write(narrator.text.span)
      narrator.text.removeAll(keepingCapacity: true)
    }
  }

  mutating func takeNotices(_ write: (Span<UInt8>) -> Void) {
    guard !notices.isEmpty else { return }
    write(notices.span)
    notices.removeAll(keepingCapacity: true)
  }

  /// What stands for lines that were lost, since whoever reads is too slow.
  static func lostLine(_ format: ReportFormat) -> (Int) -> String {
    switch format {
    case .text:
      return { "(\($0) lines lost here: the output was not read in time)" }
    case .json:
      return { count in
        var writer = TraceWriter()
        writer.lost(count: count)
        return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
      }
    }
  }

  // MARK: Touchpads

  mutating func notice(_ message: String) {
    narrator.clearBar()
    notices.append(contentsOf: "swiped: \(printable(message))\n".utf8)
  }

  private mutating func tell(_ line: String) { narrator.line(printable(line)) }

  /// What swiped is set to.
  mutating func introduce(_ settings: SwipeSettings) {
    guard format == .text else { return }
    narrator.line("swiped \(swipedVersion): \(settings.summary). Ctrl-C ends it.")
  }

  /// - Parameter isExact: whether `settings` say all, which they do not where swipes of different fingers differ.
  mutating func taken(_ touchpad: Touchpad, _ settings: SwipeSettings, isExact: Bool = true) {
    let fitted = settings.fitted(width: touchpad.width, height: touchpad.height)
    switch format {
    case .text:
      tell("+ \(touchpad.title), \(touchpad.remarks(for: settings))")
    case .json:
      if isWatched { notice("reading \(touchpad.title), \(touchpad.remarks(for: settings))") }
      header(fitted, isExact: isExact)
      if fitted != traceSettings {
        notice(
          "\(touchpad.title) has other stops than the trace's header, since it is of another size: "
            + "its swipes replay otherwise; record it alone, with --device")
      }
    }
  }

  mutating func released(_ touchpad: Touchpad) {
    switch format {
    case .text: tell("- \(touchpad.title) is gone")
    case .json: if isWatched { notice("\(touchpad.title) is gone") }
    }
  }

  /// What swipes on a touchpad go by has changed.
  mutating func changed(_ touchpad: Touchpad, _ settings: SwipeSettings) {
    let fitted = settings.fitted(width: touchpad.width, height: touchpad.height)
    switch format {
    case .text:
      narrator.line("* \(touchpad.title): \(fitted.summary)")
    case .json:
      guard fitted != traceSettings else { return }
      notice(
        "the trace's header no longer holds: what follows for \(touchpad.title) replays otherwise")
    }
  }

  /// Writes the trace's header, unless it stands already.
  mutating func header(_ settings: SwipeSettings, isExact: Bool = true) {
    guard format == .json, traceSettings == nil else { return }
    traceSettings = settings
    let header = TraceHeader(source: "swiped \(swipedVersion)", settings: settings)
    trace.header(header)
    if !isExact || !header.saysEverything {
      notice(
        "a trace's header cannot say these settings (swipes that differ from each other, or stops below "
          + "6 mm on a small touchpad): the trace replays otherwise")
    }
  }

  // MARK: Swipes

  /// What fingers did, for a trace.
  mutating func input(_ input: SwipeInput, at time: Microseconds, device: String?) {
    trace.input(input, at: time, device: device)
  }

  mutating func event(
    _ event: SwipeEvent, device: String?, backend: String? = nil, latency: Microseconds? = nil
  ) {
    switch format {
    case .json: trace.event(event, device: device, backend: backend, latency: latency)
    case .text: narrator.event(event, device: device)
    }
  }

  // MARK: Ticks

  /// A tick was handed to the device: a person reads of it at once, a trace when it has been played.
  mutating func felt(_ event: SwipeEvent, device: String?) {
    if format == .text { narrator.event(event, device: device) }
  }

  /// A tick that was `felt` has been played, or never will be: then without a back end.
  mutating func played(
    _ event: SwipeEvent, device: String?, backend: String?, latency: Microseconds?
  ) {
    guard format == .json else { return }
    trace.event(event, device: device, backend: backend, latency: latency)
  }

  /// The rung on which a touchpad's ticks are played, and why on none that is better.
  mutating func settled(_ settlement: HapticSettlement, _ touchpad: Touchpad) {
    let line = "ticks on \(touchpad.title): \(settlement.summary)"
    switch format {
    case .text: tell("  " + line)
    case .json: if isWatched || settlement.isTrouble { notice(line) }
    }
  }

  /// How long ticks took, from the touch frame to the end of the write that played them.
  mutating func statistics(_ latencies: LatencyStatistics, dropped: Int) {
    guard format == .text || isWatched else { return }
    guard let median = latencies.median, let late = latencies.percentile99,
      let worst = latencies.worst
    else { return notice("no ticks yet") }
    let lost = dropped == 0 ? "" : "; \(dropped) dropped, since they came too late"
    notice(
      "\(latencies.count) ticks, from touch to played: median \(milliseconds(median)), 99 % within "
        + "\(milliseconds(late)), worst \(milliseconds(worst))\(lost)")
  }

  private func milliseconds(_ span: Microseconds) -> String {
    "\(decimal(Double(span.value) / 1000, places: 2)) ms"
  }

  // MARK: The bar

  /// Draws where the fingers of a swipe under way are; nothing where no bar is shown.
  mutating func follow(_ tracker: SwipeTracker) { narrator.follow(tracker) }
}
