import CommitPoint
import Glibc
import LinuxIO
import SystemBus
import Testing

@testable import SwipeBus

/// A daemon in small around a SwipeBus: trackers, a hand that swipes, and what was asked of it.
final class Service {
  static let settings = SwipeSettings(left: nil, right: nil, tickInterval: 0)

  let loop: EventLoop
  private let address: String
  private let administrator: UInt32
  private(set) var bus: SwipeBus
  var trackers: [UInt32: SwipeTracker] = [:]
  /// Everything that trackers said.
  private(set) var events: [SwipeEvent.Kind] = []
  private(set) var notices: [SwipeBusNotice] = []
  private(set) var asked: [String] = []
  var reloadError: String?
  /// Whether a tick was given to a device that has not played it yet.
  var isOwed = false
  private var time: Microseconds = 1_000_000
  private var pads: [UInt32: BusTouchpad] = [:]

  init(_ address: String, in loop: EventLoop, administrator: UInt32 = getuid()) throws {
    self.loop = loop
    self.address = address
    self.administrator = administrator
    bus = try SwipeBus(
      loop: loop, address: address, version: "1.2.3", handlers: SwipeBusHandlers())
    try start()
  }

  private func start() throws {
    bus.administrator = administrator
    var handlers = SwipeBusHandlers()
    handlers.cancel = { [unowned self] pad, reason in
      asked.append("cancel \(reason)")
      handle(.cancel(reason), on: pad)
    }
    handlers.axis = { [unowned self] in trackers[$0]?.axis }
    handlers.isBusy = { [unowned self] in
      isOwed || trackers.values.contains { $0.isTracking || $0.deadline != nil }
    }
    handlers.tick = { [unowned self] in asked.append("tick \($0)") }
    handlers.prepare = { [unowned self] in asked.append("prepare \($0)") }
    handlers.reload = { [unowned self] in
      asked.append("reload")
      return reloadError
    }
    handlers.paused = { [unowned self] in asked.append("paused \($0)") }
    handlers.leaveAlone = { [unowned self] in asked.append("leave \($0) alone: \($1)") }
    handlers.statistics = {
      [("ticks", .count(7)), ("latency_ms", .number(0.5)), ("why", .text("x"))]
    }
    handlers.notice = { [unowned self] in notices.append($0) }
    bus.handlers = handlers
    bus.start()
  }

  /// Ends and begins anew, with nothing but the touchpads.
  func restart() throws {
    bus = try SwipeBus(
      loop: loop, address: address, version: "1.2.3", handlers: SwipeBusHandlers())
    try start()
    forget()
    for (id, pad) in pads {
      trackers[id] = try SwipeTracker(Self.settings, width: 100, height: 60)
      bus.add(pad)
    }
  }

  func addTouchpad(
    _ id: UInt32 = 1, node: String? = nil, name: String? = nil, seat: String = "seat0",
    isUnderLid: Bool = true
  )
    throws
  {
    let pad = BusTouchpad(
      id: id, name: name ?? "Lab Touchpad \(id)", node: node ?? "/dev/input/event\(id)", seat: seat,
      width: 100, height: 60, isUnderLid: isUnderLid, rung: "log",
      skippedRungs: [BusTouchpad.SkippedRung(rung: "hid", reason: "it is no HID device")],
      armWaveform: "click",
      disarmWaveform: "click")
    pads[id] = pad
    trackers[id] = try SwipeTracker(Self.settings, width: 100, height: 60)
    bus.add(pad)
  }

  func change(_ id: UInt32 = 1, _ body: (inout BusTouchpad) -> Void) throws {
    var pad = try #require(pads[id])
    body(&pad)
    pads[id] = pad
    bus.update(pad)
  }

  func removeTouchpad(_ id: UInt32 = 1) {
    handle(.cancel(.unplugged), on: id)
    trackers[id] = nil
    bus.remove(id)
  }

  // MARK: The hand

  func begin(_ fingers: Int = 3, on pad: UInt32 = 1, over base: SwipeSettings = Service.settings)
    throws
  {
    time = time + .milliseconds(8)
    if trackers[pad]?.isTracking == true { handle(.cancel(.superseded), on: pad) }
    let settings = bus.settings(forBeginOf: fingers, on: pad, over: base, at: time)
    try trackers[pad]?.use(settings, at: time) { _ in }
    handle(.begin(fingers: fingers), on: pad)
  }

  func move(_ dx: Double, _ dy: Double = 0, on pad: UInt32 = 1) {
    handle(.motion(dx: Millimetres(dx), dy: Millimetres(dy)), on: pad)
    guard bus.isFollowed(pad), let tracker = trackers[pad] else { return }
    bus.moved(
      on: pad, at: time, dx: Millimetres(dx), dy: Millimetres(dy), axis: tracker.axis,
      offset: tracker.offset, velocity: 0)
  }

  func lift(on pad: UInt32 = 1) { handle(.end, on: pad) }

  private func handle(_ input: SwipeInput, on pad: UInt32) {
    time = time + .milliseconds(8)
    let offset = trackers[pad]?.offset ?? 0
    var said: [SwipeEvent] = []
    trackers[pad]?.handle(input, at: time) { said.append($0) }
    events += said.map(\.kind)
    for event in said { bus.told(event, on: pad, offset: offset) }
  }

  func forget() {
    events = []
    asked = []
    notices = []
  }
}

/// A bus with a service on it, and whoever else a test needs.
final class Room {
  let loop: EventLoop
  let bus: PrivateBus
  let service: Service
  /// Lives as long as the room, where there is one.
  var logind: FakeLogind?

  convenience init(policy: String = PrivateBus.everything, touchpad: Bool = true) throws {
    try self.init(on: PrivateBus(policy: policy), EventLoop(), touchpad: touchpad)
  }

  init(on bus: PrivateBus, _ loop: EventLoop, touchpad: Bool = true) throws {
    self.bus = bus
    self.loop = loop
    service = try Service(bus.address, in: loop)
    if touchpad { try service.addTouchpad() }
    try settle()
  }

  /// Waits until the service is there and knows whose session counts.
  func settle() throws {
    let peer = try BusPeer(bus.address, in: loop)
    try loop.turn(until: { service.bus.isConnected && !service.bus.sessions.model.isUndecided })
    try loop.turn(until: {
      (try? peer.call(
        "NameHasOwner", at: "/org/freedesktop/DBus", "org.freedesktop.DBus",
        to: "org.freedesktop.DBus"
      ) { message throws(BusError) in try message.append(SwipeService.name) }.readBool()) == true
    })
  }

  func peer() throws -> BusPeer { try BusPeer(bus.address, in: loop) }

  /// Turns until both sides have nothing more to say.
  func settle(_ peer: BusPeer) throws {
    _ = try peer.property("Version")
    _ = try peer.property("Version")
  }
}
