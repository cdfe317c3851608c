import Foundation
import LinuxIO
import Testing

@testable import Haptics

@Suite struct DeviceSurveyTests {
  private func machine(
    _ descriptor: String?, forceFeedback: String = "0", hasHidraw: Bool = true
  ) throws -> FakeMachine {
    try FakeMachine(
      descriptor: descriptor.map { try DescriptorFile.named($0).bytes },
      forceFeedback: forceFeedback, hasHidraw: hasHidraw)
  }

  @Test func theForceFeedbackBitsAreReadFromSysfs() throws {
    // What a hid-haptic pad has: FF_HAPTIC, 0x4f, alone.
    let survey = try machine("hid-haptic", forceFeedback: "8000 0").survey()
    #expect(survey.has(ForceFeedbackBit.haptic))
    #expect(!survey.has(ForceFeedbackBit.rumble))
    #expect(survey.obstacle(to: .ffHaptic) == nil)
    // What a gamepad by ff-memless has.
    let gamepad = try machine(nil, forceFeedback: "107030000 0").survey()
    #expect(gamepad.has(ForceFeedbackBit.rumble))
    #expect(gamepad.has(ForceFeedbackBit.periodic))
    #expect(gamepad.obstacle(to: .ffRumble) == nil)
  }

  @Test func theHidrawNodeIsTheTouchpadsSibling() throws {
    let machine = try machine("manual-trigger")
    #expect(machine.survey().hidraw?.path == machine.root + "/dev/hidraw3")
    #expect(machine.survey().obstacle(to: .hid) == nil)
  }

  @Test func aNodeThatAnotherDeviceHasTakenOverIsLeftAlone() throws {
    let machine = try machine("manual-trigger")
    let survey = machine.survey()
    let hidraw = try #require(survey.hidraw)
    _ = try hidraw.open()
    // The device went, and another one came that has its number: the directory is another's, or gone.
    try machine.write(machine.sysPath + "/dev", Array("13:70\n".utf8))
    try FileManager.default.removeItem(atPath: hidraw.directory)
    for node in [survey.node, hidraw] {
      #expect(throws: HapticObstacle.failed(.open, path: node.path, .noSuchDevice)) {
        _ = try node.open()
      }
    }
  }

  @Test(arguments: [
    ("intensity-only", HapticObstacle.intensityOnly),
    ("blob-only", .noHaptics),
    ("dial", .noTouchpadCollection),
    ("auto-trigger-only", .noManualTrigger),
    ("pen-first", .noWaveformList),
  ])
  func aDescriptorThatAllowsNoTickIsNamedAsTheReason(name: String, obstacle: HapticObstacle) throws
  {
    #expect(try machine(name).survey().obstacle(to: .hid) == obstacle)
  }

  @Test func whatIsMissingIsNamedAsTheReason() throws {
    #expect(try machine(nil).survey().obstacle(to: .hid) == .notHID)
    #expect(
      try machine("manual-trigger", hasHidraw: false).survey().obstacle(to: .hid) == .noHidraw)
    #expect(try machine("manual-trigger").survey().obstacle(to: .ffRumble) == .noRumble)
    let broken = try FakeMachine(descriptor: [0x05]).survey().obstacle(to: .hid)
    #expect(broken == .descriptorMalformed(.truncatedItem(at: 0)))
    let nowhere = DeviceSurvey(node: "/nowhere", sysPath: nil, root: "/nowhere")
    for rung in [HapticRung.ffHaptic, .hid, .ffRumble] {
      #expect(nowhere.obstacle(to: rung) == .failed(.open, path: "/nowhere", .noSuchFile))
    }
  }

  @Test func whyThereIsNoFFHapticIsToldAsFarAsItCanBe() throws {
    let pad = try machine("hid-haptic")
    #expect(
      pad.survey(release: "6.1.0-38-amd64").noFFHaptic == .kernelTooOld(release: "6.1.0-38-amd64"))
    #expect(pad.survey(release: "7.3.4").noFFHaptic == .unknown(release: "7.3.4"))
    try pad.write("/boot/config-7.3.4", Array("# CONFIG_HID_HAPTIC is not set\n".utf8))
    #expect(pad.survey(release: "7.3.4").noFFHaptic == .configOff(release: "7.3.4"))
    try pad.write("/boot/config-7.3.4", Array("CONFIG_A=y\nCONFIG_HID_HAPTIC=m\n".utf8))
    #expect(pad.survey(release: "7.3.4").noFFHaptic == .unknown(release: "7.3.4"))
    #expect(try machine("manual-trigger").survey().noFFHaptic == .notForTheDriver)
    #expect(
      try machine(nil).survey(release: "6.17.2").noFFHaptic == .kernelTooOld(release: "6.17.2"))
  }

  @Test(arguments: [
    ("6.17.13", false), ("6.18.0-rc1", true), ("6.18", true), ("7.0", true), ("5.19.3", false),
    ("4", false), ("", true), ("next", true),
  ])
  func ffHapticCameWith6Point18(release: String, has: Bool) {
    #expect(DeviceSurvey.hasFFHaptic(release) == has)
  }

  @Test func onlyNodesThatTickAndHaveNoKeysAreOpened() throws {
    func obstacle(_ name: String) throws -> HapticObstacle? {
      let machine = try machine(name)
      // The node's directory has a link to its device's; here the two are one.
      let hid = "/sys/devices/virtual/misc/uhid/0018:1234:5678.0001"
      try machine.write(hid + "/hidraw/device/report_descriptor", DescriptorFile.named(name).bytes)
      do throws(HapticObstacle) {
        try HidrawAccess.check(sysPath: machine.root + hid + "/hidraw")
        return nil
      } catch { return error }
    }
    #expect(try obstacle("manual-trigger") == nil)
    #expect(try obstacle("hid-haptic") == nil)
    #expect(try obstacle("keyboard") == .keyboard)
    #expect(try obstacle("keyboard-beside") == .keyboard)
    #expect(try obstacle("keys-in-a-vendor-collection") == .keyboard)
    #expect(try obstacle("intensity-only") == .intensityOnly)
    #expect(try obstacle("dial") == .noTouchpadCollection)
    #expect(try obstacle("pen-first") == .noWaveformList)
  }
}
