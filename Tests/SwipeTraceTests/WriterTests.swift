import CommitPoint
import Foundation
import SwipeTrace
import Testing

struct WriterTests {
  @Test("A trace's lines are as its description has them")
  func lines() {
    var writer = TraceWriter()
    writer.header(TraceHeader(name: "n"))
    writer.input(.begin(fingers: 3), at: 5, device: "event4")
    writer.input(.motion(dx: -0.1, dy: Millimetres(.infinity), fingers: 4), at: 6)
    writer.input(.motion(dx: 16, dy: 0), at: 6)
    writer.input(.end, at: 7)
    writer.input(.cancel(.button), at: 8)
    let stop = Stop(.left, 1)
    writer.event(SwipeEvent(time: 1, kind: .armed(stop, offset: -16.25)))
    writer.event(
      SwipeEvent(time: 2, kind: .tick(.arm(stop))), device: "event4", backend: "log", latency: 180)
    writer.event(SwipeEvent(time: 3, kind: .disarmed(stop, offset: -14)))
    writer.event(SwipeEvent(time: 4, kind: .tick(.disarm)))
    writer.event(SwipeEvent(time: 5, kind: .committed(Stop(.right, 2))))
    writer.event(SwipeEvent(time: 6, kind: .sprungBack))
    writer.event(SwipeEvent(time: 7, kind: .cancelled(.vertical)))
    writer.event(SwipeEvent(time: 8, kind: .ignored))
    writer.lost(count: 12)
    writer.expect(TraceExpectation(ticks: [.arm], outcomes: [.committed(stop), .ignored]))
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == """
        {"swiped_trace":1,"name":"n","config":{"commit_mm":16.0,"hysteresis_mm":1.5,\
        "tick_interval_ms":50.0,"flick":false,"directions":["left","right"],"fingers":[3],\
        "axis_lock_mm":2.0,"way_out_mm":15.0,"cancel_tick":true,"rest_ms":130.0}}
        {"time_us":5,"event":"begin","device":"event4","fingers":3}
        {"time_us":6,"event":"motion","dx_mm":-0.1,"dy_mm":null,"fingers":4}
        {"time_us":6,"event":"motion","dx_mm":16.0,"dy_mm":0.0}
        {"time_us":7,"event":"end"}
        {"time_us":8,"event":"cancel","reason":"button"}
        {"time_us":1,"event":"armed","direction":"left","stop":1,"offset_mm":-16.25}
        {"time_us":2,"event":"tick","device":"event4","kind":"arm","stop":1,"backend":"log",\
        "latency_us":180}
        {"time_us":3,"event":"disarmed","direction":"left","stop":1,"offset_mm":-14.0}
        {"time_us":4,"event":"tick","kind":"disarm"}
        {"time_us":5,"event":"committed","direction":"right","stop":2}
        {"time_us":6,"event":"sprung_back"}
        {"time_us":7,"event":"cancelled","reason":"vertical"}
        {"time_us":8,"event":"ignored"}
        {"event":"lost","count":12}
        {"expect":{"ticks":["arm"],"outcomes":["committed left","ignored"]}}

        """)
  }

  @Test("Every header that says everything is read as it was written")
  func headers() throws {
    let flick = Flick(projection: 90_500, velocity: 212.5, minFraction: 0.45)
    let feels = [Feel(), Feel(stops: [6, 12.5, 60], hysteresis: 0.1, flick: flick)]
    for feel in feels {
      for directions in [[Direction.left], [.up, .down], Direction.allCases] {
        var settings = SwipeSettings(
          left: nil, right: nil, fingers: [2, 4], tickInterval: 12_345, axisLock: 0.1, wayOut: 0,
          rest: 1, cancelTick: false)
        for direction in directions { settings[direction] = feel }
        let header = TraceHeader(name: "a", source: "b", settings: settings)
        #expect(header.saysEverything)
        var writer = TraceWriter()
        writer.header(header)
        #expect(try items(in: writer.bytes) == [.header(header)])
      }
    }
  }

  @Test("A header that cannot say everything says so")
  func flat() {
    var settings = SwipeSettings()
    #expect(TraceHeader(settings: settings).saysEverything)
    settings.right = Feel(stops: [20])
    #expect(!TraceHeader(settings: settings).saysEverything)
    settings = SwipeSettings(fingers: nil)
    #expect(!TraceHeader(settings: settings).saysEverything)
    settings = SwipeSettings(fingers: [3, 5])
    #expect(!TraceHeader(settings: settings).saysEverything)
    settings = SwipeSettings(left: nil, right: nil)
    #expect(!TraceHeader(settings: settings).saysEverything)
    settings = SwipeSettings().fitted(width: 10, height: 10)
    #expect(!TraceHeader(settings: settings).saysEverything)
  }

  @Test("Every string comes back, and as one line that any JSON reader takes")
  func strings() throws {
    let all = (0...0x2100).compactMap(Unicode.Scalar.init).map(String.init).joined()
    let odd = String(decoding: [0xFF, 0x41, 0xED, 0xA0, 0x80, 0xC3], as: UTF8.self)
    for name in [all, odd, "", "\u{FFFE}\u{FFFF}\u{FEFF}😀\u{10FFFF}\u{1FFFE}", "e\u{301}👩‍👩‍👧‍👦"] {
      let header = TraceHeader(name: name)
      var writer = TraceWriter()
      writer.header(header)
      #expect(writer.bytes.count { $0 == UInt8(ascii: "\n") } == 1)
      #expect(writer.bytes.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") })
      #expect(try items(in: writer.bytes) == [.header(header)])
      let json = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: Any]
      #expect(json?["name"] as? String == name)
    }
  }

  @Test("Travel comes back to the last bit")
  func numbers() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      let bits = Double(bitPattern: random.next())
      let dx = bits.isFinite ? bits : 0.1
      var writer = TraceWriter()
      writer.input(.motion(dx: Millimetres(dx), dy: Millimetres(-dx)), at: 0)
      guard case .line(let line)? = try items(in: writer.bytes).first,
        case .input(.motion(let x, let y, nil), at: 0) = line.content
      else { return #expect(Bool(false)) }
      #expect(x.value.bitPattern == dx.bitPattern)
      #expect(y.value.bitPattern == (-dx).bitPattern)
    }
  }

  @Test("What is written of a replay, its own replay gives", arguments: traces(in: "Cases"))
  func roundTrip(_ file: URL) throws {
    let read = try items(in: Array(Data(contentsOf: file)))
    var writer = TraceWriter()
    if case .header(let header)? = read.first { writer.header(header) }
    for case .line(let line) in read {
      guard case .input(let input, let time) = line.content else { continue }
      writer.input(input, at: time)
    }
    let events = try Replayed(read).events
    for event in events { writer.event(event.event, backend: "log", latency: 100) }
    let again = try Replayed(items(in: writer.bytes))
    #expect(again.events == events)
    #expect(again.verification.recordedCount == events.count)
    #expect(again.verification.differences() == [])
  }
}

/// Steele, Lea and Flood's SplitMix64: the same seed gives the same numbers.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
