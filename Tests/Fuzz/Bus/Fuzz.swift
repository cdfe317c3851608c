// Any bytes as what programs send to the service, over a real bus: calls of every method with arguments of any type,
// from clients that come and go, while fingers swipe. FUZZ_BUS is the bus's address.

import CSystemd
import CommitPoint
import Glibc
import LinuxIO
@testable import SwipeBus
import SystemBus

private struct Bytes {
  var rest: ArraySlice<UInt8>
  var isEmpty: Bool { rest.isEmpty }
  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }
  mutating func text() -> String {
    let count = byte() % 24
    let letters = (0..<count).map { _ in UInt8(0x20 + byte() % 0x5F) }
    return String(decoding: letters, as: UTF8.self)
  }
}

private let members = [
  "Claim", "Release", "Monitor", "Unmonitor", "LeaveAlone", "TakeUp", "GetStatistics", "Reload",
  "Pause",
  "Resume", "Prepare", "SelectionChanged", "Get", "Set", "GetAll", "Introspect",
  "GetManagedObjects", "Ping",
]
private let interfaces = [
  "org.swiped.Swiped1.Manager", "org.swiped.Swiped1.Touchpad", "org.swiped.Swiped1.Swipe",
  "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Introspectable",
  "org.freedesktop.DBus.ObjectManager", "org.freedesktop.DBus.Peer",
]
private let words = [
  "left", "right", "up", "down", "hysteresis", "flick", "flick_project", "flick_velocity",
  "flick_min_fraction", "progress", "Version", "Touchpads", "Fingers", "Stops", "Enabled",
  "/dev/input/event1",
  "/", "",
]

/// The service with one touchpad, and the clients.
private final class Stage {
  let loop: EventLoop
  let bus: SwipeBus
  let address: String
  var tracker: SwipeTracker
  var time: Microseconds = 1_000_000
  var clients: [BusConnection?] = [nil, nil, nil]
  var settings = SwipeSettings(tickInterval: 0)
  var swipes: Int = 0
  var answers = 0

  init(_ address: String) throws {
    self.address = address
    loop = try EventLoop()
    tracker = try SwipeTracker(settings)
    bus = try SwipeBus(
      loop: loop, address: address, version: "1", handlers: SwipeBusHandlers())
    var handlers = SwipeBusHandlers()
    handlers.cancel = { [unowned self] _, reason in handle(.cancel(reason)) }
    handlers.axis = { [unowned self] _ in tracker.axis }
    handlers.isBusy = { [unowned self] in tracker.isTracking }
    handlers.statistics = { [("ticks", .count(1)), ("x", .number(0.5)), ("y", .text("z"))] }
    bus.handlers = handlers
    bus.start()
    bus.add(
      BusTouchpad(
        id: 1, name: "Pad", node: "/dev/input/event1", seat: "seat0", width: 100, height: 60,
        sizeIsGuess: false, isUnderLid: true, rung: "log", armWaveform: "", disarmWaveform: ""))
    try turn { self.bus.isConnected }
  }

  func turn(_ condition: () -> Bool) throws {
    for _ in 0..<500 {
      if condition() { return }
      try loop.turn(timeout: 10)
    }
    fatalError("the service does not answer any more")
  }

  func handle(_ input: SwipeInput) {
    if case .begin(let fingers) = input {
      if tracker.isTracking { handle(.cancel(.superseded)) }
      settings = bus.settings(
        forBeginOf: fingers, on: 1, over: SwipeSettings(tickInterval: 0), at: time)
      // What a claim makes of the settings can always be used.
      do { try tracker.use(settings, at: time) { _ in } } catch { fatalError("\(error)") }
    }
    let offset = tracker.offset
    var said: [SwipeEvent] = []
    tracker.handle(input, at: time) { said.append($0) }
    for event in said { bus.told(event, on: 1, offset: offset) }
    if case .motion(let dx, let dy, _) = input, bus.isFollowed(1) {
      bus.moved(
        on: 1, at: time, dx: dx, dy: dy, axis: tracker.axis, offset: tracker.offset,
        velocity: tracker.velocity(at: time))
    }
  }

  func client(_ number: Int) throws -> BusConnection {
    if let client = clients[number] { return client }
    let client = try BusConnection(address: address)
    try loop.add(client.descriptor) { _ in client.dispatch() }
    client.start()
    clients[number] = client
    try turn { client.isConnected }
    return client
  }

  func leave(_ number: Int) {
    guard let client = clients[number] else { return }
    loop.remove(client.descriptor)
    if let raw = unsafe client.raw { unsafe sd_bus_close(raw) }
    clients[number] = nil
  }

  func call(_ bytes: inout Bytes) throws {
    let client = try client(bytes.byte() % 3)
    let path =
      switch bytes.byte() & 7 {
      case 0...2: "/org/swiped/Swiped1"
      case 3...4: "/org/swiped/Swiped1/touchpad/event1"
      case 5: "/"
      default: "/org/swiped/Swiped1/swipe/\(bytes.byte() & 15)"
      }
    let message = try client.methodCall(
      to: "org.swiped.Swiped1", path: path, interface: interfaces[bytes.byte() % interfaces.count],
      member: members[bytes.byte() % members.count])
    if bytes.byte() & 3 == 0 {
      fill(message, &bytes, signature: "usada{sv}")
    } else {
      for _ in 0..<(bytes.byte() % 5) { _ = append(message, type(&bytes, depth: 0), &bytes) }
    }
    var isAnswered = false
    client.call(message) { _ in isAnswered = true }
    answers += 1
    try turn { isAnswered }
  }

  /// Arguments as Claim has them, with any values.
  private func fill(_ message: BusMessage, _ bytes: inout Bytes, signature: String) {
    _ = append(message, "u", &bytes)
    _ = append(message, "s", &bytes)
    _ = append(message, "ad", &bytes)
    _ = append(message, "a{sv}", &bytes)
  }

  private func type(_ bytes: inout Bytes, depth: Int) -> String {
    let basic = ["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g"]
    switch bytes.byte() % (depth < 3 ? 18 : 12) {
    case let number where number < 12: return basic[number]
    case 12: return "v"
    case 13: return "a{sv}"
    case 14: return "ad"
    case 15: return "(" + type(&bytes, depth: depth + 1) + type(&bytes, depth: depth + 1) + ")"
    default: return "a" + type(&bytes, depth: depth + 1)
    }
  }

  /// Appends a value of one complete type; what sd-bus refuses (a path that is none) is left out.
  private func append(_ message: BusMessage, _ signature: String, _ bytes: inout Bytes) -> Bool {
    guard let first = signature.utf8.first else { return true }
    switch Character(Unicode.Scalar(first)) {
    case "s", "o", "g":
      let text =
        first == UInt8(ascii: "o")
        ? "/org/swiped/Swiped1/swipe/\(bytes.byte() & 15)"
        : first == UInt8(ascii: "g")
          ? "a{sv}" : bytes.byte() & 3 == 0 ? bytes.text() : words[bytes.byte() % words.count]
      return unsafe sd_bus_message_append_basic(message.raw, CChar(first), text) >= 0
    case "v":
      let inner = type(&bytes, depth: 2)
      guard unsafe sd_bus_message_open_container(message.raw, CChar(first), inner) >= 0 else {
        return false
      }
      _ = append(message, inner, &bytes)
      return unsafe sd_bus_message_close_container(message.raw) >= 0
    case "a":
      let inner = String(signature.dropFirst())
      guard unsafe sd_bus_message_open_container(message.raw, CChar(first), inner) >= 0 else {
        return false
      }
      for _ in 0..<(bytes.byte() % 12) {
        if inner.hasPrefix("{") {
          unsafe sd_bus_message_open_container(
            message.raw, CChar(UInt8(ascii: "e")), String(inner.dropFirst().dropLast()))
          _ = append(message, "s", &bytes)
          _ = append(message, "v", &bytes)
          unsafe sd_bus_message_close_container(message.raw)
        } else if !append(message, inner, &bytes) {
          break
        }
      }
      return unsafe sd_bus_message_close_container(message.raw) >= 0
    case "(":
      let inner = String(signature.dropFirst().dropLast())
      unsafe sd_bus_message_open_container(message.raw, CChar(UInt8(ascii: "r")), inner)
      var rest = inner[...]
      while !rest.isEmpty {
        let end = Self.completeType(rest)
        _ = append(message, String(rest[..<end]), &bytes)
        rest = rest[end...]
      }
      return unsafe sd_bus_message_close_container(message.raw) >= 0
    case "d":
      var value =
        switch bytes.byte() & 7 {
        case 0: Double.nan
        case 1: Double.infinity
        case 2: -1.0
        default: Double(bytes.byte()) / 4
        }
      return unsafe sd_bus_message_append_basic(message.raw, CChar(first), &value) >= 0
    case "b":
      var value = Int32(bytes.byte() & 1)
      return unsafe sd_bus_message_append_basic(message.raw, CChar(first), &value) >= 0
    default:
      var value = UInt64(bytes.byte() & 3 == 0 ? UInt64.max : UInt64(bytes.byte() & 7))
      return unsafe sd_bus_message_append_basic(message.raw, CChar(first), &value) >= 0
    }
  }

  /// Where the first complete type of a signature ends.
  private static func completeType(_ signature: Substring) -> Substring.Index {
    var index = signature.startIndex
    while signature[index] == "a" { index = signature.index(after: index) }
    guard signature[index] == "(" || signature[index] == "{" else {
      return signature.index(after: index)
    }
    var depth = 0
    while true {
      if "({".contains(signature[index]) { depth += 1 }
      if ")}".contains(signature[index]) { depth -= 1 }
      index = signature.index(after: index)
      if depth == 0 { return index }
    }
  }
}

nonisolated(unsafe) private var stage: Stage?

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bytes = Bytes(rest: unsafe Array(UnsafeBufferPointer(start: start, count: count))[...])
  do {
    let stage =
      try unsafe stage ?? Stage(unsafe String(cString: getenv("FUZZ_BUS")))
    fuzzStage(stage)
    while !bytes.isEmpty {
      switch bytes.byte() & 15 {
      case 0: stage.leave(bytes.byte() % 3)
      case 1: stage.handle(.begin(fingers: 1 + bytes.byte() % 5))
      case 2: stage.handle(.end)
      case 3...5:
        stage.time = stage.time + 8000
        stage.handle(
          .motion(
            dx: Millimetres(Double(Int8(truncatingIfNeeded: bytes.byte())) / 4),
            dy: Millimetres(Double(Int8(truncatingIfNeeded: bytes.byte())) / 16)))
      default: try stage.call(&bytes)
      }
    }
    // Every input begins alike: nobody is there, nothing is paused, nothing is under way.
    stage.handle(.end)
    for number in 0..<3 { stage.leave(number) }
    stage.bus.setTickOnly([])
    for _ in 0..<2 { try stage.loop.turn(timeout: 0) }
  } catch {
    fatalError("\(error)")
  }
  return 0
}

private func fuzzStage(_ made: Stage) { unsafe stage = made }
