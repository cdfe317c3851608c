// Any bytes as a report descriptor, and the rest of them as the feature reports that the device
// answers with.
//
// Built by `run`: libFuzzer brings its main function along.

@testable import Haptics

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  understand(input, reports: [:])
  // The first byte says how much is the descriptor.
  guard let share = input.first else { return 0 }
  let cut = input.count * Int(share) / 255
  let answer = Array(input[cut...])
  understand(
    Array(input[..<cut]), reports: [0: answer, 4: answer, 0x42: Array(answer.prefix(3))])
  return 0
}

private func understand(_ bytes: [UInt8], reports: [UInt8: [UInt8]]) {
  guard let parsed = try? HIDReportDescriptor(bytes) else { return }
  for field in parsed.fields {
    let length = parsed.bitLength(of: field.kind, id: field.reportID)
    precondition(field.bitOffset + field.bitSize * field.count <= length)
    precondition(length <= HIDReportDescriptor.reportBitLimit)
    precondition(field.usage(at: -1) == nil && field.usage(at: field.count) == nil)
    if let usage = field.usage(at: 0) { precondition(field.index(of: usage) == 0) }
  }
  let descriptor = HapticTouchpadDescriptor(parsed)
  if let list = descriptor.waveformList {
    precondition(list.waveforms.count <= WaveformList.entryLimit)
    precondition(list.durations.count <= WaveformList.entryLimit)
    let listed = list.decode(reports)
    precondition(Set(listed.map(\.ordinal)).count == listed.count)
    precondition(listed.allSatisfy { ($0.ordinal ?? 0) >= 3 })
  }
  guard case .manualTrigger(let trigger) = descriptor.verdict else { return }
  for strength in [-1, 0, 1, 50, 100, 101] {
    guard let report = trigger.report(ordinal: 3, strength: strength) else { continue }
    precondition(report.count == 1 + trigger.length && report[0] == trigger.reportID)
    precondition(trigger.length <= HIDReportDescriptor.reportBitLimit / 8)
    // The ordinal survives what is written after it, unless the descriptor gives one place two
    // meanings.
    if trigger.trigger != trigger.intensity {
      precondition(trigger.trigger.read(from: report, after: 1) == 3)
    }
  }
}
