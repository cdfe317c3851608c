import CommitPoint
import Glibc
import LinuxIO
@testable import SwipeClient
import SystemBus
import Testing

@testable import SwipeBus

@Suite("A program that asks for swipes")
final class SwipeClientTests {
  static let pad = "/org/swiped/Swiped1/touchpad/event1"

  let room: Room
  let client: SwipeClient
  var events: [SwipeClientEvent] = []

  init() throws {
    room = try Room()
    client = try SwipeClient(address: room.bus.address)
    try room.loop.add(client.descriptor) { [unowned self] _ in
      client.dispatch { events.append($0) }
    }
  }

  deinit { room.loop.remove(client.descriptor) }

  func turn(until condition: @autoclosure () -> Bool) throws {
    try room.loop.turn(until: condition)
  }

  func steps(of swipe: ClaimedSwipe) -> [SwipeStep] {
    events.compactMap { if case .swipe(swipe, let step, _, _) = $0 { step } else { nil } }
  }

  @Test func `is told each step of its swipe, on which touchpad and when`() throws {
    let left = client.claim(
      fingers: 3, direction: .left, feel: ClaimedFeel(stops: [20], hysteresis: 1, flick: false),
      progress: true)
    try turn(until: events.contains(.claimed(left)))
    try room.service.begin()
    room.service.move(-21)
    room.service.move(2)
    room.service.move(-2)
    room.service.lift()
    try turn(until: steps(of: left).last?.isOutcome == true)
    #expect(
      steps(of: left) == [
        .began, .armed(stop: 1, offset: -21), .progress(offset: -21, velocity: 0),
        .disarmed(stop: 1, offset: -19), .progress(offset: -19, velocity: 0),
        .armed(stop: 1, offset: -21), .progress(offset: -21, velocity: 0),
        .committed(stop: 1, offset: -21),
      ])
    #expect(events.contains(.swipe(left, .began, touchpad: Self.pad, at: 1_008_000)))
  }

  @Test func `knows the touchpads, and hears when they are others`() throws {
    try turn(until: !client.touchpads.isEmpty)
    #expect(
      client.touchpads == [
        SwipeTouchpad(
          path: Self.pad, name: "Lab Touchpad 1", node: "/dev/input/event1", width: 100,
          height: 60, rung: "log",
          skippedRungs: [
            SwipeTouchpad.SkippedRung(rung: "hid", reason: "it is no HID device")
          ], armWaveform: "click", disarmWaveform: "click", isEnabled: true)
      ])
    try room.service.addTouchpad(2)
    try turn(until: client.touchpads.count == 2)
    client.leaveAlone(node: "/dev/input/event1")
    try turn(until: client.touchpads.first?.leftAloneBy.count == 1)
    #expect(client.touchpads.first?.isEnabled == false)
    room.service.removeTouchpad()
    try turn(until: client.touchpads.map(\.name) == ["Lab Touchpad 2"])
    #expect(events.last == .touchpads(client.touchpads))
  }

  @Test func `is told why it cannot have what it asked for`() throws {
    let swipe = client.claim(fingers: 7, direction: .left)
    try turn(
      until: events.contains(
        .refused(swipe, reason: "fingers is 7, which is not from 2 to 4")))
  }

  @Test func `gives swipes back`() throws {
    let swipe = client.claim(fingers: 3, direction: .left)
    try turn(until: events.contains(.claimed(swipe)))
    try room.service.begin()
    room.service.move(-20)
    client.release(swipe)
    try turn(until: steps(of: swipe).last?.isOutcome == true)
    #expect(
      steps(of: swipe).suffix(2) == [
        .disarmed(stop: 1, offset: -20), .cancelled(reason: "reload"),
      ])
    #expect(room.service.bus.registry.count == 0)
    // One that was never answered is given back as well.
    let other = client.claim(fingers: 3, direction: .left)
    client.release(other)
    let third = client.claim(fingers: 3, direction: .left)
    try turn(until: events.contains(.claimed(third)))
    try turn(until: room.service.bus.registry.count == 1)
  }

  @Test func `asks for ticks, and is told of those that are not played`() throws {
    client.selectionChanged()
    try turn(
      until: events.contains(
        .failed(
          name: "org.swiped.Swiped1.Error.NoSuchTouchpad", reason: "there is no touchpad")))
    try turn(until: !client.touchpads.isEmpty)
    client.prepare()
    client.selectionChanged(Self.pad)
    try turn(until: room.service.asked == ["prepare 1", "tick 1"])
    let swipe = client.claim(fingers: 3, direction: .left)
    try turn(until: events.contains(.claimed(swipe)))
    try room.service.begin()
    client.selectionChanged()
    try turn(
      until: events.contains {
        if case .failed("org.swiped.Swiped1.Error.Busy", _) = $0 { true } else { false }
      })
  }

  @Test func `has the service leave a touchpad alone that it reads itself`() throws {
    client.leaveAlone(node: "/dev/input/event1")
    try turn(until: room.service.asked == ["leave /dev/input/event1 alone: true"])
    try turn(until: events.contains(.leftAlone(node: "/dev/input/event1")))
    client.takeUp(node: "/dev/input/event1")
    try turn(until: room.service.asked.last == "leave /dev/input/event1 alone: false")
  }

  @Test func `asks again when the touchpad comes, or comes back`() throws {
    client.leaveAlone(node: "/dev/input/event2")
    try turn(until: !client.touchpads.isEmpty)
    try room.service.addTouchpad(2)
    try turn(until: events.contains(.leftAlone(node: "/dev/input/event2")))
    room.service.removeTouchpad(2)
    try turn(until: client.touchpads.count == 1)
    events = []
    try room.service.addTouchpad(3, node: "/dev/input/event2")
    try turn(until: events.contains(.leftAlone(node: "/dev/input/event2")))
    // Nothing was ever wrong.
    #expect(!events.contains { if case .notLeftAlone = $0 { true } else { false } })
  }

  @Test func `asks again when swiped or the bus was restarted`() throws {
    client.leaveAlone(node: "/dev/input/event1")
    try turn(until: events.contains(.leftAlone(node: "/dev/input/event1")))
    events = []
    try room.service.restart()
    try turn(until: events.contains(.leftAlone(node: "/dev/input/event1")))
    room.bus.stop()
    try turn(until: events.last == .disconnected)
    events = []
    try room.bus.start()
    try turn(until: events.contains(.leftAlone(node: "/dev/input/event1")))
  }

  @Test func `is told of swiped itself, and how it stands with its own user`() throws {
    try turn(
      until: events.contains(.service(SwipeServiceState(version: "1.2.3", isPaused: false))))
    let peer = try room.peer()
    try peer.call("Pause")
    try turn(until: client.state == SwipeServiceState(version: "1.2.3", isPaused: true))
    client.askEntitlement(Self.pad)
    try turn(until: events.contains(.entitlement(.entitled, touchpad: Self.pad)))
    client.askEntitlement("/org/swiped/Swiped1/touchpad/event7")
    try turn(until: events.contains { if case .failed = $0 { true } else { false } })
  }

  @Test func `sees all swipes if it is a tool that wants to`() throws {
    client.monitor(progress: true)
    try turn(until: room.service.bus.isFollowed(1))
    room.service.bus.setTickOnly([SwipeKey(fingers: 3, direction: .right)])
    try room.service.begin()
    room.service.move(20, 1)
    room.service.lift()
    let stop = Stop(.right, 1)
    try turn(
      until: events.contains(.seen(.committed(stop, offset: 20), touchpad: Self.pad, at: 1_032_000))
    )
    let seen = events.compactMap {
      if case .seen(let sighting, _, _) = $0 { sighting } else { nil }
    }
    #expect(
      seen == [
        .began(fingers: 3), .armed(stop, offset: 20), .ticked("arm"),
        .moved(dx: 20, dy: 1, offset: 20, velocity: 0), .committed(stop, offset: 20),
      ])
  }

  @Test func `has its swipes back when swiped was restarted, and those under way cancelled`() throws
  {
    let swipe = client.claim(fingers: 3, direction: .left)
    try turn(until: events.contains(.claimed(swipe)))
    try room.service.begin()
    room.service.move(-20)
    try turn(until: steps(of: swipe).count == 2)
    events = []
    try room.service.restart()
    try turn(until: events.contains(.claimed(swipe)))
    #expect(
      events.prefix(4) == [
        .swipe(swipe, .disarmed(stop: 1, offset: -20), touchpad: Self.pad, at: 1_024_000),
        .swipe(swipe, .cancelled(reason: "shutdown"), touchpad: Self.pad, at: 1_024_000),
        .disconnected, .connected,
      ])
    try room.service.begin()
    room.service.move(-20)
    room.service.lift()
    try turn(until: steps(of: swipe).last == .committed(stop: 1, offset: -20))
  }

  @Test func `has its swipes back when the bus was restarted`() throws {
    let swipe = client.claim(fingers: 3, direction: .left)
    try turn(until: events.contains(.claimed(swipe)))
    room.bus.stop()
    try turn(until: events.last == .disconnected)
    events = []
    try room.bus.start()
    try turn(until: events.contains(.claimed(swipe)))
  }

  @Test func `believes nobody but swiped`() throws {
    let swipe = client.claim(fingers: 3, direction: .left)
    try turn(until: events.contains(.claimed(swipe)))
    let liar = try room.peer()
    let name = try #require(room.service.bus.clients.all.first?.name)
    let signal = try liar.bus.signal(
      to: name, path: "\(SwipeService.swipes)/1", interface: SwipeService.swipeInterface,
      member: "Committed")
    try signal.append(path: Self.pad)
    try signal.append(UInt64(1))
    try signal.append(UInt32(1))
    try signal.append(20.0)
    try liar.bus.send(signal)
    try room.settle(liar)
    // Whatever comes after it was sent after it.
    try room.service.begin()
    room.service.lift()
    try turn(until: steps(of: swipe).last?.isOutcome == true)
    #expect(steps(of: swipe) == [.began, .sprungBack])
  }
}
