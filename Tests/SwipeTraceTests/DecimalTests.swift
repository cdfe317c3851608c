import SwipeTrace
import Testing

@Suite struct DecimalTests {
  @Test(arguments: [
    (0, 3, "0.000"), (0.0004, 3, "0.000"), (0.0006, 3, "0.001"), (-0.05, 1, "-0.1"),
    (-0.04, 1, "0.0"), (12.345, 3, "12.345"), (999.9996, 3, "1000.000"), (7, 0, "7"),
    (-7.6, 0, "-8"), (0, 0, "0"), (10, 0, "10"), (1e300, 1, "1e+300"), (16.04, 1, "16.0"),
  ])
  func aNumberIsToldWithItsDecimals(number: Double, places: Int, text: String) {
    #expect(decimal(number, places: places) == text)
  }
}
