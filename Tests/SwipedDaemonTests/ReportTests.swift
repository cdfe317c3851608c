import CommitPoint
import DeviceRemarks
import Haptics
import LinuxIO
import SwipeConfig
import SwipeTrace
import Testing
import TouchpadInput

@testable import SwipedDaemon

@Suite struct ReportTests {
  private func touchpad(width: Millimetres = 100, height: Millimetres = 60) -> Touchpad {
    Touchpad(
      id: TouchpadID(rawValue: 1), name: "Pad", node: "/dev/input/event5", sysPath: "/sys/x",
      width: width, height: height)
  }

  private func text(_ tell: (inout Report) -> Void) -> (output: String, notices: String) {
    taken(Report(format: .text, isLive: false, isColoured: false, isWatched: false), tell)
  }

  private func trace(
    isWatched: Bool = false, _ tell: (inout Report) -> Void
  ) -> (output: String, notices: String) {
    taken(Report(format: .json, isLive: false, isColoured: false, isWatched: isWatched), tell)
  }

  private func taken(
    _ report: Report, _ tell: (inout Report) -> Void
  ) -> (output: String, notices: String) {
    var report = report
    tell(&report)
    var result = (output: "", notices: "")
    report.takeOutput { result.output = string($0) }
    report.takeNotices { result.notices = string($0) }
    return result
  }

  private func string(_ bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }

  @Test func aPersonReadsWhichTouchpadIsTaken() {
    let told = text { $0.taken(touchpad(), SwipeSettings()) }
    #expect(told.output == "+ Pad (/dev/input/event5), 100 × 60 mm\n")
    #expect(told.notices == "")
  }

  @Test func aPersonReadsATickAndWhatItMeans() {
    let stop = Stop(.left, 1)
    let told = text {
      $0.event(SwipeEvent(time: 1_000_000, kind: .armed(stop, offset: -16.6)), device: nil)
      $0.event(SwipeEvent(time: 1_000_000, kind: .tick(.arm(stop))), device: nil)
      $0.event(SwipeEvent(time: 1_250_000, kind: .committed(stop)), device: nil)
    }
    #expect(
      told.output == """
            0.000 s  tick: armed left         -16.6 mm   let go now and it commits
            0.250 s  committed left

        """)
  }

  @Test func aTraceHasOneHeaderThatSaysTheTouchpadsOwnStops() {
    let told = trace {
      $0.taken(touchpad(width: 30, height: 25), SwipeSettings())
      $0.header(SwipeSettings())
    }
    #expect(told.output.split(separator: "\n").count == 1)
    #expect(told.output.contains("\"commit_mm\":12.0"))
    #expect(told.notices == "")
  }

  @Test func aSecondTouchpadOfAnotherSizeIsSaidToReplayOtherwise() {
    let told = trace {
      $0.taken(touchpad(), SwipeSettings())
      $0.taken(touchpad(width: 30, height: 25), SwipeSettings())
    }
    #expect(told.notices.contains("has other stops than the trace's header"))
  }

  @Test func besideATraceTouchpadsAreToldOfOnlyToWhoWatches() {
    #expect(trace { $0.taken(touchpad(), SwipeSettings()) }.notices == "")
    #expect(
      trace(isWatched: true) { $0.taken(touchpad(), SwipeSettings()) }.notices
        == "swiped: reading Pad (/dev/input/event5), 100 × 60 mm\n")
  }

  @Test func besideATraceNothingToBeFeltIsToldOfWhereACallHasFailed() {
    func told(_ rung: HapticRung, _ obstacle: HapticObstacle) -> String {
      let skipped = [SkippedRung(.ffHaptic, obstacle), SkippedRung(.hid, .notHID)]
      return trace { $0.settled(HapticSettlement(rung: rung, skipped: skipped), touchpad()) }
        .notices
    }
    let failed = HapticObstacle.failed(.upload, path: "/dev/input/event5", Errno(rawValue: 12))
    #expect(
      told(.log, failed)
        == "swiped: ticks on Pad (/dev/input/event5): lines only (no ff-haptic: cannot upload "
        + "'/dev/input/event5': Cannot allocate memory; no hid: it is no HID device)\n")
    #expect(told(.log, .noRumble) == "")
    #expect(told(.ffRumble, failed) == "")
  }

  @Test func namesAndPathsStayOnTheirLine() {
    var pad = touchpad()
    pad.name = "Odd\n\u{1B}[31mPad\u{85}\u{2028}"
    let told = text {
      $0.taken(pad, SwipeSettings())
      $0.notice("\"/dev/a\nb\u{9B}\" does not exist, waiting for it")
    }
    #expect(
      told.output
        == "+ Odd\u{FFFD}\u{FFFD}[31mPad\u{FFFD}\u{FFFD} (/dev/input/event5), 100 × 60 mm\n")
    #expect(told.notices == "swiped: \"/dev/a\u{FFFD}b\u{FFFD}\" does not exist, waiting for it\n")
    let report = TouchpadReport(name: pad.name, node: pad.node, result: .success(pad))
    #expect(
      deviceList([report], Configuration(), program: "swiped")
        == ["/dev/input/event5\tOdd\u{FFFD}\u{FFFD}[31mPad\u{FFFD}\u{FFFD}\t100 × 60 mm"])
  }

  @Test func whatCannotBeSaidIsNoSuccess() throws {
    // Every write to it fails with ENOSPC.
    let full = try OwnedDescriptor(path: "/dev/full", .write)
    #expect(say("help", to: full.rawValue) == 2)
    let nothing = try OwnedDescriptor(path: "/dev/null", .write)
    #expect(say("help", to: nothing.rawValue) == 0)
  }

  @Test func lostLinesAreALineOfTheTrace() {
    #expect(Report.lostLine(.json)(7) == #"{"event":"lost","count":7}"#)
  }

  @Test func remarksSayWhatIsToBeKnownOfATouchpad() {
    #expect(
      touchpad(width: 30, height: 25).remarks(for: SwipeSettings())
        == "30 × 25 mm; narrow: armed past 12.0 mm")
    var pad = touchpad()
    pad.sizeIsGuess = true
    pad.maxFingers = 2
    #expect(
      pad.remarks(for: SwipeSettings())
        == "100 × 60 mm (a guess: it does not tell its size); cannot tell 3 fingers")
  }
}
