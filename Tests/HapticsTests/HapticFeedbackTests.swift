import CommitPoint
import Foundation
import LinuxIO
import Testing

@testable import Haptics

/// The ladder on plain files in the place of nodes; on real drivers it is tried by HapticsLab.
@Suite struct HapticFeedbackTests {
  private var now: Microseconds { Microseconds(Clock.monotonic) }

  private func reports(
    _ feedback: HapticFeedback, until isEnough: ([HapticReport]) -> Bool
  ) -> [HapticReport] {
    var reports: [HapticReport] = []
    for _ in 0..<2000 {
      feedback.drain { reports.append($0) }
      if isEnough(reports) { break }
      usleep(1000)
    }
    return reports
  }

  @Test func withoutHapticsTicksAreLogged() throws {
    let machine = try FakeMachine(descriptor: nil)
    let feedback = try HapticFeedback(
      node: machine.node, sysPath: machine.sysPath, options: HapticOptions(root: machine.root))
    let time = now
    #expect(feedback.selectionChanged(.arm, frameTime: time) == 1)
    #expect(feedback.selectionChanged(.disarm, frameTime: time) == 2)
    let told = reports(feedback) { $0.count == 3 }
    guard case .settled(let settlement) = told.first else { return #expect(Bool(false)) }
    #expect(settlement.rung == .log)
    #expect(settlement.skipped.map(\.rung) == [.ffHaptic, .hid, .ffRumble])
    for (report, expected) in zip(told.dropFirst(), [(1, HapticTick.arm), (2, .disarm)]) {
      guard case .tick(let tick) = report else { return #expect(Bool(false)) }
      #expect(tick.number == UInt64(expected.0))
      #expect(tick.tick == expected.1)
      #expect(tick.outcome == .logged)
      #expect(tick.rung == .log)
      #expect(tick.frameTime == time)
      #expect(tick.latency.value >= 0)
    }
  }

  @Test func aRungThatFailsIsSkippedWithTheReason() throws {
    let descriptor = try DescriptorFile.named("manual-trigger").bytes
    let machine = try FakeMachine(descriptor: descriptor)
    let feedback = try HapticFeedback(
      node: machine.node, sysPath: machine.sysPath, options: HapticOptions(root: machine.root))
    feedback.prepare(at: now)
    feedback.selectionChanged(.arm, frameTime: now)
    let told = reports(feedback) { $0.count == 2 }
    guard case .settled(let settlement) = told.first else { return #expect(Bool(false)) }
    #expect(settlement.rung == .log)
    // A plain file knows no HIDIOCGFEATURE.
    #expect(
      settlement.skipped[1]
        == SkippedRung(
          .hid,
          .failed(
            .readFeature, path: machine.root + "/dev/hidraw3", Errno(rawValue: ENOTTY))))
    guard case .tick(let tick) = told.last else { return #expect(Bool(false)) }
    #expect(tick.outcome == .logged)
    feedback.close()
  }

  @Test func whatWasNotAskedForIsNotTried() throws {
    let machine = try FakeMachine(descriptor: nil, forceFeedback: "10000 0")
    let feedback = try HapticFeedback(
      node: machine.node, sysPath: machine.sysPath,
      options: HapticOptions(choice: .log, root: machine.root))
    guard case .settled(let settlement) = reports(feedback, until: { !$0.isEmpty }).first else {
      return #expect(Bool(false))
    }
    #expect(settlement.rung == .log)
    #expect(settlement.skipped.allSatisfy { $0.obstacle == .notAsked })
  }

  @Test func oneTakesTheOthersPlaceOnceThatIsOver() throws {
    let machine = try FakeMachine(descriptor: nil)
    let old = try HapticFeedback(
      node: machine.node, sysPath: machine.sysPath, options: HapticOptions(root: machine.root))
    let new = try HapticFeedback(
      replacingAt: machine.node, sysPath: machine.sysPath,
      options: HapticOptions(choice: .log, root: machine.root))
    // Until then it does nothing, and the other one does.
    var told: [HapticReport] = []
    new.drain { told.append($0) }
    #expect(told.isEmpty)
    old.selectionChanged(.arm, frameTime: now)
    #expect(reports(old) { $0.count == 2 }.count == 2)
    try new.takeOver(from: old)
    new.selectionChanged(.disarm, frameTime: now)
    let both = reports(new) { $0.count == 2 }
    guard case .settled(let settlement) = both.first, case .tick(let tick) = both.last else {
      return #expect(Bool(false))
    }
    #expect(settlement.skipped.allSatisfy { $0.obstacle == .notAsked })
    #expect(tick.outcome == .logged)
    #expect(tick.number == 1)
  }

  @Test func offIsSilent() throws {
    let machine = try FakeMachine(descriptor: nil)
    let feedback = try HapticFeedback(
      node: machine.node, sysPath: machine.sysPath,
      options: HapticOptions(choice: .off, root: machine.root))
    feedback.prepare(at: now)
    feedback.selectionChanged(.arm, frameTime: now)
    feedback.close()
    feedback.drain { _ in #expect(Bool(false)) }
  }

  @Test func reportsThatNobodyFetchesAreCounted() throws {
    let machine = try FakeMachine(descriptor: nil)
    let feedback = try HapticFeedback(
      node: machine.node, sysPath: machine.sysPath, options: HapticOptions(root: machine.root))
    for _ in 0..<100 { feedback.selectionChanged(.arm, frameTime: now) }
    var ticks = 0
    var lost = 0
    feedback.drain { report in
      switch report {
      case .tick: ticks += 1
      case .lost(let count): lost += count
      case .settled, .fell: break
      }
    }
    #expect(ticks + lost == 100)
    #expect(lost > 0)
  }

  @Test func theStrengthIsKeptWithinItsRange() {
    #expect(HapticOptions(strength: -1).clampedStrength == 0)
    #expect(HapticOptions(strength: 101).clampedStrength == 100)
  }

  @Test func aTickOfTheEngineHasItsKind() {
    #expect(HapticTick(.arm(Stop(.left, 2))) == .arm)
    #expect(HapticTick(.disarm) == .disarm)
  }

  @Test func eachObstacleIsSaidInWords() {
    let open = HapticObstacle.failed(.open, path: "/dev/hidraw0", .permissionDenied)
    #expect(open.description == "cannot open '/dev/hidraw0': Permission denied")
    #expect(open.remedy == "sudo setfacl -m u:$USER:rw /dev/hidraw0")
    #expect(HapticObstacle.intensityOnly.remedy == nil)
    #expect(
      HapticObstacle.noFFHaptic(.kernelTooOld(release: "6.1.0")).description
        == "Linux 6.1.0 is older than 6.18, the first with FF_HAPTIC")
  }
}
