import CommitPoint
import Glibc
import LinuxIO
import SwipeClient
import SystemBus
import Testing

@testable import SwipeBus

@Suite("Sessions, as logind tells of them")
struct SessionsOnTheBusTests {
  static let pad = "/org/swiped/Swiped1/touchpad/event1"

  /// A room with a logind, in which the session of our own user is the active one.
  final class SessionRoom {
    let room: Room
    let logind: FakeLogind
    let client: BusPeer
    let swipe: String
    var service: Service { room.service }

    init(_ sessions: [String: FakeLogind.Session]? = nil) throws {
      let loop = try EventLoop()
      let bus = try PrivateBus()
      logind = try FakeLogind(
        bus.address, in: loop,
        sessions: sessions ?? [
          "1": FakeLogind.Session(user: getuid()), "2": FakeLogind.Session(user: getuid() + 1),
        ])
      room = try Room(on: bus, loop)
      client = try room.peer()
      swipe = try client.claim()
    }

    /// Arms a swipe; whether that is possible.
    func arm() throws -> Bool {
      service.forget()
      try service.begin()
      service.move(-20)
      return service.events.contains(.tick(.arm(Stop(.left, 1))))
    }

    func isCancelled(_ reason: CancelReason) throws {
      try room.loop.turn(until: { service.events.contains(.cancelled(reason)) })
      #expect(service.events.suffix(2) == [.tick(.disarm), .cancelled(reason)])
    }

    func turn(until: () throws -> Bool) throws {
      try room.loop.turn(until: { (try? until()) == true })
    }

    func settle() throws { for _ in 0..<4 { try room.settle(client) } }
  }

  @Test func `let the user of the active session swipe`() throws {
    let room = try SessionRoom()
    try room.turn(until: { try room.arm() })
    room.service.lift()
    try room.settle()
    #expect(room.client.heard(from: room.swipe).last?.hasPrefix("Committed") == true)
    #expect(room.service.notices == [])
  }

  @Test func `let nobody else swipe`() throws {
    let room = try SessionRoom(["1": FakeLogind.Session(user: getuid() + 1)])
    try room.settle()
    #expect(try !room.arm())
    #expect(room.client.heard() == [])
    #expect(
      room.client.error("SelectionChanged", at: Self.pad, SwipeService.touchpadInterface)
        == .notActive)
    room.service.bus.setTickOnly([SwipeKey(fingers: 3, direction: .left)])
    // Whoever is there can feel what ticks by configuration.
    #expect(try room.arm())
  }

  @Test(arguments: [false, true])
  func `cancel what is under way when the screen is locked`(tacitly: Bool) throws {
    let room = try SessionRoom()
    try room.turn(until: { try room.arm() })
    if tacitly { try room.logind.lockTacitly("1", true) } else { try room.logind.lock("1", true) }
    try room.isCancelled(.locked)
    #expect(try !room.arm())
    try room.logind.lock("1", false)
    try room.turn(until: { try room.arm() })
  }

  @Test func `cancel what is under way when the session is switched away`() throws {
    let room = try SessionRoom()
    try room.turn(until: { try room.arm() })
    try room.logind.activate("2")
    try room.isCancelled(.inactive)
    try room.settle()
    #expect(try !room.arm())
    try room.logind.activate("1")
    try room.turn(until: { try room.arm() })
    try room.logind.activate("")
    try room.isCancelled(.inactive)
  }

  @Test func `cancel what is under way when the machine goes to sleep`() throws {
    let room = try SessionRoom()
    try room.turn(until: { try room.arm() })
    try room.logind.sleep(true)
    try room.isCancelled(.suspended)
    #expect(try !room.arm())
    try room.logind.sleep(false)
    try room.turn(until: { try room.arm() })
  }

  @Test func `cancel what is under way when the lid is found closed`() throws {
    let room = try SessionRoom()
    try room.turn(until: { try room.arm() })
    room.service.lift()
    room.logind.lidIsClosed = true
    room.service.forget()
    try room.service.begin()
    try room.turn(until: { room.service.events.contains(.cancelled(.suspended)) })
    // Each begin and arming above has asked, and an answer that comes late would cancel the next swipe.
    try room.settle()
    // And at the arming, when it was open at the begin.
    room.logind.lidIsClosed = false
    let asked = room.logind.calls.count
    try room.service.begin()
    try room.turn(until: { room.logind.calls.count > asked })
    try room.settle()
    room.logind.lidIsClosed = true
    room.service.move(-20)
    room.service.forget()
    try room.isCancelled(.suspended)
  }

  @Test func `do not ask a touchpad outside of the machine about the lid`() throws {
    let room = try SessionRoom()
    try room.turn(until: { try room.arm() })
    room.service.lift()
    room.logind.lidIsClosed = true
    try room.service.addTouchpad(2, isUnderLid: false)
    try room.service.begin(on: 2)
    room.service.move(-20, on: 2)
    try room.settle()
    room.service.lift(on: 2)
    #expect(room.service.events.last == .committed(Stop(.left, 1)))
  }

  @Test func `are those of each touchpad's own seat`() throws {
    let room = try SessionRoom()
    try room.service.addTouchpad(2, seat: "seat1")
    try room.turn(until: { try room.arm() })
    room.service.lift()
    room.service.forget()
    try room.settle()
    try room.service.begin(on: 2)
    #expect(room.service.events == [.ignored])
  }

  @Test func `count for nobody while logind is gone, and are asked for when it is back`() throws {
    let room = try SessionRoom()
    try room.turn(until: { try room.arm() })
    try room.logind.releaseName()
    try room.isCancelled(.inactive)
    #expect(try !room.arm())
    try room.logind.requestName()
    try room.turn(until: { try room.arm() })
  }

  @Test func `are told to who asks, and why they do not count`() throws {
    let room = try SessionRoom()
    func standing() throws -> [String] {
      try room.client.call("GetEntitlement", at: Self.pad, SwipeService.touchpadInterface).values()
    }
    func isSoon(_ expected: [String]) throws {
      try room.turn(until: { try standing() == expected })
    }
    try isSoon(["true", "entitled"])
    try room.logind.lock("1", true)
    try isSoon(["false", "locked"])
    try room.logind.lock("1", false)
    try room.logind.activate("2")
    try isSoon(["false", "inactive"])
    try room.logind.activate("")
    try isSoon(["false", "no-session"])
    try room.logind.activate("1")
    try room.logind.sleep(true)
    try isSoon(["false", "asleep"])
    try room.logind.sleep(false)
    try isSoon(["true", "entitled"])
    try room.logind.releaseName()
    try isSoon(["false", "unknown"])
    // No touchpad, no answer.
    #expect(
      room.client.error("GetEntitlement", at: Self.pad + "0", SwipeService.touchpadInterface) != nil
    )
  }

  @Test func `have the machine wait with its sleep until the tick of a swipe is played`() throws {
    let room = try SessionRoom()
    try room.turn(until: { room.logind.locksHeld == 1 && room.service.bus.sleepDelay.isHeld })
    #expect(room.logind.calls.contains("Inhibit sleep swiped delay"))
    try room.turn(until: { try room.arm() })
    room.service.isOwed = true
    try room.logind.sleep(true)
    try room.isCancelled(.suspended)
    room.service.bus.settle()
    #expect(room.logind.locksHeld == 1)
    room.service.isOwed = false
    room.service.bus.settle()
    #expect(room.logind.locksHeld == 0)
    // It is had again for the next time.
    try room.logind.sleep(false)
    try room.turn(until: { room.logind.locksHeld == 1 && room.service.bus.sleepDelay.isHeld })
    // Where nothing is under way nothing waits.
    try room.logind.sleep(true)
    try room.turn(until: { room.logind.locksHeld == 0 })
    try room.logind.sleep(false)
    try room.turn(until: { room.service.bus.sleepDelay.isHeld })
    try room.logind.releaseName()
    try room.turn(until: { !room.service.bus.sleepDelay.isHeld })
    try room.logind.requestName()
    try room.turn(until: { room.service.bus.sleepDelay.isHeld })
    #expect(
      !room.service.notices.contains { if case .sleepNotDelayed = $0 { true } else { false } })
  }

  @Test func `say once that the sleep does not wait, where logind does not let it`() throws {
    let room = try SessionRoom()
    try room.turn(until: { room.service.bus.sleepDelay.isHeld })
    room.logind.refuseLocks()
    for _ in 0..<2 {
      try room.logind.sleep(true)
      try room.turn(until: { !room.service.bus.sleepDelay.isHeld })
      try room.logind.sleep(false)
      try room.settle()
    }
    #expect(
      room.service.notices.filter { if case .sleepNotDelayed = $0 { true } else { false } }
        == [.sleepNotDelayed("Permission denied")])
  }

  @Test func `have fingers looked for only that somebody who counts has claimed`() throws {
    let room = try SessionRoom()
    _ = try room.client.claim(2, "up")
    func counts() -> [Bool] { (2...4).map { room.service.bus.isClaimed(fingers: $0) } }
    try room.turn(until: { counts() == [true, true, false] })
    try room.logind.activate("2")
    try room.turn(until: { counts() == [false, false, false] })
    room.service.bus.setTickOnly([SwipeKey(fingers: 4, direction: .up)])
    try room.turn(until: { counts() == [false, false, true] })
    try room.logind.activate("1")
    try room.turn(until: { counts() == [true, true, true] })
    try room.client.call("LeaveAlone") { try $0.append("/dev/input/event1") }
    #expect(counts() == [false, false, false])
    try room.client.call("TakeUp") { try $0.append("/dev/input/event1") }
    #expect(counts() == [true, true, true])
    try room.client.call("Release") { try $0.append(path: room.swipe) }
    #expect(counts() == [true, false, true])
    room.service.removeTouchpad()
    #expect(counts() == [false, false, false])
  }

  @Test func `show a tool the whole of a swipe or nothing of it`() throws {
    let room = try SessionRoom()
    room.service.bus.administrator = 4_000_000_000
    try room.turn(until: { try room.arm() })
    // In mid-swipe: nothing of this one.
    try room.client.call("Monitor") { message in
      try message.array(of: "{sv}") { () throws(BusError) in }
    }
    room.service.lift()
    func seen() throws -> [String] {
      try room.settle()
      let seen = room.client.heard(from: Self.pad).filter { $0.hasPrefix("Swipe") }
      room.client.forget()
      return seen.compactMap { $0.split(separator: " ").first.map(String.init) }
    }
    #expect(try seen() == [])
    // While the touchpad is left alone, or swiped is paused.
    let all = ["SwipeBegan", "SwipeArmed", "SwipeTicked", "SwipeCommitted"]
    for (stop, goOn) in [("LeaveAlone", "TakeUp"), ("Pause", "Resume")] {
      func call(_ method: String) throws {
        room.service.bus.administrator = getuid()
        try room.client.call(method) { message in
          if stop == "LeaveAlone" { try message.append("/dev/input/event1") }
        }
        room.service.bus.administrator = 4_000_000_000
      }
      try call(stop)
      #expect(try !room.arm())
      room.service.lift()
      #expect(try seen() == [])
      try call(goOn)
      #expect(try room.arm())
      room.service.lift()
      #expect(try seen() == all)
    }
    // Who may see no more of it is told that it is over.
    #expect(try room.arm())
    try room.logind.lock("1", true)
    try room.isCancelled(.locked)
    #expect(try seen() == ["SwipeBegan", "SwipeArmed", "SwipeTicked", "SwipeCancelled"])
  }

  @Test func `have a wish wait that comes before it is known who counts`() throws {
    let room = try SessionRoom()
    let watcher = try SwipeClient(address: room.room.bus.address)
    var told: [SwipeClientEvent] = []
    try room.room.loop.add(watcher.descriptor) { _ in watcher.dispatch { told.append($0) } }
    defer { room.room.loop.remove(watcher.descriptor) }
    watcher.leaveAlone(node: "/dev/input/event1")
    for _ in 0..<5 {
      try room.turn(until: { told.contains(.leftAlone(node: "/dev/input/event1")) })
      told = []
      try room.service.restart()
      room.service.bus.administrator = 4_000_000_000
    }
    try room.turn(until: { told.contains(.leftAlone(node: "/dev/input/event1")) })
    #expect(!told.contains { if case .notLeftAlone = $0 { true } else { false } })
  }

  @Test func `let nobody have a touchpad left alone while he does not count`() throws {
    let room = try SessionRoom()
    room.service.bus.administrator = 4_000_000_000
    try room.turn(until: { try room.arm() })
    room.service.lift()
    room.service.forget()
    func enabled() throws -> String {
      try room.client.property("Enabled", at: Self.pad, SwipeService.touchpadInterface)
    }
    try room.client.call("LeaveAlone") { try $0.append("/dev/input/event1") }
    #expect(try enabled() == "false")
    try room.logind.activate("2")
    try room.turn(until: { try enabled() == "true" })
    #expect(
      try room.client.property("LeftAloneBy", at: Self.pad, SwipeService.touchpadInterface) == "[]")
    // Nor can he have that from there.
    #expect(room.client.error("LeaveAlone") { try $0.append("/dev/input/event1") } == .notActive)
    // It is his again when he is back.
    try room.logind.activate("1")
    try room.turn(until: { try enabled() == "false" })
    try room.logind.lock("1", true)
    try room.turn(until: { try enabled() == "true" })
    try room.logind.lock("1", false)
    try room.turn(until: { try enabled() == "false" })
    // With the touchpad it is over: by the same node another one may come.
    room.service.removeTouchpad()
    try room.service.addTouchpad(2, node: "/dev/input/event1")
    try room.settle()
    #expect(try enabled() == "true")
    try room.client.call("LeaveAlone") { try $0.append("/dev/input/event1") }
    #expect(try enabled() == "false")
    room.client.leave()
    let other = try room.room.peer()
    try room.turn(until: {
      try other.property("Enabled", at: Self.pad, SwipeService.touchpadInterface) == "true"
    })
  }

  @Test func `count for everybody where there is no logind, which is said once`() throws {
    let room = try Room()
    let client = try room.peer()
    _ = try client.claim()
    try room.service.begin()
    room.service.move(-20)
    #expect(room.service.events.last == .tick(.arm(Stop(.left, 1))))
    #expect(room.service.notices.filter { $0 == .noLogind } == [.noLogind])
  }
}
