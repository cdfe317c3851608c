internal import CSystemd
internal import CommitPoint
internal import Glibc
internal import SystemBus

/// The objects on the bus: where they lie, what they announce of themselves.
extension SwipeBus {
  static func path(of touchpad: BusTouchpad) -> String {
    SwipeService.touchpad(at: touchpad.node)
  }

  static func path(of claim: Claim) -> String { "\(SwipeService.swipes)/\(claim.id)" }

  func touchpad(path: String) -> BusTouchpad? { touchpads.first { Self.path(of: $0) == path } }

  /// The claim at this path, if it is the caller's: those of others are none of its business.
  func claim(path: String, of caller: String) -> Claim? {
    let prefix = SwipeService.swipes + "/"
    guard path.hasPrefix(prefix), let id = UInt64(path.dropFirst(prefix.count)),
      let claim = registry[id], claim.owner == .client(caller)
    else { return nil }
    return claim
  }

  // MARK: Publishing

  /// Puts the objects onto a new connection.
  func publish() {
    guard let raw = unsafe bus.raw else { return }
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    var slots: [BusSlot] = []
    func keep(_ add: (inout OpaquePointer?) -> Int32) {
      var slot: OpaquePointer?
      // It fails for want of memory only.
      if unsafe add(&slot) >= 0, let slot = unsafe slot { slots.append(unsafe BusSlot(slot)) }
    }
    unsafe keep { slot in
      unsafe sd_bus_add_object_vtable(
        raw, &slot, SwipeService.path, SwipeService.managerInterface, swipe_bus_manager_vtable(), me
      )
    }
    unsafe keep { slot in
      unsafe sd_bus_add_fallback_vtable(
        raw, &slot, SwipeService.touchpads, SwipeService.touchpadInterface,
        swipe_bus_touchpad_vtable(),
        { _, path, _, userdata, found, _ in
          guard let userdata = unsafe userdata, let path = unsafe path else { return 0 }
          let server = unsafe Unmanaged<SwipeBus>.fromOpaque(userdata).takeUnretainedValue()
          unsafe found?.pointee = userdata
          return server.touchpad(path: unsafe String(cString: path)) == nil ? 0 : 1
        }, me)
    }
    unsafe keep { slot in
      unsafe sd_bus_add_fallback_vtable(
        raw, &slot, SwipeService.swipes, SwipeService.swipeInterface, swipe_bus_swipe_vtable(),
        { bus, path, _, userdata, found, _ in
          guard let userdata = unsafe userdata, let path = unsafe path,
            let message = unsafe sd_bus_get_current_message(bus)
          else { return 0 }
          let server = unsafe Unmanaged<SwipeBus>.fromOpaque(userdata).takeUnretainedValue()
          let caller = unsafe BusMessage(sharing: message).sender
          unsafe found?.pointee = userdata
          return server.claim(path: unsafe String(cString: path), of: caller) == nil ? 0 : 1
        }, me)
    }
    unsafe keep { slot in
      unsafe sd_bus_add_node_enumerator(
        raw, &slot, SwipeService.touchpads,
        { _, _, userdata, nodes, _ in
          guard let userdata = unsafe userdata, let nodes = unsafe nodes else { return 0 }
          let server = unsafe Unmanaged<SwipeBus>.fromOpaque(userdata).takeUnretainedValue()
          return unsafe server.enumerate(into: nodes)
        }, me)
    }
    unsafe keep { slot in
      unsafe sd_bus_add_object_manager(raw, &slot, SwipeService.path)
    }
    objects = slots
  }

  /// Hands sd-bus the paths of the touchpads in memory that it frees itself.
  private func enumerate(
    into nodes: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
  ) -> Int32 {
    let size = unsafe MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let list = unsafe calloc(touchpads.count + 1, size) else { return -ENOMEM }
    let paths = unsafe list.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
    for (index, touchpad) in touchpads.enumerated() {
      unsafe paths[index] = unsafe strdup(Self.path(of: touchpad))
    }
    unsafe nodes.pointee = unsafe paths
    return 0
  }

  // MARK: Announcing

  func announce(_ touchpad: BusTouchpad) {
    let path = Self.path(of: touchpad)
    send { () throws(BusError) in
      if let raw = unsafe bus.raw {
        bus.afterSending(unsafe sd_bus_emit_object_added(raw, path))
      }
      try tellAll("TouchpadAdded", path)
    }
    announceProperties("Touchpads")
  }

  /// - Parameter removal: takes it from the list; what it was is told before, that it is gone after.
  func announceEnd(of touchpad: BusTouchpad, _ removal: () -> Void) {
    let path = Self.path(of: touchpad)
    if let raw = unsafe bus.raw {
      bus.afterSending(unsafe sd_bus_emit_object_removed(raw, path))
    }
    removal()
    send { () throws(BusError) in try tellAll("TouchpadRemoved", path) }
    announceProperties("Touchpads")
  }

  private func tellAll(_ member: String, _ path: String) throws(BusError) {
    let signal = try bus.signal(
      to: nil, path: SwipeService.path, interface: SwipeService.managerInterface, member: member)
    try signal.append(path: path)
    try bus.send(signal)
  }

  func announceChange(from old: BusTouchpad, to new: BusTouchpad) {
    let path = Self.path(of: new)
    if old.rung != new.rung { announceProperties("Rung", of: path) }
    if old.armWaveform != new.armWaveform { announceProperties("ArmWaveform", of: path) }
    if old.disarmWaveform != new.disarmWaveform { announceProperties("DisarmWaveform", of: path) }
    if old.skippedRungs != new.skippedRungs { announceProperties("SkippedRungs", of: path) }
  }

  func announceEnabled(_ touchpad: BusTouchpad) {
    announceProperties("Enabled", of: Self.path(of: touchpad))
  }

  func announceHolders(_ touchpad: BusTouchpad) {
    announceProperties("LeftAloneBy", of: Self.path(of: touchpad))
  }

  func announcePaused() { announceProperties("Paused") }

  private func announceProperties(_ name: StaticString, of path: String? = nil) {
    guard let raw = unsafe bus.raw else { return }
    // The list is read only; a static string ends with a zero byte.
    let text = unsafe UnsafeMutablePointer(
      mutating: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
    var names: (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?) = unsafe (text, nil)
    unsafe withUnsafeMutablePointer(to: &names) { names in
      unsafe names.withMemoryRebound(to: UnsafeMutablePointer<CChar>?.self, capacity: 2) { list in
        let result = unsafe sd_bus_emit_properties_changed_strv(
          raw, path ?? SwipeService.path,
          path == nil ? SwipeService.managerInterface : SwipeService.touchpadInterface, list)
        bus.afterSending(result)
      }
    }
  }

  // MARK: Properties

  func get(_ property: String, into reply: BusMessage) throws(BusError) {
    switch property {
    case "Version": try reply.append(version)
    case "Paused": try reply.append(isPaused)
    case "Touchpads":
      try reply.array(of: "o") { () throws(BusError) in
        for touchpad in touchpads { try reply.append(path: Self.path(of: touchpad)) }
      }
    default: throw .unknownMethod
    }
  }

  func get(_ property: String, of touchpad: BusTouchpad, into reply: BusMessage) throws(BusError) {
    switch property {
    case "Name": try reply.append(touchpad.name)
    case "Node": try reply.append(touchpad.node)
    case "Seat": try reply.append(touchpad.seat)
    case "Width": try reply.append(touchpad.width.value)
    case "Height": try reply.append(touchpad.height.value)
    case "SizeIsGuess": try reply.append(touchpad.sizeIsGuess)
    case "Rung": try reply.append(touchpad.rung)
    case "ArmWaveform": try reply.append(touchpad.armWaveform)
    case "DisarmWaveform": try reply.append(touchpad.disarmWaveform)
    case "SkippedRungs":
      try reply.array(of: "(ss)") { () throws(BusError) in
        for skipped in touchpad.skippedRungs {
          try reply.structure("ss") { () throws(BusError) in
            try reply.append(skipped.rung)
            try reply.append(skipped.reason)
          }
        }
      }
    case "Enabled": try reply.append(isEnabled(touchpad))
    case "LeftAloneBy":
      try reply.array(of: "s") { () throws(BusError) in
        for name in holders(of: touchpad) { try reply.append(name) }
      }
    default: throw .unknownMethod
    }
  }

  func get(_ property: String, of claim: Claim, into reply: BusMessage) throws(BusError) {
    switch property {
    case "Fingers": try reply.append(UInt32(claim.key.fingers))
    case "Direction": try reply.append(claim.key.direction.rawValue)
    case "Stops":
      try reply.array(of: "d") { () throws(BusError) in
        for stop in claim.feel.stops ?? [] { try reply.append(stop.value) }
      }
    default: throw .unknownMethod
    }
  }
}
