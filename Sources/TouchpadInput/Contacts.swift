internal import CLinux

/// Which contact is in each of a touchpad's slots, by the kernel's tracking ids.
struct Contacts: Sendable, Hashable {
  /// The kernel's own form: the question, then the answer for each slot; so that nothing is copied.
  private var request: [Int32]

  /// No contact in any of so many slots.
  init(slots: Int) {
    request = Array(repeating: -1, count: slots + 1)
  }

  init(_ ids: [Int32]) {
    request = [-1] + ids
  }

  /// How many slots there are; 0 where the touchpad has none.
  var slots: Int { request.count - 1 }

  /// The id of the contact in a slot; negative for none.
  subscript(slot: Int) -> Int32 { slot + 1 < request.count ? request[slot + 1] : -1 }

  mutating func removeAll() {
    for index in request.indices { request[index] = -1 }
  }

  /// Hands out the memory to be filled by `EVIOCGMTSLOTS`.
  @unsafe
  mutating func withRequest(_ fill: (UnsafeMutableRawBufferPointer) -> Int32) -> Int32 {
    request[0] = ABS_MT_TRACKING_ID
    return unsafe request.withUnsafeMutableBytes(fill)
  }
}
