import SwipeTrace
import Testing

struct VerificationTests {
  static let input = [
    #"{"time_us":0,"event":"begin","fingers":3}"#,
    #"{"time_us":8000,"event":"motion","dx_mm":-20,"dy_mm":0}"#,
    #"{"time_us":90000,"event":"motion","dx_mm":10,"dy_mm":0}"#,
    #"{"time_us":98000,"event":"end"}"#,
  ]
  static let outcome = [
    #"{"time_us":8000,"event":"armed","direction":"left","stop":1,"offset_mm":-20}"#,
    #"{"time_us":8000,"event":"tick","kind":"arm","stop":1,"backend":"log","latency_us":9}"#,
    #"{"time_us":90000,"event":"disarmed","direction":"left","stop":1,"offset_mm":-10}"#,
    #"{"time_us":90000,"event":"tick","kind":"disarm"}"#,
    #"{"time_us":98000,"event":"sprung_back"}"#,
  ]

  private func differences(_ lines: [String]) throws -> [String] {
    try Replayed(lines.joined(separator: "\n")).verification.differences()
  }

  @Test("A trace that holds, holds")
  func holds() throws {
    #expect(try differences(Self.input + Self.outcome) == [])
  }

  @Test("The order of a tick and another outcome is not compared")
  func order() throws {
    let outcome = Self.outcome
    let ticksLast = [outcome[0], outcome[2], outcome[4], outcome[1], outcome[3]]
    #expect(try differences(Self.input + ticksLast) == [])
  }

  @Test("The order of two ticks is")
  func tickOrder() throws {
    let outcome = Self.outcome
    let swapped = [outcome[0], outcome[3], outcome[2], outcome[1], outcome[4]]
    #expect(try !differences(Self.input + swapped).isEmpty)
  }

  @Test("An outcome line that is missing is a difference", arguments: outcome.indices)
  func missing(_ index: Int) throws {
    var outcome = Self.outcome
    outcome.remove(at: index)
    #expect(try differences(Self.input + outcome).count == 1)
  }

  @Test("An outcome line too many is a difference", arguments: outcome.indices)
  func added(_ index: Int) throws {
    var outcome = Self.outcome
    outcome.insert(outcome[index], at: index)
    #expect(try differences(Self.input + outcome).count == 1)
  }

  @Test("A time that is off by a microsecond is a difference", arguments: outcome.indices)
  func time(_ index: Int) throws {
    var outcome = Self.outcome
    outcome[index] = outcome[index].replacing("000,", with: "001,", maxReplacements: 1)
    #expect(try differences(Self.input + outcome).count == 1)
  }

  @Test(
    "An offset is compared to 0.001 mm",
    arguments: [("-20.0009", true), ("-19.999", true), ("-20.0011", false), ("20", false)])
  func offset(_ offset: String, _ holds: Bool) throws {
    let outcome = Self.outcome.map { $0.replacing(":-20}", with: ":\(offset)}") }
    #expect(try differences(Self.input + outcome).isEmpty == holds)
  }

  @Test(
    "What an outcome says is compared",
    arguments: [
      (
        #""direction":"left","stop":1,"offset_mm":-20"#,
        #""direction":"right","stop":1,"offset_mm":-20"#
      ),
      (#""stop":1,"offset_mm":-20"#, #""stop":2,"offset_mm":-20"#),
      (#""kind":"arm","stop":1"#, #""kind":"arm","stop":2"#),
      (#""kind":"arm","stop":1"#, #""kind":"disarm""#),
      ("sprung_back\"", "ignored\""),
      ("sprung_back\"", "cancelled\",\"reason\":\"button\""),
      ("sprung_back\"", "committed\",\"direction\":\"left\",\"stop\":1"),
    ])
  func content(_ old: String, _ new: String) throws {
    let changed = Self.outcome.map { $0.replacing(old, with: new) }
    #expect(changed != Self.outcome)
    #expect(try differences(Self.input + changed).count == 1)
  }

  @Test("The words tell the line, what it has and what the replay gives")
  func words() throws {
    var outcome = Self.outcome
    outcome[4] = #"{"time_us":98000,"event":"ignored"}"#
    #expect(
      try differences(Self.input + outcome)
        == ["line 9 has ignored at 98000 µs; the replay gives sprung_back at 98000 µs"])
    outcome.removeLast()
    #expect(
      try differences(Self.input + outcome)
        == ["the replay gives sprung_back at 98000 µs; the file has no such line"])
    outcome = Self.outcome + [#"{"time_us":98000,"event":"tick","kind":"arm","stop":1}"#]
    #expect(
      try differences(Self.input + outcome)
        == ["line 10 has tick arm 1 at 98000 µs; the replay gives nothing then"])
  }

  @Test(
    "An expect line that asks for something else is told",
    arguments: [
      (
        #"{"ticks":["arm"],"outcomes":["sprung_back"]}"#,
        "line 5 expects the ticks arm; the replay gives arm, disarm"
      ),
      (
        #"{"ticks":["arm","arm"],"outcomes":["sprung_back"]}"#,
        "line 5 expects the ticks arm, arm; the replay gives arm, disarm"
      ),
      (
        #"{"ticks":["arm","disarm"],"outcomes":[]}"#,
        "line 5 expects the outcomes none; the replay gives sprung_back"
      ),
      (
        #"{"ticks":["arm","disarm"],"outcomes":["committed left 2"]}"#,
        "line 5 expects the outcomes committed left 2; the replay gives sprung_back"
      ),
    ])
  func expectation(_ expect: String, _ told: String) throws {
    #expect(try differences(Self.input + ["{\"expect\":\(expect)}"]) == [told])
  }

  @Test("A gesture that is still open has no outcome")
  func open() throws {
    let lines = Self.input.dropLast() + [#"{"expect":{"ticks":["arm","disarm"],"outcomes":[]}}"#]
    #expect(try differences(Array(lines)) == [])
  }

  @Test("Input alone claims nothing")
  func nothing() throws {
    let replayed = try Replayed(Self.input.joined(separator: "\n"))
    #expect(!replayed.verification.hasClaims)
    #expect(replayed.verification.differences() == [])
  }

  @Test("Differences of a trace that has lost lines come with that")
  func lost() throws {
    let lost = [#"{"event":"lost","count":3}"#]
    #expect(try differences(Self.input + Self.outcome + lost) == [])
    #expect(
      try differences(Self.input + Self.outcome.dropLast() + lost).last
        == "3 lines were lost at line 9: what follows may differ for that")
  }

  @Test("Each device's lines are compared with its own engine's")
  func devices() throws {
    func of(_ device: String, _ lines: [String]) -> [String] {
      lines.map { $0.replacing("{", with: #"{"device":"\#(device)","#, maxReplacements: 1) }
    }
    let all = of("a", Self.input + Self.outcome) + of("b", Self.input + Self.outcome)
    #expect(try differences(all) == [])
    let wrong = of("a", Self.input + Self.outcome) + of("b", Self.input) + of("a", Self.outcome)
    #expect(try differences(wrong).count == 10)
  }
}
