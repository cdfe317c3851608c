import SwipeTrace
import Testing

/// A trace that cannot be read, and what is said of it.
struct Fault: Sendable, CustomTestStringConvertible {
  var input: String
  var message: String

  init(_ input: String, _ message: String) {
    self.input = input
    self.message = message
  }

  var testDescription: String { message }
}

struct FaultTests {
  @Test("What is no JSON is told with its place", arguments: syntax)
  func syntaxFault(_ fault: Fault) {
    #expect(SwipeTraceTests.fault(in: Array(fault.input.utf8)) == fault.message)
  }

  @Test("What is no trace is told with its place", arguments: meaning)
  func meaningFault(_ fault: Fault) {
    #expect(SwipeTraceTests.fault(in: Array(fault.input.utf8)) == fault.message)
  }

  @Test("What no configuration can say is told with its place", arguments: configuration)
  func configurationFault(_ fault: Fault) {
    let line = "{\"swiped_trace\":1,\"config\":\(fault.input)}"
    #expect(SwipeTraceTests.fault(in: Array(line.utf8)) == fault.message)
  }

  @Test("Bytes that are no text are told with their place")
  func bytes() {
    let line = Array("{\"é\":\"".utf8)
    #expect(fault(in: line + [0xFF]) == "1:7: the byte 0xFF is no UTF-8")
    #expect(fault(in: line + [0xC3]) == "1:7: the byte 0xC3 is no UTF-8")
    #expect(fault(in: line + [0xED, 0xA0, 0x80]) == "1:7: the byte 0xED is no UTF-8")
    #expect(fault(in: [0xFF, 0xFE, 0x7B, 0]) == "1:1: the byte 0xFF is no UTF-8")
    #expect(
      fault(in: [0xEF, 0xBB, 0xBF] + Array("{}".utf8))
        == "1:1: the file starts with a byte order mark; expected UTF-8 without one")
  }

  @Test("An endless line ends with what it starts with, or at a megabyte")
  func endless() {
    var reader = TraceReader()
    reader.append([UInt8](repeating: 0, count: 4096))
    #expect(
      throws: TraceError(
        line: 1, column: 1, message: "the line starts with U+0000; expected an object, {…}")
    ) { try reader.next() }
    for start in ["{\"a\":\"", " ", "{"] {
      let line = Array(start.utf8) + [UInt8](repeating: 0x20, count: TraceReader.longestLine)
      #expect(fault(in: line) == "1:1: the line is longer than 1048576 bytes")
    }
  }

  @Test("A line of a megabyte is read")
  func longest() throws {
    let frame = "{\"swiped_trace\":1,\"name\":\"\"}".utf8.count
    let name = String(repeating: "n", count: TraceReader.longestLine - frame)
    guard
      case .header(let header)? = try items(in: "{\"swiped_trace\":1,\"name\":\"\(name)\"}\n").first
    else { return #expect(Bool(false)) }
    #expect(header.name == name)
  }

  @Test("A megabyte of anything is refused in a moment", .timeLimit(.minutes(1)))
  func megabytes() {
    func list(_ element: String, _ count: Int) -> String {
      "[" + [String](repeating: element, count: count).joined(separator: ",") + "]"
    }
    let many = 50_000
    let keys = (0..<many).map { "\"\(String($0, radix: 36))\":0" }.joined(separator: ",")
    let escapes = String(repeating: "\\/", count: 2 * many)
    let lines = [
      "{\(keys)}", "{\"a\":\(list("0", many)),\"b\":\"\(escapes)\"}",
      "{\"a\":\(list("\"\\/\"", many))}",
    ]
    for line in lines {
      #expect(
        fault(in: Array(line.utf8))
          == "1:1: the line lacks \"event\"; expected a header, an event or \"expect\"")
    }
  }

  @Test("After a fault nothing more is read")
  func nothingBehind() {
    var reader = TraceReader()
    reader.append("{}\n{\"time_us\":1,\"event\":\"end\"}\n".utf8)
    #expect(throws: TraceError.self) { try reader.next() }
    #expect(throws: Never.self) { try #expect(reader.next() == nil) }
  }

  // MARK: Tables

  static let syntax =
    [
      Fault("[]", #"1:1: the line starts with "["; expected an object, {…}"#),
      Fault("\n \n  x", #"3:3: the line starts with "x"; expected an object, {…}"#),
      Fault("--- {}", #"1:1: the line starts with "-"; expected an object, {…}"#),
      Fault("%YAML 1.2", #"1:1: the line starts with "%"; expected an object, {…}"#),
      Fault(#"{"a":1"#, #"1:7: the line ends within an object; expected "}""#),
      Fault(#"{"a":[1,"#, #"1:9: the line ends within a list; expected "]""#),
      Fault(#"{"a":"b"#, #"1:6: the string is not closed; expected "\"" before the line ends"#),
      Fault(#"{"a":"b\"#, #"1:8: the line ends within an escape"#),
      Fault(#"{"a":1}, "#, #"1:8: "," follows the object; expected one object a line"#),
      Fault(#"{"a":1}{"b":2}"#, #"1:8: "{" follows the object; expected one object a line"#),
      Fault(#"{"a":1]"#, #"1:7: found "]" within an object; expected "," or "}""#),
      Fault(#"{"a":[1}"#, #"1:8: found "}" within a list; expected "," or "]""#),
      Fault(#"{"a":1,}"#, #"1:7: a comma before "}"; expected another element behind it, or none"#),
      Fault(
        #"{"a":[1 , ]}"#, #"1:9: a comma before "]"; expected another element behind it, or none"#),
      Fault(#"{"a":1 "b":2}"#, #"1:8: found '"'; expected "," or a closing bracket"#),
      Fault(#"{"a":"x" "b":2}"#, #"1:10: found '"'; expected "," or "}""#),
      Fault(#"{"a":[1 2]}"#, #"1:9: found "2"; expected "," or a closing bracket"#),
      Fault(#"{"a":["1" 2]}"#, #"1:11: found "2"; expected "," or "]""#),
      Fault(#"{"a":1:2}"#, #"1:7: found ":"; expected "," or a closing bracket"#),
      Fault(#"{"a" 1}"#, #"1:6: found "1"; expected ":" and a value"#),
      Fault(#"{"a"}"#, #"1:5: found "}"; expected ":" and a value"#),
      Fault(#"{"a":}"#, #"1:6: found "}"; expected a value"#),
      Fault(#"{"a":,"b":1}"#, #"1:6: found ","; expected a value"#),
      Fault(#"{,"a":1}"#, #"1:2: found ","; expected a value"#),
      Fault(#"{"a":1,,"b":1}"#, #"1:8: found ","; expected a value"#),
      Fault(#"{"a":[,1]}"#, #"1:7: found ","; expected a value"#),
      Fault(#"{:1}"#, #"1:2: found ":"; expected a value"#),
      Fault(#"{true:1}"#, #"1:2: found "t"; expected a key in double quotes"#),
      Fault(#"{[1]:1}"#, #"1:2: found "["; expected a key in double quotes"#),
      Fault(
        #"{"a":["b":1]}"#,
        "1:7: a key and a value stand in a list; expected only values there, or an object, {…}"),
      Fault(
        #"{a:1}"#,
        #"1:2: a is no JSON value; expected a number, true, false, null or a "string""#),
      Fault(#"{'a':1}"#, #"1:2: found "'"; expected a JSON value, ",", ":" or a bracket"#),
      Fault(#"{"a":1} # x"#, ##"1:9: "#" follows the object; expected one object a line"##),
      Fault(#"{"a":&x 1}"#, #"1:6: found "&"; expected a JSON value, ",", ":" or a bracket"#),
      Fault(#"{"a":*x}"#, #"1:6: found "*"; expected a JSON value, ",", ":" or a bracket"#),
      Fault(#"{"a":!!str 1}"#, #"1:6: found "!"; expected a JSON value, ",", ":" or a bracket"#),
      Fault(#"{? "a":1}"#, #"1:2: found "?"; expected a JSON value, ",", ":" or a bracket"#),
    ]
    + ["NaN", "Infinity", "-Infinity", ".5", "1.", "01", "+1", "0x10", "1e", "True", "nul", "~1"]
    .map {
      $0 == "~1"
        ? Fault("{\"a\":~1}", #"1:6: found "~"; expected a JSON value, ",", ":" or a bracket"#)
        : Fault(
          "{\"a\":\($0)}",
          #"1:6: \#($0) is no JSON value; expected a number, true, false, null or a "string""#)
    }
    + [
      Fault(#"{"a":1,"a":2}"#, #"1:8: "a" is given twice in an object"#),
      Fault(#"{"a":1,"\u0061":2}"#, #"1:8: "a" is given twice in an object"#),
      Fault("{\"a\":\"\t\"}", "1:7: U+0009 in a string; expected it as an escape"),
      Fault(#"{"a":"\x41"}"#, #"1:7: \ is followed by "x"; expected one of " \ / b f n r t u"#),
      Fault(#"{"a":"\u12"}"#, #"1:7: \u without four hexadecimal digits"#),
      Fault(
        #"{"a":"\ud83d"}"#, #"1:7: half a surrogate pair; expected \udc00…\udfff right behind it"#),
      Fault(
        #"{"a":"\ud83dA"}"#, #"1:7: half a surrogate pair; expected \udc00…\udfff right behind it"#),
      Fault(
        #"{"a":"\ude00"}"#, #"1:7: half a surrogate pair; expected \ud800…\udbff right before it"#),
      // Columns are the file's, whatever libyaml was given to read.
      Fault(#"{"\ud83d\ude00é\/":"😀" 1}"#, #"1:24: found "1"; expected "," or "}""#),
      Fault("{\"\u{2028}\u{85}\u{FEFF}\":\"\u{7F}\" 1}", #"1:12: found "1"; expected "," or "}""#),
      Fault("{\t\"a\"\t1}", #"1:7: found "1"; expected ":" and a value"#),
      Fault(
        #"{"a":"# + String(repeating: "[", count: 16), "1:21: nested deeper than 16 levels"),
      Fault(
        #"{"a":"# + String(repeating: "[", count: 1000), "1:21: nested deeper than 16 levels"),
      Fault(
        #"{"a":"# + String(repeating: #"{"a":"#, count: 1000), "1:81: nested deeper than 16 levels"),
    ]

  static let meaning = [
    Fault("{}", #"1:1: the line lacks "event"; expected a header, an event or "expect""#),
    Fault(
      "\r\n" + #"{"time_us":1}"#,
      #"2:1: the line lacks "event"; expected a header, an event or "expect""#),
    Fault(#"{"event":"moton"}"#, #"1:10: "event" is "moton"; did you mean "motion"?"#),
    Fault(#"{"event":"canceled"}"#, #"1:10: "event" is "canceled"; did you mean "cancelled"?"#),
    Fault(
      #"{"event":"xyzzy"}"#,
      #"1:10: "event" is "xyzzy"; expected one of begin, motion, end, cancel, armed, disarmed, tick, "#
        + "committed, sprung_back, cancelled, ignored, lost"),
    Fault(
      #"{"event":3}"#,
      #"1:10: "event" is 3; expected one of begin, motion, end, cancel, armed, disarmed, tick, "#
        + "committed, sprung_back, cancelled, ignored, lost"),
    Fault(#"{"event":"end"}"#, #"1:1: "end" lacks "time_us""#),
    Fault(#"{"time_us":0,"event":"begin"}"#, #"1:1: "begin" lacks "fingers""#),
    Fault(#"{"time_us":0,"event":"motion","dx_mm":1}"#, #"1:1: "motion" lacks "dy_mm""#),
    Fault(#"{"time_us":0,"event":"cancel"}"#, #"1:1: "cancel" lacks "reason""#),
    Fault(#"{"time_us":0,"event":"tick"}"#, #"1:1: "tick" lacks "kind""#),
    Fault(#"{"time_us":0,"event":"tick","kind":"arm"}"#, #"1:1: "tick" lacks "stop""#),
    Fault(
      #"{"time_us":0,"event":"tick","kind":"disarm","stop":1}"#,
      #"1:45: "stop" is given; a tick has one only where it is an arm"#),
    Fault(
      #"{"time_us":0,"event":"committed","direction":"left"}"#, #"1:1: "committed" lacks "stop""#),
    Fault(
      #"{"time_us":0,"event":"armed","direction":"left","stop":1}"#,
      #"1:1: "armed" lacks "offset_mm""#),
    Fault(
      #"{"time_us":0,"event":"armed","direction":"lft","stop":1,"offset_mm":1}"#,
      #"1:42: "direction" is "lft"; did you mean "left"?"#),
    Fault(
      #"{"time_us":0,"event":"armed","direction":"left","stop":0,"offset_mm":1}"#,
      #"1:56: "stop" is 0; expected a whole number, 1 or more"#),
    Fault(
      #"{"time_us":0,"event":"armed","direction":"left","stop":1,"offset_mm":null}"#,
      #"1:70: "offset_mm" is null; expected a number of millimetres"#),
    Fault(
      #"{"time_us":-1,"event":"end"}"#,
      #"1:12: "time_us" is -1; expected a whole number of microseconds, 0 or more"#),
    Fault(
      #"{"time_us":1.5,"event":"end"}"#,
      #"1:12: "time_us" is 1.5; expected a whole number of microseconds, 0 or more"#),
    Fault(
      #"{"time_us":9223372036854775808,"event":"end"}"#,
      #"1:12: "time_us" is 9223372036854775808; expected a whole number of microseconds, 0 or more"#
    ),
    Fault(
      #"{"time_us":"1","event":"end"}"#,
      #"1:12: "time_us" is "1"; expected a whole number of microseconds, 0 or more"#),
    Fault(
      #"{"time_us":null,"event":"end"}"#,
      #"1:12: "time_us" is null; expected a whole number of microseconds, 0 or more"#),
    Fault(
      #"{"time_us":0,"event":"begin","fingers":0}"#,
      #"1:40: "fingers" is 0; expected a whole number of fingers, 1 or more"#),
    Fault(
      #"{"time_us":0,"event":"begin","fingers":2.5}"#,
      #"1:40: "fingers" is 2.5; expected a whole number of fingers, 1 or more"#),
    Fault(
      #"{"time_us":0,"event":"begin","fingers":[3]}"#,
      #"1:40: "fingers" is a list; expected a whole number of fingers, 1 or more"#),
    Fault(
      #"{"time_us":0,"event":"motion","dx_mm":"1","dy_mm":0}"#,
      #"1:39: "dx_mm" is "1"; expected a number of millimetres, or null"#),
    Fault(
      #"{"time_us":0,"event":"motion","dx_mm":0,"dy_mm":1e999}"#,
      #"1:49: "dy_mm" is 1e999; expected a number of millimetres, or null"#),
    Fault(
      #"{"time_us":0,"event":"motion","dx_mm":0,"dy_m":1}"#,
      #"1:41: "dy_m" is no key of "motion"; did you mean "dy_mm"?"#),
    Fault(
      #"{"time_us":0,"event":"end","pressure":1}"#,
      #"1:28: "pressure" is no key of "end"; expected "time_us", "event", "device""#),
    Fault(
      #"{"time_us":0,"event":"end","dx_mm":1}"#,
      #"1:28: "dx_mm" is no key of "end"; expected "time_us", "event", "device""#),
    Fault(
      #"{"time_us":0,"event":"cancel","reason":"buton"}"#,
      #"1:40: "reason" is "buton"; did you mean "button"?"#),
    Fault(
      #"{"time_us":0,"event":"cancel","reason":"because"}"#,
      #"1:40: "reason" is "because"; expected one of libinput, button, fingers, unplugged, suspended, "#
        + "locked, inactive, vertical, superseded, reload, shutdown"),
    Fault(
      #"{"time_us":0,"event":"end","device":3}"#, #"1:37: "device" is 3; expected a string"#),
    Fault(
      #"{"event":"lost","count":-1}"#, #"1:25: "count" is -1; expected a whole number, 0 or more"#),
    Fault(
      #"{"time_us":0,"event":"tick","kind":"arm","stop":1,"latency_us":"5"}"#,
      #"1:64: "latency_us" is "5"; expected a whole number of microseconds"#),
    // Several devices
    Fault(
      """
      {"time_us":0,"event":"begin","fingers":3,"device":"a"}
      {"time_us":0,"event":"begin","fingers":3,"device":"b"}
      {"time_us":0,"event":"end"}
      """,
      #"3:1: "device" is missing; expected it on every line, as there are several devices"#),
    // Order
    Fault(
      #"{"time_us":0,"event":"end"}"# + "\n" + #"{"swiped_trace":1}"#,
      "2:1: a header; expected it on the first line only"),
    Fault(
      #"{"swiped_trace":1}"# + "\n" + #"{"swiped_trace":1}"#,
      "2:1: a header; expected it on the first line only"),
    Fault(
      #"{"expect":{"ticks":[],"outcomes":[]}}"# + "\n\n" + #"{"time_us":0,"event":"end"}"#,
      "3:1: a line follows the expect line, which is line 1; expected it to be the last"),
    // Header
    Fault(#"{"swiped_trace":2}"#, #"1:17: "swiped_trace" is 2; expected 1, the version"#),
    Fault(#"{"swiped_trace":"1"}"#, #"1:17: "swiped_trace" is "1"; expected 1, the version"#),
    Fault(#"{"swiped_trace":1,"name":1}"#, #"1:26: "name" is 1; expected a string"#),
    Fault(
      #"{"swiped_trace":1,"confg":{}}"#,
      #"1:19: "confg" is no key of the header; did you mean "config"?"#),
    Fault(
      #"{"swiped_trace":1,"config":[]}"#, #"1:28: "config" is an empty list; expected an object"#),
    // Expect
    Fault(
      #"{"expect":[]}"#,
      #"1:11: "expect" is an empty list; expected an object of "ticks" and "outcomes""#),
    Fault(#"{"expect":{"ticks":[]}}"#, #"1:11: "expect" lacks "outcomes""#),
    Fault(#"{"expect":{"outcomes":[]}}"#, #"1:11: "expect" lacks "ticks""#),
    Fault(
      #"{"expect":{"ticks":["arm","disram"],"outcomes":[]}}"#,
      #"1:27: "ticks" is "disram"; did you mean "disarm"?"#),
    Fault(
      #"{"expect":{"ticks":[],"outcomes":["sprungback"]}}"#,
      #"1:35: "outcomes" is "sprungback"; did you mean "sprung_back"?"#),
    Fault(
      #"{"expect":{"ticks":[],"outcomes":["commited left"]}}"#,
      #"1:35: "outcomes" is "commited left"; did you mean "committed left"?"#),
    Fault(
      #"{"expect":{"ticks":{},"outcomes":[]}}"#,
      #"1:20: "ticks" is an object; expected a list of arm and disarm"#),
    Fault(
      #"{"expect":{"ticks":[],"outcomes":[],"tick":[]}}"#,
      #"1:37: "tick" is no key of "expect"; did you mean "ticks"?"#),
    Fault(
      #"{"expect":{"ticks":[],"outcomes":[]},"event":"end"}"#,
      #"1:38: "event" is no key of the expect line; expected "expect""#),
  ]

  static let configuration = [
    Fault(
      #"{"comit_mm":16}"#, #"1:29: "comit_mm" is no key of "config"; did you mean "commit_mm"?"#),
    Fault(
      #"{"hysteresis":1}"#,
      #"1:29: "hysteresis" is no key of "config"; did you mean "hysteresis_mm"?"#),
    Fault(#"{"commit_mm":5.9}"#, #"1:41: "commit_mm" is 5.9; expected a distance from 6 to 60 mm"#),
    Fault(#"{"commit_mm":61}"#, #"1:41: "commit_mm" is 61; expected a distance from 6 to 60 mm"#),
    Fault(
      #"{"commit_mm":"16"}"#, #"1:41: "commit_mm" is "16"; expected a distance from 6 to 60 mm"#),
    Fault(
      #"{"hysteresis_mm":-0.1}"#,
      #"1:45: "hysteresis_mm" is -0.1; expected a distance from 0 to 4 mm"#),
    Fault(
      #"{"hysteresis_mm":4.1}"#,
      #"1:45: "hysteresis_mm" is 4.1; expected a distance from 0 to 4 mm"#),
    Fault(
      #"{"tick_interval_ms":200.5}"#,
      #"1:48: "tick_interval_ms" is 200.5; expected a time from 0 to 200 ms"#),
    Fault(
      #"{"axis_lock_mm":21}"#, #"1:44: "axis_lock_mm" is 21; expected a distance from 0 to 20 mm"#),
    Fault(
      #"{"way_out_mm":101}"#, #"1:42: "way_out_mm" is 101; expected a distance from 0 to 100 mm"#),
    Fault(#"{"rest_ms":1001}"#, #"1:39: "rest_ms" is 1001; expected a time from 0 to 1000 ms"#),
    Fault(
      #"{"flick_project_ms":501}"#,
      #"1:48: "flick_project_ms" is 501; expected a time from 0 to 500 ms"#),
    Fault(
      #"{"flick_velocity_mm_s":2001}"#,
      #"1:51: "flick_velocity_mm_s" is 2001; expected a speed from 0 to 2000 mm/s"#),
    Fault(
      #"{"flick_min_fraction":1.1}"#,
      #"1:50: "flick_min_fraction" is 1.1; expected a number from 0 to 1"#),
    Fault(#"{"flick":1}"#, #"1:37: "flick" is 1; expected true or false"#),
    Fault(#"{"cancel_tick":null}"#, #"1:43: "cancel_tick" is null; expected true or false"#),
    Fault(
      #"{"directions":[]}"#,
      #"1:42: "directions" is an empty list; expected a list of left, right, up and down"#),
    Fault(
      #"{"directions":"left"}"#,
      #"1:42: "directions" is "left"; expected a list of left, right, up and down"#),
    Fault(
      #"{"directions":["left","rigt"]}"#, #"1:50: "directions" is "rigt"; did you mean "right"?"#),
    Fault(#"{"directions":["left","left"]}"#, #"1:50: "directions" has "left" twice"#),
    Fault(
      #"{"fingers":[]}"#,
      #"1:39: "fingers" is an empty list; expected a list of finger counts from 2 to 4"#),
    Fault(
      #"{"fingers":3}"#, #"1:39: "fingers" is 3; expected a list of finger counts from 2 to 4"#),
    Fault(
      #"{"fingers":[3,5]}"#,
      #"1:42: "fingers" is 5; expected a whole number of fingers from 2 to 4"#),
    Fault(#"{"fingers":[3,3.0]}"#, #"1:42: "fingers" has 3.0 twice"#),
    Fault(
      #"{"stops_mm":[]}"#,
      #"1:40: "stops_mm" is an empty list; expected an ascending list of distances"#),
    Fault(#"{"stops_mm":16}"#, #"1:40: "stops_mm" is 16; expected an ascending list of distances"#),
    Fault(
      #"{"stops_mm":[12,61]}"#, #"1:44: "stops_mm" is 61; expected a distance from 6 to 60 mm"#),
    Fault(
      #"{"stops_mm":[12,30,30]}"#, #"1:47: "stops_mm" has 30 behind 30; expected an ascending list"#
    ),
    Fault(
      #"{"stops_mm":[30,12.5]}"#,
      #"1:44: "stops_mm" has 12.5 behind 30; expected an ascending list"#),
    Fault(
      #"{"stops_mm":[30],"commit_mm":16}"#,
      #"1:45: "commit_mm" and "stops_mm" are both given; expected one of them"#),
    Fault(
      #"{"commit_mm":16,"stops_mm":[30]}"#,
      #"1:44: "commit_mm" and "stops_mm" are both given; expected one of them"#),
  ]
}
