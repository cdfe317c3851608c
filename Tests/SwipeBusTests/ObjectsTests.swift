import CSystemd
import CommitPoint
import Foundation
import Glibc
import LinuxIO
import SystemBus
import Testing

@testable import SwipeBus

@Suite("swiped's objects on the bus")
struct ObjectsTests {
  static let pad = "/org/swiped/Swiped1/touchpad/event1"

  @Test func `say what they are`() throws {
    let room = try Room()
    let peer = try room.peer()
    #expect(try peer.property("Version") == "1.2.3")
    #expect(try peer.property("Touchpads") == "[\(Self.pad)]")
    #expect(try peer.property("Paused") == "false")
    let expected = [
      "Name": "Lab Touchpad 1", "Node": "/dev/input/event1", "Seat": "seat0", "Width": "100",
      "Height": "60", "SizeIsGuess": "false", "Rung": "log", "ArmWaveform": "click",
      "DisarmWaveform": "click", "Enabled": "true", "LeftAloneBy": "[]",
      "SkippedRungs": "[[hid it is no HID device]]",
    ]
    for (name, value) in expected {
      #expect(try peer.property(name, at: Self.pad, SwipeService.touchpadInterface) == value)
    }
    let swipe = try peer.claim(3, "left", [16, 40])
    #expect(try peer.property("Fingers", at: swipe, SwipeService.swipeInterface) == "3")
    #expect(try peer.property("Direction", at: swipe, SwipeService.swipeInterface) == "left")
    #expect(try peer.property("Stops", at: swipe, SwipeService.swipeInterface) == "[16 40]")
  }

  @Test func `can be found by the object manager and by introspection`() throws {
    let room = try Room()
    let peer = try room.peer()
    let objects = try peer.call(
      "GetManagedObjects", at: SwipeService.path, "org.freedesktop.DBus.ObjectManager"
    ).values().joined()
    #expect(objects.contains(Self.pad))
    #expect(objects.contains("Lab Touchpad 1"))
    let text = try peer.call(
      "Introspect", at: SwipeService.path, "org.freedesktop.DBus.Introspectable"
    ).readString()
    for name in ["Claim", "TouchpadAdded", "fingers", "\"touchpad\""] {
      #expect(text.contains(name))
    }
    let below = try peer.call(
      "Introspect", at: Self.pad, "org.freedesktop.DBus.Introspectable"
    ).readString()
    for name in ["SelectionChanged", "SwipeArmed", "Width"] { #expect(below.contains(name)) }
  }

  @Test func `tell of touchpads that come and go, and of what changes`() throws {
    let room = try Room(touchpad: false)
    let peer = try room.peer()
    try peer.listen()
    try room.service.addTouchpad()
    try room.service.change { pad in pad.rung = "hid" }
    try peer.call("LeaveAlone") { try $0.append("/dev/input/event1") }
    try room.service.change { _ in }
    room.service.removeTouchpad()
    try room.settle(peer)
    let manager = SwipeService.managerInterface
    let touchpad = SwipeService.touchpadInterface
    let heard = peer.heard().map { $0.hasPrefix("InterfacesAdded") ? "InterfacesAdded" : $0 }
    #expect(
      heard == [
        "InterfacesAdded", "TouchpadAdded \(Self.pad)",
        "PropertiesChanged \(manager) [[Touchpads [\(Self.pad)]]] []",
        "PropertiesChanged \(touchpad) [[Rung hid]] []",
        "PropertiesChanged \(touchpad) [[Enabled false]] []",
        "PropertiesChanged \(touchpad) [[LeftAloneBy [\(peer.name)]]] []",
        "InterfacesRemoved \(Self.pad) [org.freedesktop.DBus.Peer org.freedesktop.DBus.Introspectable"
          + " org.freedesktop.DBus.Properties \(touchpad)]",
        "TouchpadRemoved \(Self.pad)", "PropertiesChanged \(manager) [[Touchpads []]] []",
      ])
  }

  @Test func `of a claim are its owner's alone`() throws {
    let room = try Room()
    let (ann, ben) = (try room.peer(), try room.peer())
    let swipe = try ann.claim()
    #expect(throws: BusError.self) {
      try ben.property("Fingers", at: swipe, SwipeService.swipeInterface)
    }
    #expect(ben.error("Release") { try $0.append(path: swipe) } == .noSuchSwipe)
    #expect(ben.error("Release", at: swipe, SwipeService.swipeInterface) != nil)
    #expect(room.service.bus.registry.count == 1)
    #expect(ann.error("Release", at: swipe, SwipeService.swipeInterface) == nil)
    #expect(ann.error("Release") { try $0.append(path: swipe) } == .noSuchSwipe)
  }

  @Test(
    arguments: [
      (1, "left", [], "fingers is 1, which is not from 2 to 4"),
      (5, "left", [], "fingers is 5, which is not from 2 to 4"),
      (3, "leading", [], "direction is \"leading\", which is not left, right, up or down"),
      (3, "left", [5], "stop 1 is 5, which is not from 6 to 60 mm"),
      (3, "left", [16, 61.5], "stop 2 is 61.5, which is not from 6 to 60 mm"),
      (3, "left", [.nan], "stop 1 is nan, which is not from 6 to 60 mm"),
      (3, "left", [20, 20], "stop 2 is not farther than the one before it"),
      (
        3, "left", Array(repeating: 0, count: 11).indices.map { 6 + Double($0) },
        "there are more than 10 stops"
      ),
    ] as [(UInt32, String, [Double], String)])
  func `refuse what cannot be claimed, and say why`(
    fingers: UInt32, direction: String, stops: [Double], message: String
  ) throws {
    let room = try Room(touchpad: false)
    let error = try room.peer().error("Claim") { call throws(BusError) in
      try BusPeer.claim(fingers, direction, stops, { _ in }, call)
    }
    #expect(error == .invalidArgument(message))
  }

  @Test func `refuse options that there are not, or of other types, and say why`() throws {
    let room = try Room(touchpad: false)
    let peer = try room.peer()
    func error(_ key: String, _ signature: String, _ body: (BusMessage) throws -> Void)
      -> String?
    {
      peer.error("Claim") { call throws(BusError) in
        try BusPeer.claim(
          3, "left", [],
          { message throws(BusError) in
            try message.entry(key, signature) { () throws(BusError) in
              try typed { try body(message) }
            }
          }, call)
      }?.message
    }
    #expect(
      error("histeresis", "d") { try $0.append(1.0) }
        == "there is no option \"histeresis\"; there are "
        + "hysteresis, flick, flick_project, flick_velocity, flick_min_fraction, progress")
    #expect(
      error("hysteresis", "d") { try $0.append(4.5) }
        == "option \"hysteresis\" is 4.5, which is not from 0 to 4 mm")
    #expect(
      error("hysteresis", "s") { try $0.append("1") }
        == "option \"hysteresis\" is to be a number, not \"s\"")
    #expect(
      error("flick", "u") { try $0.append(UInt32(1)) }
        == "option \"flick\" is to be a boolean, not \"u\"")
    #expect(
      error("flick_velocity", "u") { try $0.append(UInt32(200)) }
        == "options about flick have no meaning without \"flick\": true")
    // A language without types of its own sends a whole number.
    #expect(error("hysteresis", "u") { try $0.append(UInt32(1)) } == nil)
  }

  @Test func `are not held up by however much is passed to them`() throws {
    let room = try Room(touchpad: false)
    let peer = try room.peer()
    let long = String(repeating: "x", count: 1_000_000)
    func claim(
      _ direction: String = "left", _ options: (BusMessage) throws(BusError) -> Void = { _ in }
    ) -> String? {
      peer.error("Claim") { call throws(BusError) in
        try BusPeer.claim(3, direction, [], options, call)
      }?.message
    }
    for message in [
      claim(long),
      claim("left") { message throws(BusError) in
        try message.entry(long, "b") { () throws(BusError) in try message.append(true) }
      },
      peer.error("LeaveAlone") { try $0.append("/" + long) }?.message,
      peer.error("TakeUp") { try $0.append("/" + long) }?.message,
    ] {
      let message = try #require(message)
      #expect(message.utf8.count < 250, "\(message.prefix(300))")
    }
    #expect(peer.error("LeaveAlone") { try $0.append("") } != nil)
    #expect(claim("") == "direction is \"\", which is not left, right, up or down")
    // 100,000 times the same.
    func flood(_ message: BusMessage) throws(BusError) {
      for _ in 0..<100_000 {
        try message.entry("progress", "b") { () throws(BusError) in try message.append(true) }
      }
    }
    #expect(claim("left", flood) == "option \"progress\" is there twice")
    let monitor = peer.error("Monitor") { call in
      try call.array(of: "{sv}") { () throws(BusError) in try flood(call) }
    }
    #expect(monitor == .invalidArgument("option \"progress\" is there twice"))
    for value in [Double.nan, .infinity, -.infinity, -1, -0.0001, .greatestFiniteMagnitude] {
      for (key, _) in [("hysteresis", 0), ("flick_project", 1), ("flick_min_fraction", 2)] {
        let error = claim("left") { message throws(BusError) in
          try message.entry(key, "d") { () throws(BusError) in try message.append(value) }
        }
        #expect(error?.hasPrefix("option \"\(key)\" is ") == true, "\(key) \(value)")
      }
    }
    #expect(room.service.bus.registry.count == 0)
  }

  @Test func `close the descriptors that they are handed and did not ask for`() throws {
    let room = try Room()
    let peer = try room.peer()
    // Other tests open and close theirs meanwhile.
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    func target(_ descriptor: Int32) -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
    }
    func open() -> Int { (0..<1024).count { target($0) == target(ends[0]) } }
    #expect(open() == 2)
    for _ in 0..<50 {
      let call = try peer.bus.methodCall(
        to: SwipeService.name, path: SwipeService.path, interface: SwipeService.managerInterface,
        member: "LeaveAlone")
      for _ in 0..<8 {
        var descriptor = ends[0]
        unsafe sd_bus_message_append_basic(call.raw, CChar(UInt8(ascii: "h")), &descriptor)
      }
      #expect(throws: BusError.self) { try peer.finish(call) }
    }
    #expect(open() == 2)
  }

  @Test func `have room for so many claims of a client`() throws {
    let room = try Room(touchpad: false)
    let peer = try room.peer()
    for _ in 0..<ClaimRegistry.limitOfOwner { _ = try peer.claim() }
    let error = peer.error("Claim") { call throws(BusError) in
      try BusPeer.claim(3, "left", [], { _ in }, call)
    }
    #expect(error == .limitsExceeded("there are too many claims"))
  }

  @Test func `have room for so many claims of a user`() throws {
    let room = try Room(touchpad: false)
    var peers: [BusPeer] = []
    while room.service.bus.registry.count < SwipeBus.claimsOfUser {
      let peer = try room.peer()
      peers.append(peer)
      for _ in 0..<ClaimRegistry.limitOfOwner { _ = try peer.claim() }
    }
    let error = try room.peer().error("Claim") { call throws(BusError) in
      try BusPeer.claim(3, "left", [], { _ in }, call)
    }
    #expect(error == .limitsExceeded("your user has 256 claims already"))
  }

  @Test func `wake nobody while nothing is asked of them`() throws {
    let room = try Room()
    let peer = try room.peer()
    _ = try peer.claim()
    try room.settle(peer)
    try room.loop.turn(milliseconds: 100)
    let before = Clock.monotonic
    // Other programs come and go on the bus, which is none of our business.
    for _ in 0..<5 {
      let other = try RunningProgram(["busctl", "list"], on: room.bus)
      while Program.status(other.pid) == nil { usleep(5000) }
    }
    try room.loop.turn(timeout: 1000)
    #expect(Clock.monotonic - before > 1_000_000)
  }

  @Test func `are described by the file that is installed`() throws {
    let file = Example.repository.appendingPathComponent("systemd/org.swiped.Swiped1.xml")
    let room = try Room()
    let peer = try room.peer()
    let swipe = try peer.claim()
    var interfaces: [String] = []
    for path in [SwipeService.path, Self.pad, swipe] {
      let text = try peer.call("Introspect", at: path, "org.freedesktop.DBus.Introspectable")
        .readString()
      interfaces += text.components(separatedBy: " <interface name=\"").dropFirst()
        .filter { $0.hasPrefix(SwipeService.name) }
        .compactMap { $0.components(separatedBy: " </interface>\n").first }
    }
    let described = """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <node>
      \(interfaces.map { " <interface name=\"\($0) </interface>\n" }.joined())</node>

      """
    if ProcessInfo.processInfo.environment["WRITE_INTERFACES"] != nil {
      try described.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == described)
  }

  @Test func `tell what their user has claimed, the newest last`() throws {
    let room = try Room()
    let peer = try room.peer()
    let other = try room.peer()
    #expect(try peer.call("GetClaims").values().joined() == "[]")
    _ = try peer.claim()
    _ = try other.claim()
    let text = try other.call("GetClaims").values().joined()
    #expect(text == "[[3 left \(peer.name)] [3 left \(other.name)]]")
  }

  @Test func `tell figures`() throws {
    let room = try Room()
    let peer = try room.peer()
    _ = try peer.claim()
    let text = try peer.call("GetStatistics").values().joined()
    #expect(
      text
        == "[[ticks 7] [latency_ms 0.5] [why x] [clients 1] [claims 1] [signals_lost 0]]")
  }

  @Test func `are reloaded, paused and resumed by the administrator`() throws {
    let room = try Room()
    let peer = try room.peer()
    try peer.listen()
    _ = try peer.claim()
    #expect(peer.error("Reload") == nil)
    room.service.reloadError = "/etc/swiped/swiped.yaml:3:1: no"
    #expect(peer.error("Reload") == .configuration("/etc/swiped/swiped.yaml:3:1: no"))
    try room.service.begin()
    room.service.move(-20)
    #expect(peer.error("Pause") == nil)
    #expect(room.service.asked == ["reload", "reload", "cancel suspended", "paused true"])
    #expect(try peer.property("Paused") == "true")
    room.service.forget()
    try room.service.begin()
    room.service.move(-20)
    #expect(room.service.events == [.ignored])
    #expect(peer.error("SelectionChanged", at: Self.pad, SwipeService.touchpadInterface) == .paused)
    #expect(peer.error("Resume") == nil)
    try room.service.begin()
    room.service.move(-20)
    #expect(room.service.events.last == .tick(.arm(Stop(.left, 1))))
    #expect(
      peer.heard().filter { $0.hasPrefix("PropertiesChanged") } == [
        "PropertiesChanged \(SwipeService.managerInterface) [[Paused true]] []",
        "PropertiesChanged \(SwipeService.managerInterface) [[Paused false]] []",
      ])
  }

  @Test(arguments: ["Reload", "Pause", "Resume"])
  func `obey nobody but the administrator`(method: String) throws {
    let room = try Room()
    room.service.bus.administrator = 4_000_000_000
    let error = try room.peer().error(method)
    #expect(error == .accessDenied("only root may do this"))
    #expect(room.service.asked == [])
  }

  @Test func `of a touchpad stay disabled as long as somebody wants it left alone`() throws {
    let room = try Room()
    let (ann, ben) = (try room.peer(), try room.peer())
    _ = try ann.claim()
    func leaveAlone(_ peer: BusPeer) throws {
      try peer.call("LeaveAlone") { try $0.append("/dev/input/event1") }
    }
    func enabled() throws -> String {
      try ann.property("Enabled", at: Self.pad, SwipeService.touchpadInterface)
    }
    try room.service.begin()
    room.service.move(-20)
    try leaveAlone(ann)
    try leaveAlone(ben)
    try leaveAlone(ben)
    #expect(
      room.service.asked == ["cancel suspended", "leave /dev/input/event1 alone: true"])
    #expect(try enabled() == "false")
    room.service.forget()
    try room.service.begin()
    #expect(room.service.events == [.ignored])
    try ann.call("TakeUp") { try $0.append("/dev/input/event1") }
    #expect(try enabled() == "false")
    ben.leave()
    try room.loop.turn(until: { !room.service.asked.isEmpty })
    #expect(room.service.asked == ["leave /dev/input/event1 alone: false"])
    #expect(try enabled() == "true")
    #expect(
      ann.error("TakeUp") { try $0.append("/dev/input/event1") }
        == .noSuchTouchpad("/dev/input/event1"))
    #expect(
      ann.error("LeaveAlone") { try $0.append("event1") }
        == .invalidArgument("node is \"event1\", which is not the path of a device"))
  }
}
