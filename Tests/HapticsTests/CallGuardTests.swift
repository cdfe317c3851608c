import CommitPoint
import Glibc
import LinuxIO
import Testing

@testable import Haptics

@Suite("What holds up the loop's thread is ended")
struct CallGuardTests {
  /// On a thread that hears its signal, which those that run tests do not by themselves.
  private func makeGuard() -> CallGuard? {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, __libc_current_sigrtmax())
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return CallGuard()
  }

  @Test("What is late already is not begun, however little it is late")
  func late() throws {
    let guardian = try #require(makeGuard())
    for _ in 0..<200 {
      let now = Microseconds(Clock.monotonic)
      #expect(guardian.limit(until: now, again: .milliseconds(20)) { true } == nil)
    }
  }

  @Test("What is in time is done")
  func inTime() throws {
    let guardian = try #require(makeGuard())
    for _ in 0..<200 {
      let deadline = Microseconds(Clock.monotonic) + .milliseconds(500)
      #expect(guardian.limit(until: deadline, again: .milliseconds(500)) { true } == true)
    }
  }

  @Test(
    "A call ends at the time that is set, and not later where that is far off",
    arguments: [20, 200])
  func ends(milliseconds: Int64) throws {
    let guardian = try #require(makeGuard())
    let begin = Microseconds(Clock.monotonic)
    let error = guardian.limit(until: begin + .milliseconds(milliseconds), again: .milliseconds(20))
    {
      poll(nil, 0, 10_000) < 0 ? errno : 0
    }
    #expect(error == EINTR)
    let taken = Microseconds(Clock.monotonic) - begin
    #expect(taken >= .milliseconds(19))
    #expect(taken < .milliseconds(180))
  }
}
