internal import CommitPoint
internal import LinuxIO
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

  /// Tells those who listen to all swipes, and may, that one has begun.
  func tellMonitorsOfBegin(on touchpad: BusTouchpad, fingers: Int, at time: Microseconds) {
    for client in clients.all {
      let isTold = client.monitoring != nil && isTrusted(client.user, with: touchpad)
      client.sightings[touchpad.id] = isTold ? .underWay : nil
    }
    tellMonitors(of: touchpad, "SwipeBegan") { message throws(BusError) in
      try message.append(UInt64(clamping: time.value))
      try message.append(UInt32(clamping: fingers))
    }
  }

  /// Ends the swipes that somebody was told of who may not be told of their end.
  func endSightings() {
    for client in clients.all {
      for (id, sighting) in client.sightings {
        guard let touchpad = touchpad(id), !isTrusted(client.user, with: touchpad) else { continue }
        client.sightings[id] = nil
        guard sighting == .underWay else { continue }
        let reason = sessions.model.obstacle(for: client.user, on: touchpad.seat) ?? .inactive
        send(client, of: touchpad, "SwipeCancelled") { message throws(BusError) in
          try message.append(UInt64(clamping: Clock.monotonic))
          try message.append(reason.rawValue)
        }
      }
    }
  }

  /// Sends a touchpad's signal to those who listen to all swipes and may, and have been told of the begin of this one.
  func tellMonitors(
    of touchpad: BusTouchpad, _ member: String, progress: Bool = false,
    after stages: [BusClient.Sighting] = [.underWay],
    _ body: (BusMessage) throws(BusError) -> Void
  ) {
    for client in clients.all {
      guard let monitoring = client.monitoring, monitoring.progress || !progress,
        let sighting = client.sightings[touchpad.id], stages.contains(sighting),
        isTrusted(client.user, with: touchpad)
      else { continue }
      send(client, of: touchpad, member, body)
    }
  }

  private func send(
    _ client: BusClient, of touchpad: BusTouchpad, _ member: String,
    _ body: (BusMessage) throws(BusError) -> Void
  ) {
    send { () throws(BusError) in
      let signal = try bus.signal(
        to: client.name, path: Self.path(of: touchpad),
        interface: SwipeService.touchpadInterface, member: member)
      try body(signal)
      try bus.send(signal)
    }
  }

  func tellMonitors(_ event: SwipeEvent, on touchpad: BusTouchpad, offset: Millimetres) {
    var isOutcome = false
    var stages: [BusClient.Sighting] = [.underWay]
    switch event.kind {
    case .armed, .disarmed: break
    case .tick: stages.append(.over)
    case .committed, .sprungBack, .cancelled, .ignored: isOutcome = true
    }
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
    tellMonitors(of: touchpad, member, after: stages) { message throws(BusError) in
      try message.append(UInt64(clamping: event.time.value))
      if let stop {
        try message.append(stop.direction.rawValue)
        try message.append(UInt32(stop.number))
        try message.append(offset.value)
      }
      if let word { try message.append(word) }
    }
    guard isOutcome else { return }
    // Those who may not be told of it are told otherwise that it is over.
    for client in clients.all
    where client.sightings[touchpad.id] != nil && isTrusted(client.user, with: touchpad) {
      client.sightings[touchpad.id] = .over
    }
  }
}
