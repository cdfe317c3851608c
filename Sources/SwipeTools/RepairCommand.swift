internal import Haptics
internal import LinuxIO
internal import SwipeCommandLine

extension Subcommand {
  static let repair = Subcommand(
    name: "repair", summary: "bring back a touchpad's own click that a program has silenced",
    usage: "[OPTION…]",
    details: """
      A program that plays press or release through the kernel takes a touchpad's
      clicks over, and where it does not give them back the touchpad stays silent.
      This finds such touchpads, says what it would write, asks, writes it and reads
      it back. A touchpad that is not silent is left alone. For root only.

      Exit code: 0 where no touchpad is silent any more; 1 where one was left so, as
      answered; 2 where it could not be done.
      """,
    options: [
      TickDevice.deviceOption,
      CommandLineOption("--yes", help: "write without asking, also where there is no terminal"),
    ],
    examples: [CommandExample("sudo swipectl repair", "find silent touchpads, and ask for each")],
    run: { arguments, console throws(UsageError) in
      if let operand = arguments.operands.first { throw .unexpectedOperand(operand) }
      guard ThisProcess.isRoot else {
        console.error(
          "repair: writes to the touchpad's firmware, which is root's to do: sudo swipectl repair")
        return ExitCode.failure
      }
      let devices: [TickDevice]
      switch try TickDevice.asked(arguments) {
      case .success(let found): devices = found
      case .failure(let error): return console.fail(error)
      }
      var code = ExitCode.success
      for device in devices {
        let repair = TouchpadRepair(device, console, isAgreed: arguments.has("--yes"))
        code = max(code, repair.run())
      }
      if devices.isEmpty { console.error("no touchpad here") }
      return code
    })
}

/// The repair of one touchpad.
struct TouchpadRepair {
  private let device: TickDevice
  private let console: Console
  private let isAgreed: Bool

  init(_ device: TickDevice, _ console: Console, isAgreed: Bool) {
    self.device = device
    self.console = console
    self.isAgreed = isAgreed
  }

  func run() -> Int32 {
    guard device.isOpen else {
      tell("\(device.refusal.map { "\($0)" } ?? ""), left alone")
      return ExitCode.success
    }
    let probe = HapticProbe(node: device.node, sysPath: device.sysPath)
    switch probe.autoTrigger {
    case .none:
      tell("tells of no click that a program could silence, left alone")
      return ExitCode.success
    case .clicks(let ordinal):
      tell("is not silenced (it clicks with \(probe.clickName(ordinal))), left alone")
      return ExitCode.success
    case .unknown(let obstacle): return fail("cannot be told whether it is silenced: \(obstacle)")
    case .silenced: return mend()
    }
  }

  private func mend() -> Int32 {
    tell("is silent: a program has taken its clicks over, and has not given them back")
    let repair: HapticRepair
    do throws(HapticObstacle) {
      repair = try HapticRepair(node: device.node, sysPath: device.sysPath)
    } catch { return fail("cannot be repaired: \(error)") }
    let change = "auto trigger = \(repair.ordinal) (\(repair.waveform.name)), to \(repair.hidraw)"
    console.write(printable("  would write: \(change)") + "\n")
    if !isAgreed {
      guard console.canAsk else {
        return fail("is left as it is: nobody can be asked here; --yes writes without asking")
      }
      guard console.agrees("  Write it?") else {
        console.write("  left as it is\n")
        return ExitCode.negative
      }
    }
    do throws(HapticObstacle) { try repair.perform() } catch {
      return fail("is not repaired: \(error)")
    }
    return readBack(repair)
  }

  private func readBack(_ repair: HapticRepair) -> Int32 {
    let probe = HapticProbe(node: device.node, sysPath: device.sysPath)
    switch probe.autoTrigger {
    case .clicks(repair.ordinal):
      console.write("  written and read back: it holds, it clicks with \(repair.waveform.name)\n")
      return ExitCode.success
    case .clicks(let other):
      return fail("does not hold it: read back as \(other) (\(probe.clickName(other)))")
    case .silenced: return fail("does not hold it: it is silent still")
    case .none: return fail("does not hold it: it tells of no auto trigger any more")
    case .unknown(let obstacle): return fail("was written to, but cannot be read back: \(obstacle)")
    }
  }

  private func tell(_ sentence: String) {
    console.write(printable("\(device.title) \(sentence)") + "\n")
  }

  private func fail(_ sentence: String) -> Int32 {
    console.error("\(device.title) \(sentence)")
    return ExitCode.failure
  }
}
