import CommitPoint
import SwipeTrace
import Testing

struct ReplayTests {
  /// Armed at 8 ms, back at 16 ms: its disarm tick is owed until 58 ms.
  static func hasty(_ device: String, from start: Int) -> [String] {
    func line(_ time: Int, _ rest: String) -> String {
      #"{"time_us":\#(start + time),"device":"\#(device)",\#(rest)}"#
    }
    return [
      line(0, #""event":"begin","fingers":3"#),
      line(8000, #""event":"motion","dx_mm":-20,"dy_mm":0"#),
      line(16000, #""event":"motion","dx_mm":10,"dy_mm":0"#),
      line(24000, #""event":"end""#),
    ]
  }

  @Test("After the last line the clock runs on until every tick owed is played")
  func clockRunsOn() throws {
    let events = try Replayed(Self.hasty("a", from: 0).joined(separator: "\n")).events
    #expect(events.last?.event == SwipeEvent(time: 58000, kind: .tick(.disarm)))
  }

  @Test("Each device has an engine of its own, and events come in the order of their times")
  func devices() throws {
    let a = Self.hasty("a", from: 0)
    let b = Self.hasty("b", from: 30000)
    let mixed = try Replayed((a + b).joined(separator: "\n"))
    #expect(mixed.events.map(\.event.time) == mixed.events.map(\.event.time).sorted())
    for (device, lines) in [("a", a), ("b", b)] {
      let alone = try Replayed(lines.joined(separator: "\n")).events
      #expect(mixed.events.filter { $0.device == device }.map(\.event) == alone.map(\.event))
    }
    #expect(mixed.events.compactMap(\.gesture) == [0, 1])
  }

  @Test("What a device does depends on no other's lines")
  func devicesOutOfOrder() throws {
    // b's line at 100 ms is read before a's at 50 ms takes back what a owes until 58 ms.
    let a = Self.hasty("a", from: 0).dropLast()
    let lines =
      a + [
        #"{"time_us":100000,"device":"b","event":"begin","fingers":3}"#,
        #"{"time_us":50000,"device":"a","event":"motion","dx_mm":-10,"dy_mm":0}"#,
        #"{"time_us":51000,"device":"a","event":"end"}"#,
      ]
    let events = try Replayed(lines.joined(separator: "\n")).events
    let ticks = events.filter { if case .tick = $0.event.kind { true } else { false } }
    #expect(ticks.count == 1)
    #expect(events.contains { $0.event.kind == .committed(Stop(.left, 1)) })
  }

  @Test("Outcomes are told by the order of the begins, not of the ends")
  func gestures() throws {
    let text = """
      {"time_us":0,"device":"a","event":"begin","fingers":3}
      {"time_us":1,"device":"b","event":"begin","fingers":4}
      {"time_us":2,"device":"a","event":"begin","fingers":3}
      {"time_us":3,"device":"a","event":"begin","fingers":2}
      {"time_us":4,"device":"a","event":"begin","fingers":3}
      {"time_us":5,"device":"b","event":"begin","fingers":3}
      {"time_us":6,"device":"b","event":"end"}
      {"expect":{"ticks":[],"outcomes":["cancelled","ignored","cancelled","ignored","sprung_back"]}}
      """
    #expect(try Replayed(text).verification.differences() == [])
  }

  @Test("Those who play it at its own pace get the same")
  func paced() throws {
    let items = try items(in: Self.hasty("a", from: 0).joined(separator: "\n"))
    var replay = try TraceReplay(SwipeSettings())
    var events: [TraceReplay.Event] = []
    for case .line(let line) in items {
      guard case .input(_, let time) = line.content else { continue }
      while let deadline = replay.deadline, deadline < time {
        replay.advance(to: deadline) { events.append($0) }
      }
      replay.play(line) { events.append($0) }
    }
    replay.finish { events.append($0) }
    #expect(try events == Replayed(items).events)
  }

  @Test("Times at the end of what can be counted end too")
  func endOfTime() throws {
    let last = Int64.max
    let text = """
      {"time_us":\(last - 3),"event":"begin","fingers":3}
      {"time_us":\(last - 2),"event":"motion","dx_mm":-20,"dy_mm":0}
      {"time_us":\(last - 1),"event":"motion","dx_mm":10,"dy_mm":0}
      {"time_us":\(last),"event":"end"}
      """
    let ticks = try Replayed(text).events.filter {
      if case .tick = $0.event.kind { true } else { false }
    }
    #expect(ticks.count == 2)
  }
}
