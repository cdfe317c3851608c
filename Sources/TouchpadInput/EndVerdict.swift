internal import CommitPoint

/// Whether a swipe that libinput reports as ended was released.
///
/// libinput reports the same end, not cancelled, for a lift, a click, an unplug, and a touchpad that is
/// switched off. The kernel knows better: a contact that was lifted has lost its tracking id.
enum EndVerdict: Sendable, Hashable {
  case lift
  case cancel(CancelReason)

  /// What was found out when the end came.
  struct Evidence: Sendable {
    /// The fingers of the swipe.
    var fingers: Int
    /// The contacts when the swipe began or armed.
    var held: Contacts
    /// The contacts now.
    var current: Contacts
    var keys: KeyState
    /// Whether the machine slept since the swipe began, or the touchpad is inhibited. The kernel or the
    /// driver then lets go of contacts that nobody lifted.
    var wasInterrupted = false
  }

  init(_ evidence: Evidence) {
    let keys = evidence.keys
    if keys.contains(.button) {
      self = .cancel(.button)
    } else if evidence.wasInterrupted {
      self = .cancel(.suspended)
    } else if evidence.isLift {
      self = .lift
    } else if !keys.contains(.touch), evidence.current.slots > 0 {
      // When a device goes, the kernel first releases its keys and leaves its contacts as they are
      // (input_disconnect_device); the node is dead some milliseconds later.
      self = .cancel(.unplugged)
    } else {
      self = .cancel(keys.fingers > evidence.fingers ? .fingers : .libinput)
    }
  }
}

extension EndVerdict.Evidence {
  fileprivate var isLift: Bool {
    // Without slots there is only one contact to be lifted.
    guard current.slots > 0 else { return !keys.contains(.touch) }
    var heldCount = 0
    var gone = 0
    var present = 0
    for slot in 0..<current.slots {
      let id = held[slot]
      if current[slot] >= 0 { present += 1 }
      if id >= 0 {
        heldCount += 1
        if current[slot] != id { gone += 1 }
      }
    }
    // A resting thumb or palm keeps its id through a true lift, so not all need to be gone; contacts that are
    // new since then say nothing. A touchpad with fewer slots than fingers holds as many as it can.
    let needed = min(fingers, current.slots)
    if gone >= needed { return true }
    // Not all were down when they were noted, since the events were read late or a finger was off for a
    // moment: nothing may be left then.
    return heldCount < needed && present == 0 && !keys.contains(.touch)
  }
}
