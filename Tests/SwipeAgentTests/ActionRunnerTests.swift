import CommitPoint
import Foundation
import LinuxIO
import SwipeActions
import SwipeConfig
import Testing

@testable import SwipeAgent

/// A runner on a machine without any bus, and what it tells.
private struct Runner {
  let loop: EventLoop
  let runner: ActionRunner
  private let pipe: (reading: FileHandle, writing: FileHandle)

  init(path: String = "/usr/bin:/bin") throws {
    let ends = Foundation.Pipe()
    pipe = (ends.fileHandleForReading, ends.fileHandleForWriting)
    loop = try EventLoop()
    let report = AgentReport(in: loop, program: "lab", to: pipe.writing.fileDescriptor)
    let programs = try ProgramRunner(output: CommandOutput()) { nil }
    programs.use(SessionEnvironment(["PATH=" + path]))
    runner = ActionRunner(programs: programs, report: report, session: { nil }, system: { nil })
  }

  /// What was told since.
  func told() -> String {
    _ = fcntl(pipe.reading.fileDescriptor, F_SETFL, O_NONBLOCK)
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = unsafe read(pipe.reading.fileDescriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}

@Suite("Actions")
struct ActionRunnerTests {
  @Test(
    "What cannot be done is no swipe",
    arguments: [
      ("run: \"true\"", nil), ("shell: \"no-such-program\"", nil), ("tick_only: true", nil),
      ("run: no-such-program", "\"no-such-program\" is not there, or cannot be run"),
      ("run: /etc/passwd", "\"/etc/passwd\" is not there, or cannot be run"),
      ("run: /", "\"/\" is not there, or cannot be run"),
      ("press: Alt+Left", "press: no program works here that presses keys"),
      ("notify: text", "the session's bus is not there"),
      (
        "dbus: {bus: system, destination: a.b, path: /, interface: a.b, method: C}",
        "the system's bus is not there"
      ),
      (
        "dbus: {destination: a.b, path: /, interface: a.b, method: C}",
        "the session's bus is not there"
      ),
      // What stands in for a commit counts, and what follows the fingers does not.
      (
        "run: \"true\", stops: [{at: 12 mm, run: no-such-program}, {at: 20 mm}]",
        "\"no-such-program\" is not there, or cannot be run"
      ),
      ("run: \"true\", on: {armed: {run: no-such-program}}", nil),
    ])
  func obstacles(_ action: String, _ obstacle: String?) throws {
    let machine = try Runner()
    let swipe = try swipe("direction: left, name: lab, \(action)")
    #expect(machine.runner.canDo(swipe) == (obstacle == nil))
    #expect(
      machine.told() == (obstacle.map { "lab: swipe \"lab\" is not there: \($0)\n" } ?? ""))
  }

  @Test func `What cannot be done is told once, until it can`() throws {
    let machine = try Runner()
    let swipe = try swipe("direction: left, press: Alt+Left")
    #expect(!machine.runner.canDo(swipe))
    #expect(machine.told() != "")
    #expect(!machine.runner.canDo(swipe))
    #expect(machine.told() == "")
    machine.runner.keyTool = .wtype
    #expect(machine.runner.canDo(swipe))
    machine.runner.keyTool = nil
    #expect(!machine.runner.canDo(swipe))
    #expect(machine.told() != "")
  }

  @Test(
    "What fails at once is told with its swipe, and is over",
    arguments: [
      ("notify: text", "a notification: ", 3),
      ("dbus: {destination: a.b, path: /, interface: a.b, method: C}", "a.b.C of a.b: ", 3),
      ("press: a", "press: no program works here that presses keys", 3),
      ("run: no-such-program", "\"no-such-program\" is not there", 3),
      ("run: /etc/passwd", "\"/etc/passwd\" cannot be started: ", 3),
    ])
  func failures(_ text: String, _ reason: String, _ times: Int) throws {
    let machine = try Runner()
    let swipe = try swipe("direction: left, name: lab, \(text)")
    let action = try #require(swipe.action?.value)
    for step in ["committed", "progress"] {
      let moment = SwipeMoment(step: step, stop: 1, device: "", offset: 0)
      var ended = 0
      for _ in 0..<times { machine.runner.perform(action, of: swipe, at: moment) { ended += 1 } }
      #expect(ended == times)
      let lines = machine.told().split(separator: "\n")
      // A commit that fails is told each time, what follows the fingers once.
      #expect(lines.count == (step == "progress" ? 1 : times))
      #expect(lines.allSatisfy { $0.hasPrefix("lab: swipe \"lab\": \(reason)") }, "\(lines)")
    }
  }

  @Test func `A program that comes later is found`() throws {
    let folder = FakeRoot()
    try folder.write("", to: "/other")
    let machine = try Runner(path: folder.path)
    let swipe = try swipe("direction: left, run: late")
    #expect(!machine.runner.canDo(swipe))
    try folder.write("#!/bin/sh\n", to: "/late")
    #expect(!machine.runner.canDo(swipe), "it may not be run yet")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/late")
    #expect(machine.runner.canDo(swipe))
  }
}

@Suite("What a program prints")
struct ProgramReaderTests {
  @Test(
    "It is handed over at its end, as a whole; what is too long as soon as it is",
    arguments: [(["a"], "a"), (["one ", "two\n", "three"], "one two\nthree"), ([], "")])
  func text(_ pieces: [String], _ expected: String) throws {
    let loop = try EventLoop()
    let pipe = Foundation.Pipe()
    let end = dup(pipe.fileHandleForReading.fileDescriptor)
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    var heard: [String] = []
    let reader = try ProgramReader(OwnedDescriptor(end), in: loop) { heard.append($0) }
    for piece in pieces {
      try pipe.fileHandleForWriting.write(contentsOf: Data(piece.utf8))
      try loop.turn(timeout: 0)
      #expect(heard.isEmpty)
    }
    try pipe.fileHandleForWriting.close()
    // One turn for what is there, one for the end.
    for _ in 0..<2 where heard.isEmpty { try loop.turn(timeout: 0) }
    #expect(heard == [expected])
    try withExtendedLifetime(reader) { try loop.turn(timeout: 0) }
    #expect(heard.count == 1)
  }

  @Test func `No more than a mebibyte is kept of a flood`() throws {
    let loop = try EventLoop()
    let pipe = Foundation.Pipe()
    let end = dup(pipe.fileHandleForReading.fileDescriptor)
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
    var heard = 0
    let reader = try ProgramReader(OwnedDescriptor(end), in: loop) { heard = $0.utf8.count }
    let piece = Data(repeating: 65, count: 4096)
    for _ in 0..<1000 where heard == 0 {
      try pipe.fileHandleForWriting.write(contentsOf: piece)
      try loop.turn(timeout: 0)
    }
    withExtendedLifetime(reader) { #expect(heard == (1 << 20) + 4096) }
  }
}
