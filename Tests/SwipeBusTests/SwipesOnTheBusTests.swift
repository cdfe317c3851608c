import CommitPoint
import SystemBus
import Testing

@testable import SwipeBus

@Suite("Swipes on the bus")
struct SwipesOnTheBusTests {
  static let pad = "/org/swiped/Swiped1/touchpad/event1"

  @Test func `go to the client that has claimed them, and to no other`() throws {
    let room = try Room()
    let (ann, ben) = (try room.peer(), try room.peer())
    let swipe = try ann.claim(3, "left", [16])
    try ben.listen()
    _ = try ben.claim(3, "right")
    try room.service.begin()
    room.service.move(-20)
    room.service.lift()
    try room.settle(ann)
    try room.settle(ben)
    #expect(
      ann.heard(from: swipe) == [
        "Began \(Self.pad) 1008000", "Armed \(Self.pad) 1024000 1 -20",
        "Committed \(Self.pad) 1032000 1 -20",
      ])
    #expect(ben.heard() == ["Began \(Self.pad) 1008000", "SprungBack \(Self.pad) 1032000"])
  }

  @Test func `do not arm and do not tick where nobody has claimed them`() throws {
    let room = try Room()
    try room.service.begin()
    room.service.move(-30)
    room.service.lift()
    #expect(room.service.events == [.ignored])
  }

  @Test func `tick for the configuration where it says so`() throws {
    let room = try Room()
    room.service.bus.setTickOnly([SwipeKey(fingers: 3, direction: .left)])
    try room.service.begin()
    room.service.move(-30)
    room.service.lift()
    let stop = Stop(.left, 1)
    #expect(
      room.service.events == [.armed(stop, offset: -30), .tick(.arm(stop)), .committed(stop)])
  }

  @Test func `feel as each claimant has asked for`() throws {
    let room = try Room()
    let ann = try room.peer()
    let swipe = try ann.claim(3, "left", [20, 40]) { options throws(BusError) in
      try options.entry("hysteresis", "d") { () throws(BusError) in try options.append(3.0) }
    }
    try room.service.begin()
    room.service.move(-19)
    room.service.move(-22)
    room.service.move(3)
    room.service.move(-10)
    room.service.move(40)
    room.service.lift()
    try room.settle(ann)
    #expect(
      ann.heard(from: swipe).map { $0.replacing("\(Self.pad) ", with: "") } == [
        "Began 1008000", "Armed 1032000 2 -41", "Disarmed 1056000 2 -8", "SprungBack 1064000",
      ])
  }

  @Test func `are cancelled when their client leaves, with the tick that says so`() throws {
    let room = try Room()
    let ann = try room.peer()
    _ = try ann.claim()
    try room.service.begin()
    room.service.move(-20)
    room.service.forget()
    ann.leave()
    try room.loop.turn(until: { !room.service.asked.isEmpty })
    #expect(room.service.asked == ["cancel reload"])
    #expect(
      room.service.events == [
        .disarmed(Stop(.left, 1), offset: -20), .tick(.disarm), .cancelled(.reload),
      ])
    #expect(room.service.bus.registry.count == 0)
    try room.service.begin()
    #expect(room.service.events.last == .ignored)
  }

  @Test func `are cancelled when they are released, which their client is told`() throws {
    let room = try Room()
    let ann = try room.peer()
    let swipe = try ann.claim()
    try room.service.begin()
    room.service.move(-20)
    try ann.call("Release") { try $0.append(path: swipe) }
    #expect(room.service.events.last == .cancelled(.reload))
    #expect(
      ann.heard(from: swipe).suffix(2) == [
        "Disarmed \(Self.pad) 1032000 1 -20", "Cancelled \(Self.pad) 1032000 reload",
      ])
  }

  @Test func `go on when a claim on the other axis is released`() throws {
    let room = try Room()
    let ann = try room.peer()
    _ = try ann.claim(3, "left")
    let up = try ann.claim(3, "up")
    try room.service.begin()
    room.service.move(-20)
    try ann.call("Release", at: up, SwipeService.swipeInterface)
    room.service.lift()
    #expect(room.service.events.last == .committed(Stop(.left, 1)))
  }

  @Test func `go on for whom they began, when somebody else claims them`() throws {
    let room = try Room()
    let (ann, ben) = (try room.peer(), try room.peer())
    let first = try ann.claim(3, "left", [16])
    try room.service.begin()
    let second = try ben.claim(3, "left", [30])
    room.service.move(-20)
    room.service.lift()
    try room.service.begin()
    room.service.move(-20)
    room.service.lift()
    try room.settle(ann)
    try room.settle(ben)
    #expect(
      ann.heard(from: first).map { $0.prefix { $0 != " " } } == ["Began", "Armed", "Committed"])
    #expect(ben.heard(from: second).map { $0.prefix { $0 != " " } } == ["Began", "SprungBack"])
  }

  @Test func `tell every step to those alone who want to know`() throws {
    let room = try Room()
    let (ann, ben) = (try room.peer(), try room.peer())
    let quiet = try ben.claim(3, "right")
    try room.service.begin()
    #expect(!room.service.bus.isFollowed(1))
    room.service.lift()
    let swipe = try ann.claim(3, "left") { options throws(BusError) in
      try options.entry("progress", "b") { () throws(BusError) in try options.append(true) }
    }
    try room.service.begin()
    #expect(room.service.bus.isFollowed(1))
    for _ in 0..<3 { room.service.move(-3) }
    room.service.lift()
    try room.settle(ann)
    #expect(
      ann.heard(from: swipe).filter { $0.hasPrefix("Progress") } == [
        "Progress \(Self.pad) 1048000 -3 0", "Progress \(Self.pad) 1056000 -6 0",
        "Progress \(Self.pad) 1064000 -9 0",
      ])
    #expect(!ben.heard(from: quiet).contains { $0.hasPrefix("Progress") })
  }

  @Test func `tell that they were none when the fingers go the other way`() throws {
    let room = try Room()
    let ann = try room.peer()
    let swipe = try ann.claim()
    try room.service.begin()
    room.service.move(0, 20)
    try room.settle(ann)
    #expect(ann.heard(from: swipe).last == "Cancelled \(Self.pad) 1024000 ignored")
  }

  @Test func `are all told to a tool that listens, with every tick`() throws {
    let room = try Room()
    let (ann, tool) = (try room.peer(), try room.peer())
    _ = try ann.claim()
    try tool.call("Monitor") { message throws(BusError) in
      try message.array(of: "{sv}") { () throws(BusError) in
        try message.entry("progress", "b") { () throws(BusError) in try message.append(true) }
      }
    }
    try room.service.begin()
    room.service.move(-20, 1)
    room.service.move(30)
    room.service.lift()
    try room.service.begin(4)
    try room.settle(tool)
    #expect(
      tool.heard(from: Self.pad) == [
        "SwipeBegan 1008000 3", "SwipeArmed 1024000 left 1 -20", "SwipeTicked 1024000 arm",
        "SwipeMoved 1024000 -20 1 -20 0", "SwipeDisarmed 1032000 left 1 10",
        "SwipeTicked 1032000 disarm", "SwipeMoved 1032000 30 0 10 0", "SwipeSprungBack 1040000",
        "SwipeBegan 1048000 4", "SwipeIgnored 1056000",
      ])
    tool.forget()
    try tool.call("Unmonitor")
    try room.service.begin()
    try room.settle(tool)
    #expect(tool.heard() == [])
  }

  @Test func `are superseded if the program forgot to say so`() throws {
    let room = try Room()
    let ann = try room.peer()
    let swipe = try ann.claim()
    _ = room.service.bus.settings(
      forBeginOf: 3, on: 1, over: Service.settings, at: 1)
    _ = room.service.bus.settings(
      forBeginOf: 3, on: 1, over: Service.settings, at: 2)
    try room.settle(ann)
    #expect(
      ann.heard(from: swipe) == [
        "Began \(Self.pad) 1", "Cancelled \(Self.pad) 2 superseded", "Began \(Self.pad) 2",
      ])
  }

  @Test func `go by a new configuration only if it concerns them`() throws {
    let room = try Room()
    let ann = try room.peer()
    _ = try ann.claim(3, "left", [20])
    try room.service.begin()
    let before = try #require(room.service.bus.settings(ofSwipeOn: 1, over: Service.settings))
    var base = Service.settings
    base.left = Feel(stops: [30])
    base.right = Feel(stops: [30])
    #expect(room.service.bus.settings(ofSwipeOn: 1, over: base) == before)
    base.wayOut = 30
    #expect(room.service.bus.settings(ofSwipeOn: 1, over: base) != before)
    #expect(room.service.bus.settings(ofSwipeOn: 2, over: base) == nil)
  }

  @Test func `end with the configuration that ticked for them`() throws {
    let room = try Room()
    room.service.bus.setTickOnly([SwipeKey(fingers: 3, direction: .left)])
    try room.service.begin()
    room.service.move(-20)
    room.service.bus.setTickOnly([])
    #expect(room.service.events.last == .cancelled(.reload))
  }
}
