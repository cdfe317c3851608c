import CommitPoint
import SystemBus
import Testing

@testable import SwipeBus

@Suite("Swipes on the bus")
struct SwipesOnTheBusTests {
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
    let pad = "/org/swiped/Swiped1/touchpad/event1"
    #expect(
      ann.heard(from: swipe) == [
        "Began \(pad) 1008000", "Armed \(pad) 1024000 1 -20", "Committed \(pad) 1032000 1 -20",
      ])
    #expect(ben.heard() == ["Began \(pad) 1008000", "SprungBack \(pad) 1032000"])
  }

  @Test func `do not arm and do not tick where nobody has claimed them`() throws {
    let room = try Room()
    try room.service.begin()
    room.service.move(-30)
    room.service.lift()
    #expect(room.service.events == [.ignored])
  }
}
