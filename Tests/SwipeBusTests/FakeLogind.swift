import CSystemd
import Glibc
import LinuxIO
import SystemBus

/// What of logind is asked for and listened to, as systemd 252 does it.
final class FakeLogind {
  struct Session {
    var user: UInt32
    var kind = "user"
    var isLocked = false
  }

  static let name = "org.freedesktop.login1"
  static let path = "/org/freedesktop/login1"

  private let peer: BusPeer
  /// By id.
  private(set) var sessions: [String: Session]
  /// The active session's id, by seat; an empty one for none.
  private(set) var active: [String: String]
  var lidIsClosed = false
  private(set) var isSleeping = false
  /// The ends that we keep of the delay locks that were given out; `nil` where there are none to be had.
  private(set) var locks: [Int32]? = []
  /// Calls that are answered when they are let go.
  private(set) var calls: [String] = []

  init(
    _ address: String, in loop: EventLoop, sessions: [String: Session],
    active: [String: String] = ["seat0": "1"]
  ) throws {
    self.sessions = sessions
    self.active = active
    peer = try BusPeer(address, in: loop)
    peer.serve = { [unowned self] call, reply throws(BusError) in try answer(call, reply) }
    try peer.requestName(Self.name)
  }

  static func path(of session: String) -> String { "\(path)/session/_3\(session)" }

  func leave() { peer.leave() }
  func releaseName() throws { try peer.releaseName(Self.name) }
  func requestName() throws { try peer.requestName(Self.name) }

  /// How many delay locks are held.
  var locksHeld: Int {
    (locks ?? []).count { end in
      var entry = pollfd(fd: end, events: 0, revents: 0)
      unsafe poll(&entry, 1, 0)
      return entry.revents == 0
    }
  }

  func refuseLocks() { locks = nil }

  deinit { for end in locks ?? [] { close(end) } }

  private func answer(_ call: BusMessage, _ reply: BusMessage) throws(BusError) {
    if call.member == "Inhibit" { return try inhibit(call, reply) }
    let interface = try call.readString()
    switch call.member {
    case "Get":
      let property = try call.readString()
      calls.append(property)
      switch (interface, property) {
      case ("org.freedesktop.login1.Manager", "LidClosed"):
        try reply.variant("b") { () throws(BusError) in try reply.append(lidIsClosed) }
      case ("org.freedesktop.login1.Manager", "PreparingForSleep"):
        try reply.variant("b") { () throws(BusError) in try reply.append(isSleeping) }
      case ("org.freedesktop.login1.Seat", "ActiveSession"):
        let seat = String(call.path.split(separator: "/").last ?? "")
        guard let id = active[seat] else {
          throw BusError("org.freedesktop.DBus.Error.UnknownObject", "no seat \(seat)")
        }
        try reply.variant("(so)") { () throws(BusError) in try append(session: id, to: reply) }
      default: throw .unknownMethod
      }
    case "GetAll":
      let id = String(call.path.suffix(1))
      guard let session = sessions[id] else {
        throw BusError("org.freedesktop.DBus.Error.UnknownObject", "no session \(id)")
      }
      try reply.array(of: "{sv}") { () throws(BusError) in
        try reply.entry("Id", "s") { () throws(BusError) in try reply.append(id) }
        try reply.entry("User", "(uo)") { () throws(BusError) in
          try reply.structure("uo") { () throws(BusError) in
            try reply.append(session.user)
            try reply.append(path: "\(Self.path)/user/_\(session.user)")
          }
        }
        try reply.entry("Class", "s") { () throws(BusError) in try reply.append(session.kind) }
        try reply.entry("LockedHint", "b") { () throws(BusError) in
          try reply.append(session.isLocked)
        }
      }
    default: throw .unknownMethod
    }
  }

  private func inhibit(_ call: BusMessage, _ reply: BusMessage) throws(BusError) {
    guard locks != nil else {
      throw BusError("org.freedesktop.DBus.Error.AccessDenied", "Permission denied")
    }
    var words: [String] = []
    for _ in 0..<4 { words.append(try call.readString()) }
    calls.append("Inhibit \(words[0]) \(words[1]) \(words[3])")
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw BusError(result: -errno) }
    locks?.append(ends[0])
    // The message has one of its own.
    defer { close(ends[1]) }
    let type = CChar(UInt8(ascii: "h"))
    guard unsafe sd_bus_message_append_basic(reply.raw, type, &ends[1]) >= 0 else {
      throw .notConnected
    }
  }

  private func append(session id: String, to message: BusMessage) throws(BusError) {
    try message.structure("so") { () throws(BusError) in
      try message.append(id)
      try message.append(path: id.isEmpty ? "/" : Self.path(of: id))
    }
  }

  // MARK: Changes

  func activate(_ id: String, on seat: String = "seat0") throws {
    active[seat] = id
    try changed("org.freedesktop.login1.Seat", at: "\(Self.path)/seat/\(seat)") {
      message throws(BusError) in
      try message.entry("ActiveSession", "(so)") { () throws(BusError) in
        try append(session: id, to: message)
      }
    }
  }

  func lock(_ id: String, _ isLocked: Bool) throws {
    sessions[id]?.isLocked = isLocked
    try changed("org.freedesktop.login1.Session", at: Self.path(of: id)) {
      message throws(BusError) in
      // Beside something else, as it may be.
      try message.entry("IdleHint", "b") { () throws(BusError) in try message.append(false) }
      try message.entry("LockedHint", "b") { () throws(BusError) in try message.append(isLocked) }
    }
  }

  /// Says that the property has changed, and not how.
  func lockTacitly(_ id: String, _ isLocked: Bool) throws {
    sessions[id]?.isLocked = isLocked
    try changed(
      "org.freedesktop.login1.Session", at: Self.path(of: id), invalidated: ["LockedHint"])
  }

  func sleep(_ sleeps: Bool) throws {
    isSleeping = sleeps
    let signal = try peer.bus.signal(
      to: nil, path: Self.path, interface: "org.freedesktop.login1.Manager",
      member: "PrepareForSleep")
    try signal.append(sleeps)
    try peer.bus.send(signal)
  }

  private func changed(
    _ interface: String, at path: String, invalidated: [String] = [],
    _ entries: (BusMessage) throws(BusError) -> Void = { _ in }
  ) throws(BusError) {
    let signal = try peer.bus.signal(
      to: nil, path: path, interface: "org.freedesktop.DBus.Properties",
      member: "PropertiesChanged")
    try signal.append(interface)
    try signal.array(of: "{sv}") { () throws(BusError) in try entries(signal) }
    try signal.array(of: "s") { () throws(BusError) in
      for property in invalidated { try signal.append(property) }
    }
    try peer.bus.send(signal)
  }
}
