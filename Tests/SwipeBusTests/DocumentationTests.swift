import CommitPoint
import Foundation
import Glibc
import LinuxIO
import SystemBus
import SwipeClient
import Testing

@testable import SwipeBus

/// A piece of code in docs/dbus.md, and what it is said to print.
struct Example: Sendable, CustomTestStringConvertible {
  var language: String
  var text: String
  var output: String?

  var testDescription: String {
    "\(language): \(text.split(separator: "\n").first { !$0.hasPrefix("import") } ?? "")"
  }

  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func all(_ language: String) -> [Example] {
    let file = repository.appendingPathComponent("docs/dbus.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    var examples: [Example] = []
    var open: Example?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("```") else {
        open?.text += line + "\n"
        continue
      }
      if let block = open {
        if block.language == "text" {
          examples[examples.count - 1].output = block.text
        } else {
          examples.append(block)
        }
        open = nil
      } else {
        open = Example(language: String(line.dropFirst(3)), text: "")
      }
    }
    return examples.filter { $0.language == language }
  }
}

/// Programs that are not part of the build.
enum Tools {
  static let python = "/usr/bin/python3"

  static func canRun(_ arguments: String...) -> Bool {
    guard let pid = try? Program.spawn(arguments) else { return false }
    var status: Int32 = 0
    unsafe waitpid(pid, &status, 0)
    return status == 0
  }

  static let hasPython = canRun(python, "-c", "import dbus, gi")
  static let hasBusctl = canRun("busctl", "--version")
  static let canChangeUser = getuid() == 0 && canRun("setpriv", "--version")
}

@Suite("docs/dbus.md")
struct DocumentationTests {
  /// A room with the touchpad that the examples speak of.
  func room() throws -> Room {
    let room = try Room(touchpad: false)
    try room.service.addTouchpad(
      1, node: "/dev/input/event5", name: "SynPS/2 Synaptics TouchPad")
    return room
  }

  /// Swipes as soon as somebody has claimed it.
  func swipe(in room: Room) throws {
    try room.loop.turn(until: { room.service.bus.registry.count == 1 })
    // Who has claimed it gets round to listening.
    try room.loop.turn(milliseconds: 300)
    try room.service.begin()
    // 20 mm of fingers as libinput tells them: in steps, and without the start, which it hides.
    room.service.move(-17)
    room.service.move(-2)
    room.service.lift()
  }

  @Test(.enabled(if: Tools.hasBusctl), arguments: Example.all("sh"))
  func `has commands that work`(example: Example) throws {
    let room = try room()
    let run = try RunningProgram(["bash", "-euc", example.text], on: room.bus)
    let status = try run.finish(room.loop)
    #expect(status == 0, "\(run.output)")
    if let output = example.output { #expect(run.output == output) }
  }

  @Test(.enabled(if: Tools.hasPython), arguments: Example.all("python"))
  func `has Python that works`(example: Example) throws {
    let room = try room()
    let run = try RunningProgram([Tools.python, "-uc", example.text], on: room.bus)
    if example.text.contains("Claim") { try swipe(in: room) }
    let status = try run.finish(room.loop)
    #expect(status == 0, "\(run.output)")
    if let output = example.output { #expect(run.output == output) }
  }

  @Test func `has Swift that works`() throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let examples = Example.all("swift")
    #expect(examples.count == 1)
    for example in examples {
      let lines = example.text.split(separator: "\n")
      let here = source.split(separator: "\n").map { $0.drop { $0 == " " } }
      // It is here, word for word, but for the bus that it goes to, and how long it waits.
      for line in lines where !line.contains("try SwipeClient()") && !line.contains("poll(") {
        #expect(here.contains(line.drop { $0 == " " }), "\(line)")
      }
    }
    let room = try room()
    var printed: [String] = []
    func print(_ step: SwipeStep) { printed.append("\(step)") }
    let address = room.bus.address

    let client = try SwipeClient(address: address)
    let archive = client.claim(fingers: 3, direction: .left, feel: ClaimedFeel(stops: [16, 40]))
    var isOver = false
    var hasSwiped = false
    while !isOver {
      var entry = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
      unsafe poll(&entry, 1, 10)
      client.dispatch { event in
        guard case .swipe(archive, let step, _, _) = event else { return }
        print(step)
        isOver = step.isOutcome
      }
      try room.loop.turn(timeout: 10)
      if room.service.bus.registry.count == 1, !hasSwiped {
        hasSwiped = true
        try swipe(in: room)
      }
    }
    #expect(printed.count == 3)
    #expect(printed.last?.hasPrefix("committed") == true)
  }

  @Test(.enabled(if: Tools.hasBusctl))
  func `names all that there is`() throws {
    let text = try String(
      contentsOf: Example.repository.appendingPathComponent("docs/dbus.md"), encoding: .utf8)
    let room = try room()
    let peer = try room.peer()
    let swipe = try peer.claim()
    for path in [SwipeService.path, "\(SwipeService.touchpads)/event5", swipe] {
      let introspection = try peer.call(
        "Introspect", at: path, "org.freedesktop.DBus.Introspectable"
      ).readString()
      let own = introspection.components(separatedBy: "<interface name=\"").filter {
        $0.hasPrefix(SwipeService.name)
      }
      #expect(!own.isEmpty)
      for interface in own {
        for member in interface.components(separatedBy: "<").filter({
          $0.hasPrefix("method ") || $0.hasPrefix("signal ") || $0.hasPrefix("property ")
        }) {
          let name = member.split(separator: "\"")[1]
          #expect(text.contains("`\(name)") || text.contains("`Swipe\(name)"), "\(name)")
        }
      }
    }
    for reason in CancelReason.allCases { #expect(text.contains("`\(reason.rawValue)`")) }
  }
}

/// A program that talks to a room's bus as to the system bus.
final class RunningProgram {
  let pid: pid_t
  private let file: String

  init(_ arguments: [String], on bus: PrivateBus, as user: uid_t? = nil) throws {
    file =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("swipe-bus-\(UUID().uuidString)").path
    let change = user.map {
      ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups", "--"]
    }
    pid = try Program.spawn(
      (change ?? []) + arguments, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address],
      output: file)
  }

  deinit {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    try? FileManager.default.removeItem(atPath: file)
  }

  var output: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

  /// Turns the loop until the program has ended; its exit status.
  func finish(_ loop: EventLoop) throws -> Int32 {
    var status: Int32?
    try loop.turn(until: {
      status = Program.status(pid)
      return status != nil
    })
    return status ?? -1
  }
}
