import Glibc
import LinuxIO
import Testing

@Suite("The event loop")
struct EventLoopTests {
  @Test func `calls the handler of what is readable, again and again until it is read`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    var calls = 0
    try loop.add(pipe.reading) { readiness in
      #expect(readiness == .readable)
      calls += 1
    }
    try loop.turn(timeout: 0)
    #expect(calls == 0)
    _ = unsafe write(pipe.writing, "x", 1)
    try loop.turn(timeout: 0)
    try loop.turn(timeout: 0)
    #expect(calls == 2)
    _ = pipe.drain()
    try loop.turn(timeout: 0)
    #expect(calls == 2)
  }

  @Test func `runs until it is stopped`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    _ = unsafe write(pipe.writing, "x", 1)
    var calls = 0
    try loop.add(pipe.reading) { _ in
      calls += 1
      if calls == 3 { loop.stop() }
    }
    try loop.run()
    #expect(calls == 3)
    // What stops it before it runs counts as well: it would wait for ever.
    loop.stop()
    try loop.run()
    #expect(calls == 3)
    calls = 2
    try loop.run()
    #expect(calls == 3)
  }

  @Test func `tells nothing more to a descriptor that another's handler has removed`() throws {
    let loop = try EventLoop()
    let (first, second) = (Pipe(), Pipe())
    let (one, two) = (first.reading, second.reading)
    var calls = 0
    // Both are ready at once; whichever is called first removes the other.
    for (own, other) in [(one, two), (two, one)] {
      try loop.add(own) { _ in
        calls += 1
        loop.remove(other)
      }
    }
    _ = unsafe write(first.writing, "x", 1)
    _ = unsafe write(second.writing, "x", 1)
    try loop.turn(timeout: 0)
    #expect(calls == 1)
  }

  @Test func `does not take a descriptor for the one that had its place before`() throws {
    let loop = try EventLoop()
    let (first, second, third) = (Pipe(), Pipe(), Pipe())
    let (one, two, three) = (
      first.reading, second.reading, third.reading
    )
    var wrong = 0
    for (own, other) in [(one, two), (two, one)] {
      try loop.add(own) { _ in
        loop.remove(other)
        // It takes the place of the one that is still to be told that it is ready.
        try? loop.add(three) { _ in wrong += 1 }
      }
    }
    _ = unsafe write(first.writing, "x", 1)
    _ = unsafe write(second.writing, "x", 1)
    try loop.turn(timeout: 0)
    #expect(wrong == 0)
  }

  @Test func `lets a handler remove itself`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    let descriptor = pipe.reading
    _ = unsafe write(pipe.writing, "x", 1)
    var calls = 0
    try loop.add(descriptor) { _ in
      calls += 1
      loop.remove(descriptor)
    }
    try loop.turn(timeout: 0)
    try loop.turn(timeout: 0)
    #expect(calls == 1)
  }

  @Test func `does not spin on a descriptor that has nothing but a hang-up to tell`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    var told: [EventLoop.Readiness] = []
    try loop.add(pipe.reading) { told.append($0) }
    pipe.closeWritingEnd()
    for _ in 0..<10 { try loop.turn(timeout: 0) }
    #expect(told == [.hangup])
  }

  /// A descriptor that is something else for a while: the kernel refuses to forget it (EPERM) and tells of it all the same.
  private func withRemovedInVain(_ body: (EventLoop, Pipe) throws -> Void) throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    let (spare, file) = (dup(pipe.reading), unsafe open("/etc/passwd", O_RDONLY | O_CLOEXEC))
    defer {
      close(spare)
      close(file)
    }
    try loop.add(pipe.reading) { _ in Issue.record("it was removed") }
    dup2(file, pipe.reading)
    loop.remove(pipe.reading)
    _ = unsafe write(pipe.writing, "x", 1)
    try loop.turn(timeout: 0)
    dup2(spare, pipe.reading)
    try body(loop, pipe)
  }

  @Test func `asks again to forget what the kernel would not, once that is heard of`() throws {
    try withRemovedInVain { loop, _ in
      try loop.turn(timeout: 0)
      // It waits now, since there is nothing that it could be told of.
      let start = Clock.monotonic
      try loop.turn(timeout: 30)
      #expect(Clock.monotonic - start >= 29_000)
    }
  }

  @Test func `takes a descriptor again that the kernel would not forget`() throws {
    try withRemovedInVain { loop, pipe in
      var calls = 0
      try loop.add(pipe.reading) { _ in calls += 1 }
      try loop.turn(timeout: 0)
      #expect(calls == 1)
      loop.remove(pipe.reading)
      try loop.turn(timeout: 0)
      #expect(calls == 1)
    }
  }

  @Test func `refuses a regular file, which is always ready`() throws {
    let loop = try EventLoop()
    let file = try OwnedDescriptor(path: "/etc/passwd", .read)
    #expect(throws: Errno(rawValue: EPERM)) { try loop.add(file.rawValue) { _ in } }
  }
}

@Suite("The timer")
struct TimerTests {
  /// Whether the descriptor becomes readable within `timeout` ms.
  func goesOff(_ descriptor: Int32, timeout: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, timeout) == 1
  }

  @Test func `goes off at its deadline, once`() throws {
    var timer = try Timer()
    let deadline = Clock.monotonic + 20_000
    try timer.set(deadline)
    #expect(goesOff(timer.descriptor, timeout: 1000))
    #expect(Clock.monotonic >= deadline)
    try timer.acknowledge()
    #expect(!goesOff(timer.descriptor, timeout: 30))
  }

  @Test func `goes off at once for a deadline that has passed, whatever it is`() throws {
    var timer = try Timer()
    for deadline in [Clock.monotonic - 1_000_000, 0, -5] {
      try timer.set(deadline)
      #expect(goesOff(timer.descriptor, timeout: 100))
      try timer.acknowledge()
    }
  }

  @Test func `can be stopped, and set to the same deadline again`() throws {
    var timer = try Timer()
    let deadline = Clock.monotonic + 10_000
    try timer.set(deadline)
    try timer.set(nil)
    #expect(!goesOff(timer.descriptor, timeout: 30))
    try timer.set(deadline)
    #expect(goesOff(timer.descriptor, timeout: 100))
  }
}

@Suite("Signals")
struct SignalTests {
  @Test func `are read in place of breaking in`() throws {
    // Only this thread blocks it, and only this thread is sent it.
    let signals = try Signals([.user2])
    let before = try signals.next()
    pthread_kill(pthread_self(), SIGUSR2)
    let (first, second) = (try signals.next(), try signals.next())
    #expect([before, first, second] == [nil, .user2, nil])
  }
}

@Suite("Error numbers")
struct ErrnoTests {
  @Test func `have the C library's words`() {
    #expect(Errno.noSuchFile.description == "No such file or directory")
    #expect(Errno(rawValue: 99_999).description == "Unknown error")
  }

  @Test func `are the C library's`() {
    #expect(Errno.noSuchFile.rawValue == ENOENT)
    #expect(Errno.inputOutput.rawValue == EIO)
    #expect(Errno.noSuchAddress.rawValue == ENXIO)
    #expect(Errno.badDescriptor.rawValue == EBADF)
    #expect(Errno.tryAgain.rawValue == EAGAIN)
    #expect(Errno.permissionDenied.rawValue == EACCES)
    #expect(Errno.noSuchDevice.rawValue == ENODEV)
    #expect(Errno.invalidArgument.rawValue == EINVAL)
    #expect(Errno.noSpaceLeft.rawValue == ENOSPC)
    #expect(Errno.brokenPipe.rawValue == EPIPE)
    #expect(Errno.connectionReset.rawValue == ECONNRESET)
    #expect(Errno.noBufferSpace.rawValue == ENOBUFS)
  }

  @Test func `are thrown by what fails`() {
    #expect(throws: Errno.noSuchFile) { try FileStatus(path: "/no/such/file") }
    #expect(throws: Errno.noSuchFile) {
      _ = try OwnedDescriptor(path: "/no/such/file", .read).rawValue
    }
  }
}

@Suite("Owned descriptors")
struct OwnedDescriptorTests {
  @Test func `are closed at the end of their scope`() throws {
    let number: Int32
    do {
      let file = try OwnedDescriptor(path: "/dev/null", .read)
      number = file.rawValue
      #expect(try file.status().kind == .characterDevice)
    }
    #expect(fcntl(number, F_GETFD) == -1)
  }
}
