import Testing

@testable import Haptics

@Suite struct HIDReportDescriptorTests {
  @Test(arguments: DescriptorFile.all)
  func eachDescriptorIsUnderstoodAsItsFileSays(file: DescriptorFile) throws {
    let descriptor = HapticTouchpadDescriptor(try HIDReportDescriptor(file.bytes))
    let found = DescriptorFile.findings(descriptor)
    // What a file does not speak of is not asked; what it says is found, and no other verdict.
    #expect(!file.expected.isEmpty)
    for line in file.expected { #expect(found.contains(line), "found \(found)") }
    let isSpokenOf = { (start: String) in file.expected.contains { $0.hasPrefix(start) } }
    for start in ["list", "auto trigger"] {
      #expect(isSpokenOf(start) == found.contains { $0.hasPrefix(start) })
    }
  }

  @Test(arguments: [
    ([0x05], HIDReportDescriptor.Malformed.truncatedItem(at: 0)),
    ([0x05, 0x0D, 0x27, 0xFF, 0xFF], .truncatedItem(at: 2)),
    ([0xFE], .truncatedItem(at: 0)),
    ([0xFE, 0x04, 0x00, 0x01], .truncatedItem(at: 0)),
    ([0xC0], .unopenedCollection(at: 0)),
    ([0xA1, 0x01], .unclosedCollection),
    ([0xB4], .unmatchedPop(at: 0)),
    ([0x85, 0x00], .badReportID(at: 0)),
    ([0x86, 0x00, 0x01], .badReportID(at: 0)),
    ([0xA9, 0x00], .badDelimiter(at: 0)),
    ([0xA9, 0x01, 0xA9, 0x01], .badDelimiter(at: 2)),
  ])
  func whatTheKernelRefusesIsRefused(bytes: [UInt8], error: HIDReportDescriptor.Malformed) {
    #expect(throws: error) { try HIDReportDescriptor(bytes) }
  }

  @Test func countsAndSizesThatNoReportCanHaveAreRefused() {
    let most: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    let field: [UInt8] = [0x77] + most + [0x97] + most + [0x09, 0x01, 0x91, 0x02]
    #expect(throws: HIDReportDescriptor.Malformed.reportTooLarge(at: 12)) {
      try HIDReportDescriptor(field)
    }
    // 16 KiB are taken, one bit more is not.
    let whole: [UInt8] = [0x75, 0x01, 0x97, 0x00, 0x00, 0x02, 0x00, 0x09, 0x01, 0x91, 0x02]
    #expect(throws: Never.self) { try HIDReportDescriptor(whole) }
    #expect(throws: HIDReportDescriptor.Malformed.reportTooLarge(at: 13)) {
      try HIDReportDescriptor(whole + [0x95, 0x01, 0x91, 0x02])
    }
  }

  @Test func nestingHasAnEnd() {
    let deep = [UInt8](repeating: 0xA0, count: HIDReportDescriptor.depthLimit + 1)
    #expect(throws: HIDReportDescriptor.Malformed.tooDeep(at: HIDReportDescriptor.depthLimit)) {
      try HIDReportDescriptor(deep)
    }
    let pushes = [UInt8](repeating: 0xA4, count: HIDReportDescriptor.depthLimit + 1)
    #expect(throws: HIDReportDescriptor.Malformed.tooDeep(at: HIDReportDescriptor.depthLimit)) {
      try HIDReportDescriptor(pushes)
    }
  }

  @Test func lengthHasAnEnd() {
    let long = [UInt8](repeating: 0xF0, count: HIDReportDescriptor.lengthLimit + 1)
    #expect(throws: HIDReportDescriptor.Malformed.tooLong(long.count)) {
      try HIDReportDescriptor(long)
    }
  }

  /// Descriptors that would take for ever if the work grew faster than their length.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      // Usages by the thousand for each of thousands of controls.
      (
        [0x05, 0x0D, 0x09, 0x05, 0xA1, 0x01], [0x09, 0x21],
        [0x75, 0x01, 0x96, 0xFF, 0xFF, 0x91, 0x02]
      ),
      // Ranges of 2³² usages.
      (
        [], [0x1B, 0, 0, 0, 0, 0x2B, 0xFF, 0xFF, 0xFF, 0xFF], [0x75, 0x01, 0x95, 0x01, 0xB1, 0x02]
      ),
      // Touchpads by the thousand.
      (
        [0x75, 0x01, 0x95, 0x01],
        [0x05, 0x0D, 0x09, 0x05, 0xA1, 0x01, 0x09, 0x21, 0xB1, 0x02, 0xC0], []
      ),
      // Waveform lists by the thousand.
      (
        [0x75, 0x01, 0x95, 0x01],
        [0x05, 0x0E, 0x09, 0x10, 0xA1, 0x02, 0x0B, 3, 0, 10, 0, 0xB1, 2, 0xC0], []
      ),
    ] as [([UInt8], [UInt8], [UInt8])])
  func timeGrowsWithTheLengthAlone(head: [UInt8], body: [UInt8], tail: [UInt8]) {
    var bytes = head
    while bytes.count + body.count + tail.count <= HIDReportDescriptor.lengthLimit { bytes += body }
    bytes += tail
    for _ in 0..<10 { Self.understand(bytes) }
  }

  @Test func aMillionBrokenDescriptorsDoNotTrap() {
    var random = SeededGenerator(seed: 0x5717_0ED0)
    let seeds = DescriptorFile.all.map(\.bytes)
    for round in 0..<1_000_000 {
      var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
      switch round % 8 {
      case 0:
        // Anything at all, of up to 4 KiB now and then.
        let limit = round % 4096 == 0 ? 4096 : 64
        bytes = (0..<Int.random(in: 0...limit, using: &random)).map { _ in random.byte() }
      case 1:
        bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      case 2:
        let other = seeds[Int.random(in: 0..<seeds.count, using: &random)]
        bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) + other
      default:
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[place] = random.byte()
        }
      }
      Self.understand(bytes)
    }
  }

  /// All that is ever done with a descriptor.
  private static func understand(_ bytes: [UInt8]) {
    guard let parsed = try? HIDReportDescriptor(bytes) else { return }
    let descriptor = HapticTouchpadDescriptor(parsed)
    _ = descriptor.waveformList?.decode([0x42: bytes, 0: bytes, 4: []])
    if case .manualTrigger(let trigger) = descriptor.verdict {
      for strength in [0, 1, 50, 100] { _ = trigger.report(ordinal: 3, strength: strength) }
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 32) }
}
