public import CommitPoint
public import LinuxIO
internal import SystemBus

/// swiped on the system bus: its objects, those who have claimed swipes, and whose session they count in.
///
/// It lives on one event loop and never keeps it waiting. Without a bus it goes on: then there are no clients, and only
/// what ticks by configuration does.
///
/// For each touchpad's swipe the program
/// 1. asks ``settings(forBeginOf:on:over:fallback:at:)`` when fingers begin, and has the tracker use them,
/// 2. hands every event of the tracker to ``told(_:on:offset:)``,
/// 3. while ``isFollowed(_:)``, hands every step to ``moved(on:at:dx:dy:axis:offset:velocity:)``.
public final class SwipeBus {
  let bus: BusConnection
  let version: String
  var handlers: SwipeBusHandlers
  private let loop: EventLoop

  var touchpads: [BusTouchpad] = [] { didSet { claimedFingers = nil } }
  var registry = ClaimRegistry()
  private(set) var clients: BusClients
  private(set) var sessions: SessionWatcher
  private(set) var sleepDelay: SleepDelay
  var objects: [BusSlot] = []
  /// Whose wish to have a touchpad left alone is granted, by the touchpad's number; those without are missing.
  private var holders: [UInt32: [String]] = [:] { didSet { claimedFingers = nil } }
  /// Calls that are answered when it is known who counts.
  var undecided: [() -> Void] = []
  private(set) var isPaused = false
  /// With how many fingers swipes are claimed by those who count; `nil` where that is to be found anew.
  private var claimedFingers: Set<Int>?
  /// Signals that could not be sent.
  private(set) var lost: UInt64 = 0
  private var saidNoLogind = false
  private var saidNoBus = false
  /// Whose calls to Reload, Pause and Resume are obeyed; another than root in tests only.
  var administrator: UInt32 = 0

  /// - Parameters:
  ///   - loop: in which the bus has its place at once.
  ///   - address: of the bus; `nil` for the system bus.
  ///   - version: what the property Version says.
  /// - Throws: the error number if the process has no descriptors left, or the kernel no memory for one more in the loop.
  public init(
    loop: EventLoop, address: String? = nil, version: String, handlers: SwipeBusHandlers
  ) throws(Errno) {
    self.loop = loop
    self.version = version
    self.handlers = handlers
    // logind's lock is one.
    bus = try BusConnection(address: address, takesDescriptors: true)
    clients = BusClients(bus) { _ in }
    sessions = SessionWatcher(bus) {}
    sleepDelay = SleepDelay(bus, isBusy: { false }, refused: { _ in })
    sleepDelay = SleepDelay(
      bus, isBusy: { [unowned self] in self.handlers.isBusy() },
      refused: { [unowned self] in self.handlers.notice(.sleepNotDelayed($0.description)) })
    clients = BusClients(bus) { [unowned self] client in hasLeft(client) }
    sessions = SessionWatcher(bus) { [unowned self] in sessionsChanged() }
    bus.connected = { [unowned self] in busConnected() }
    bus.disconnected = { [unowned self] error in busDisconnected(error) }
    try loop.add(bus.descriptor) { [unowned self] _ in bus.dispatch() }
  }

  deinit { loop.remove(bus.descriptor) }

  /// Starts to connect.
  public func start() { bus.start() }

  /// To be called before the program waits: lets the machine sleep once nothing is left to be felt.
  public func settle() { sleepDelay.releaseIfQuiet() }

  /// Whether there is a connection to the bus.
  public var isConnected: Bool { bus.isConnected }

  // MARK: Touchpads

  /// A touchpad is read from now on.
  public func add(_ touchpad: BusTouchpad) {
    touchpads.append(touchpad)
    sessions.need(touchpad.seat)
    announce(touchpad)
  }

  /// Something of a touchpad has changed: its rung, its waveforms.
  public func update(_ touchpad: BusTouchpad) {
    guard let index = touchpads.firstIndex(where: { $0.id == touchpad.id }) else { return }
    let before = touchpads[index]
    touchpads[index] = touchpad
    announceChange(from: before, to: touchpad)
  }

  /// A touchpad is no longer read; the swipe on it was cancelled before. Whoever wanted it left alone has to ask again
  /// if one comes back: by the same node it may be another.
  public func remove(_ id: UInt32) {
    guard let touchpad = touchpad(id) else { return }
    registry.forget(id)
    for client in clients.all {
      client.leftAlone.remove(touchpad.node)
      client.sightings[id] = nil
    }
    holders[id] = nil
    announceEnd(of: touchpad) { touchpads.removeAll { $0.id == id } }
    sessions.needNoMore(touchpad.seat)
  }

  func touchpad(_ id: UInt32) -> BusTouchpad? { touchpads.first { $0.id == id } }

  /// Whether swipes on it count, as far as other programs have a say.
  func isEnabled(_ touchpad: BusTouchpad) -> Bool { holders[touchpad.id] == nil }

  /// On whose account it is left alone: their names on the bus.
  func holders(of touchpad: BusTouchpad) -> [String] { holders[touchpad.id] ?? [] }

  func isUsed(_ touchpad: BusTouchpad) -> Bool { isEnabled(touchpad) && !isPaused }

  // MARK: Swipes

  /// What ticks without anybody listening, since the configuration says `tick_only`.
  public func setTickOnly(_ keys: Set<SwipeKey>) {
    registry.setTickOnly(keys)
    claimedFingers = nil
    cancelSwipes(reason: { _ in .reload }) { [registry] claim, _ in
      !registry.isStillConfigured(claim)
    }
  }

  /// Freezes who has the swipe that begins on a touchpad now.
  ///
  /// A swipe that is still under way there has been cancelled, as superseded, before.
  ///
  /// - Parameters:
  ///   - base: the touchpad's settings, with the feel of each direction that the configuration speaks of.
  ///   - fallback: the feel of a direction that it does not speak of.
  /// - Returns: what the tracker is to go by; where nobody has a swipe of so many fingers it ignores this one.
  public func settings(
    forBeginOf fingers: Int, on touchpad: UInt32, over base: SwipeSettings,
    fallback: Feel = Feel(), at time: Microseconds
  ) -> SwipeSettings {
    if registry.swipe(on: touchpad) != nil {
      told(SwipeEvent(time: time, kind: .cancelled(.superseded)), on: touchpad, offset: 0)
    }
    guard let pad = self.touchpad(touchpad), isUsed(pad) else {
      // What becomes of it is nothing to anybody.
      for client in clients.all { client.sightings[touchpad] = nil }
      return FrozenSwipe.nobodys(over: base)
    }
    tellMonitorsOfBegin(on: pad, fingers: fingers, at: time)
    let swipe = registry.begin(fingers: fingers, on: touchpad) { obstacle(for: $0, on: pad) == nil }
    guard let swipe else { return FrozenSwipe.nobodys(over: base) }
    for claim in swipe.winners { tell(claim, "Began", on: pad, at: time) }
    askLid(pad)
    return swipe.settings(over: base, fallback: fallback)
  }

  /// Whether anybody who counts has asked for swipes with so many fingers on a touchpad that is used: nothing else need be
  /// looked for.
  public func isClaimed(fingers: Int) -> Bool {
    let counts = claimedFingers ?? findClaimedFingers()
    claimedFingers = counts
    return counts.contains(fingers)
  }

  private func findClaimedFingers() -> Set<Int> {
    let used = touchpads.filter { isUsed($0) }
    return registry.claimedFingers { owner in
      used.contains { obstacle(for: owner, on: $0) == nil }
    }
  }

  /// What the tracker of the swipe under way would go by if it had begun over these settings: after a reload, whose
  /// changes cancel a swipe only if they concern it. `nil` where none is under way.
  public func settings(
    ofSwipeOn touchpad: UInt32, over base: SwipeSettings, fallback: Feel = Feel()
  ) -> SwipeSettings? {
    registry.swipe(on: touchpad)?.settings(over: base, fallback: fallback)
  }

  /// What the tracker of a touchpad said: goes to those who have the swipe, and to those who listen to all.
  ///
  /// - Parameter offset: where the fingers were before the input that caused it, along the axis; told with a commit.
  public func told(_ event: SwipeEvent, on touchpad: UInt32, offset: Millimetres) {
    guard let pad = self.touchpad(touchpad) else { return }
    registry.hear(event, on: touchpad, offset: offset) { claim, signal in
      tell(claim, signal, on: pad, at: event.time)
    }
    tellMonitors(event, on: pad, offset: offset)
    if case .armed = event.kind, registry.swipe(on: touchpad) != nil { askLid(pad) }
  }

  /// Whether anybody wants to hear of every step on a touchpad.
  public func isFollowed(_ touchpad: UInt32) -> Bool {
    guard bus.isConnected else { return false }
    if clients.all.contains(where: { $0.monitoring?.progress == true }) { return true }
    return registry.swipe(on: touchpad)?.winners.contains { $0.wantsProgress } ?? false
  }

  /// The fingers moved: for those who want to hear of every step. It is left out where the bus is behind.
  ///
  /// - Parameter axis: `nil` while it is open.
  public func moved(
    on touchpad: UInt32, at time: Microseconds, dx: Millimetres, dy: Millimetres, axis: Axis?,
    offset: Millimetres, velocity: MillimetresPerSecond
  ) {
    guard let pad = self.touchpad(touchpad), !bus.isCrowded else { return }
    if let axis, let swipe = registry.swipe(on: touchpad) {
      for claim in swipe.winners where claim.wantsProgress && claim.key.direction.axis == axis {
        tell(claim, "Progress", on: pad, at: time) { message throws(BusError) in
          try message.append(offset.value)
          try message.append(velocity.value)
        }
      }
    }
    // The motion that ended the swipe is told after its outcome.
    tellMonitors(of: pad, "SwipeMoved", progress: true, after: [.underWay, .over]) {
      message throws(BusError) in
      try message.append(UInt64(clamping: time.value))
      for value in [dx.value, dy.value, offset.value, velocity.value] { try message.append(value) }
    }
  }

  // MARK: Who counts

  func obstacle(for owner: ClaimOwner, on touchpad: BusTouchpad) -> CancelReason? {
    switch owner {
    case .configuration: sessions.model.obstacle(for: nil, on: touchpad.seat)
    case .client(let name):
      if let client = clients[name] {
        sessions.model.obstacle(for: client.user, on: touchpad.seat)
      } else {
        .reload
      }
    }
  }

  private func sessionsChanged() {
    if sessions.model.countsEverybody, bus.isConnected, !saidNoLogind {
      saidNoLogind = true
      handlers.notice(.noLogind)
    }
    claimedFingers = nil
    cancelSwipes { [unowned self] claim, touchpad in obstacle(for: claim.owner, on: touchpad) }
    endSightings()
    reconsiderHolders()
    sleepDelay.follow(sessions.model)
    let waiting = undecided
    undecided = []
    for answer in waiting { answer() }
  }

  private func askLid(_ touchpad: BusTouchpad) {
    guard touchpad.isUnderLid else { return }
    sessions.ifLidIsClosed { [unowned self] in cancel(touchpad.id, .suspended) }
  }

  private func cancelSwipes(_ reason: (Claim, BusTouchpad) -> CancelReason?) {
    let lost = registry.touchpads(
      losing: { claim, id in touchpad(id).map { reason(claim, $0) != nil } ?? false },
      axis: handlers.axis)
    for (id, claim) in lost {
      guard let touchpad = touchpad(id), let reason = reason(claim, touchpad) else { continue }
      handlers.cancel(id, reason)
    }
  }

  private func cancelSwipes(
    reason: (Claim) -> CancelReason, losing isLost: (Claim, BusTouchpad) -> Bool
  ) {
    cancelSwipes { isLost($0, $1) ? reason($0) : nil }
  }

  private func cancel(_ touchpad: UInt32, _ reason: CancelReason) {
    if registry.swipe(on: touchpad) != nil { handlers.cancel(touchpad, reason) }
  }

  // MARK: What clients have asked for

  /// Takes a claim away, and the swipe that it has.
  func release(_ id: UInt64) {
    cancelSwipes { claim, _ in claim.id == id ? .reload : nil }
    if let claim = registry[id] {
      let now = Microseconds(Clock.monotonic)
      for touchpad in registry.withdraw(id).compactMap({ self.touchpad($0) }) {
        tell(claim, .cancelled(.reload), on: touchpad, at: now)
      }
    }
    registry.release(id)
    claimedFingers = nil
  }

  /// Lays a client's claim on top; `nil` if there are too many.
  func lay(_ arguments: ClaimArguments, of client: BusClient) -> Claim? {
    claimedFingers = nil
    return registry.claim(
      arguments.key, by: .client(client.name), feel: arguments.feel,
      wantsProgress: arguments.wantsProgress)
  }

  private func hasLeft(_ client: BusClient) {
    let owner = ClaimOwner.client(client.name)
    cancelSwipes { claim, _ in claim.owner == owner ? .reload : nil }
    for claim in registry.claims(of: owner) { registry.release(claim.id) }
    claimedFingers = nil
    reconsiderHolders()
  }

  /// Whether a user may see and have done what concerns everybody at a touchpad: the one who sits there, and root.
  func isTrusted(_ user: UInt32, with touchpad: BusTouchpad) -> Bool {
    user == administrator || sessions.model.obstacle(for: user, on: touchpad.seat) == nil
  }

  /// Finds anew which touchpads are left alone, since somebody wants something else, has left, or counts now or no
  /// longer: a wish is granted as long as who has it counts, and rests while another sits there.
  func reconsiderHolders() {
    for touchpad in touchpads {
      let names = clients.all.filter {
        $0.leftAlone.contains(touchpad.node) && isTrusted($0.user, with: touchpad)
      }.map(\.name).sorted()
      let before = holders[touchpad.id] ?? []
      guard names != before else { continue }
      holders[touchpad.id] = names.isEmpty ? nil : names
      if names.isEmpty != before.isEmpty {
        if !names.isEmpty { cancel(touchpad.id, .suspended) }
        announceEnabled(touchpad)
        handlers.leaveAlone(touchpad.node, !names.isEmpty)
      }
      announceHolders(touchpad)
    }
  }

  func pause(_ pauses: Bool) {
    guard pauses != isPaused else { return }
    isPaused = pauses
    claimedFingers = nil
    if pauses {
      for touchpad in registry.touchpadsUnderWay { handlers.cancel(touchpad, .suspended) }
    }
    handlers.paused(pauses)
    announcePaused()
  }

  // MARK: Coming and going of the bus

  private func busConnected() {
    saidNoBus = false
    publish()
    requestName()
    sessions.busConnected()
    handlers.notice(.connected)
  }

  private func busDisconnected(_ error: BusError) {
    objects = []
    for client in clients.removeAll() { hasLeft(client) }
    sessions.busDisconnected()
    guard !saidNoBus else { return }
    saidNoBus = true
    handlers.notice(.noBus(error.description))
  }

  private func requestName() {
    send { () throws(BusError) in
      let call = try bus.methodCall(
        to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "RequestName")
      try call.append(SwipeService.name)
      // No flags: whoever has the name keeps it, and we are next.
      try call.append(UInt32(0))
      bus.call(call) { [unowned self] reply in
        switch reply {
        case .success(let message):
          // 2: in the queue.
          if (try? message.readUInt32()) == 2 { handlers.notice(.nameTaken) }
        case .failure(let error):
          if bus.isConnected { handlers.notice(.nameRefused(error.description)) }
        }
      }
    }
  }

  /// Sends what `body` makes; what cannot be sent is counted.
  func send(_ body: () throws(BusError) -> Void) {
    guard bus.isConnected else { return }
    do throws(BusError) { try body() } catch { lost += 1 }
  }
}
