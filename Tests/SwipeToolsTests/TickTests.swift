import CommitPoint
import LinuxIO
import Testing

@testable import Haptics
@testable import SwipeTools

/// On plain files in the place of nodes; on real drivers it is tried by SwipectlLab.
struct TickTests {
  @Test("A report belongs to the tick that it names, whatever the order")
  func reports() {
    let events = [
      SwipeEvent(time: 100, kind: .tick(.arm(Stop(.left, 1)))),
      SwipeEvent(time: 100, kind: .tick(.disarm)),
      SwipeEvent(time: 200, kind: .tick(.arm(Stop(.left, 1)))),
      SwipeEvent(time: 200, kind: .sprungBack),
    ]
    let reports: [(HapticTick, Int64, Int?)] = [
      (.arm, 200, 2), (.disarm, 100, 1), (.arm, 100, 0), (.disarm, 200, nil),
    ]
    for (tick, time, place) in reports {
      let report = HapticTickReport(
        number: 1, tick: tick, rung: .log, frameTime: Microseconds(time), finished: 300,
        outcome: .queueFull)
      #expect(events.firstIndex { DeviceRecorder.tells(report, of: $0) } == place)
    }
  }

  @Test(
    "A device that nothing can be played on is settled at once, with the reasons",
    arguments: [
      ([UInt8]?.none, "0", HapticObstacle.notHID),
      (FakeTouchpad.intensityOnly, "0", .intensityOnly),
      (FakeTouchpad.withoutList, "0", .noWaveformList),
    ])
  func nothing(_ descriptor: [UInt8]?, _ bits: String, _ obstacle: HapticObstacle) throws {
    let fake = try FakeTouchpad(descriptor: descriptor, forceFeedback: bits)
    let player = try TickPlayer(
      TickDevice(name: "Pad", node: fake.node, sysPath: fake.sysPath),
      HapticOptions(root: fake.root))
    let settlement = try #require(player.settle(within: .milliseconds(1000)))
    #expect(settlement.rung == .log)
    #expect(!player.plays)
    #expect(settlement.skipped.contains(SkippedRung(.hid, obstacle)))
    #expect(
      player.playAndWait(.arm, within: .milliseconds(1000))?.outcome == .logged)
    player.close()
  }

  @Test("A device that refuses what it promised does not play")
  func refuses() throws {
    let fake = try FakeTouchpad(forceFeedback: "10000 0")
    let player = try TickPlayer(
      TickDevice(name: "Pad", node: fake.node, sysPath: fake.sysPath),
      HapticOptions(root: fake.root))
    let settlement = try #require(player.settle(within: .milliseconds(5000)))
    #expect(settlement.rung == .log)
    #expect(settlement.skipped.last?.rung == .ffRumble)
    player.close()
  }
}
