internal import CommitPoint
internal import LinuxIO
internal import SystemBus

/// The methods that can be called. A call is answered when it is known who calls, which may be later.
extension SwipeBus {
  /// The longest path of a device node that can be left alone.
  private static let longestNode = 255
  private static let mostNodes = 16
  /// How many calls can wait for logind's word.
  private static let mostUndecided = 64
  /// How many claims a user can have, so that none can take all that there are.
  static let claimsOfUser = ClaimRegistry.limit / 4

  func manager(_ call: BusMessage) {
    answering(call) { () throws(BusError) in
      switch call.member {
      case "Claim": try claim(call)
      case "Release": try release(call, at: try call.readPath())
      case "Monitor": try monitor(call)
      case "Unmonitor": unmonitor(call)
      case "LeaveAlone": try leaveAlone(call)
      case "TakeUp": try takeUp(call)
      case "GetClaims": claims(call)
      case "GetStatistics": statistics(call)
      case "Reload", "Pause", "Resume": administer(call)
      default: throw .unknownMethod
      }
    }
  }

  func swipe(_ call: BusMessage) {
    answering(call) { () throws(BusError) in
      switch call.member {
      case "Release": try release(call, at: call.path)
      case "Decline": try decline(call)
      default: throw .unknownMethod
      }
    }
  }

  func touchpad(_ call: BusMessage) {
    if call.member == "GetEntitlement" { return entitlement(call) }
    introduced(call) { [unowned self] client throws(BusError) in
      guard let touchpad = touchpad(path: call.path) else { throw .noSuchTouchpad(call.path) }
      if call.member == "GetSettings" {
        // Who may see swipes may know what they go by.
        guard isTrusted(client.user, with: touchpad) else { throw .notActive }
        guard let settings = handlers.settings(touchpad.id) else {
          throw .noSuchTouchpad(call.path)
        }
        return try answer(call) { reply throws(BusError) in try reply.append(settings) }
      }
      guard isUsed(touchpad) else { throw .paused }
      guard sessions.model.obstacle(for: client.user, on: touchpad.seat) == nil else {
        throw .notActive
      }
      let now = Microseconds(Clock.monotonic)
      switch call.member {
      case "Prepare":
        // It is a hint: one too many does nothing.
        if clients.takePreparation(client, at: now) { handlers.prepare(touchpad.id) }
      case "SelectionChanged":
        guard !handlers.isBusy() else { throw .busy }
        guard clients.takeTick(client, at: now) else { throw .tooManyTicks }
        handlers.tick(touchpad.id)
      default: throw .unknownMethod
      }
      try answer(call)
    }
  }

  /// Anybody may ask how it stands with himself.
  private func entitlement(_ call: BusMessage) {
    clients.askUser(of: call.sender) { [unowned self] user in
      answering(call) { () throws(BusError) in
        let user = try user.get()
        guard let touchpad = touchpad(path: call.path) else { throw .noSuchTouchpad(call.path) }
        let standing = sessions.model.standing(of: user, on: touchpad.seat)
        try answer(call) { reply throws(BusError) in
          try reply.append(standing == .entitled)
          try reply.append(standing.rawValue)
        }
      }
    }
  }

  // MARK: Claims

  private func claim(_ call: BusMessage) throws(BusError) {
    let arguments = try ClaimArguments(call)
    introduced(call) { [unowned self] client throws(BusError) in
      let claims = clients.all.filter { $0.user == client.user }
        .reduce(0) { $0 + registry.count(of: .client($1.name)) }
      guard claims < Self.claimsOfUser else {
        throw .limitsExceeded("your user has \(claims) claims already")
      }
      guard let claim = lay(arguments, of: client) else {
        throw .limitsExceeded("there are too many claims")
      }
      try answer(call) { reply throws(BusError) in
        try reply.append(path: Self.path(of: claim))
      }
    }
  }

  private func release(_ call: BusMessage, at path: String) throws(BusError) {
    guard let claim = claim(path: path, of: call.sender) else { throw .noSuchSwipe }
    release(claim.id)
    try answer(call)
  }

  private func decline(_ call: BusMessage) throws(BusError) {
    guard let claim = claim(path: call.path, of: call.sender) else { throw .noSuchSwipe }
    let passed = registry.decline(claim.id) { [unowned self] owner, touchpad in
      self.touchpad(touchpad).map { obstacle(for: owner, on: $0) == nil } ?? false
    }
    guard let passed else { throw .busy }
    let now = Microseconds(Clock.monotonic)
    for (id, next) in passed {
      guard let touchpad = touchpad(id) else { continue }
      tell(claim, .cancelled(nil), on: touchpad, at: now)
      if let next { tell(next, "Began", on: touchpad, at: now) }
      handlers.reconsider(id)
    }
    try answer(call)
  }

  // MARK: Tools

  private func monitor(_ call: BusMessage) throws(BusError) {
    var progress: Bool?
    try call.readEntries { (key, signature) throws(BusError) in
      guard key == "progress", signature == "b" else {
        throw .invalidArgument(
          "there is no option \(quoted(key)) of this type; there is progress, a boolean")
      }
      guard progress == nil else { throw .invalidArgument("option \"progress\" is there twice") }
      progress = try call.readBool()
      return true
    }
    introduced(call) { [unowned self, progress] client throws(BusError) in
      client.monitoring = (progress ?? false, ())
      try answer(call)
    }
  }

  /// As all that a client says it waits for who that is, lest it overtakes what was said before.
  private func unmonitor(_ call: BusMessage) {
    introduced(call) { [unowned self] client throws(BusError) in
      client.monitoring = nil
      client.sightings = [:]
      try answer(call)
    }
  }

  private func leaveAlone(_ call: BusMessage) throws(BusError) {
    let node = try call.readString()
    guard node.hasPrefix("/"), node.utf8.count <= Self.longestNode else {
      throw .invalidArgument("node is \(quoted(node)), which is not the path of a device")
    }
    introduced(call) { [unowned self] client throws(BusError) in
      try leaveAlone(node, for: client, call)
    }
  }

  private func leaveAlone(
    _ node: String, for client: BusClient, _ call: BusMessage
  ) throws(BusError) {
    guard let touchpad = touchpads.first(where: { $0.node == node }) else {
      throw .noSuchTouchpad(node)
    }
    guard isTrusted(client.user, with: touchpad) else {
      // Who asks as soon as swiped is there is not to be refused for what is not known yet.
      guard sessions.model.isUndecided(about: touchpad.seat), undecided.count < Self.mostUndecided
      else { throw .notActive }
      return afterDecision(client, call) { [unowned self] () throws(BusError) in
        try leaveAlone(node, for: client, call)
      }
    }
    guard client.leftAlone.count < Self.mostNodes || client.leftAlone.contains(node) else {
      throw .limitsExceeded("you have \(Self.mostNodes) touchpads left alone already")
    }
    if client.leftAlone.insert(node).inserted { reconsiderHolders() }
    try answer(call)
  }

  private func takeUp(_ call: BusMessage) throws(BusError) {
    let node = try call.readString()
    introduced(call) { [unowned self] client throws(BusError) in
      // What it is to be taken up from may still wait there.
      guard !undecided.isEmpty, undecided.count < Self.mostUndecided else {
        return try takeUp(node, for: client, call)
      }
      afterDecision(client, call) { [unowned self] () throws(BusError) in
        try takeUp(node, for: client, call)
      }
    }
  }

  private func takeUp(
    _ node: String, for client: BusClient, _ call: BusMessage
  ) throws(BusError) {
    guard client.leftAlone.remove(node) != nil else { throw .noSuchTouchpad(node) }
    reconsiderHolders()
    try answer(call)
  }

  /// Does what a client asks for once logind has said whose the sessions are, in the order in which it was asked for.
  private func afterDecision(
    _ client: BusClient, _ call: BusMessage, _ body: @escaping () throws(BusError) -> Void
  ) {
    undecided.append { [unowned self] in
      answering(call) { () throws(BusError) in
        guard clients[client.name] === client else { throw .notConnected }
        try body()
      }
    }
  }

  /// What is claimed by the caller's own user, and for root by all: who swipes what is nobody else's business.
  private func claims(_ call: BusMessage) {
    clients.askUser(of: call.sender) { [unowned self] user in
      answering(call) { () throws(BusError) in
        let user = try user.get()
        try answer(call) { reply throws(BusError) in
          try reply.array(of: "(uss)") { () throws(BusError) in
            for claim in registry.claims {
              guard case .client(let name) = claim.owner,
                user == administrator || clients[name]?.user == user
              else { continue }
              try reply.structure("uss") { () throws(BusError) in
                try reply.append(UInt32(claim.key.fingers))
                try reply.append(claim.key.direction.rawValue)
                try reply.append(name)
              }
            }
          }
        }
      }
    }
  }

  /// How much is swiped is a matter of who swipes.
  private func statistics(_ call: BusMessage) {
    clients.askUser(of: call.sender) { [unowned self] user in
      answering(call) { () throws(BusError) in
        let user = try user.get()
        guard
          user == administrator || sessions.model.countsEverybody
            || touchpads.contains(where: { isTrusted(user, with: $0) })
        else { throw .notActive }
        try answerStatistics(call)
      }
    }
  }

  private func answerStatistics(_ call: BusMessage) throws(BusError) {
    let own: [(name: String, value: SwipeBusStatistic)] = [
      ("clients", .count(UInt64(clients.all.count))), ("claims", .count(UInt64(registry.count))),
      ("signals_lost", .count(lost)),
    ]
    try answer(call) { reply throws(BusError) in
      try reply.array(of: "{sv}") { () throws(BusError) in
        for (name, value) in handlers.statistics() + own {
          switch value {
          case .count(let count):
            try reply.entry(name, "t") { () throws(BusError) in try reply.append(count) }
          case .number(let number):
            try reply.entry(name, "d") { () throws(BusError) in try reply.append(number) }
          case .text(let text):
            try reply.entry(name, "s") { () throws(BusError) in try reply.append(text) }
          case .distribution(let shares):
            try reply.entry(name, "a(tt)") { () throws(BusError) in
              try reply.array(of: "(tt)") { () throws(BusError) in
                for share in shares {
                  try reply.structure("tt") { () throws(BusError) in
                    try reply.append(share.value)
                    try reply.append(share.count)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  // MARK: The administrator's

  private func administer(_ call: BusMessage) {
    // The policy says so already; it may not be there, or be another.
    clients.askUser(of: call.sender) { [unowned self] user in
      answering(call) { () throws(BusError) in
        guard try user.get() == administrator else {
          throw .accessDenied("only root may do this")
        }
        switch call.member {
        case "Pause": pause(true)
        case "Resume": pause(false)
        default: if let message = handlers.reload() { throw .configuration(message) }
        }
        try answer(call)
      }
    }
  }

  // MARK: Answers

  /// Does what was asked for once it is known who asks.
  private func introduced(
    _ call: BusMessage, _ body: @escaping (BusClient) throws(BusError) -> Void
  ) {
    clients.introduce(call.sender) { [unowned self] client in
      answering(call) { () throws(BusError) in try body(try client.get()) }
    }
  }

  /// Answers with what `body` throws, if it does.
  private func answering(_ call: BusMessage, _ body: () throws(BusError) -> Void) {
    do throws(BusError) {
      try body()
    } catch {
      send { () throws(BusError) in try bus.refuse(call, error) }
    }
  }

  private func answer(
    _ call: BusMessage, _ body: (BusMessage) throws(BusError) -> Void = { _ in }
  ) throws(BusError) {
    let reply = try bus.answer(to: call)
    try body(reply)
    try bus.send(reply)
  }
}
