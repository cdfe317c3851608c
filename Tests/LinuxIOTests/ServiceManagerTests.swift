import Glibc
import LinuxIO
import Testing

@Suite("A service manager")
struct ServiceManagerTests {
  @Test func `is told states in the words of the protocol`() throws {
    let listener = Listener()
    let manager = try ServiceManager(address: listener.address)
    manager.tell(.ready, status: "one\ntouchpad")
    #expect(listener.next() == "READY=1\nSTATUS=one touchpad")
    manager.tell(.reloading(since: 1234))
    #expect(listener.next() == "RELOADING=1\nMONOTONIC_USEC=1234")
    manager.tell(.stopping)
    #expect(listener.next() == "STOPPING=1")
    manager.tell(status: "idle")
    #expect(listener.next() == "STATUS=idle")
    #expect(listener.next() == nil)
  }

  @Test func `hears twice in the watchdog's interval that the service is alive`() throws {
    let listener = Listener()
    let manager = try ServiceManager(address: listener.address, watchdogInterval: 30_000_000)
    #expect(manager.pingInterval == 15_000_000)
    let first = try #require(manager.deadline)
    #expect(!manager.advance(to: first - 1))
    #expect(listener.next() == nil)
    #expect(manager.advance(to: first))
    #expect(listener.next() == "WATCHDOG=1")
    #expect(manager.deadline == first + 15_000_000)
    // After a suspend none is owed twice.
    manager.advance(to: first + 100_000_000)
    #expect(listener.next() == "WATCHDOG=1")
    #expect(listener.next() == nil)
    #expect(manager.deadline == first + 115_000_000)
  }

  @Test func `that has no watchdog asks for nothing`() throws {
    let listener = Listener()
    #expect(try ServiceManager(address: listener.address).deadline == nil)
  }

  @Test func `that does not read is not waited for, and hears the latest later`() throws {
    let listener = Listener()
    let manager = try ServiceManager(address: listener.address, watchdogInterval: 30_000_000)
    // The kernel keeps a number of datagrams of its own choice.
    var count = 0
    while manager.deadline.map({ $0 > Clock.monotonic + 1_000_000 }) ?? false, count < 100_000 {
      count += 1
      manager.tell(status: "\(count)")
    }
    for _ in 0..<20 {
      count += 1
      manager.tell(status: "\(count)")
    }
    manager.tell(.ready)
    while listener.next() != nil {}
    manager.advance(to: try #require(manager.deadline))
    var heard: [String] = []
    while let text = listener.next() { heard.append(text) }
    #expect(heard.count == 8)
    #expect(heard.first == "STATUS=\(count - 6)")
    #expect(heard.last == "READY=1")
    // The ping is what is due next.
    #expect(try #require(manager.deadline) > Clock.monotonic + 1_000_000)
  }

  @Test func `that is not there is an error`() throws {
    #expect(throws: Errno.noSuchFile) {
      try ServiceManager(address: "/nonexistent/notify")
    }
    #expect(throws: Errno.invalidArgument) {
      try ServiceManager(address: String(repeating: "x", count: 200))
    }
  }

  @Test func `that is gone is no error`() throws {
    let manager: ServiceManager
    do {
      let listener = Listener()
      manager = try ServiceManager(address: listener.address)
      withExtendedLifetime(listener) {}
    }
    manager.tell(.ready)
    #expect(manager.deadline == nil)
  }
}
