internal import CommitPoint
internal import SystemBus

/// Signals about swipes, each to one client alone.
extension SwipeBus {
  /// Sends a claim's owner a signal of its swipe.
  func tell(
    _ claim: Claim, _ member: String, on touchpad: BusTouchpad, at time: Microseconds,
    _ body: (BusMessage) throws(BusError) -> Void = { _ in }
  ) {
    // Who has left has no use for it, and the name is nobody's.
    guard case .client(let name) = claim.owner, clients[name] != nil else { return }
    send { () throws(BusError) in
      let signal = try bus.signal(
        to: name, path: Self.path(of: claim), interface: SwipeService.swipeInterface,
        member: member)
      try signal.append(path: Self.path(of: touchpad))
      try signal.append(UInt64(clamping: time.value))
      try body(signal)
      try bus.send(signal)
    }
  }

  func tell(
    _ claim: Claim, _ signal: FrozenSwipe.Signal, on touchpad: BusTouchpad, at time: Microseconds
  ) {
    switch signal {
    case .armed(let stop, let offset):
      tell(claim, "Armed", on: touchpad, at: time) { message throws(BusError) in
        try message.append(UInt32(stop))
        try message.append(offset.value)
      }
    case .disarmed(let stop, let offset):
      tell(claim, "Disarmed", on: touchpad, at: time) { message throws(BusError) in
        try message.append(UInt32(stop))
        try message.append(offset.value)
      }
    case .committed(let stop, let offset):
      tell(claim, "Committed", on: touchpad, at: time) { message throws(BusError) in
        try message.append(UInt32(stop))
        try message.append(offset.value)
      }
    case .sprungBack:
      tell(claim, "SprungBack", on: touchpad, at: time)
    case .cancelled(let reason):
      tell(claim, "Cancelled", on: touchpad, at: time) { message throws(BusError) in
        try message.append(reason?.rawValue ?? "ignored")
      }
    }
  }

  /// Sends a touchpad's signal to those who listen to all swipes and may.
  func tellMonitors(
    of touchpad: BusTouchpad, _ member: String, progress: Bool = false,
    _ body: (BusMessage) throws(BusError) -> Void
  ) {
    for client in clients.all {
      guard let monitoring = client.monitoring, monitoring.progress || !progress,
        isTrusted(client.user, with: touchpad)
      else { continue }
      send { () throws(BusError) in
        let signal = try bus.signal(
          to: client.name, path: Self.path(of: touchpad),
          interface: SwipeService.touchpadInterface, member: member)
        try body(signal)
        try bus.send(signal)
      }
    }
  }

  func tellMonitors(_ event: SwipeEvent, on touchpad: BusTouchpad, offset: Millimetres) {
    let (member, stop, offset, word): (String, Stop?, Millimetres, String?) =
      switch event.kind {
      case .armed(let stop, let offset): ("SwipeArmed", stop, offset, nil)
      case .disarmed(let stop, let offset): ("SwipeDisarmed", stop, offset, nil)
      case .tick(.arm): ("SwipeTicked", nil, 0, "arm")
      case .tick(.disarm): ("SwipeTicked", nil, 0, "disarm")
      case .committed(let stop): ("SwipeCommitted", stop, offset, nil)
      case .sprungBack: ("SwipeSprungBack", nil, 0, nil)
      case .cancelled(let reason): ("SwipeCancelled", nil, 0, reason.rawValue)
      case .ignored: ("SwipeIgnored", nil, 0, nil)
      }
    tellMonitors(of: touchpad, member) { message throws(BusError) in
      try message.append(UInt64(clamping: event.time.value))
      if let stop {
        try message.append(stop.direction.rawValue)
        try message.append(UInt32(stop.number))
        try message.append(offset.value)
      }
      if let word { try message.append(word) }
    }
  }
}
