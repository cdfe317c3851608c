import Glibc
import LinuxIO
import Testing

@Suite("Output to a descriptor that was inherited")
struct OutputQueueTests {
  static func lost(_ count: Int) -> String { "lost \(count)" }
  static let line = String(repeating: "x", count: 99)

  @Test func `is written at once where there is room`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    let queue = OutputQueue(pipe.writing, in: loop, lostLine: Self.lost)
    queue.write("one")
    queue.write("two")
    #expect(pipe.drain() == "one\ntwo\n")
    #expect(!queue.isPending)
  }

  @Test func `is kept until it is flushed`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    let queue = OutputQueue(pipe.writing, in: loop, lostLine: Self.lost)
    queue.append("one")
    #expect(pipe.drain() == "")
    queue.flush()
    #expect(pipe.drain() == "one\n")
  }

  @Test func `never makes the inherited pipe non-blocking`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    let queue = OutputQueue(pipe.writing, in: loop, lostLine: Self.lost)
    queue.write("one")
    #expect(pipe.isBlocking)
  }

  @Test
  func `waits for a slow reader without holding up the loop, and loses nothing up to the limit`()
    throws
  {
    let loop = try EventLoop()
    let pipe = Pipe()
    let queue = OutputQueue(pipe.writing, in: loop, capacity: 50_000, lostLine: Self.lost)
    let count = (pipe.capacity + 40_000) / 100
    for _ in 0..<count { queue.write(Self.line) }
    #expect(queue.isPending)
    #expect(queue.dropped == 0)

    var text = pipe.drain()
    while queue.isPending {
      try loop.turn(timeout: 1000)
      text += pipe.drain()
    }
    #expect(text == String(repeating: Self.line + "\n", count: count))
    // Nothing pending, nothing waited for: a full turn finds nothing.
    try loop.turn(timeout: 0)
  }

  @Test func `drops whole lines beyond the limit, and says how many in their place`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    let queue = OutputQueue(pipe.writing, in: loop, capacity: 1000, lostLine: Self.lost)
    let fitting = pipe.capacity / 100 + 10
    for _ in 0..<(fitting + 50) { queue.write(Self.line) }
    #expect(queue.dropped > 0)

    var text = pipe.drain()
    while queue.isPending {
      try loop.turn(timeout: 1000)
      text += pipe.drain()
    }
    queue.write("after")
    text += pipe.drain()

    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.suffix(2) == ["lost \(queue.dropped)", "after"])
    #expect(lines.dropLast(2).allSatisfy { $0 == Self.line })
    #expect(lines.count - 2 + queue.dropped == fitting + 50)
  }

  @Test func `tells of loss before the next line, even without the loop`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    let queue = OutputQueue(pipe.writing, in: loop, capacity: 400, lostLine: Self.lost)
    while queue.dropped < 3 { queue.write(Self.line) }
    #expect(queue.isPending)
    _ = pipe.drain()
    queue.write("after")
    let text = pipe.drain()
    #expect(text.hasSuffix("lost 3\nafter\n"))
  }

  @Test func `knows that the reader is gone`() throws {
    let loop = try EventLoop()
    Signals.ignoreFailedWrites()
    var ends: [Int32] = [0, 0]
    _ = unsafe pipe(&ends)
    let writing = OwnedDescriptor(ends[1])
    let queue = OutputQueue(writing.rawValue, in: loop, lostLine: Self.lost)
    close(ends[0])
    queue.write("one")
    #expect(queue.state == .closed)
    queue.write("two")
    #expect(!queue.isPending)
    #expect(queue.dropped == 0)
  }

  @Test func `does not raise a signal on a socket whose reader is gone`() throws {
    let loop = try EventLoop()
    var ends: [Int32] = [0, 0]
    _ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    let writing = OwnedDescriptor(ends[1])
    let queue = OutputQueue(writing.rawValue, in: loop, lostLine: Self.lost)
    queue.write("one")
    close(ends[0])
    queue.write("two")
    #expect(queue.state == .closed)
  }

  @Test func `counts what a full disk refuses`() throws {
    let loop = try EventLoop()
    // Every write to it fails with ENOSPC.
    let full = try OwnedDescriptor(path: "/dev/full", .write)
    let queue = OutputQueue(full.rawValue, in: loop, lostLine: Self.lost)
    queue.append("one")
    queue.append("two")
    queue.flush()
    #expect(queue.state == .open)
    #expect(queue.dropped == 2)
    #expect(queue.lastError == .noSpaceLeft)
    #expect(!queue.isPending)
  }

  @Test func `says that a disk is full only as long as that is so`() throws {
    let loop = try EventLoop()
    let output = try OwnedDescriptor(path: "/dev/full", .write)
    let queue = OutputQueue(output.rawValue, in: loop, lostLine: Self.lost)
    queue.write("one")
    #expect(queue.lastError == .noSpaceLeft)
    let pipe = Pipe()
    dup2(pipe.writing, output.rawValue)
    queue.write("two")
    #expect(queue.lastError == nil)
    #expect(pipe.drain() == "lost 1\ntwo\n")
  }

  @Test func `waits for room at the end, up to the deadline`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    let queue = OutputQueue(pipe.writing, in: loop, lostLine: Self.lost)
    for _ in 0..<(pipe.capacity / 100 + 10) { queue.write(Self.line) }
    #expect(queue.isPending)
    let start = Clock.monotonic
    queue.flush(until: start + 20_000)
    #expect(Clock.monotonic - start >= 20_000)
    #expect(queue.isPending)

    var text = pipe.drain()
    queue.flush(until: Clock.monotonic + 1_000_000)
    text += pipe.drain()
    #expect(!queue.isPending)
    #expect(text == String(repeating: Self.line + "\n", count: text.utf8.count / 100))
  }
}
