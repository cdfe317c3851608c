// Any bytes as a configuration. Built by `run`: libFuzzer brings its main function along.

import CommitPoint
import SwipeConfig

private let touchpad = TouchpadIdentity(
  name: "a", hardware: HardwareID(vendor: 1, product: 2), paths: ["/dev/input/event1"])

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let loaded = Configuration.parse(bytes, name: "x", for: .check)
  precondition(loaded.messages.count <= 101)
  for message in loaded.messages {
    let text = message.description
    precondition(text.utf8.count < 1000)
    precondition(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
  for fingers in 2...4 {
    let settings = loaded.configuration.settings(forFingers: fingers, on: touchpad)
    precondition((try? settings.validate()) != nil)
  }
  // What is in force is a configuration that sets the same.
  let yaml = loaded.configuration.yaml()
  let again = Configuration.parse(Array(yaml.utf8), name: "x", for: .check)
  precondition(again.messages.isEmpty, "\(again.messages)")
  for fingers in 2...4 {
    precondition(
      again.configuration.settings(forFingers: fingers, on: touchpad)
        == loaded.configuration.settings(forFingers: fingers, on: touchpad))
  }
  precondition(
    again.configuration.haptics(on: touchpad) == loaded.configuration.haptics(on: touchpad))
  precondition(
    again.configuration.isEnabled(touchpad) == loaded.configuration.isEnabled(touchpad))
  return 0
}
