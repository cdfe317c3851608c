import CLinux
import Glibc
import LinuxIO
import Testing

@Suite("The journal")
struct JournalTests {
  static let identity = "499cc1cec04d43b8958d69c0d37b5bb2"

  @Test func `is told a message with its identity, in the words of its protocol`() throws {
    let listener = Listener()
    let journal = try Journal(program: "swiped", address: listener.address)
    try journal.tell("a pad\nPRIORITY=0", identity: Self.identity, priority: .warning)
    #expect(
      listener.next()
        == "PRIORITY=4\nSYSLOG_IDENTIFIER=swiped\nMESSAGE_ID=\(Self.identity)\nMESSAGE=a pad PRIORITY=0\n"
    )
    #expect(listener.next() == nil)
  }

  @Test func `that does not read is not waited for`() throws {
    let listener = Listener()
    let journal = try Journal(program: "swiped", address: listener.address)
    var told = 0
    let error = #expect(throws: Errno.self) {
      while told < 100_000 {
        try journal.tell("\(told)", identity: Self.identity, priority: .notice)
        told += 1
      }
    }
    #expect(error == .tryAgain)
    #expect(told > 0)
    // And hears of what comes when it reads again.
    while listener.next() != nil {}
    try journal.tell("again", identity: Self.identity, priority: .notice)
    #expect(listener.next()?.hasSuffix("MESSAGE=again\n") == true)
  }

  @Test func `that is not there is an error`() {
    #expect(throws: Errno.noSuchFile) {
      try Journal(program: "swiped", address: "/nonexistent/socket")
    }
  }

  @Test func `is known by device and number of its stream`() {
    let pipe = Pipe()
    var status = stat()
    #expect(unsafe fstat(pipe.writing, &status) == 0)
    let name = "\(status.st_dev):\(status.st_ino)"
    #expect(Journal.isStream(pipe.writing, name))
    #expect(!Journal.isStream(pipe.writing, name + "0"))
    #expect(!Journal.isStream(Pipe().writing, name))
    #expect(!Journal.isStream(-1, name))
  }
}
