import CommitPoint
import Foundation
import Glibc
import LinuxIO
import SystemBus
import Testing

@testable import SwipeBus

@Suite("A bus that is not there, goes and returns")
struct BusLossTests {
  /// The processor time that this thread has taken, in µs.
  static var processorTime: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  @Test func `is waited for without waking anybody`() throws {
    let loop = try EventLoop()
    // Whatever comes or goes in the directories above is a reason to look, and /tmp is never quiet.
    let bus = try PrivateBus(in: URL(fileURLWithPath: "/var/tmp"))
    bus.stop()
    try bus.removeSocket()
    let service = try Service(bus.address, in: loop)
    try service.addTouchpad()
    var wakes = 0
    let end = Clock.monotonic + 1_500_000
    while Clock.monotonic < end {
      let before = Clock.monotonic
      try loop.turn(timeout: 1600)
      if Clock.monotonic - before < 1_400_000 { wakes += 1 }
    }
    #expect(wakes <= 1)
    #expect(service.notices == [.noBus("No such file or directory")])
    // What ticks by configuration does so without a bus.
    service.bus.setTickOnly([SwipeKey(fingers: 3, direction: .left)])
    try service.begin()
    service.move(-20)
    #expect(service.events.last == .tick(.arm(Stop(.left, 1))))
    try bus.start()
    try loop.turn(until: { service.bus.isConnected })
  }

  @Test func `takes its clients' claims with it, and is connected to when it returns`() throws {
    let room = try Room()
    let client = try room.peer()
    _ = try client.claim()
    try room.service.begin()
    room.service.move(-20)
    room.service.forget()
    client.leave()
    room.bus.stop()
    try room.loop.turn(until: { !room.service.bus.isConnected })
    #expect(
      room.service.events == [
        .disarmed(Stop(.left, 1), offset: -20), .tick(.disarm), .cancelled(.reload),
      ])
    #expect(room.service.bus.registry.count == 0)
    let before = Self.processorTime
    try room.loop.turn(milliseconds: 1000)
    #expect(Self.processorTime - before < 200_000)
    try room.bus.start()
    try room.settle()
    let other = try room.peer()
    _ = try other.claim()
    #expect(try other.property("Touchpads") == "[/org/swiped/Swiped1/touchpad/event1]")
    try room.service.begin()
    room.service.move(-20)
    #expect(room.service.events.last == .tick(.arm(Stop(.left, 1))))
    #expect(room.service.notices.count { if case .noBus = $0 { true } else { false } } == 1)
  }

  @Test func `does not hold up swipes while it stands still, nor make us grow`() throws {
    let room = try Room()
    let client = try room.peer()
    _ = try client.claim(3, "left") { options throws(BusError) in
      try options.entry("progress", "b") { () throws(BusError) in try options.append(true) }
    }
    room.bus.freeze(true)
    let before = Clock.monotonic
    var swipes = 0
    // Until it is given up: the socket's own room comes first.
    while room.service.bus.isConnected, swipes < 20_000 {
      swipes += 1
      try room.service.begin()
      room.service.move(-20)
      for _ in 0..<20 { room.service.move(-0.1) }
      room.service.lift()
      try room.loop.turn(timeout: 0)
    }
    #expect(swipes < 20_000)
    #expect((Clock.monotonic - before) / Int64(swipes) < 20_000)
    #expect(room.service.events.last == .committed(Stop(.left, 1)))
    room.bus.freeze(false)
    client.leave()
    try room.settle()
    #expect(room.service.bus.registry.count == 0)
  }

  @Test func `that gives the name to another is told of, and gives it later`() throws {
    let loop = try EventLoop()
    let bus = try PrivateBus()
    let other = try BusPeer(bus.address, in: loop)
    try other.requestName(SwipeService.name)
    let service = try Service(bus.address, in: loop)
    try loop.turn(until: { service.notices.contains(.nameTaken) })
    other.leave()
    let client = try BusPeer(bus.address, in: loop)
    try loop.turn(until: { (try? client.property("Version")) == "1.2.3" })
  }

  @Test func `is asked for nothing that it keeps when clients are gone`() throws {
    let room = try Room()
    // A bus lets nobody have more than 512 matches; each client takes one, and a second process has its own limits.
    for _ in 0..<600 {
      let peer = try room.peer()
      _ = try peer.claim()
      peer.leave()
      try room.loop.turn(until: { room.service.bus.registry.count < 10 })
    }
    try room.loop.turn(until: { room.service.bus.registry.count == 0 })
    #expect(room.service.bus.clients.all.isEmpty)
    let peer = try room.peer()
    _ = try peer.claim()
    peer.leave()
    try room.loop.turn(until: { room.service.bus.registry.count == 0 })
  }
}
