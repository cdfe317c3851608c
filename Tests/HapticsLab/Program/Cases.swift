import CDevices
import CommitPoint
import Foundation
import Haptics
import LinuxIO
import Synchronization

/// The cases that need one pad of each HID kind, which stay until power-off: to lose a pad that is
/// bound to hid-haptic crashes the kernel (Linux 7.3).
struct HIDCases {
  let haptic: HIDPad
  let manual: HIDPad

  init(_ folder: String) throws {
    haptic = HIDPad("lab-haptic", try Self.bytes(folder, "hid-haptic"), HIDPad.hidHapticFeatures)
    manual = HIDPad(
      "lab-manual", try Self.bytes(folder, "manual-trigger"), HIDPad.manualTriggerFeatures)
  }

  static func bytes(_ folder: String, _ name: String) throws -> [UInt8] {
    try String(contentsOfFile: "\(folder)/\(name).txt", encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("=") }.flatMap { $0.prefix { $0 != "#" }.split(separator: " ") }
      .compactMap { UInt8($0, radix: 16) }
  }

  /// The waveforms that the pad has played; STOP (ordinal 2) goes before each and after the last.
  private func played(_ count: Int) -> [String] {
    for _ in 0..<2000 where waveforms.count < count { usleep(1000) }
    usleep(30_000)
    return waveforms
  }

  private var waveforms: [String] {
    haptic.lines("output").filter { !$0.hasPrefix("output 05 02") }
  }

  func run(_ checks: inout Checks) {
    checks.run("an FF_HAPTIC pad plays exactly one waveform a tick, arm and disarm different") {
      check in
      haptic.forget()
      let ticker = try Ticker(haptic.node)
      check.equal(ticker.settle()?.rung, .ffHaptic, "rung")
      check.equal(ticker.settle()?.arm?.description, "click at 100 %", "arm")
      check.equal(ticker.settle()?.disarm?.description, "hover at 100 %", "disarm")
      ticker.feedback.prepare(at: Ticker.now)
      check.equal(ticker.tick(.arm)?.outcome, .played, "outcome")
      check.equal(played(1), ["output 05 03 64 00 00 00"], "arm")
      ticker.tick(.disarm)
      check.equal(played(2).last, "output 05 06 64 00 00 00", "disarm")
      for number in 0..<50 {
        ticker.tick(number % 2 == 0 ? .arm : .disarm)
        usleep(5000)
      }
      check.equal(played(52).count, 52, "waveforms in all")
      ticker.feedback.close()
      check.equal(haptic.lines("set 04"), [], "auto trigger")
    }
    checks.run("the strength is as asked") { check in
      haptic.forget()
      let ticker = try Ticker(haptic.node, HapticOptions(strength: 40))
      _ = ticker.settle()
      ticker.tick(.arm)
      check.equal(played(1), ["output 05 03 28 00 00 00"], "arm at 40 %")
      ticker.feedback.close()
    }
    checks.run("waveforms are chosen by name, and PRESS and RELEASE are never uploaded") { check in
      haptic.forget()
      let ticker = try Ticker(
        haptic.node,
        HapticOptions(choice: .ffHaptic, armWaveform: .press, disarmWaveform: .success))
      check.equal(ticker.settle()?.arm?.description, "click at 100 %", "arm")
      check.equal(ticker.settle()?.disarm?.description, "success at 100 %", "disarm")
      ticker.tick(.disarm)
      check.equal(played(1), ["output 05 07 64 00 00 00"], "disarm")
      ticker.feedback.close()
      check.equal(haptic.lines("set 04"), [], "auto trigger")
    }
    checks.run("the same waveform for both ticks is played at half strength for disarm") { check in
      haptic.forget()
      let ticker = try Ticker(
        haptic.node, HapticOptions(armWaveform: .hover, disarmWaveform: .hover))
      _ = ticker.settle()
      ticker.tick(.arm)
      check.equal(played(1).last, "output 05 06 64 00 00 00", "arm")
      ticker.tick(.disarm)
      check.equal(played(2).last, "output 05 06 32 00 00 00", "disarm")
      ticker.feedback.close()
    }
    checks.run("the same pad by manual trigger: one report a tick, no mode is changed") { check in
      haptic.forget()
      let ticker = try Ticker(haptic.node, HapticOptions(choice: .hid))
      check.equal(ticker.settle()?.rung, .hid, "rung")
      ticker.tick(.arm)
      ticker.tick(.disarm)
      check.equal(
        haptic.wait(for: 2, "output"), ["output 05 03 64 00 00 00", "output 05 05 64 00 00 00"],
        "reports")
      ticker.feedback.close()
      check.equal(haptic.lines("set 04"), [], "auto trigger")
    }
    checks.run("a manual trigger pad gets the eight bytes") { check in
      manual.forget()
      let ticker = try Ticker(manual.node)
      check.equal(ticker.settle()?.rung, .hid, "rung")
      check.equal(
        ticker.settle()?.skipped, [SkippedRung(.ffHaptic, .noFFHaptic(.notForTheDriver))], "skipped"
      )
      ticker.feedback.prepare(at: Ticker.now)
      ticker.tick(.arm)
      ticker.tick(.disarm)
      check.equal(
        manual.wait(for: 2, "output"),
        ["output 43 03 04 00 00 00 e8 03", "output 43 04 04 00 00 00 e8 03"], "reports")
      ticker.feedback.close()
      manual.forget()
      let weak = try Ticker(manual.node, HapticOptions(strength: 50, armWaveform: .hover))
      _ = weak.settle()
      weak.tick(.arm)
      check.equal(
        manual.wait(for: 1, "output"), ["output 43 05 02 00 00 00 e8 03"], "hover at half strength")
      weak.feedback.close()
    }
    checks.run("a manual trigger pad that does not tell its waveforms is logged, with the reason") {
      check in
      manual.behave(.refuses(EREMOTEIO))
      let ticker = try Ticker(manual.node)
      let settlement = ticker.settle()
      check.equal(settlement?.rung, .log, "rung")
      // uhid makes EIO of any error.
      check.that(
        settlement?.skipped.contains(
          SkippedRung(
            .hid, .failed(.readFeature, path: manual.hidraw, Errno(rawValue: EIO)))) == true,
        "skipped \(settlement?.skipped as Any)")
      check.equal(ticker.tick(.arm)?.outcome, .logged, "outcome")
      manual.behave(.answers)
      ticker.feedback.close()
    }
    checks.run("a pad that does not answer holds up no other pad's tick, and no exit") { check in
      manual.behave(.isSilent)
      haptic.forget()
      let silent = try Ticker(manual.node)
      let other = try Ticker(haptic.node)
      _ = other.settle()
      silent.feedback.selectionChanged(.arm, frameTime: Ticker.now)
      var worst: Int64 = 0
      for number in 0..<20 {
        let report = other.tick(number % 2 == 0 ? .arm : .disarm)
        check.equal(report?.outcome, .played, "outcome")
        worst = max(worst, report?.latency.value ?? .max)
        usleep(10_000)
      }
      check.that(worst < 100_000, "worst \(worst) µs")
      usleep(100_000)
      silent.feedback.selectionChanged(.disarm, frameTime: Ticker.now)
      silent.wait(milliseconds: 10) { _ in false }
      check.equal(silent.ticks.map(\.outcome), [.stale], "the silent pad's ticks")
      let start = Ticker.now
      silent.feedback.beginClose()
      other.feedback.beginClose()
      other.feedback.close()
      silent.feedback.close()
      let took = (Ticker.now - start).value
      check.that(took < 100_000, "closing took \(took) µs")
      manual.behave(.answers)
      usleep(5_500_000)
    }
    checks.run("with all places taken by another program the pad falls to its manual trigger") {
      check in
      haptic.forget()
      let other = unsafe open(haptic.node, O_RDWR | O_CLOEXEC)
      defer { close(other) }
      var count = 0
      while lab_upload(other, 0x4F, 0x1003) >= 0 { count += 1 }
      check.equal(count, 96, "places")
      let ticker = try Ticker(haptic.node)
      check.equal(ticker.settle()?.rung, .hid, "rung")
      check.equal(
        ticker.settle()?.skipped,
        [SkippedRung(.ffHaptic, .failed(.upload, path: haptic.node, .noSpaceLeft))], "skipped")
      check.equal(ticker.tick(.arm)?.outcome, .played, "outcome")
      check.equal(played(1), ["output 05 03 64 00 00 00"], "arm")
      ticker.feedback.close()
      // One place left: both ticks have to do with it.
      haptic.forget()
      lab_erase(other, 7)
      let shared = try Ticker(haptic.node)
      check.equal(shared.settle()?.rung, .ffHaptic, "rung with one place")
      shared.tick(.arm)
      check.equal(played(1).last, "output 05 03 64 00 00 00", "arm in one place")
      shared.tick(.disarm)
      check.equal(played(2).last, "output 05 06 64 00 00 00", "disarm in one place")
      shared.tick(.disarm)
      shared.tick(.arm)
      usleep(20_000)
      check.equal(played(4).last, "output 05 03 64 00 00 00", "arm again")
      shared.feedback.close()
      check.equal(haptic.lines("set 04"), [], "auto trigger")
    }
    checks.run("a disarm that waits at the end is played, and not cut off") { check in
      haptic.forget()
      let ticker = try Ticker(haptic.node)
      _ = ticker.settle()
      ticker.feedback.selectionChanged(.arm, frameTime: Ticker.now)
      ticker.feedback.selectionChanged(.disarm, frameTime: Ticker.now)
      let start = Ticker.now
      ticker.feedback.close()
      let took = (Ticker.now - start).value
      check.that(took < 100_000, "closing took \(took) µs")
      ticker.feedback.drain { _ in }
      check.that(played(1).last == "output 05 06 64 00 00 00", "played \(haptic.told)")
    }
    checks.run("a process that is killed leaves no effect and no mode behind") { check in
      haptic.forget()
      let child = lab_fork()
      if child == 0 {
        if let ticker = try? Ticker(haptic.node) {
          _ = ticker.settle()
          for _ in 0..<10 { ticker.tick(.arm) }
        }
        kill(getpid(), SIGKILL)
      }
      var status: Int32 = 0
      unsafe waitpid(child, &status, 0)
      usleep(50_000)
      check.equal(status & 0x7F, SIGKILL, "end of the child")
      check.that(!waveforms.isEmpty, "nothing was played")
      check.that(haptic.lines("output").last?.hasPrefix("output 05 02") == true, "no STOP")
      check.equal(haptic.lines("set 04"), [], "auto trigger")
      check.equal(haptic.autoTrigger, 4, "auto trigger")
      // All places are free again.
      let other = unsafe open(haptic.node, O_RDWR | O_CLOEXEC)
      defer { close(other) }
      var count = 0
      while lab_upload(other, 0x4F, 0x1003) >= 0 { count += 1 }
      check.equal(count, 96, "places")
    }
    checks.run("a node without permission is named with the command that mends it") { check in
      unsafe chmod(manual.hidraw, 0)
      let child = lab_fork()
      if child == 0 {
        setuid(65534)
        let probe = HapticProbe(node: manual.node, sysPath: nil)
        let obstacle = probe.rungs.first { $0.rung == .hid }?.obstacle
        let isAsExpected =
          obstacle == .failed(.open, path: manual.hidraw, .permissionDenied)
          && obstacle?.remedy == "sudo setfacl -m u:$USER:rw \(manual.hidraw)"
        _exit(isAsExpected ? 0 : 1)
      }
      var status: Int32 = 0
      unsafe waitpid(child, &status, 0)
      check.equal(status, 0, "the child")
      unsafe chmod(manual.hidraw, 0o600)
    }
    checks.run("the probe tells waveforms, durations and the ticks to be, and plays nothing") {
      check in
      haptic.forget()
      manual.forget()
      let probe = HapticProbe(node: haptic.node, sysPath: nil)
      check.equal(probe.best, .ffHaptic, "best")
      check.equal(
        probe.rungs.map { "\($0.rung.rawValue): \($0.obstacle?.description ?? "works")" },
        [
          "ff-haptic: works", "hid: works", "ff-rumble: it has neither FF_RUMBLE nor FF_PERIODIC",
          "log: works",
        ], "rungs")
      check.equal(
        probe.rungs[1].waveforms.map {
          "\($0.ordinal ?? 0) \($0.waveform?.name ?? "?") \($0.milliseconds ?? -1)"
        }, ["3 click 12", "4 press 10", "5 release 8", "6 hover 6", "7 success 30"], "waveforms")
      check.equal(
        probe.rungs[0].waveforms.map { "\($0.waveform?.name ?? "?") \($0.milliseconds ?? -1)" },
        ["click 12", "hover 6", "success 30"], "waveforms of the kernel")
      check.equal(probe.autoTrigger, .clicks(ordinal: 4), "auto trigger")
      usleep(50_000)
      check.equal(waveforms, [], "played")
      let other = HapticProbe(node: manual.node, sysPath: nil)
      check.equal(other.best, .hid, "best of the manual trigger pad")
      check.equal(other.autoTrigger, .none, "auto trigger of the manual trigger pad")
      check.equal(manual.lines("output"), [], "played on the manual trigger pad")
    }
    checks.run("a pad that another program has silenced is seen, and repaired") { check in
      let other = unsafe open(haptic.node, O_RDWR | O_CLOEXEC)
      check.that(lab_upload(other, 0x4F, 0x1006) >= 0, "upload of PRESS by another program")
      close(other)
      check.equal(haptic.autoTrigger, 2, "auto trigger")
      check.equal(HapticProbe(node: haptic.node, sysPath: nil).autoTrigger, .silenced, "probe")
      let repair = try HapticRepair(node: haptic.node, sysPath: nil)
      check.equal(repair.waveform, .press, "waveform")
      try repair.perform()
      check.equal(haptic.autoTrigger, 4, "auto trigger after repair")
      check.equal(
        HapticProbe(node: haptic.node, sysPath: nil).autoTrigger, .clicks(ordinal: 4), "probe")
    }
  }
}

/// The cases on pads by uinput, which can be pulled out.
enum UinputCases {
  static func run(_ checks: inout Checks) {
    checks.run("a rumble device has an effect for each tick: disarm shorter and weaker") { check in
      let device = RumbleDevice("rumble", [RumbleDevice.rumble])
      let ticker = try Ticker(device.node)
      check.equal(ticker.settle()?.rung, .ffRumble, "rung")
      ticker.tick(.arm)
      ticker.tick(.disarm)
      check.equal(
        device.wait(for: 2, "play"), ["play 0 1", "play 1 1"], "plays")
      check.equal(
        device.lines("upload"),
        ["upload 0 type 50 3fff 65535 20 ms", "upload 1 type 50 1fff 32767 10 ms"], "uploads")
      ticker.feedback.close()
      check.equal(device.lines("erase").sorted(), ["erase 0", "erase 1"], "erased at the end")
      device.unplug()
    }
    checks.run("a device with one place changes its effect when the tick changes") { check in
      let device = RumbleDevice("one-slot", [RumbleDevice.rumble], slots: 1)
      let ticker = try Ticker(device.node)
      check.equal(ticker.settle()?.rung, .ffRumble, "rung")
      device.forget()
      for tick in [HapticTick.arm, .disarm, .disarm, .arm] { ticker.tick(tick) }
      _ = device.wait(for: 4, "play")
      check.equal(
        device.told,
        [
          "play 0 1", "upload 0 type 50 1fff 32767 10 ms", "play 0 1", "play 0 1",
          "upload 0 type 50 3fff 65535 20 ms", "play 0 1",
        ], "what it was told")
      ticker.feedback.close()
      device.unplug()
    }
    checks.run("a device that has periodic effects only gets one") { check in
      let device = RumbleDevice("periodic", [RumbleDevice.periodic, RumbleDevice.sine])
      device.refusedTypes.withLock { _ = $0.insert(Int32(RumbleDevice.rumble)) }
      let ticker = try Ticker(device.node)
      check.equal(ticker.settle()?.rung, .ffRumble, "rung")
      ticker.tick(.arm)
      ticker.tick(.disarm)
      check.equal(device.wait(for: 2, "play"), ["play 0 1", "play 1 1"], "plays")
      // The kernel makes a periodic effect of the rumble that is tried first.
      check.that(
        device.lines("upload").allSatisfy { $0.contains("type 51") }, "\(device.lines("upload"))")
      ticker.feedback.close()
      device.unplug()
    }
    checks.run("a device that advertises rumble and refuses it gets a periodic effect") { check in
      let device = RumbleDevice(
        "liar", [RumbleDevice.rumble, RumbleDevice.periodic, RumbleDevice.sine])
      device.refusedTypes.withLock { _ = $0.insert(Int32(RumbleDevice.rumble)) }
      let ticker = try Ticker(device.node)
      check.equal(ticker.settle()?.rung, .ffRumble, "rung")
      ticker.tick(.arm)
      check.equal(device.wait(for: 1, "play").count, 1, "plays")
      check.equal(
        device.lines("upload"),
        [
          "upload 0 type 50 3fff 65535 20 ms", "upload 0 type 51 5a 32767 20 ms",
          "upload 1 type 51 5a 16383 10 ms",
        ], "uploads")
      ticker.feedback.close()
      device.unplug()
    }
    checks.run("a device that refuses every effect is logged, with the reason") { check in
      let device = RumbleDevice("refuser", [RumbleDevice.rumble], slots: 16, .refuses(EINVAL))
      let ticker = try Ticker(device.node)
      check.equal(ticker.settle()?.rung, .log, "rung")
      check.equal(ticker.settle()?.skipped.last, SkippedRung(.ffRumble, .noWaveform), "reason")
      check.equal(ticker.tick(.arm)?.outcome, .logged, "outcome")
      ticker.feedback.close()
      device.unplug()
    }
    checks.run("a device without haptics logs, and has no thread") { check in
      let device = RumbleDevice("plain", [], slots: 0)
      let before = threads()
      let ticker = try Ticker(device.node)
      check.equal(ticker.settle()?.rung, .log, "rung")
      check.equal(threads(), before, "threads")
      check.equal(
        ticker.settle()?.skipped.map(\.obstacle.description).suffix(2),
        ["it is no HID device", "it has neither FF_RUMBLE nor FF_PERIODIC"], "reasons")
      check.equal(ticker.tick(.arm)?.outcome, .logged, "outcome")
      ticker.feedback.close()
      device.unplug()
    }
    for (what, bit) in [("FF_HAPTIC", RumbleDevice.haptic), ("rumble", RumbleDevice.rumble)] {
      checks.run("a pad with \(what) pulled out between upload and play is logged") { check in
        let device = RumbleDevice("unplugged", [bit])
        let ticker = try Ticker(device.node)
        check.equal(
          ticker.settle()?.rung, bit == RumbleDevice.haptic ? .ffHaptic : .ffRumble, "rung")
        device.unplug()
        check.equal(ticker.tick(.arm)?.outcome, .logged, "outcome")
        check.equal(
          ticker.falls.map(\.obstacle), [.failed(.play, path: device.node, .noSuchDevice)], "fall")
        check.equal(ticker.settlements.last?.rung, .log, "rung after it")
        ticker.tick(.disarm)
        check.equal(ticker.falls.count, 1, "falls are told once")
        ticker.feedback.close(within: 0)
        // The pad returns.
        let again = RumbleDevice("unplugged", [bit])
        let next = try Ticker(again.node)
        _ = next.settle()
        check.equal(next.tick(.arm)?.outcome, .played, "outcome when it returns")
        next.feedback.close()
        again.unplug()
      }
    }
    checks.run("a gesture's beginning finds out that the pad is gone") { check in
      let device = RumbleDevice("gone", [RumbleDevice.rumble])
      let ticker = try Ticker(device.node)
      _ = ticker.settle()
      device.unplug()
      ticker.feedback.prepare(at: Ticker.now)
      ticker.wait { _ in ticker.settlements.count == 2 }
      check.equal(
        ticker.falls.map(\.obstacle), [.failed(.play, path: device.node, .noSuchDevice)], "fall")
      ticker.feedback.close()
    }
    checks.run("a kernel with FF_HAPTIC on uinput: waveforms by Google are preferred") { check in
      let device = RumbleDevice("google", [RumbleDevice.haptic])
      let ticker = try Ticker(device.node)
      check.equal(ticker.settle()?.arm?.description, "snap at 100 %", "arm")
      check.equal(ticker.settle()?.disarm?.description, "snap-reverse at 100 %", "disarm")
      check.equal(
        device.lines("upload"),
        ["upload 0 type 4f 2003 100 0 ms", "upload 1 type 4f 2004 100 0 ms"],
        "uploads")
      ticker.feedback.close()
      device.unplug()
    }
    checks.run("ticks can be played on another device in the pad's place") { check in
      let device = RumbleDevice("gamepad", [RumbleDevice.rumble])
      let pad = RumbleDevice("pad", [], slots: 0)
      let ticker = try Ticker(pad.node, HapticOptions(device: device.node))
      check.equal(ticker.settle()?.rung, .ffRumble, "rung")
      ticker.tick(.arm)
      check.equal(device.wait(for: 1, "play"), ["play 0 1"], "plays")
      ticker.feedback.close()
      device.unplug()
      pad.unplug()
    }
    checks.run("a device named by the user is tried again when it is there") { check in
      let device = RumbleDevice("away", [RumbleDevice.rumble])
      let ticker = try Ticker("/dev/input/event99", HapticOptions(device: device.node))
      check.equal(ticker.settle()?.rung, .ffRumble, "rung")
      device.unplug()
      check.equal(ticker.tick(.arm)?.outcome, .logged, "outcome without it")
      ticker.feedback.prepare(at: Ticker.now + .milliseconds(2000))
      check.equal(ticker.tick(.arm)?.outcome, .logged, "outcome without it, after a try")
      let again = RumbleDevice("away", [RumbleDevice.rumble])
      check.equal(again.node, device.node, "node")
      ticker.feedback.prepare(at: Ticker.now + .milliseconds(4000))
      ticker.wait { _ in ticker.settlements.last?.rung == .ffRumble }
      check.equal(ticker.tick(.arm)?.outcome, .played, "outcome when it is back")
      check.equal(again.wait(for: 1, "play"), ["play 0 1"], "plays")
      check.equal(ticker.settlements.map(\.rung), [.ffRumble, .log, .ffRumble], "settlements")
      ticker.feedback.close()
      again.unplug()
    }
    checks.run("a silent owner of a device holds up no other pad's tick, and no exit") { check in
      let silent = RumbleDevice("silent", [RumbleDevice.rumble], slots: 16, .isSilent)
      let device = RumbleDevice("other", [RumbleDevice.rumble])
      let stuck = try Ticker(silent.node)
      let other = try Ticker(device.node)
      _ = other.settle()
      var statistics = LatencyStatistics()
      for number in 0..<100 {
        stuck.feedback.selectionChanged(number % 2 == 0 ? .arm : .disarm, frameTime: Ticker.now)
        let report = other.tick(number % 2 == 0 ? .arm : .disarm)
        check.equal(report?.outcome, .played, "outcome")
        statistics.add(report?.latency ?? Microseconds(.max))
        stuck.wait(milliseconds: 5) { _ in false }
      }
      check.that((statistics.worst ?? 0).value < 100_000, "worst \(statistics.worst as Any)")
      stuck.wait(milliseconds: 10) { _ in false }
      check.that(stuck.ticks.count >= 70, "the stuck pad's ticks: \(stuck.ticks.count)")
      check.that(
        stuck.ticks.allSatisfy { $0.outcome == .stale || $0.outcome == .queueFull }, "stale")
      let start = Ticker.now
      stuck.feedback.beginClose()
      other.feedback.beginClose()
      other.feedback.close()
      stuck.feedback.close()
      let took = (Ticker.now - start).value
      check.that(took < 100_000, "closing both took \(took) µs")
      silent.behave(.answers)
      usleep(100_000)
      device.unplug()
      silent.unplug()
    }
    checks.run(
      "an upload by another program that is not answered holds up the worker, never the loop"
    ) { check in
      let device = RumbleDevice("hung", [RumbleDevice.rumble])
      let ticker = try Ticker(device.node)
      _ = ticker.settle()
      check.equal(ticker.tick(.arm)?.outcome, .played, "outcome")
      device.behave(.isSilent)
      let child = lab_fork()
      if child == 0 {
        // It holds the node's mutex until the owner answers.
        _ = lab_upload(unsafe open(device.node, O_RDWR | O_CLOEXEC), Int32(RumbleDevice.rumble), 0)
        _exit(0)
      }
      usleep(100_000)
      var worst: Int64 = 0
      for number in 0..<10 {
        let start = Ticker.now
        ticker.feedback.selectionChanged(number % 2 == 0 ? .arm : .disarm, frameTime: start)
        worst = max(worst, (Ticker.now - start).value)
        usleep(5000)
      }
      // 20 ms, and what the laptop adds.
      check.that(worst < 50_000, "the loop was held up for \(worst) µs")
      usleep(200_000)
      device.behave(.answers)
      var status: Int32 = 0
      unsafe waitpid(child, &status, 0)
      ticker.wait { _ in ticker.ticks.count == 11 }
      check.equal(ticker.ticks.count, 11, "reports")
      let late = ticker.ticks.dropFirst()
      check.that(late.allSatisfy { $0.outcome == .stale || $0.number == 2 }, "\(late)")
      check.equal(Set(ticker.ticks.map(\.number)).count, 11, "each once")
      check.equal(ticker.tick(.arm)?.outcome, .played, "outcome afterwards")
      ticker.feedback.close()
      device.unplug()
    }
    checks.run("a process whose upload is not answered comes to its end, and the kernel keeps it") {
      check in
      let silent = RumbleDevice("keeper", [RumbleDevice.rumble], slots: 16, .isSilent)
      let child = lab_fork()
      if child == 0 {
        guard let ticker = try? Ticker(silent.node) else { _exit(3) }
        usleep(100_000)
        let start = Ticker.now
        ticker.feedback.close()
        _exit((Ticker.now - start) < .milliseconds(100) ? 0 : 1)
      }
      var status: Int32 = -1
      usleep(500_000)
      // It waits in the kernel for the owner's answer, which nothing can cut short.
      check.equal(unsafe waitpid(child, &status, WNOHANG), 0, "the child is still there")
      silent.behave(.answers)
      unsafe waitpid(child, &status, 0)
      check.equal(status, 0, "close took less than 100 ms")
      silent.unplug()
    }
    checks.run("no tick is felt late: what waited too long is dropped and told") { check in
      let device = RumbleDevice("slow", [RumbleDevice.rumble])
      let ticker = try Ticker(device.node)
      _ = ticker.settle()
      ticker.feedback.selectionChanged(.arm, frameTime: Ticker.now - .milliseconds(101))
      ticker.feedback.selectionChanged(.disarm, frameTime: Ticker.now - .milliseconds(60))
      ticker.wait { _ in ticker.ticks.count == 2 }
      check.equal(ticker.ticks.map(\.outcome), [.stale, .played], "outcomes")
      check.equal(device.wait(for: 1, "play"), ["play 1 1"], "plays")
      ticker.feedback.close()
      device.unplug()
    }
  }

  private static func threads() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }
}
