import CommitPoint
import Foundation
import Glibc
import LinuxIO
import SystemBus
import Testing

@testable import SwipeBus

/// What the system bus allows by itself (dbus 1.14, system.conf), and our policy on top.
private let systemPolicy = """
  <policy context="default">
    <allow user="*"/>
    <deny own="*"/><deny send_type="method_call"/>
    <allow send_type="signal"/>
    <allow send_requested_reply="true" send_type="method_return"/>
    <allow send_requested_reply="true" send_type="error"/>
    <allow receive_type="method_call"/><allow receive_type="method_return"/>
    <allow receive_type="error"/><allow receive_type="signal"/>
    <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/>
  </policy>
  <policy user="root">
    <allow own="org.freedesktop.login1"/><allow send_destination="org.freedesktop.login1"/>
  </policy>
  <include>\(Example.repository.path)/systemd/org.swiped.Swiped1.conf</include>
  """

/// Users that every system has, of whom one is to be the one at the machine.
private let (ann, ben): (uid_t, uid_t) = (65534, 1)

@Suite(
  "The policy, and users of other numbers", .enabled(if: Tools.canChangeUser && Tools.hasPython))
struct PolicyTests {
  static let client = """
    import dbus, dbus.mainloop.glib, sys
    from gi.repository import GLib
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    swiped = dbus.Interface(bus.get_object("org.swiped.Swiped1", "/org/swiped/Swiped1"),
                            "org.swiped.Swiped1.Manager")
    def heard(*arguments, member): print(member)
    bus.add_signal_receiver(heard, member_keyword="member", bus_name="org.swiped.Swiped1")
    swiped.Claim(dbus.UInt32(3), "left", dbus.Array([], "d"), dbus.Dictionary({}, "sv"))
    swiped.Monitor(dbus.Dictionary({}, "sv"))
    GLib.timeout_add(2500, lambda: sys.exit())
    GLib.MainLoop().run()
    """

  static func room(lockedFor user: uid_t? = nil) throws -> Room {
    let loop = try EventLoop()
    let bus = try PrivateBus(policy: systemPolicy)
    let logind = try FakeLogind(
      bus.address, in: loop,
      sessions: ["1": FakeLogind.Session(user: ann, isLocked: user == ann)])
    let room = try Room(on: bus, loop)
    room.logind = logind
    try loop.turn(until: {
      room.service.bus.sessions.model.obstacle(for: ann, on: "seat0") != .inactive
    })
    return room
  }

  @Test func `let the user at the machine have swipes, and nobody else`() throws {
    let room = try Self.room()
    let hers = try RunningProgram([Tools.python, "-uc", Self.client], on: room.bus, as: ann)
    let his = try RunningProgram([Tools.python, "-uc", Self.client], on: room.bus, as: ben)
    try room.loop.turn(until: {
      room.service.bus.clients.all.count { $0.monitoring != nil } == 2
    })
    try room.service.begin()
    room.service.move(-20)
    room.service.lift()
    #expect(try hers.finish(room.loop) == 0)
    #expect(try his.finish(room.loop) == 0)
    #expect(
      hers.output.split(separator: "\n") == [
        "SwipeBegan", "Began", "Armed", "SwipeArmed", "SwipeTicked", "Committed", "SwipeCommitted",
      ])
    #expect(his.output == "")
  }

  @Test func `let nobody have swipes on a locked screen`() throws {
    let room = try Self.room(lockedFor: ann)
    let hers = try RunningProgram([Tools.python, "-uc", Self.client], on: room.bus, as: ann)
    try room.loop.turn(until: {
      room.service.bus.clients.all.count { $0.monitoring != nil } == 1
    })
    try room.service.begin()
    room.service.move(-20)
    room.service.lift()
    #expect(room.service.events == [.ignored])
    #expect(try hers.finish(room.loop) == 0)
    #expect(hers.output == "")
  }

  static func busctl(_ arguments: String...) -> [String] { ["busctl"] + arguments }

  @Test(.enabled(if: Tools.hasBusctl), arguments: ["Reload", "Pause", "Resume"])
  func `leave what is root's to root`(method: String) throws {
    let room = try Self.room()
    let call = Self.busctl(
      "call", SwipeService.name, SwipeService.path, SwipeService.managerInterface, method)
    let hers = try RunningProgram(call, on: room.bus, as: ann)
    #expect(try hers.finish(room.loop) != 0)
    #expect(room.service.asked == [])
    let roots = try RunningProgram(call, on: room.bus)
    #expect(try roots.finish(room.loop) == 0, "\(roots.output)")
  }

  @Test(.enabled(if: Tools.hasBusctl))
  func `let everybody look`() throws {
    let room = try Self.room()
    for arguments in [
      ["introspect", SwipeService.name, SwipeService.path],
      ["tree", SwipeService.name],
      [
        "call", SwipeService.name, "\(SwipeService.touchpads)/event1",
        SwipeService.touchpadInterface, "GetEntitlement",
      ],
      [
        "call", SwipeService.name, SwipeService.path, SwipeService.managerInterface, "GetClaims",
      ],
      [
        "get-property", SwipeService.name, "\(SwipeService.touchpads)/event1",
        SwipeService.touchpadInterface, "Rung",
      ],
    ] {
      let his = try RunningProgram(["busctl"] + arguments, on: room.bus, as: ben)
      #expect(try his.finish(room.loop) == 0, "\(his.output)")
    }
  }

  @Test(.enabled(if: Tools.hasBusctl))
  func `let the user at the machine alone, and root, see how much is swiped`() throws {
    let room = try Self.room()
    room.service.bus.administrator = getuid()
    let call = Self.busctl(
      "call", SwipeService.name, SwipeService.path, SwipeService.managerInterface, "GetStatistics")
    for (user, status) in [(ben, 1), (ann, 0), (nil, 0)] as [(uid_t?, Int32)] {
      let run = try RunningProgram(call, on: room.bus, as: user)
      #expect(try run.finish(room.loop) == status, "\(run.output)")
    }
  }

  @Test(.enabled(if: Tools.hasBusctl))
  func `let the user at the machine alone ask for ticks, and have a touchpad left alone`() throws {
    let room = try Self.room()
    let tick = [
      "busctl", "call", SwipeService.name, "\(SwipeService.touchpads)/event1",
      SwipeService.touchpadInterface, "SelectionChanged",
    ]
    let leave = [
      "busctl", "call", SwipeService.name, SwipeService.path, SwipeService.managerInterface,
      "LeaveAlone", "s", "/dev/input/event1",
    ]
    for call in [tick, leave] {
      let his = try RunningProgram(call, on: room.bus, as: ben)
      #expect(try his.finish(room.loop) != 0)
    }
    #expect(room.service.asked == [])
    for call in [tick, leave] {
      let hers = try RunningProgram(call, on: room.bus, as: ann)
      #expect(try hers.finish(room.loop) == 0, "\(hers.output)")
    }
    // It left the bus as soon as it had its answer.
    try room.loop.turn(until: { room.service.asked.count == 3 })
    #expect(
      room.service.asked == [
        "tick 1", "leave /dev/input/event1 alone: true", "leave /dev/input/event1 alone: false",
      ])
  }

  @Test(.enabled(if: Tools.hasBusctl))
  func `let nobody pretend to be swiped`() throws {
    let room = try Self.room()
    let his = try RunningProgram(
      [
        Tools.python, "-c",
        "import dbus; print(dbus.SystemBus().request_name('org.swiped.Swiped1'))",
      ], on: room.bus, as: ben)
    #expect(try his.finish(room.loop) != 0)
    #expect(his.output.contains("AccessDenied"))
  }
}
