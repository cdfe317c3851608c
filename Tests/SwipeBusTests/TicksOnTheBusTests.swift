import CSystemd
import CommitPoint
import LinuxIO
import SystemBus
import Testing

@testable import SwipeBus

@Suite("Ticks that applications ask for")
struct TicksOnTheBusTests {
  static let pad = "/org/swiped/Swiped1/touchpad/event1"

  func tick(_ peer: BusPeer, _ member: String = "SelectionChanged") -> BusError? {
    peer.error(member, at: Self.pad, SwipeService.touchpadInterface)
  }

  @Test func `are played`() throws {
    let room = try Room()
    let peer = try room.peer()
    #expect(tick(peer, "Prepare") == nil)
    #expect(tick(peer) == nil)
    #expect(room.service.asked == ["prepare 1", "tick 1"])
  }

  @Test func `are refused while a swipe is under way, whoever has it`() throws {
    let room = try Room()
    let peer = try room.peer()
    _ = try peer.claim()
    try room.service.begin()
    #expect(tick(peer) == .busy)
    room.service.lift()
    #expect(tick(peer) == nil)
  }

  @Test func `are refused where a touchpad is not used, or is gone`() throws {
    let room = try Room()
    let peer = try room.peer()
    try peer.call("LeaveAlone") { try $0.append("/dev/input/event1") }
    #expect(tick(peer) == .paused)
    room.service.forget()
    room.service.removeTouchpad()
    #expect(tick(peer) != nil)
    #expect(room.service.asked == [])
  }

  @Test func `have a limit, which is each client's own`() throws {
    let room = try Room()
    let (ann, ben) = (try room.peer(), try room.peer())
    var errors: [BusError?] = []
    for _ in 0..<60 { errors.append(tick(ann)) }
    let played = errors.count { $0 == nil }
    #expect((8..<30).contains(played))
    #expect(errors.allSatisfy { $0 == nil || $0 == .tooManyTicks })
    #expect(room.service.asked.count == played)
    #expect(tick(ben) == nil)
  }

  @Test func `are no more for who leaves the bus and comes back`() throws {
    let room = try Room()
    let start = Clock.monotonic
    var played = 0
    for _ in 0..<12 {
      let peer = try room.peer()
      for _ in 0..<8 where tick(peer) == nil { played += 1 }
      for _ in 0..<8 { #expect(tick(peer, "Prepare") == nil) }
      peer.leave()
      try room.loop.turn(until: { room.service.bus.clients.all.isEmpty })
    }
    let allowed = 16 + Int((Clock.monotonic - start) / 25_000) + 1
    #expect(played <= allowed)
    #expect(room.service.asked.count { $0 == "prepare 1" } <= allowed)
    #expect(played < 12 * 8)
  }

  @Test func `do not hurt others when they come in floods`() throws {
    let room = try Room()
    let (ann, ben) = (try room.peer(), try room.peer())
    _ = try ben.claim()
    for _ in 0..<800 {
      let call = try ann.bus.methodCall(
        to: SwipeService.name, path: Self.pad, interface: SwipeService.touchpadInterface,
        member: "SelectionChanged")
      // The bus itself limits how many answers somebody can wait for.
      unsafe sd_bus_message_set_expect_reply(call.raw, 0)
      try ann.bus.send(call)
    }
    try room.service.begin()
    room.service.move(-20)
    room.service.lift()
    try room.loop.turn(until: { ben.heard().count == 3 })
    try room.settle(ann)
    #expect(room.service.bus.lost == 0)
  }
}
