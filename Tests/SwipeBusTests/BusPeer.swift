import CSystemd
import Glibc
import LinuxIO
import SystemBus
import Testing

/// A connection of somebody else's to the bus, on the same loop.
@safe
final class BusPeer {
  /// A signal that was received.
  struct Signal: Hashable, CustomStringConvertible {
    var member: String
    var path: String
    var arguments: [String]
    var description: String { ([member] + arguments).joined(separator: " ") }
  }

  let bus: BusConnection
  private let loop: EventLoop
  private var filter: BusSlot?
  private(set) var signals: [Signal] = []
  /// Answers a call by filling in its reply, or throws.
  var serve: ((BusMessage, BusMessage) throws(BusError) -> Void)?

  init(_ address: String, in loop: EventLoop) throws {
    self.loop = loop
    bus = try BusConnection(address: address, takesDescriptors: true)
    let bus = bus
    try loop.add(bus.descriptor) { _ in bus.dispatch() }
    bus.start()
    try loop.turn(until: { bus.isConnected })
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    var slot: OpaquePointer?
    let result = unsafe sd_bus_add_filter(
      bus.raw, &slot,
      { message, userdata, _ in
        guard let message = unsafe message, let userdata = unsafe userdata else { return 0 }
        let peer = unsafe Unmanaged<BusPeer>.fromOpaque(userdata).takeUnretainedValue()
        return unsafe peer.take(BusMessage(sharing: message)) ? 1 : 0
      }, me)
    try #require(result >= 0)
    if let slot = unsafe slot { filter = unsafe BusSlot(slot) }
  }

  deinit { leave() }

  /// Leaves the bus.
  func leave() {
    loop.remove(bus.descriptor)
    filter = nil
    if let raw = unsafe bus.raw { unsafe sd_bus_close(raw) }
  }

  var name: String {
    var text: UnsafePointer<CChar>?
    unsafe sd_bus_get_unique_name(bus.raw, &text)
    return unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  private func take(_ message: BusMessage) -> Bool {
    var type: UInt8 = 0
    unsafe sd_bus_message_get_type(message.raw, &type)
    switch Int(type) {
    case Int(SD_BUS_MESSAGE_SIGNAL):
      let arguments = (try? message.values()) ?? []
      signals.append(Signal(member: message.member, path: message.path, arguments: arguments))
      return false
    case Int(SD_BUS_MESSAGE_METHOD_CALL):
      guard let serve else { return false }
      do throws(BusError) {
        let reply = try bus.answer(to: message)
        try serve(message, reply)
        try bus.send(reply)
      } catch {
        try? bus.refuse(message, error)
      }
      return true
    default:
      return false
    }
  }

  /// The signals from this object or all, without those of the bus itself.
  func heard(from path: String? = nil) -> [String] {
    signals.filter { path == nil ? $0.path.hasPrefix(SwipeService.path) : $0.path == path }
      .map(\.description)
  }

  func forget() { signals = [] }

  /// Listens to signals for everybody.
  func listen(_ rule: String = "type='signal',path_namespace='\(SwipeService.path)'") throws {
    let call = try bus.methodCall(
      to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "AddMatch")
    try call.append(rule)
    _ = try finish(call)
  }

  func requestName(_ name: String) throws {
    let call = try bus.methodCall(
      to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "RequestName")
    try call.append(name)
    try call.append(UInt32(4))
    #expect(try finish(call).readUInt32() == 1)
  }

  func releaseName(_ name: String) throws {
    let call = try bus.methodCall(
      to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "ReleaseName")
    try call.append(name)
    _ = try finish(call)
  }

  /// Calls a method and turns the loop until it is answered.
  @discardableResult
  func call(
    _ member: String, at path: String = SwipeService.path,
    _ interface: String = SwipeService.managerInterface, to name: String = SwipeService.name,
    _ body: (BusMessage) throws -> Void = { _ in }
  ) throws -> BusMessage {
    let call = try bus.methodCall(to: name, path: path, interface: interface, member: member)
    try body(call)
    return try finish(call)
  }

  func finish(_ call: BusMessage) throws -> BusMessage {
    var reply: Result<BusMessage, BusError>?
    bus.call(call) { reply = $0 }
    try loop.turn(until: { reply != nil })
    return try #require(reply).get()
  }

  /// The error that a call is answered with.
  func error(
    _ member: String, at path: String = SwipeService.path,
    _ interface: String = SwipeService.managerInterface,
    _ body: (BusMessage) throws -> Void = { _ in }
  ) -> BusError? {
    do {
      try call(member, at: path, interface, body)
      return nil
    } catch {
      return error as? BusError
    }
  }

  func claim(
    _ fingers: UInt32 = 3, _ direction: String = "left", _ stops: [Double] = [],
    _ options: (BusMessage) throws(BusError) -> Void = { _ in }
  ) throws -> String {
    try call("Claim") { message throws(BusError) in
      try BusPeer.claim(fingers, direction, stops, options, message)
    }.readPath()
  }

  static func claim(
    _ fingers: UInt32, _ direction: String, _ stops: [Double],
    _ options: (BusMessage) throws(BusError) -> Void, _ message: BusMessage
  ) throws(BusError) {
    try message.append(fingers)
    try message.append(direction)
    try message.array(of: "d") { () throws(BusError) in
      for stop in stops { try message.append(stop) }
    }
    try message.array(of: "{sv}") { () throws(BusError) in try options(message) }
  }

  func property(
    _ name: String, at path: String = SwipeService.path,
    _ interface: String = SwipeService.managerInterface
  ) throws -> String {
    try call("Get", at: path, "org.freedesktop.DBus.Properties") { message throws(BusError) in
      try message.append(interface)
      try message.append(name)
    }.values().joined(separator: " ")
  }
}

extension BusMessage {
  /// All that is in it, as text.
  func values() throws(BusError) -> [String] {
    var values: [String] = []
    while true {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      guard unsafe sd_bus_message_peek_type(raw, &type, &contents) > 0 else { return values }
      let signature = unsafe contents.map { unsafe String(cString: $0) } ?? ""
      switch Unicode.Scalar(UInt8(bitPattern: type)) {
      case "s": values.append(try readString())
      case "o": values.append(try readPath())
      case "b": values.append(String(try readBool()))
      case "v":
        try readVariant { _ throws(BusError) in
          // A value of one complete type.
          values += try self.values()
          return true
        }
      case "a", "r", "e":
        var inner: [String] = []
        unsafe sd_bus_message_enter_container(raw, type, signature)
        inner = try self.values()
        unsafe sd_bus_message_exit_container(raw)
        values.append("[" + inner.joined(separator: " ") + "]")
      case let scalar:
        guard let number = try readNumber(String(Character(scalar))) else { return values }
        values.append(
          Int(exactly: number).map { String($0) } ?? String(number))
      }
    }
  }
}

extension EventLoop {
  /// Turns until it is so, or 10 s have passed, which is a failure.
  func turn(until condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let deadline = Clock.monotonic + 10_000_000
    while !condition() {
      guard Clock.monotonic < deadline else {
        Issue.record("it did not come to pass within 10 s", sourceLocation: sourceLocation)
        throw TimedOut()
      }
      try turn(timeout: 20)
    }
  }

  /// Turns for a while.
  func turn(milliseconds: Int64) throws {
    let deadline = Clock.monotonic + milliseconds * 1000
    while Clock.monotonic < deadline { try turn(timeout: 5) }
  }

  struct TimedOut: Error {}
}

/// Closures that only throw errors of the bus, without having to say so.
func typed(_ body: () throws -> Void) throws(BusError) {
  do { try body() } catch { throw error as? BusError ?? .notConnected }
}
