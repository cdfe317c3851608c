public import CommitPoint

/// Writes a trace, a line of JSON at a time, into `bytes`.
///
/// It does no I/O: whoever owns it takes `bytes` away and empties them, keeping their capacity, so that
/// a line for each frame of a touchpad costs little.
///
///     var writer = TraceWriter()
///     writer.header(TraceHeader(settings: settings))
///     writer.input(.begin(fingers: 3), at: now)
///     tracker.handle(.begin(fingers: 3), at: now) { writer.event($0) }
///
/// Whatever a string holds comes out as JSON in plain lines: control characters are escaped, and what
/// is no Unicode becomes U+FFFD.
public struct TraceWriter: Sendable {
  /// The lines written so far, each with its line feed.
  public var bytes: [UInt8] = []

  public init() {}

  /// Writes the header, with the whole configuration in force.
  ///
  /// The format's configuration is flat: `TraceHeader.saysEverything` tells whether it can say these
  /// settings.
  public mutating func header(_ header: TraceHeader) {
    open()
    number("swiped_trace", TraceHeader.version)
    if let name = header.name { string("name", name) }
    if let why = header.why { string("why", why) }
    if let source = header.source { string("source", source) }
    key("config")
    config(header)
    close()
  }

  /// Writes what the fingers did at `time`, in microseconds; `device` where there are several.
  public mutating func input(
    _ input: SwipeInput, at time: Microseconds, device: String? = nil
  ) {
    switch input {
    case .begin(let fingers):
      open("begin", at: time, device: device)
      number("fingers", fingers)
    case .motion(let dx, let dy, let fingers):
      open("motion", at: time, device: device)
      number("dx_mm", dx.value)
      number("dy_mm", dy.value)
      if let fingers { number("fingers", fingers) }
    case .end:
      open("end", at: time, device: device)
    case .cancel(let reason):
      open("cancel", at: time, device: device)
      string("reason", reason.rawValue)
    }
    close()
  }

  /// Writes what a tracker said.
  ///
  /// - Parameters:
  ///   - backend: what played a tick; left out for all other events.
  ///   - latency: for a tick, from the kernel's stamp of the frame to the end of the write that played
  ///     it; left out for all other events.
  public mutating func event(
    _ event: SwipeEvent, device: String? = nil, backend: String? = nil,
    latency: Microseconds? = nil
  ) {
    outcome(
      TraceOutcome(event.kind), at: event.time, device: device, backend: backend, latency: latency)
  }

  mutating func outcome(
    _ outcome: TraceOutcome, at time: Microseconds, device: String?, backend: String? = nil,
    latency: Microseconds? = nil
  ) {
    open(outcome.name, at: time, device: device)
    switch outcome {
    case .armed(let stop, let offset), .disarmed(let stop, let offset):
      place(stop)
      number("offset_mm", offset.value)
    case .tick(let tick):
      string("kind", tick.name)
      if case .arm(let stop) = tick { number("stop", stop) }
      if let backend { string("backend", backend) }
      if let latency { number("latency_us", latency.value) }
    case .committed(let stop):
      place(stop)
    case .cancelled(let reason):
      string("reason", reason.rawValue)
    case .sprungBack, .ignored:
      break
    }
    close()
  }

  /// Writes that `count` lines could not be written.
  public mutating func lost(count: Int) {
    open()
    string("event", "lost")
    number("count", count)
    close()
  }

  /// Writes the last line: what the trace should give.
  public mutating func expect(_ expectation: TraceExpectation) {
    open()
    key("expect")
    open()
    list("ticks", expectation.ticks) { $0.string($1.rawValue) }
    list("outcomes", expectation.outcomes) { $0.string($1.description) }
    bytes.append(UInt8(ascii: "}"))
    close()
  }

  private mutating func config(_ header: TraceHeader) {
    let settings = header.settings
    open()
    if let feel = header.sharedFeel {
      if feel.stops.count == 1, let commit = feel.stops.first {
        number(TraceConfigKey.commit.rawValue, commit.value)
      } else {
        list(TraceConfigKey.stops.rawValue, feel.stops) { $0.number($1.value) }
      }
      number(TraceConfigKey.hysteresis.rawValue, feel.hysteresis.value)
    }
    milliseconds(.tickInterval, settings.tickInterval)
    let flick = header.sharedFeel?.flick
    key(TraceConfigKey.flick.rawValue)
    append(flick == nil ? "false" : "true")
    let directions = Direction.allCases.filter { settings[$0] != nil }
    list(TraceConfigKey.directions.rawValue, directions) { $0.string($1.rawValue) }
    list(TraceConfigKey.fingers.rawValue, header.fingerCounts) { $0.append($1.description) }
    number(TraceConfigKey.axisLock.rawValue, settings.axisLock.value)
    number(TraceConfigKey.wayOut.rawValue, settings.wayOut.value)
    key(TraceConfigKey.cancelTick.rawValue)
    append(settings.cancelTick ? "true" : "false")
    milliseconds(.rest, settings.rest)
    if let flick {
      milliseconds(.flickProject, flick.projection)
      number(TraceConfigKey.flickVelocity.rawValue, flick.velocity.value)
      number(TraceConfigKey.flickMinFraction.rawValue, flick.minFraction)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  // MARK: Members

  private mutating func open() { bytes.append(UInt8(ascii: "{")) }

  private mutating func open(_ event: String, at time: Microseconds, device: String?) {
    open()
    number("time_us", time.value)
    string("event", event)
    if let device { string("device", device) }
  }

  private mutating func close() {
    append("}\n")
  }

  private mutating func key(_ name: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    string(name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func place(_ stop: Stop) {
    string("direction", stop.direction.rawValue)
    number("stop", stop.number)
  }

  private mutating func string(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  private mutating func number(_ name: String, _ value: some BinaryInteger) {
    key(name)
    append(value.description)
  }

  private mutating func number(_ name: String, _ value: Double) {
    key(name)
    number(value)
  }

  private mutating func milliseconds(_ name: TraceConfigKey, _ span: Microseconds) {
    number(name.rawValue, Double(span.value) / 1000)
  }

  private mutating func list<Element>(
    _ name: String, _ elements: [Element], _ append: (inout TraceWriter, Element) -> Void
  ) {
    key(name)
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  // MARK: Values

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// JSON has no number that is not finite; a trace has `null` for it.
  private mutating func number(_ value: Double) {
    guard value.isFinite else { return append("null") }
    // The shortest digits that give the same number back.
    append(value.description)
  }

  private mutating func string(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      // A terminal acts on C1 controls, and some readers of lines take U+2028 and U+2029 for their end.
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        append("\\u")
        let digits = String(scalar.value, radix: 16)
        for _ in digits.utf8.count..<4 { bytes.append(UInt8(ascii: "0")) }
        append(digits)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
