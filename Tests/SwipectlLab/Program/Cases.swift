import CDevices
import Foundation

/// A swipe that arms and disarms.
private let swipe = """
  {"time_us":0,"event":"begin","fingers":3}
  {"time_us":8000,"event":"motion","dx_mm":-20,"dy_mm":0}
  {"time_us":80000,"event":"motion","dx_mm":10,"dy_mm":0}
  {"time_us":88000,"event":"end"}

  """

private func swipeFile() throws -> String {
  let file = FileManager.default.temporaryDirectory.path + "/swipe.jsonl"
  try swipe.write(toFile: file, atomically: true, encoding: .utf8)
  return file
}

private let story = """
      0.008 s  tick: armed left         -20.0 mm   let go now and it commits
      0.080 s  tick: disarmed           -10.0 mm   let go now and nothing happens
      0.088 s  sprung back                         nothing was armed

  """

func withoutPads(_ lab: Lab) {
  lab.that("Without a touchpad each command says so") {
    lab.says(try lab.run("devices"), "", "swipectl: no touchpad here\n", 0)
    lab.says(try lab.run("probe"), "", "swipectl: no touchpad here\n", 1)
    lab.says(
      try lab.run("tick"), "",
      "swipectl: no touchpad here to tick; --haptic-device PATH ticks another device\n", 1)
    lab.says(try lab.run("repair"), "", "swipectl: no touchpad here\n", 0)
    lab.says(
      try lab.run("replay", "--real-time", try swipeFile()),
      "ticks: lines only (no touchpad here; --haptic-device PATH plays them elsewhere)\n" + story, 0
    )
  }
}

func onAGamepad(_ lab: Lab, _ gamepad: Gamepad) {
  lab.that("A gamepad is no touchpad, but can give the ticks of one") {
    lab.says(
      try lab.run("probe", "--device", gamepad.node), "", "swipectl: ~\(gamepad.node)~ is ~\n", 2)
    lab.says(try lab.run("probe"), "", "swipectl: no touchpad here\n", 1)
    lab.says(
      try lab.run("probe", "--haptic-device", gamepad.node, "--strength", "50"),
      """
      \(gamepad.node)
        ticks      ff-rumble: arm rumble of 20 ms, weak motor 50 %, strong motor 12 %,
                   disarm rumble of 10 ms, weak motor 25 %, strong motor 6 %
        ff-haptic  no: Linux ~ offers no FF_HAPTIC for it
        hid        no: it is no HID device
        ff-rumble  works

      """, 0)
    lab.says(
      try lab.run("tick", "disarm", "--haptic-device", gamepad.node),
      "disarm on \(gamepad.node): ff-rumble, rumble of 10 ms, weak motor 50 %, strong motor 12 %, ~ ms\n",
      0)
    lab.equal(gamepad.played, [1])
    lab.says(
      try lab.run("replay", "--real-time", "--haptic-device", gamepad.node, try swipeFile()),
      "ticks on \(gamepad.node): ff-rumble, arm ~, disarm ~ (~no hid: it is no HID device)\n"
        + story,
      0)
    lab.equal(gamepad.played, [1, 0, 1])
  }
}

func onAManualTriggerPad(_ lab: Lab, _ pad: HapticPad) {
  let title = "lab-manual Touchpad (\(pad.node))"
  lab.that("A pad with a manual trigger: the list, the probe and what it plays") {
    lab.says(try lab.run("devices"), "\(pad.node)\tlab-manual Touchpad\t~ × ~ mm\n", 0)
    lab.says(
      try lab.run("probe"),
      """
      \(title)
        ticks      hid: arm press at 100 %, disarm release at 100 %
        ff-haptic  no: the kernel's driver takes only touchpads with an auto trigger
                   and a manual trigger
        hid        works through \(pad.hidraw): press 50 ms, release 50 ms, hover
                   20 ms, success 30 ms, error 30 ms
        ff-rumble  no: it has neither FF_RUMBLE nor FF_PERIODIC

      """, 0)
    lab.equal(pad.waveforms, [])
    lab.says(try lab.run("tick"), "arm on \(title): hid, press at 100 %, ~ ms\n", 0)
    lab.says(
      try lab.run("tick", "--device", pad.node, "disarm", "--waveform=hover", "--strength=50"),
      "disarm on \(title): hid, hover at 50 %, ~ ms\n", 0)
    lab.equal(
      pad.waveforms, ["output 43 03 04 00 00 00 e8 03", "output 43 05 02 00 00 00 e8 03"])
    lab.says(
      try lab.run("tick", "--waveform", "snap"), "arm on \(title): hid, press at 100 %, ~ ms\n",
      "swipectl: \(title): snap cannot be played on it\n", 0)
  }
  lab.that("What was asked for and does not work is said, and nothing is played") {
    pad.forget()
    let run = try lab.run("tick", "--haptics", "ff-rumble")
    lab.says(
      run,
      """
      \(title) cannot tick
        ff-rumble  no: it has neither FF_RUMBLE nor FF_PERIODIC

      """, 1)
    lab.says(
      try lab.run("probe", "--haptics", "ff-haptic"),
      """
      \(title)
        ticks      lines only: ff-haptic, as asked, does not work
        ff-haptic  no: ~
                   and a manual trigger
        hid        works ~
                   ~
        ff-rumble  no: ~

      """, 1)
    lab.equal(pad.waveforms, [])
  }
  lab.that("A replay in real time is felt, and says on what") {
    pad.forget()
    lab.says(
      try lab.run("replay", "--real-time", try swipeFile()),
      "ticks on \(title): hid, arm press at 100 %, disarm release at 100 % (no ff-haptic: ~)\n"
        + story, 0)
    lab.equal(
      pad.waveforms, ["output 43 03 04 00 00 00 e8 03", "output 43 04 04 00 00 00 e8 03"])
  }
  lab.that("Whoever may not open it is told the command that mends it") {
    lab.says(
      try lab.runAsNobody("devices"),
      "\(pad.node)\tlab-manual Touchpad\tnot taken: cannot be opened: Permission denied; run swipectl as root\n",
      0)
    lab.says(
      try lab.runAsNobody("probe"),
      """
      \(title)
        not read   it cannot be opened: Permission denied
        ticks      lines only: no tick can be felt on it
        ff-haptic  no: the kernel's driver takes only touchpads with an auto trigger
                   and a manual trigger
        hid        no: cannot open '\(pad.hidraw)': Permission denied
                   mend it: sudo setfacl -m u:$USER:rw \(pad.hidraw)
        ff-rumble  no: it has neither FF_RUMBLE nor FF_PERIODIC

      """, 1)
    lab.equal(try lab.runAsNobody("tick").code, 1)
    lab.says(
      try lab.runAsNobody("repair", "--yes"), "",
      "swipectl: repair: writes to the touchpad's firmware, which is root's to do: sudo swipectl repair\n",
      2)
    lab.equal(
      try lab.runAsNobody("probe", "--device", pad.node).output, try lab.runAsNobody("probe").output
    )
    // With the command's effect, as nobody.
    unsafe chmod(pad.hidraw, 0o666)
    pad.forget()
    lab.equal(try lab.runAsNobody("tick").code, 0)
    lab.equal(pad.waveforms.count, 1)
    unsafe chmod(pad.hidraw, 0o600)
  }
  lab.that("A pad that has no auto trigger is left alone by a repair") {
    pad.forget()
    lab.says(
      try lab.run("repair", "--yes"),
      "\(title) tells of no click that a program could silence, left alone\n", 0)
    lab.equal(pad.waveforms + pad.autoTriggerWrites, [])
  }
}

func onAHapticPad(_ lab: Lab, _ pad: HapticPad) {
  let title = "lab-haptic Touchpad (\(pad.node))"
  lab.that("A pad with the kernel's driver") {
    lab.says(
      try lab.run("probe", "--device", pad.node, "--disarm-waveform", "success"),
      """
      \(title)
        ticks      ff-haptic: arm click at 100 %, disarm success at 100 %
        ff-haptic  works: click 12 ms, hover 6 ms, success 30 ms
        hid        works through \(pad.hidraw): click 12 ms, press 10 ms, release 8 ms,
                   hover 6 ms, success 30 ms
        ff-rumble  no: it has neither FF_RUMBLE nor FF_PERIODIC
        own click  press

      """, 0)
    lab.equal(pad.waveforms, [])
    lab.says(
      try lab.run("tick", "--device", pad.node, "--strength", "40"),
      "arm on \(title): ff-haptic, click at 40 %, ~ ms\n", 0)
    lab.equal(pad.waveforms, ["output 05 03 28 00 00 00"])
  }
  lab.that("Both nodes that are closed to it have their command") {
    lab.says(
      try lab.runAsNobody("tick", "--device", pad.node),
      """
      \(title) cannot tick
        ff-haptic  no: cannot open '\(pad.node)': Permission denied
                   mend it: sudo setfacl -m u:$USER:rw \(pad.node)
        hid        no: cannot open '\(pad.hidraw)': Permission denied
                   mend it: sudo setfacl -m u:$USER:rw \(pad.hidraw)
        ff-rumble  no: it has neither FF_RUMBLE nor FF_PERIODIC

      """, 1)
    let run = try lab.runAsNobody("probe", "--device", pad.node)
    lab.equal(run.code, 1)
    lab.equal(
      run.output.hasSuffix(
        "own click  cannot be told: cannot open '\(pad.hidraw)': Permission denied\n"), true)
  }
  lab.that("PRESS is never uploaded, and said not to be played") {
    pad.forget()
    lab.says(
      try lab.run("tick", "--device", pad.node, "--waveform", "press"),
      "arm on \(title): ff-haptic, click at 100 %, ~ ms\n",
      "swipectl: \(title): press is never played by ff-haptic, perhaps by --haptics hid\n", 0)
    lab.says(
      try lab.run("tick", "--device", pad.node, "--waveform", "press", "--haptics", "hid"),
      "arm on \(title): hid, press at 100 %, ~ ms\n", 0)
    lab.equal(pad.waveforms, ["output 05 03 64 00 00 00", "output 05 04 64 00 00 00"])
    lab.equal(pad.autoTriggerWrites, [])
    lab.equal(pad.autoTrigger, 4)
  }
  lab.that("A pad that is not silenced is left alone by a repair") {
    pad.forget()
    lab.says(
      try lab.run("repair", "--device", pad.node, "--yes"),
      "\(title) is not silenced (it clicks with press), left alone\n", 0)
    lab.equal(pad.autoTriggerWrites, [])
  }
  lab.that("Both at once as JSON, an object a line") {
    let lines = try lab.run("probe", "--json").output.split(separator: "\n")
    lab.equal(lines.count, 2)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      lab.equal(object?["can_tick"] as? Bool, true)
      lab.equal((object?["rungs"] as? [Any])?.count, 4)
    }
    let devices = try lab.run("devices", "--json").output.split(separator: "\n")
    for line in devices {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      lab.equal(object?["taken"] as? Bool, true)
    }
    lab.equal(devices.count, 2)
  }
}

func onASilencedPad(_ lab: Lab, _ pad: HapticPad, other: HapticPad) {
  let title = "lab-haptic Touchpad (\(pad.node))"
  let found = """
    \(title) is silent: a program has taken its clicks over, and has not given them back
      would write: auto trigger = 4 (press), to \(pad.hidraw)

    """
  func silence() {
    let node = unsafe open(pad.node, O_RDWR | O_CLOEXEC)
    _ = lab_upload(node, 0x4F, 0x1006)
    close(node)
    lab.equal(pad.autoTrigger, 2)
    pad.forget()
  }
  lab.that("A pad that another program has silenced is said to be so") {
    silence()
    let run = try lab.run("probe", "--device", pad.node)
    lab.equal(
      run.output.hasSuffix(
        """
          own click  silenced by another program
                     bring it back: sudo swipectl repair --device \(pad.node)

        """), true)
  }
  lab.that("Without a terminal it is repaired only with --yes") {
    lab.says(
      try lab.run("repair", "--device", pad.node), found,
      "swipectl: \(title) is left as it is: nobody can be asked here; --yes writes without asking\n",
      2)
    lab.equal(pad.autoTrigger, 2)
    lab.says(
      try lab.run("repair", "--yes"),
      "lab-manual Touchpad (\(other.node)) tells of no click that a program could silence, left alone\n"
        + found
        + "  written and read back: it holds, it clicks with press\n", 0)
    lab.equal(pad.autoTrigger, 4)
    lab.equal(pad.autoTriggerWrites, ["set 04 03 10 06 10 07 10 08 10 09 10 0c 0a 08 06 1e 04"])
  }
  lab.that("On a terminal it asks, and no is no") {
    // The kernel's driver would not silence it once more: it knows nothing of the repair.
    pad.silence()
    let refused = try lab.runOnTerminal("n", "repair", "--device", pad.node)
    lab.equal(refused.output.contains("Write it? [y/N]"), true)
    lab.equal(refused.output.hasSuffix("  left as it is\n"), true)
    lab.equal(refused.code, 1)
    lab.equal(pad.autoTrigger, 2)
    let agreed = try lab.runOnTerminal("y", "repair", "--device", pad.node)
    lab.equal(
      agreed.output.hasSuffix("  written and read back: it holds, it clicks with press\n"), true)
    lab.equal(agreed.code, 0)
    lab.equal(pad.autoTrigger, 4)
  }
}

func onDevicesThatDoNotAnswer(_ lab: Lab, _ manual: HapticPad) {
  lab.that("A pad that does not answer is given up") {
    manual.keepSilent(true)
    lab.says(
      try lab.run("tick", "--device", manual.node),
      "lab-manual Touchpad (\(manual.node)) does not answer\n", 1)
    manual.keepSilent(false)
  }
}
