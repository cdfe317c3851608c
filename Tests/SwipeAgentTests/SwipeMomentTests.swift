import CommitPoint
import Testing

@testable import SwipeAgent

@Suite("What a program is told")
struct SwipeMomentTests {
  @Test func `All of it, in variables`() throws {
    let swipe = try swipe("direction: up, fingers: 4, name: a = b, run: \"true\"")
    var moment = SwipeMoment(step: "armed", stop: 2, device: "/dev/input/event5", offset: -20.5)
    let always = [
      "SWIPED_DEVICE=/dev/input/event5", "SWIPED_DIRECTION=up", "SWIPED_FINGERS=4",
      "SWIPED_NAME=a = b", "SWIPED_OFFSET_MM=-20.5",
    ]
    #expect(
      moment.variables(of: swipe).sorted() == always + ["SWIPED_STEP=armed", "SWIPED_STOP=2"])
    moment.velocity = -100
    moment.reason = "locked"
    #expect(
      moment.variables(of: swipe).sorted()
        == always + [
          "SWIPED_REASON=locked", "SWIPED_STEP=armed", "SWIPED_STOP=2", "SWIPED_VELOCITY=-100",
        ])
  }

  @Test(
    "Distances have two digits behind the point at most",
    arguments: [
      (0, "0"), (-0.0, "0"), (16, "16"), (-16, "-16"), (16.5, "16.5"), (16.05, "16.05"),
      (16.50, "16.5"), (-0.004, "0"), (0.005, "0.01"), (-0.01, "-0.01"), (9.999, "10"),
      (123.456, "123.46"),
    ])
  func offset(_ value: Double, _ expected: String) throws {
    let moment = SwipeMoment(step: "", stop: 0, device: "", offset: Millimetres(value))
    let variables = moment.variables(of: try swipe("direction: left, run: \"true\""))
    #expect(variables.contains("SWIPED_OFFSET_MM=" + expected), "\(variables)")
    #expect(variables.contains("SWIPED_NAME="))
  }
}
