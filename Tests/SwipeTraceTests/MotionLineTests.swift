import CommitPoint
import Testing

@testable import SwipeTrace

struct MotionLineTests {
  /// Every line that the quick reader takes is read as the thorough one reads it.
  @Test(
    "The quick reader of motions agrees with the reader of all lines",
    arguments: [
      "0", "1", "-0", "-0.0", "0.1", "-1.2", "16.000001", "123456.789", "0.000000000000001",
      "999999999999999", "0.30000000000000004", "1e1", "01", "-", ".5", "1.", "--1", "+1",
      "9007199254740993", "00", "1.25e0", "", " 1", "1 ", "\"1\"", "0x1", "NaN",
    ])
  func numbers(_ number: String) {
    let line = #"{"time_us":8000,"event":"motion","dx_mm":\#(number),"dy_mm":0.5}"#
    // A space makes it a line for the other reader.
    expectSame(line, line.replacing("{", with: "{ ", maxReplacements: 1))
  }

  @Test(
    "So it does of times, names and what follows",
    arguments: [
      #"{"time_us":0,"event":"motion","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":123456789012345678,"event":"motion","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":9223372036854775807,"event":"motion","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":9223372036854775808,"event":"motion","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":007,"event":"motion","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":-1,"event":"motion","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":5,"event":"motion","device":"event4","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":5,"event":"motion","device":"a\"b","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":5,"event":"motion","device":"","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":5,"event":"motion","device":"é","dx_mm":1,"dy_mm":2}"#,
      #"{"time_us":5,"event":"motion","dx_mm":1,"dy_mm":2,"fingers":3}"#,
      #"{"time_us":5,"event":"motion","dx_mm":1,"dy_mm":2}}"#,
      #"{"time_us":5,"event":"motion","dx_mm":1,"dy_mm":2"#,
      #"{"time_us":5,"event":"motion","dx_mm":1}"#,
    ])
  func lines(_ line: String) {
    expectSame(line, line.replacing("{", with: "{ ", maxReplacements: 1))
  }

  private func expectSame(_ quick: String, _ thorough: String) {
    let (one, other) = (read(quick), read(thorough))
    #expect(one == other, "\(quick)")
  }

  private func read(_ line: String) -> TraceLine? {
    var reader = TraceReader()
    reader.append(line.utf8)
    reader.end()
    guard let item = try? reader.next(), case .line(let line) = item else { return nil }
    return line
  }
}
