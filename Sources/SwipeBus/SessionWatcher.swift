internal import SystemBus

/// Keeps a ``SessionModel`` by what logind says, asking and listening without waiting.
///
/// Signals and answers of one service come in the order in which they were sent, so that what came last is what is so.
/// Only the seats that have touchpads and their active sessions are listened to: what other sessions do wakes nobody.
final class SessionWatcher {
  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let seat = "org.freedesktop.login1.Seat"
  private static let session = "org.freedesktop.login1.Session"
  private static let properties = "org.freedesktop.DBus.Properties"

  private(set) var model = SessionModel()
  private let bus: BusConnection
  private let changed: () -> Void
  /// How often each seat is needed.
  private var seats: [String: Int] = [:]
  private var common: [BusSlot] = []
  private var seatSlots: [String: BusSlot] = [:]
  private var sessionSlots: [String: BusSlot] = [:]

  init(_ bus: BusConnection, changed: @escaping () -> Void) {
    self.bus = bus
    self.changed = changed
  }

  // MARK: The bus

  func busConnected() {
    model.connected()
    attempt { () throws(BusError) in
      common = [
        try match(
          sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
          "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.name)'"
        ) { [unowned self] message throws(BusError) in
          try message.skip("ss")
          hear(isThere: try !message.readString().isEmpty)
        },
        try match(
          sender: Self.name, path: Self.path,
          "interface='\(Self.manager)',member='PrepareForSleep'"
        ) { [unowned self] message throws(BusError) in
          tell(.sleep(try message.readBool()))
        },
        try match(
          sender: Self.name, path: Self.path, "interface='\(Self.manager)',member='SeatNew'"
        ) { [unowned self] message throws(BusError) in
          let seat = try message.readString()
          if seats[seat] != nil { askActive(seat) }
        },
      ]
      let call = try bus.methodCall(
        to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "NameHasOwner")
      try call.append(Self.name)
      ask(call) { [unowned self] reply throws(BusError) in
        let isThere = try reply.readBool()
        // It may have come in the meantime.
        if model.isUndecided { hear(isThere: isThere) }
      }
    }
    changed()
  }

  func busDisconnected() {
    common = []
    seatSlots = [:]
    sessionSlots = [:]
    tell(.noBus)
  }

  private func hear(isThere: Bool) {
    sessionSlots = [:]
    seatSlots = [:]
    tell(.logind(isThere: isThere))
    guard isThere else { return }
    for seat in seats.keys { watch(seat) }
    askSleep()
  }

  // MARK: Seats

  /// There is a touchpad more on this seat.
  func need(_ seat: String) {
    seats[seat, default: 0] += 1
    if seats[seat] == 1, model.goesByLogind { watch(seat) }
  }

  /// There is one less.
  func needNoMore(_ seat: String) {
    seats[seat, default: 0] -= 1
    guard seats[seat, default: 0] <= 0 else { return }
    seats[seat] = nil
    seatSlots[seat] = nil
    if let session = model.activeSession(of: seat) { sessionSlots[session] = nil }
    tell(.noSeat(seat))
  }

  private func watch(_ seat: String) {
    attempt { () throws(BusError) in
      seatSlots[seat] = try matchProperties(of: path(of: seat)) {
        [unowned self] message throws(BusError) in
        var isTold = false
        try message.readEntries { (key, _) throws(BusError) in
          guard key == "ActiveSession" else { return false }
          isTold = true
          hearActive(seat, try readActive(message))
          return true
        }
        if !isTold, try mentions(message, "ActiveSession") { askActive(seat) }
      }
    }
    askActive(seat)
  }

  private func askActive(_ seat: String) {
    attempt { () throws(BusError) in
      let call = try get("ActiveSession", of: path(of: seat), Self.seat)
      bus.call(call) { [unowned self] reply in
        do throws(BusError) {
          let message = try reply.get()
          var session: String?
          try message.readVariant { _ throws(BusError) in
            session = try readActive(message)
            return true
          }
          hearActive(seat, session)
        } catch {
          if isLate(error) { return askActive(seat) }
          // logind does not know the seat.
          hearActive(seat, nil)
        }
      }
    }
  }

  /// Whether a question was not answered, and is to be asked again: logind is busy.
  private func isLate(_ error: BusError) -> Bool {
    model.goesByLogind && bus.isConnected && error.isTimeout
  }

  /// (so): the session's id and path; an empty id and the path "/" for none.
  private func readActive(_ message: BusMessage) throws(BusError) -> String? {
    var session: String?
    try message.readStructure(of: "so") { () throws(BusError) in
      let id = try message.readString()
      let path = try message.readPath()
      session = id.isEmpty ? nil : path
    }
    return session
  }

  private func hearActive(_ seat: String, _ session: String?) {
    guard seats[seat] != nil else { return }
    let before = model.activeSession(of: seat)
    tell(.active(seat: seat, session: session))
    if let before, before != session { sessionSlots[before] = nil }
    guard let session, session != before else { return }
    attempt { () throws(BusError) in
      sessionSlots[session] = try matchProperties(of: session) {
        [unowned self] message throws(BusError) in
        var isTold = false
        try message.readEntries { (key, _) throws(BusError) in
          guard key == "LockedHint" else { return false }
          isTold = true
          tell(.locked(session: session, try message.readBool()))
          return true
        }
        if !isTold, try mentions(message, "LockedHint") { askSession(session) }
      }
    }
    askSession(session)
  }

  private func askSession(_ session: String) {
    attempt { () throws(BusError) in
      let call = try bus.methodCall(
        to: Self.name, path: session, interface: Self.properties, member: "GetAll")
      try call.append(Self.session)
      ask(call, again: { [unowned self] in askSession(session) }) {
        [unowned self] reply throws(BusError) in
        var user: UInt32?
        var kind = ""
        // Before systemd 230 there was none.
        var isLocked = false
        try reply.readEntries { (key, _) throws(BusError) in
          switch key {
          case "User":
            try reply.readStructure(of: "uo") { () throws(BusError) in
              user = try reply.readUInt32()
              try reply.skip("o")
            }
          case "Class": kind = try reply.readString()
          case "LockedHint": isLocked = try reply.readBool()
          default: return false
          }
          return true
        }
        guard let user else { return }
        tell(.session(session, user: user, class: kind, isLocked: isLocked))
      }
    }
  }

  // MARK: Sleep and the lid

  private func askSleep() {
    attempt { () throws(BusError) in
      let call = try get("PreparingForSleep", of: Self.path, Self.manager)
      ask(call) { [unowned self] reply throws(BusError) in
        try reply.readVariant { _ throws(BusError) in
          tell(.sleep(try reply.readBool()))
          return true
        }
      }
    }
  }

  /// Asks whether the lid is closed, of which logind tells no change.
  ///
  /// - Parameter body: called if it is.
  func ifLidIsClosed(_ body: @escaping () -> Void) {
    guard model.goesByLogind else { return }
    attempt { () throws(BusError) in
      let call = try get("LidClosed", of: Self.path, Self.manager)
      ask(call) { reply throws(BusError) in
        try reply.readVariant { _ throws(BusError) in
          if try reply.readBool() { body() }
          return true
        }
      }
    }
  }

  // MARK: Messages

  private func tell(_ event: SessionModel.Event) {
    let before = model
    model.handle(event)
    if model != before { changed() }
  }

  private func path(of seat: String) throws(BusError) -> String {
    try bus.path(Self.path + "/seat", seat)
  }

  private func get(
    _ property: String, of path: String, _ interface: String
  ) throws(BusError) -> BusMessage {
    let call = try bus.methodCall(
      to: Self.name, path: path, interface: Self.properties, member: "Get")
    try call.append(interface)
    try call.append(property)
    return call
  }

  private func matchProperties(
    of path: String, _ body: @escaping (BusMessage) throws(BusError) -> Void
  ) throws(BusError) -> BusSlot {
    try match(
      sender: Self.name, path: path,
      "interface='\(Self.properties)',member='PropertiesChanged'"
    ) { message throws(BusError) in
      try message.skip("s")
      try body(message)
    }
  }

  /// Whether the list of properties that changed without their values names this one.
  private func mentions(_ message: BusMessage, _ property: String) throws(BusError) -> Bool {
    var isNamed = false
    try message.readArray(of: "s") { () throws(BusError) in
      if try message.readString() == property { isNamed = true }
    }
    return isNamed
  }

  private func match(
    sender: String, path: String, _ rest: String,
    _ body: @escaping (BusMessage) throws(BusError) -> Void
  ) throws(BusError) -> BusSlot {
    try bus.match("type='signal',sender='\(sender)',path='\(path)',\(rest)") { message in
      // What logind's own documentation does not describe is passed over.
      try? body(message)
    }
  }

  private func ask(
    _ call: BusMessage, again: @escaping () -> Void = {},
    _ body: @escaping (BusMessage) throws(BusError) -> Void
  ) {
    bus.call(call) { [unowned self] reply in
      switch reply {
      case .success(let message): try? body(message)
      case .failure(let error): if isLate(error) { again() }
      }
    }
  }

  /// What cannot be sent now is asked again when the bus is back.
  private func attempt(_ body: () throws(BusError) -> Void) {
    try? body()
  }
}
