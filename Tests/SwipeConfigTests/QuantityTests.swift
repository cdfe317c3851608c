import CommitPoint
import SwipeConfig
import Testing

@Suite struct QuantityTests {
  @Test(arguments: [
    (Setting.commit, "16mm", 16), (.commit, "16 mm", 16), (.commit, "1.6cm", 16),
    (.commit, "16", 16),
    (.commit, "6", 6), (.commit, "60mm", 60), (.commit, "1.6e1mm", 16),
    (.hysteresis, "0", 0), (.hysteresis, "1.5mm", 1.5),
    (.tickInterval, "50ms", 50), (.tickInterval, "0.05s", 50), (.tickInterval, "50000us", 50),
    (.flickVelocity, "15cm/s", 150), (.flickMinFraction, "40%", 0.4),
    (.flickMinFraction, "0.4", 0.4),
  ])
  func aValueIsReadAsPeopleWriteIt(setting: Setting, text: String, value: Double) throws {
    #expect(abs(try setting.value(of: text) - value) < 1e-9)
  }

  @Test(arguments: [
    "", "mm", "sixteen", "16 inches", "16ms", "16mm mm", "nan", "inf", "0x10", "16mmm", "1,6mm",
    "--3mm",
    "16\u{0}mm",
  ])
  func whatIsNoDistanceIsRefused(text: String) {
    #expect(throws: QuantityError.malformed(.commit, text)) { try Setting.commit.value(of: text) }
  }

  @Test(arguments: ["5.9mm", "60.1mm", "-16mm", "1e9", "6.1cm"])
  func whatIsOutOfRangeIsNamedAsThat(text: String) {
    #expect(throws: QuantityError.outOfRange(.commit, text)) { try Setting.commit.value(of: text) }
  }

  @Test func messagesNameTheValueAndTheRange() {
    #expect(
      QuantityError.outOfRange(.commit, "500mm").description
        == "\"500mm\" is out of range; expected a distance from 6 to 60 mm")
    #expect(
      QuantityError.malformed(.flickMinFraction, "x").description
        == "\"x\" is not a number from 0 to 1")
  }
}
