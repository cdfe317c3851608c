import Foundation
import LinuxIO
import Testing
import TouchpadInput

@testable import Haptics
@testable import SwipeTools

/// What is said of what a probe found; what a probe finds on real drivers is tried by SwipectlLab.
struct ProbeTests {
  private static let listed = [
    ListedWaveform(ordinal: 3, usage: 0x1003, milliseconds: 12),
    ListedWaveform(ordinal: 4, usage: 0x1006, milliseconds: 10),
    ListedWaveform(ordinal: 5, usage: 0x2003),
  ]

  private func report(
    _ rung: HapticRung, _ obstacle: HapticObstacle? = nil, _ waveforms: [ListedWaveform] = []
  ) -> HapticProbe.RungReport {
    let plays = obstacle == nil && rung != .log
    return HapticProbe.RungReport(
      rung: rung, obstacle: obstacle,
      arm: plays ? .waveform(usage: 0x1003, strength: 100) : nil,
      disarm: plays ? .waveform(usage: 0x1003, strength: 50) : nil, waveforms: waveforms)
  }

  /// A probed touchpad with these findings.
  private func probed(
    _ rungs: [HapticProbe.RungReport], _ autoTrigger: HapticProbe.AutoTrigger = .none,
    _ options: HapticOptions = HapticOptions()
  ) throws -> ProbedDevice {
    let fake = try FakeTouchpad()
    var root = options
    root.root = fake.root
    var device = ProbedDevice(
      TickDevice(name: "Pad", node: fake.node, sysPath: fake.sysPath), root)
    device.device.node = "/dev/input/event5"
    device.options = options
    device.probe?.rungs = rungs + [report(.log)]
    device.probe?.autoTrigger = autoTrigger
    device.probe?.hidraw = "/dev/hidraw0"
    return device
  }

  @Test(
    "Each rung that does not work says why",
    arguments: [
      (
        HapticObstacle.noFFHaptic(.kernelTooOld(release: "6.1.0-40-amd64")),
        "no: Linux 6.1.0-40-amd64 is older than 6.18, the first with FF_HAPTIC"
      ),
      (
        .noFFHaptic(.configOff(release: "7.3.4")),
        "no: Linux 7.3.4 was built with CONFIG_HID_HAPTIC off"
      ),
      (
        .intensityOnly,
        "no: its report descriptor has the intensity only: it can click, but a program cannot make it tick"
      ),
      (.noRumble, "no: it has neither FF_RUMBLE nor FF_PERIODIC"),
      (
        .failed(.open, path: "/dev/hidraw0", .permissionDenied),
        "no: cannot open '/dev/hidraw0': Permission denied"
      ),
    ])
  func reasons(_ obstacle: HapticObstacle, _ words: String) {
    #expect(report(.hid, obstacle).words(hidraw: "/dev/hidraw0") == words)
  }

  @Test("A pad that ticks: its rungs, its waveforms, its ticks and its own click")
  func ticks() throws {
    let device = try probed(
      [report(.ffHaptic, .notAsked), report(.hid, nil, Self.listed), report(.ffRumble, .noRumble)],
      .clicks(ordinal: 4))
    #expect(device.canTick)
    #expect(
      device.text == """
        Pad (/dev/input/event5)
          ticks      hid: arm click at 100 %, disarm click at 50 %
          ff-haptic  no: another one was asked for
          hid        works through /dev/hidraw0: click 12 ms, press 10 ms, 0x2003
          ff-rumble  no: it has neither FF_RUMBLE nor FF_PERIODIC
          own click  press

        """)
  }

  @Test("What can be mended has its command in a line of its own, however long")
  func remedies() throws {
    let device = try probed(
      [report(.hid, .failed(.open, path: "/dev/hidraw0", .permissionDenied))], .silenced)
    #expect(!device.canTick)
    #expect(
      device.text == """
        Pad (/dev/input/event5)
          ticks      lines only: no tick can be felt on it
          hid        no: cannot open '/dev/hidraw0': Permission denied
                     mend it: sudo setfacl -m u:$USER:rw /dev/hidraw0
          own click  silenced by another program
                     bring it back: sudo swipectl repair --device /dev/input/event5

        """)
  }

  @Test(
    "The rung in use is the best that works and is asked for",
    arguments: [
      (HapticOptions.Choice.auto, "ff-haptic: arm click at 100 %, disarm click at 50 %", true),
      (.hid, "hid: arm click at 100 %, disarm click at 50 %", true),
      (.ffRumble, "lines only: ff-rumble, as asked, does not work", false),
      (.log, "lines only, as asked", false),
      (.off, "none: --haptics off", false),
    ])
  func choice(_ choice: HapticOptions.Choice, _ words: String, _ canTick: Bool) throws {
    let device = try probed(
      [report(.ffHaptic), report(.hid), report(.ffRumble, .noRumble)], .none,
      HapticOptions(choice: choice))
    #expect(device.text.contains("\n  ticks      \(words)\n"))
    #expect(device.canTick == canTick)
  }

  @Test("A waveform that was asked for and is not played is said")
  func missed() throws {
    let device = try probed(
      [report(.ffHaptic)], .none,
      HapticOptions(armWaveform: .press, disarmWaveform: .snapReverse))
    #expect(
      device.text.contains(
        """
                     arm: press is never played by ff-haptic, perhaps by --haptics hid
                     disarm: snap-reverse cannot be played on it

        """))
  }

  @Test("A device that stays closed is not probed")
  func closed() {
    let device = ProbedDevice(
      TickDevice(name: "Pad", node: "/dev/input/event5", refusal: .alsoKeyboard), HapticOptions())
    #expect(device.probe == nil)
    #expect(!device.canTick)
    #expect(
      device.text == """
        Pad (/dev/input/event5)
          not read   it is a keyboard as well, and swiped never reads keys

        """)
  }

  @Test("A name cannot act on the terminal")
  func name() {
    let device = ProbedDevice(
      TickDevice(name: "\u{1B}[2J", node: "/dev/input/event5", refusal: .alsoKeyboard),
      HapticOptions())
    #expect(!device.text.contains("\u{1B}"))
    #expect(!device.json.text.contains("\u{1B}"))
  }

  @Test("JSON says the same to a program")
  func json() throws {
    let device = try probed(
      [report(.ffHaptic, .noFFHaptic(.notForTheDriver)), report(.hid, nil, Self.listed)],
      .silenced)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(device.json.text.utf8)) as? [String: Any])
    #expect(object["can_tick"] as? Bool == true)
    #expect(object["rung"] as? String == "hid")
    #expect((object["disarm"] as? [String: Any])?["strength"] as? Int == 50)
    let rungs = try #require(object["rungs"] as? [[String: Any]])
    #expect(rungs.map { $0["works"] as? Bool } == [false, true, true])
    let waveforms = try #require(rungs[1]["waveforms"] as? [[String: Any]])
    #expect(waveforms.map { $0["name"] as? String } == ["click", "press", "0x2003"])
    #expect(waveforms.map { $0["duration_ms"] as? Int } == [12, 10, nil])
    #expect((object["own_click"] as? [String: Any])?["state"] as? String == "silenced")
  }

  @Test("A row is broken between words within 80 columns, and no number is torn from its unit")
  func rows() {
    var rows = Rows()
    rows.row("hid", String(repeating: "success 30 ms, ", count: 12))
    let lines = rows.text.split(separator: "\n")
    #expect(lines.count > 1)
    for line in lines {
      #expect(line.count <= 80)
      #expect(!line.hasSuffix(" 30"))
    }
  }
}
