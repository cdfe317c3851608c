import CommitPoint
import SwipeTrace
import Testing

struct ReaderTests {
  @Test("Without a header the defaults are in force")
  func noHeader() throws {
    let items = try items(in: #"{"time_us":0,"event":"begin","fingers":3}"#)
    #expect(
      items == [
        .line(TraceLine(number: 1, content: .input(.begin(fingers: 3), at: 0)))
      ])
  }

  @Test("A header changes what it names and nothing else")
  func header() throws {
    let items = try items(
      in: """
        {"swiped_trace":1,"name":"n","why":"w","source":"s","config":{"stops_mm":[12,30.0],\
        "hysteresis_mm":0,"tick_interval_ms":12.5,"flick":true,"directions":["up","left"],\
        "fingers":[2,4],"axis_lock_mm":0,"way_out_mm":0,"cancel_tick":false,"rest_ms":50.0,\
        "flick_project_ms":90,"flick_velocity_mm_s":2e2,"flick_min_fraction":0.5}}
        """)
    let flick = Flick(projection: .milliseconds(90), velocity: 200, minFraction: 0.5)
    let feel = Feel(stops: [12, 30], hysteresis: 0, flick: flick)
    let settings = SwipeSettings(
      left: feel, right: nil, up: feel, down: nil, fingers: [2, 4], tickInterval: 12_500,
      axisLock: 0, wayOut: 0, rest: .milliseconds(50), cancelTick: false)
    #expect(
      items == [.header(TraceHeader(name: "n", why: "w", source: "s", settings: settings))])
  }

  @Test("The flick's numbers alone turn no flick on")
  func flickOff() throws {
    guard
      case .header(let header)? = try items(
        in: #"{"swiped_trace":1,"config":{"flick_project_ms":90}}"#
      ).first
    else { return #expect(Bool(false)) }
    #expect(header.settings == SwipeSettings())
  }

  @Test("Blank lines, spaces, carriage returns and a missing last line feed are nothing")
  func space() throws {
    let plain = #"{"time_us":5,"event":"end"}"#
    let spaced = "\n  \t\n { \"time_us\" :\t5 , \"event\":\"end\"\t} \r\n\r\n"
    guard case .line(let a)? = try items(in: plain).first,
      case .line(let b)? = try items(in: spaced).first
    else { return #expect(Bool(false)) }
    #expect(a.content == b.content)
    #expect(a.number == 1)
    #expect(b.number == 3)
  }

  @Test("A whole number may be written as any number is")
  func wholeNumbers() throws {
    for time in ["9007199254740993", "9223372036854775807"] {
      guard case .line(let line)? = try items(in: #"{"time_us":\#(time),"event":"end"}"#).first
      else { return #expect(Bool(false)) }
      #expect(line.content == .input(.end, at: Microseconds(Int64(time) ?? 0)))
    }
    for time in ["50", "50.0", "5e1", "5.0E+1", "500e-1"] {
      guard case .line(let line)? = try items(in: #"{"time_us":\#(time),"event":"end"}"#).first
      else { return #expect(Bool(false)) }
      #expect(line.content == .input(.end, at: 50))
    }
  }

  @Test("null stands for travel that is not finite")
  func notFinite() throws {
    guard
      case .line(let line)? = try items(
        in: #"{"time_us":0,"event":"motion","dx_mm":null,"dy_mm":1,"fingers":2}"#
      ).first,
      case .input(.motion(let dx, let dy, let fingers), at: 0) = line.content
    else { return #expect(Bool(false)) }
    #expect(dx.value.isNaN)
    #expect(dy == 1)
    #expect(fingers == 2)
  }

  @Test("What only a live trace has is understood")
  func live() throws {
    let items = try items(
      in: """
        {"time_us":1,"event":"tick","kind":"arm","stop":2,"backend":"log","latency_us":180}
        {"event":"lost","count":7}
        """)
    #expect(
      items == [
        .line(TraceLine(number: 1, content: .outcome(.tick(.arm(stop: 2)), at: 1), latency: 180)),
        .line(TraceLine(number: 2, content: .lost(count: 7))),
      ])
  }

  @Test("Where a trace has one device, a line that names none is about it")
  func oneDevice() throws {
    let items = try items(
      in: """
        {"time_us":0,"event":"begin","fingers":3,"device":"a"}
        {"time_us":1,"event":"end"}
        """)
    for case .line(let line) in items { #expect(line.device == "a") }
  }

  @Test("Every escape of JSON means what it says")
  func escapes() throws {
    guard
      case .header(let header)? = try items(
        in: #"{"swiped_trace":1,"name":"\"\\\/\b\f\n\r\té\u00E9\ud83d\ude00\u0000\u2028"}"#
      ).first
    else { return #expect(Bool(false)) }
    #expect(header.name == "\"\\/\u{8}\u{C}\n\r\té\u{E9}😀\0\u{2028}")
  }

  @Test("An expectation is one of words")
  func expectation() throws {
    let items = try items(
      in: #"{"expect":{"ticks":["arm","disarm"],"outcomes":["committed left","#
        + #""committed up 2","sprung_back","cancelled","ignored"]}}"#)
    let expected = TraceExpectation(
      ticks: [.arm, .disarm],
      outcomes: [
        .committed(Stop(.left, 1)), .committed(Stop(.up, 2)), .sprungBack, .cancelled, .ignored,
      ])
    #expect(items == [.line(TraceLine(number: 1, content: .expect(expected)))])
  }
}
