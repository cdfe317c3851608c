import Testing

@testable import SwipeTools

struct JSONTests {
  @Test("Values are written in one line, members in their order, those without a value left out")
  func values() {
    let value = JSON.object([
      "b": .integer(-1), "a": nil, "c": .array([.bool(true), .null, .number(.infinity)]),
      "d": .number(0.5),
    ])
    #expect(value.text == #"{"b":-1,"c":[true,null,null],"d":0.5}"#)
  }

  @Test("Strings cannot end a line, nor themselves, nor act on a terminal")
  func strings() {
    #expect(
      JSON.string("a\"\\\n\u{1B}\u{9B}\u{2028}é").text == #""a\"\\\u000a\u001b\u009b\u2028é""#)
  }
}
