import Foundation
import Testing

@testable import SwipeTrace

struct RandomTests {
  private static let tokens = [
    "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"\\u00e9\"", "\"é\"", "\"\"", "1", "-0.5e3",
    "0", "01", "true", "null", "false", " ", "\t", "#", "'", "-", "NaN", "\\", "\"", "&a", "*a",
    "?",
    "!", "|", ">", "%", "---", "1:", "\u{2028}", "😀",
  ]
  private static let likely = [
    "\"a\":1", "\"b\":[", "],", "}", "\"c\":{", ",\"d\":null", "\"e\":\"f\"",
  ]

  @Test(
    "What is read as JSON is JSON, and what is JSON is read", arguments: [1, 2, 3, 4] as [UInt64])
  func json(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var taken = 0
    for _ in 0..<30_000 {
      var text = "{"
      for _ in 0..<Int.random(in: 0..<9, using: &random) {
        let pieces = Bool.random(using: &random) ? Self.tokens : Self.likely
        text += pieces.randomElement(using: &random) ?? ""
      }
      if Bool.random(using: &random) { text += "}" }
      let ours = (try? JSONValue.object(in: Array(text.utf8)[...])) != nil
      let theirs =
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil && !isStricter(text)
      #expect(ours == theirs, "\(text)")
      if ours { taken += 1 }
    }
    #expect(taken > 100)
  }

  /// Whether ours refuses what JSON leaves open, or what their reader takes although it is no JSON: a key
  /// given twice, and a comma behind an object's last member.
  private func isStricter(_ text: String) -> Bool {
    do throws(LineError) {
      _ = try JSONValue.object(in: Array(text.utf8)[...])
      return false
    } catch {
      return error.message.contains("twice") || error.message.contains("comma before \"}\"")
    }
  }

  @Test("Random bytes are refused and trap nothing", arguments: [1, 2, 3, 4] as [UInt64])
  func bytes(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<15_000 {
      let count = Int.random(in: 0..<60, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = fault(in: bytes)
      // The start of an object gets deeper in.
      _ = fault(in: Array("{\"".utf8) + bytes + Array("\":1}".utf8))
    }
  }

  @Test(
    "Damaged traces are read or refused, and trap nothing", arguments: [1, 2, 3, 4] as [UInt64])
  func damage(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let lines = Self.lines
    let pieces: [[UInt8]] = [
      "null", "-1", "1e999", "9223372036854775807", "[]", "{}", "\"\"", "0", "\"left\"", "true",
      "\\ud83d", "\u{0}", "\u{FEFF}", "\n", "{", "}",
    ].map { Array($0.utf8) }
    var read = 0
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1..<5, using: &random) {
        bytes += lines.randomElement(using: &random) ?? []
        bytes.append(UInt8(ascii: "\n"))
      }
      for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2:
          let end = min(bytes.count, place + Int.random(in: 0..<12, using: &random))
          bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random) ?? [])
        default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
        }
        if bytes.isEmpty { break }
      }
      guard let items = try? items(in: bytes) else { continue }
      read += 1
      let replayed = try Replayed(items)
      _ = replayed.verification.differences()
    }
    #expect(read > 1000)
  }

  /// A line of each kind.
  private static let lines: [[UInt8]] = [
    #"{"swiped_trace":1,"name":"a","config":{"commit_mm":16,"flick":true,"directions":["left"]}}"#,
    #"{"swiped_trace":1,"config":{"stops_mm":[12,30],"tick_interval_ms":0.5,"fingers":[2,3]}}"#,
    #"{"time_us":0,"event":"begin","fingers":3}"#,
    #"{"time_us":8000,"event":"motion","dx_mm":-20.5,"dy_mm":0.25}"#,
    #"{"time_us":9000,"event":"motion","dx_mm":null,"dy_mm":1e300,"fingers":3}"#,
    #"{"time_us":9000,"event":"motion","dx_mm":7,"dy_mm":0,"device":"b"}"#,
    #"{"time_us":16000,"event":"end"}"#,
    #"{"time_us":16000,"event":"cancel","reason":"button"}"#,
    #"{"time_us":8000,"event":"armed","direction":"left","stop":1,"offset_mm":-20}"#,
    #"{"time_us":8000,"event":"tick","kind":"arm","stop":1,"backend":"log","latency_us":9}"#,
    #"{"time_us":9000,"event":"tick","kind":"disarm"}"#,
    #"{"time_us":16000,"event":"committed","direction":"left","stop":1}"#,
    #"{"event":"lost","count":3}"#,
    #"{"expect":{"ticks":["arm"],"outcomes":["committed left 2","ignored"]}}"#,
  ].map { Array($0.utf8) }
}
