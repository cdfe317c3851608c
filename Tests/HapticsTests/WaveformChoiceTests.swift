import Testing

@testable import Haptics

@Suite struct WaveformChoiceTests {
  private func listed(_ usages: [UInt16], _ durations: [Int] = []) -> [ListedWaveform] {
    usages.enumerated().map { index, usage in
      ListedWaveform(
        ordinal: UInt16(3 + index), usage: usage,
        milliseconds: index < durations.count ? durations[index] : nil)
    }
  }

  private func choice(
    _ waveforms: [ListedWaveform], _ options: HapticOptions = HapticOptions()
  ) -> [String]? {
    ManualTriggerBackEnd.choose(from: waveforms, options).map {
      [$0.arm, $0.disarm].map { "\($0.ordinal) at \($0.strength) %" }
    }
  }

  @Test func pressAndReleaseAreNeverUploaded() {
    #expect(UploadableWaveform(.press) == nil)
    #expect(UploadableWaveform(.release) == nil)
    #expect(UploadableWaveform(rawValue: 0x1006) == nil)
    #expect(UploadableWaveform(rawValue: 0x1007) == nil)
    for waveform in HapticWaveform.allCases where !waveform.isTick {
      #expect(UploadableWaveform(waveform) == nil, "\(waveform) goes on, or is nothing")
    }
  }

  @Test(
    arguments: [
      // CLICK and RELEASE, then what there is of the order.
      ([0x1003, 0x1006, 0x1007, 0x1008], ["3 at 100 %", "5 at 100 %"]),
      ([0x1006, 0x1007], ["3 at 100 %", "4 at 100 %"]),
      ([0x1006, 0x1008], ["3 at 100 %", "4 at 100 %"]),
      // One waveform for both: half the strength for disarm.
      ([0x1008], ["3 at 100 %", "3 at 50 %"]),
      ([0x1003], ["3 at 100 %", "3 at 50 %"]),
    ] as [([UInt16], [String])])
  func theBestOfTheListIsTaken(usages: [UInt16], expected: [String]) {
    #expect(choice(listed(usages)) == expected)
  }

  @Test func withoutAKnownFavouriteTheShortestIsTaken() {
    #expect(choice(listed([0x1009, 0x100A], [30, 20])) == ["4 at 100 %", "4 at 50 %"])
  }

  @Test func usagesThatAreNotKnownAreNotPlayed() {
    #expect(choice(listed([0x1F00, 0x2003, 0x1004, 0x1005, 0x0000])) == nil)
    #expect(choice(listed([0x1F00, 0x1003])) == ["4 at 100 %", "4 at 50 %"])
    #expect(choice([]) == nil)
  }

  @Test func waveformsAreChosenByName() {
    let options = HapticOptions(strength: 60, armWaveform: .success, disarmWaveform: .hover)
    #expect(choice(listed([0x1003, 0x1008, 0x1009]), options) == ["5 at 60 %", "4 at 60 %"])
    // One that the device lacks gives way to the order.
    #expect(choice(listed([0x1003]), options) == ["3 at 60 %", "3 at 30 %"])
  }

  @Test func namesAreThoseOfTheUsageTables() {
    for waveform in HapticWaveform.allCases {
      #expect(HapticWaveform(name: waveform.name) == waveform)
    }
    #expect(HapticWaveform(name: "bang") == nil)
  }

  @Test func theListIsReadFromTheFeatureReports() throws {
    let file = try DescriptorFile.named("manual-trigger")
    let list = try #require(
      HapticTouchpadDescriptor(try HIDReportDescriptor(file.bytes)).waveformList)
    #expect(list.reportLengths == [0x42: 16])
    let report: [UInt8] = [
      0x42, 0x06, 0x10, 0x07, 0x10, 0x01, 0x2F, 0x00, 0x00, 0x0A, 0x10, 50, 40, 30, 20, 10,
    ]
    // The fourth place is empty.
    #expect(
      list.decode([0x42: report]) == [
        ListedWaveform(ordinal: 3, usage: 0x1006, milliseconds: 50),
        ListedWaveform(ordinal: 4, usage: 0x1007, milliseconds: 40),
        ListedWaveform(ordinal: 5, usage: 0x2F01, milliseconds: 30),
        ListedWaveform(ordinal: 7, usage: 0x100A, milliseconds: 10),
      ])
    // A report that ends early gives what there is of it.
    #expect(list.decode([0x42: Array(report.prefix(5))]).map(\.usage) == [0x1006, 0x1007])
    #expect(list.decode([:]) == [])
  }

  @Test func aStrengthThatIsNotNothingIsNeverNothing() throws {
    let file = try DescriptorFile.named("manual-trigger")
    guard
      case .manualTrigger(let trigger) =
        HapticTouchpadDescriptor(try HIDReportDescriptor(file.bytes)).verdict
    else { return #expect(Bool(false)) }
    // Of 0…4: a quarter is one step.
    for (strength, expected) in [
      0: 0, 1: 1, 24: 1, 25: 1, 49: 1, 50: 2, 99: 3, 100: 4, 200: 4, -5: 0,
    ] {
      #expect(trigger.report(ordinal: 3, strength: strength)?[2] == UInt8(expected))
    }
    #expect(trigger.report(ordinal: 256, strength: 100) == nil)
  }

  @Test func withFewStepsOfIntensityArmAndDisarmStillDiffer() throws {
    let file = try DescriptorFile.named("manual-trigger")
    guard
      case .manualTrigger(let trigger) =
        HapticTouchpadDescriptor(try HIDReportDescriptor(file.bytes)).verdict
    else { return #expect(Bool(false)) }
    for strength in 1...100 {
      let choice = try #require(
        ManualTriggerBackEnd.choose(from: listed([0x1003]), HapticOptions(strength: strength)))
      let reports = try #require(ManualTriggerBackEnd.reports(choice, trigger))
      #expect(reports.arm != reports.disarm)
      #expect(reports.arm[2] > reports.disarm[2])
      #expect(reports.disarm[2] > 0)
    }
  }

  @Test(arguments: [(0, 0), (1, 25), (12, 25), (25, 25), (26, 26), (100, 100)])
  func aStrengthThatTheKernelWouldRoundToNothingIsRaised(asked: Int, given: Int) throws {
    let file = try DescriptorFile.named("manual-trigger")
    guard
      case .manualTrigger(let trigger) =
        HapticTouchpadDescriptor(try HIDReportDescriptor(file.bytes)).verdict
    else { return #expect(Bool(false)) }
    #expect(trigger.intensity?.felt(percent: asked) == given)
  }
}
