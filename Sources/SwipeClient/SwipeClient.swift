public import CommitPoint
internal import LinuxIO
internal import SystemBus

/// Swipes and ticks for a program: asks swiped over the system bus, and keeps what it has asked for when swiped or the
/// bus is restarted.
///
/// It has no loop and no thread. Wait for ``descriptor`` to be readable in whatever way your program waits, and call
/// ``dispatch(_:)``:
///
/// ```swift
/// let client = try SwipeClient()
/// let archive = client.claim(fingers: 3, direction: .left)
/// while true {
///   var entry = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
///   poll(&entry, 1, -1)
///   client.dispatch { event in
///     if case .swipe(archive, .committed, _, _) = event { print("archived") }
///   }
/// }
/// ```
///
/// Nothing here waits for anybody. All of it belongs to one thread.
public final class SwipeClient {
  private struct Claim {
    var fingers: Int
    var direction: Direction
    var feel: ClaimedFeel
    var progress: Bool
    /// Where it lies on the bus, once that is known.
    var path: String?
  }

  private struct Underway: Hashable {
    var swipe: ClaimedSwipe
    var touchpad: String
  }

  private enum Wish {
    /// To be asked for, once there is a service that has such a touchpad.
    case open
    /// Asked for, and not answered yet.
    case sent
    case granted, refused
  }

  private let bus: BusConnection
  private var slots: [BusSlot] = []
  /// The unique name of swiped; what anybody else sends is not believed.
  private var service: String?
  private var claims: [ClaimedSwipe: Claim] = [:]
  private var paths: [String: ClaimedSwipe] = [:]
  /// For each swipe under way its last time, and what is armed.
  private var underway: [Underway: (time: Microseconds, stop: Int?, offset: Millimetres)] = [:]
  private var monitoring: Bool?
  /// The nodes that are to be left alone, and how far that has come.
  private var leftAlone: [String: Wish] = [:]
  private var events: [SwipeClientEvent] = []
  private var last: UInt64 = 0
  private var lastTouchpad: String?

  /// Why there is no bus to ask for swiped on; `nil` as long as there is one, or that is not known.
  public private(set) var obstacle: String?
  /// The touchpads that swiped reads, as far as is known.
  public private(set) var touchpads: [SwipeTouchpad] = []
  /// What swiped says of itself; `nil` as long as that is not known.
  public private(set) var state: SwipeServiceState?

  /// Starts to connect.
  ///
  /// - Parameter address: of the bus, such as `unix:path=/run/dbus/system_bus_socket`; `nil` for the system bus.
  /// - Throws: if the process has no descriptors left, or libsystemd cannot be loaded.
  public init(address: String? = nil) throws(SwipeClientError) {
    do {
      bus = try BusConnection(address: address)
      try BusConnection.loadLibrary()
    } catch {
      throw SwipeClientError(description: "\(error)")
    }
    bus.connected = { [unowned self] in
      obstacle = nil
      busConnected()
    }
    bus.disconnected = { [unowned self] error in
      obstacle = error.description
      serviceLeft()
      slots = []
    }
    bus.start()
  }

  /// Readable when ``dispatch(_:)`` is to be called; the same as long as the client lives.
  public var descriptor: Int32 { bus.descriptor }

  /// Whether swiped is there.
  public var isConnected: Bool { service != nil }

  /// Deals with what has come, and calls `body` with each event, in order.
  public func dispatch(_ body: (SwipeClientEvent) -> Void) {
    bus.dispatch()
    // What `body` does may give more.
    while !events.isEmpty {
      let told = events
      events = []
      for event in told { body(event) }
    }
  }

  // MARK: Swipes

  /// Asks for the swipes with so many fingers, 2…4, in a direction. They are the client's until it releases them or ends;
  /// who claims the same later has them first.
  ///
  /// - Parameters:
  ///   - fingers: 2, 3 or 4.
  ///   - direction: that in which the fingers go.
  ///   - feel: what is left out of it is as the touchpad's owner has it.
  ///   - progress: whether every step is to be told.
  public func claim(
    fingers: Int, direction: Direction, feel: ClaimedFeel = ClaimedFeel(), progress: Bool = false
  ) -> ClaimedSwipe {
    last += 1
    let swipe = ClaimedSwipe(number: last)
    claims[swipe] = Claim(fingers: fingers, direction: direction, feel: feel, progress: progress)
    send(swipe)
    return swipe
  }

  /// Gives a swipe back. One that is under way is cancelled, which is told.
  public func release(_ swipe: ClaimedSwipe) {
    guard let path = claims.removeValue(forKey: swipe)?.path else { return }
    release(path)
  }

  /// Does not want the swipe that has just begun: it is cancelled for this claim, and who has claimed the same before has
  /// it, felt as it asked for. It is too late when something is armed, which is told as
  /// ``SwipeClientEvent/notDeclined(_:)``.
  public func decline(_ swipe: ClaimedSwipe) {
    guard let path = claims[swipe]?.path else { return }
    call("Decline", at: path, SwipeService.swipeInterface) { [unowned self] reply in
      if case .failure = reply, claims[swipe] != nil, service != nil { tell(.notDeclined(swipe)) }
    }
  }

  private func send(_ swipe: ClaimedSwipe) {
    guard let claim = claims[swipe], service != nil else { return }
    call(
      "Claim",
      with: { message throws(BusError) in
        try message.append(UInt32(clamping: claim.fingers))
        try message.append(claim.direction.rawValue)
        try message.array(of: "d") { () throws(BusError) in
          for stop in claim.feel.stops { try message.append(stop.value) }
        }
        try message.array(of: "{sv}") { () throws(BusError) in
          if let hysteresis = claim.feel.hysteresis {
            try message.entry("hysteresis", "d") { () throws(BusError) in
              try message.append(hysteresis.value)
            }
          }
          if let flick = claim.feel.flick {
            try message.entry("flick", "b") { () throws(BusError) in try message.append(flick) }
          }
          if claim.feel.flick == true, let numbers = claim.feel.flickNumbers {
            for (key, number) in [
              ("flick_project", Double(numbers.projection.value) / 1000),
              ("flick_velocity", numbers.velocity.value),
              ("flick_min_fraction", numbers.minFraction),
            ] {
              try message.entry(key, "d") { () throws(BusError) in try message.append(number) }
            }
          }
          try message.entry("progress", "b") { () throws(BusError) in
            try message.append(claim.progress)
          }
        }
      }
    ) { [unowned self] reply in
      do throws(BusError) {
        let path = try reply.get().readPath()
        // It may have been released in the meantime.
        guard claims[swipe] != nil else { return release(path) }
        claims[swipe]?.path = path
        paths[path] = swipe
        tell(.claimed(swipe))
      } catch {
        guard claims[swipe] != nil, service != nil else { return }
        tell(.refused(swipe, reason: error.description))
      }
    }
  }

  private func release(_ path: String) {
    call("Release", with: { message throws(BusError) in try message.append(path: path) }) {
      [unowned self] _ in
      // Only now nothing more comes of it.
      paths[path] = nil
    }
  }

  // MARK: Ticks

  /// A tick may be wanted soon: has the touchpad made ready for it.
  ///
  /// - Parameter touchpad: its path; `nil` for the one that was swiped on last, or else the first.
  public func prepare(_ touchpad: String? = nil) { tick("Prepare", touchpad) }

  /// Asks for a selection tick. What is not played is told as ``SwipeClientEvent/failed(name:reason:)``: while a swipe is
  /// under way, outside of the active session, and more than 20 times a second none is.
  ///
  /// - Parameter touchpad: its path; `nil` for the one that was swiped on last, or else the first.
  public func selectionChanged(_ touchpad: String? = nil) { tick("SelectionChanged", touchpad) }

  private func tick(_ member: String, _ touchpad: String?) {
    guard let path = touchpad ?? lastTouchpad ?? touchpads.first?.path else {
      return tellOfNoTouchpad()
    }
    call(member, at: path, SwipeService.touchpadInterface) { [unowned self] in note($0) }
  }

  private func tellOfNoTouchpad() {
    tell(.failed(name: BusError.noSuchTouchpad("").name, reason: "there is no touchpad"))
  }

  // MARK: Tools

  /// Has all swipes told as ``SwipeClientEvent/seen(_:touchpad:at:)``.
  ///
  /// - Parameter progress: whether every step is to be told.
  public func monitor(progress: Bool) {
    monitoring = progress
    sendMonitor()
  }

  private func sendMonitor() {
    guard let monitoring, service != nil else { return }
    call(
      "Monitor",
      with: { message throws(BusError) in
        try message.array(of: "{sv}") { () throws(BusError) in
          try message.entry("progress", "b") { () throws(BusError) in
            try message.append(monitoring)
          }
        }
      }
    ) { [unowned self] in note($0) }
  }

  /// Has the service leave a touchpad alone as long as this client lives, since the program reads it itself. What comes of it
  /// is told as ``SwipeClientEvent/leftAlone(node:)`` or ``SwipeClientEvent/notLeftAlone(node:name:reason:)``.
  ///
  /// A touchpad that the service does not have is one that it leaves alone: nothing is told, and it is asked as soon as it
  /// has it.
  public func leaveAlone(node: String) {
    guard leftAlone[node] == nil else { return }
    leftAlone[node] = .open
    sendLeaveAlone(node)
  }

  /// Has the service use a touchpad again.
  public func takeUp(node: String) {
    guard let wish = leftAlone.removeValue(forKey: node), service != nil else { return }
    switch wish {
    case .open, .refused: return
    case .sent, .granted: break
    }
    call("TakeUp", with: { message throws(BusError) in try message.append(node) }) { _ in
      // It may be gone, and is then taken up.
    }
  }

  private func sendLeaveAlone(_ node: String) {
    guard let service else { return }
    leftAlone[node] = .sent
    call("LeaveAlone", with: { message throws(BusError) in try message.append(node) }) {
      [unowned self] reply in
      guard leftAlone[node] == .sent, service == self.service else { return }
      switch reply {
      case .success:
        leftAlone[node] = .granted
        tell(.leftAlone(node: node))
      case .failure(let error) where error.name == BusError.noSuchTouchpad(node).name:
        leftAlone[node] = .open
      case .failure(let error):
        leftAlone[node] = .refused
        tell(.notLeftAlone(node: node, name: error.name, reason: error.description))
      }
    }
  }

  /// What the service leaves alone ends with the touchpad.
  private func noteRemoval(of touchpad: String) {
    for (node, wish) in leftAlone where wish != .sent {
      if SwipeService.touchpad(at: node) == touchpad { leftAlone[node] = .open }
    }
  }

  private func renewLeaveAlone() {
    for (node, wish) in leftAlone.sorted(by: { $0.key < $1.key }) where wish == .open {
      if touchpads.contains(where: { $0.node == node }) { sendLeaveAlone(node) }
    }
  }

  /// Asks whether swipes on a touchpad go to the client's user, which is told as
  /// ``SwipeClientEvent/entitlement(_:touchpad:)``.
  ///
  /// - Parameter touchpad: its path; `nil` for the one that was swiped on last, or else the first.
  public func askEntitlement(_ touchpad: String? = nil) {
    guard let path = touchpad ?? lastTouchpad ?? touchpads.first?.path else {
      return tellOfNoTouchpad()
    }
    call("GetEntitlement", at: path, SwipeService.touchpadInterface) { [unowned self] reply in
      do throws(BusError) {
        let message = try reply.get()
        _ = try message.readBool()
        let word = try message.readString()
        tell(.entitlement(SwipeEntitlement(word: word), touchpad: path))
      } catch {
        tell(.failed(name: error.name, reason: error.description))
      }
    }
  }

  /// Asks for the service's figures since its start. `body` is called once, with the reason where there are none.
  public func statistics(
    _ body: @escaping (Result<[String: SwipeStatistic], SwipeClientError>) -> Void
  ) {
    call("GetStatistics") { reply in
      do throws(BusError) {
        var figures: [String: SwipeStatistic] = [:]
        let message = try reply.get()
        try message.readEntries { (key, signature) throws(BusError) in
          switch signature {
          case "s": figures[key] = .text(try message.readString())
          case "a(tt)":
            var shares: [SwipeStatistic.Share] = []
            try message.readArray(of: "(tt)") { () throws(BusError) in
              try message.readStructure(of: "tt") { () throws(BusError) in
                let value = try message.readUInt64()
                shares.append(.init(value: value, count: try message.readUInt64()))
              }
            }
            figures[key] = .distribution(shares)
          default:
            guard let number = try message.readNumber(signature) else { return false }
            figures[key] = .number(number)
          }
          return true
        }
        body(.success(figures))
      } catch {
        body(.failure(SwipeClientError(description: error.description)))
      }
    }
  }

  /// Asks what the swipe under way on a touchpad goes by, or the last one: the header of a trace (docs/traces.md).
  public func settings(
    of touchpad: String, _ body: @escaping (Result<String, SwipeClientError>) -> Void
  ) {
    call("GetSettings", at: touchpad, SwipeService.touchpadInterface) { reply in
      do throws(BusError) {
        body(.success(try reply.get().readString()))
      } catch {
        body(.failure(SwipeClientError(description: error.description)))
      }
    }
  }

  // MARK: Coming and going

  private func busConnected() {
    do throws(BusError) {
      slots = [
        try bus.match(
          "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
            + "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(SwipeService.name)'"
        ) { [unowned self] message in
          guard message.sender == "org.freedesktop.DBus" else { return }
          guard (try? message.skip("ss")) != nil, let owner = try? message.readString() else {
            return
          }
          serviceLeft()
          if !owner.isEmpty { serviceCame(owner) }
        },
        try bus.match("type='signal',path_namespace='\(SwipeService.path)'") {
          [unowned self] message in
          guard message.sender == service else { return }
          try? hear(message)
        },
      ]
      let question = try bus.methodCall(
        to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "GetNameOwner")
      try question.append(SwipeService.name)
      bus.call(question) { [unowned self] reply in
        guard service == nil, let owner = try? reply.get().readString() else { return }
        serviceCame(owner)
      }
    } catch {
      // The connection is gone again, which is told next.
    }
  }

  private func serviceCame(_ owner: String) {
    service = owner
    tell(.connected)
    askState()
    askTouchpads()
    for swipe in claims.keys.sorted(by: { $0.number < $1.number }) { send(swipe) }
    for node in leftAlone.keys.sorted() { sendLeaveAlone(node) }
    sendMonitor()
  }

  private func serviceLeft() {
    guard service != nil else { return }
    service = nil
    for (key, state) in underway.sorted(by: { $0.value.time < $1.value.time }) {
      if let stop = state.stop {
        tell(key, .disarmed(stop: stop, offset: state.offset), state.time)
      }
      tell(key, .cancelled(reason: CancelReason.shutdown.rawValue), state.time)
    }
    underway = [:]
    paths = [:]
    for swipe in claims.keys { claims[swipe]?.path = nil }
    touchpads = []
    state = nil
    lastTouchpad = nil
    for node in leftAlone.keys { leftAlone[node] = .open }
    tell(.disconnected)
  }

  private func tell(_ event: SwipeClientEvent) {
    events.append(event)
    // Whoever waits for the descriptor is to fetch it.
    bus.wake()
  }

  private func tell(_ key: Underway, _ step: SwipeStep, _ time: Microseconds) {
    tell(.swipe(key.swipe, step, touchpad: key.touchpad, at: time))
  }

  // MARK: Signals

  private func hear(_ message: BusMessage) throws(BusError) {
    if let swipe = paths[message.path] { return try hear(swipe, message) }
    switch message.member {
    case "TouchpadAdded": askTouchpads()
    case "TouchpadRemoved":
      noteRemoval(of: try message.readPath())
      askTouchpads()
    case "PropertiesChanged":
      if message.path == SwipeService.path { askState() } else { askTouchpads() }
    default:
      if let sighting = try Self.sighting(message) {
        tell(.seen(sighting.0, touchpad: message.path, at: sighting.1))
      }
    }
  }

  private func hear(_ swipe: ClaimedSwipe, _ message: BusMessage) throws(BusError) {
    let key = Underway(swipe: swipe, touchpad: try message.readPath())
    let time = Microseconds(Int64(clamping: try message.readUInt64()))
    func stopAndOffset() throws(BusError) -> (Int, Millimetres) {
      (Int(try message.readUInt32()), Millimetres(try message.readDouble()))
    }
    let step: SwipeStep
    switch message.member {
    case "Began": step = .began
    case "Progress":
      step = .progress(
        offset: Millimetres(try message.readDouble()),
        velocity: MillimetresPerSecond(try message.readDouble()))
    case "Armed":
      let (stop, offset) = try stopAndOffset()
      step = .armed(stop: stop, offset: offset)
    case "Disarmed":
      let (stop, offset) = try stopAndOffset()
      step = .disarmed(stop: stop, offset: offset)
    case "Committed":
      let (stop, offset) = try stopAndOffset()
      step = .committed(stop: stop, offset: offset)
    case "SprungBack": step = .sprungBack
    case "Cancelled": step = .cancelled(reason: try message.readString())
    // Something that a later swiped tells.
    default: return
    }
    lastTouchpad = key.touchpad
    note(key, step, time)
    tell(key, step, time)
  }

  private func note(_ key: Underway, _ step: SwipeStep, _ time: Microseconds) {
    let before = underway[key]
    switch step {
    case .began: underway[key] = (time, nil, 0)
    case .progress(let offset, _): underway[key] = (time, before?.stop, offset)
    case .armed(let stop, let offset): underway[key] = (time, stop, offset)
    case .disarmed(_, let offset): underway[key] = (time, nil, offset)
    case .committed, .sprungBack, .cancelled: underway[key] = nil
    }
  }

  private static func sighting(
    _ message: BusMessage
  ) throws(BusError) -> (SwipeSighting, Microseconds)? {
    guard message.member.hasPrefix("Swipe") else { return nil }
    let time = Microseconds(Int64(clamping: try message.readUInt64()))
    func stopAndOffset() throws(BusError) -> (Stop, Millimetres)? {
      guard let direction = Direction(rawValue: try message.readString()) else { return nil }
      return (
        Stop(direction, Int(try message.readUInt32())), Millimetres(try message.readDouble())
      )
    }
    let sighting: SwipeSighting?
    switch message.member {
    case "SwipeBegan": sighting = .began(fingers: Int(try message.readUInt32()))
    case "SwipeMoved":
      sighting = .moved(
        dx: Millimetres(try message.readDouble()), dy: Millimetres(try message.readDouble()),
        offset: Millimetres(try message.readDouble()),
        velocity: MillimetresPerSecond(try message.readDouble()))
    case "SwipeArmed": sighting = try stopAndOffset().map { .armed($0, offset: $1) }
    case "SwipeDisarmed": sighting = try stopAndOffset().map { .disarmed($0, offset: $1) }
    case "SwipeTicked": sighting = .ticked(try message.readString())
    case "SwipeCommitted": sighting = try stopAndOffset().map { .committed($0, offset: $1) }
    case "SwipeSprungBack": sighting = .sprungBack
    case "SwipeCancelled": sighting = .cancelled(reason: try message.readString())
    case "SwipeIgnored": sighting = .ignored
    default: sighting = nil
    }
    return sighting.map { ($0, time) }
  }

  // MARK: Touchpads

  private func askState() {
    call(
      "GetAll", at: SwipeService.path, "org.freedesktop.DBus.Properties",
      with: { message throws(BusError) in try message.append(SwipeService.managerInterface) }
    ) { [unowned self] reply in
      guard let message = try? reply.get() else { return }
      var found = SwipeServiceState(version: "", isPaused: false)
      let isRead: Void? = try? message.readEntries { (key, _) throws(BusError) in
        switch key {
        case "Version": found.version = try message.readString()
        case "Paused": found.isPaused = try message.readBool()
        default: return false
        }
        return true
      }
      guard isRead != nil, service != nil, found != state else { return }
      state = found
      tell(.service(found))
    }
  }

  private func askTouchpads() {
    call("GetManagedObjects", at: SwipeService.path, "org.freedesktop.DBus.ObjectManager") {
      [unowned self] reply in
      guard let message = try? reply.get(), let found = try? Self.readTouchpads(message) else {
        return
      }
      let before = touchpads
      touchpads = found
      renewLeaveAlone()
      guard found != before else { return }
      if let lastTouchpad, !found.contains(where: { $0.path == lastTouchpad }) {
        self.lastTouchpad = nil
      }
      tell(.touchpads(found))
    }
  }

  private static func readTouchpads(_ message: BusMessage) throws(BusError) -> [SwipeTouchpad] {
    var touchpads: [SwipeTouchpad] = []
    try message.readDictionary(of: "oa{sa{sv}}") { () throws(BusError) in
      var touchpad = SwipeTouchpad(
        path: try message.readPath(), name: "", node: "", width: 0, height: 0, isEnabled: false)
      try message.readDictionary(of: "sa{sv}") { () throws(BusError) in
        guard try message.readString() == SwipeService.touchpadInterface else {
          return try message.skip("a{sv}")
        }
        try message.readEntries { (key, _) throws(BusError) in
          switch key {
          case "Name": touchpad.name = try message.readString()
          case "Node": touchpad.node = try message.readString()
          case "Width": touchpad.width = Millimetres(try message.readDouble())
          case "Height": touchpad.height = Millimetres(try message.readDouble())
          case "Seat": touchpad.seat = try message.readString()
          case "SizeIsGuess": touchpad.sizeIsGuess = try message.readBool()
          case "Rung": touchpad.rung = try message.readString()
          case "ArmWaveform": touchpad.armWaveform = try message.readString()
          case "DisarmWaveform": touchpad.disarmWaveform = try message.readString()
          case "Enabled": touchpad.isEnabled = try message.readBool()
          case "SkippedRungs":
            try message.readArray(of: "(ss)") { () throws(BusError) in
              try message.readStructure(of: "ss") { () throws(BusError) in
                touchpad.skippedRungs.append(
                  SwipeTouchpad.SkippedRung(
                    rung: try message.readString(), reason: try message.readString()))
              }
            }
          case "LeftAloneBy":
            try message.readArray(of: "s") { () throws(BusError) in
              touchpad.leftAloneBy.append(try message.readString())
            }
          default: return false
          }
          return true
        }
      }
      if !touchpad.node.isEmpty { touchpads.append(touchpad) }
    }
    return touchpads.sorted { $0.path < $1.path }
  }

  // MARK: Calls

  private func call(
    _ member: String, at path: String = SwipeService.path,
    _ interface: String = SwipeService.managerInterface,
    with body: (BusMessage) throws(BusError) -> Void = { _ in },
    _ completion: @escaping (Result<BusMessage, BusError>) -> Void
  ) {
    guard let service else { return completion(.failure(.notConnected)) }
    do throws(BusError) {
      let call = try bus.methodCall(to: service, path: path, interface: interface, member: member)
      try body(call)
      bus.call(call, completion)
    } catch {
      completion(.failure(error))
    }
  }

  private func note(_ reply: Result<BusMessage, BusError>) {
    guard case .failure(let error) = reply else { return }
    tell(.failed(name: error.name, reason: error.description))
  }
}

/// Why there can be no client.
public struct SwipeClientError: Error, Sendable, Hashable, CustomStringConvertible {
  public var description: String
}
