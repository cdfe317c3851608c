import CommitPoint
import SwipeCommandLine
import SwipeConfig
import Testing

@Suite struct FeelOptionsTests {
  private func settings(_ arguments: String...) throws -> SwipeSettings {
    var configuration = Configuration()
    try configuration.overlay(parseCommandLine(arguments, feelOptions))
    let combined = configuration.combinedSettings(on: touchpad)
    #expect(combined.isExact)
    return combined.settings
  }

  private let touchpad = TouchpadIdentity(
    name: "Pad", hardware: HardwareID(vendor: 1, product: 2), paths: [])

  @Test func withoutOptionsAllIsAsTheEngineHasIt() throws {
    #expect(try settings() == SwipeSettings())
  }

  @Test func everySettingHasItsOption() throws {
    let feel = Feel(
      stops: [20], hysteresis: 2,
      flick: Flick(projection: .milliseconds(90), velocity: 200, minFraction: 0.5))
    let expected = SwipeSettings(
      left: nil, right: feel, up: feel, down: nil, fingers: [2, 4],
      tickInterval: .milliseconds(60), axisLock: 3, wayOut: 0, rest: .milliseconds(140),
      cancelTick: false)
    let given = try settings(
      "--fingers", "2, 4", "--directions", "up,right", "--commit", "2cm", "--hysteresis=2mm",
      "--tick-interval", "60ms", "--axis-lock", "3", "--way-out", "0mm", "--rest", "0.14s",
      "--flick",
      "--flick-project", "90ms", "--flick-velocity", "20cm/s", "--flick-min-fraction", "50%",
      "--no-cancel-tick")
    #expect(given == expected)
  }

  @Test func stopsTakeThePlaceOfTheCommitDistance() throws {
    #expect(try settings("--stops", "12mm,30mm").left?.stops == [12, 30])
  }

  @Test(arguments: [
    (
      ["--commit", "5mm"], "--commit: \"5mm\" is out of range; expected a distance from 6 to 60 mm"
    ),
    (["--stops", "30mm,12mm"], "--stops: \"12mm\" is not farther than the stop before it"),
    (["--stops", ""], "--stops: \"\" is not a distance from 6 to 60 mm"),
    (
      ["--stops", "12mm", "--commit", "16mm"],
      "--stops: takes the place of --commit; give one of them"
    ),
    (["--fingers", "5"], "--fingers: \"5\" is none of 2, 3, 4"),
    (["--fingers", "3,"], "--fingers: \"\" is none of 2, 3, 4"),
    (
      ["--directions", "lefft"],
      "--directions: \"lefft\" is none of left, right, up, down; did you mean \"left\"?"
    ),
  ])
  func whatCannotBeIsNamed(arguments: [String], message: String) {
    #expect {
      var configuration = Configuration()
      try configuration.overlay(parseCommandLine(arguments, feelOptions))
    } throws: {
      "\($0)" == message
    }
  }
}
