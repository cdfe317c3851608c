// Any bytes as a swipes.yaml. Built by `run`: libFuzzer brings its main function along.

import CommitPoint
import LinuxIO
import SwipeActions
import SwipeConfig

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let checked = SwipeActions.parse(
    bytes, name: "x", for: .check, programs: ProgramSearch(path: "/usr/bin:/bin"))
  let served = SwipeActions.parse(bytes, name: "x", for: .service)
  for loaded in [checked, served] {
    precondition(loaded.messages.count <= 101)
    for message in loaded.messages {
      let text = message.description
      precondition(text.utf8.count < 1000, text)
      precondition(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, text)
    }
  }
  // The agent is never stricter than the check, and both understand the same.
  precondition(checked.hasErrors || !served.hasErrors)
  precondition(checked.hasErrors || checked.actions == served.actions)
  guard !served.hasErrors else { return 0 }
  var last: Set<SwipeKey> = []
  for swipe in served.actions.swipes {
    // Whatever stands behind a swipe without conditions would never be asked.
    precondition(!last.contains(swipe.key.value))
    if !swipe.isConditional { last.insert(swipe.key.value) }
    precondition((1...5).contains(swipe.key.value.fingers))
    if let stops = swipe.feel.stops?.value {
      precondition(zip(stops, stops.dropFirst()).allSatisfy { $0 < $1 })
      precondition(swipe.stopActions.keys.allSatisfy { (1...stops.count).contains($0) })
    }
    if case .press(let chords) = swipe.action?.value { precondition(!chords.isEmpty) }
  }
  return 0
}
