import Foundation
import LinuxIO
import Testing

/// What became of a program, in a process of the test's own, for whoever waits for any child takes other tests' as well.
private func end(of words: [String], environment: [String] = [], and more: [String] = []) throws
  -> ProcessEnd
{
  let null = try OwnedDescriptor(path: "/dev/null", .read)
  let process = try Processes.start(
    words[0], words, environment: CStrings(environment), and: CStrings(more), input: null.rawValue,
    output: null.rawValue)
  var state = unsafe siginfo_t()
  while unsafe waitid(P_PID, id_t(process), &state, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  let ended = try #require(Processes.nextEnded())
  #expect(ended.process == process)
  #expect(Processes.nextEnded() == nil)
  // It is no zombie any more.
  #expect(kill(process, 0) != 0)
  return ended.end
}

@Suite("Programs that are started")
struct ProcessStartTests {
  @Test func `end as they do`() async {
    await #expect(processExitsWith: .success) {
      let cases: [(String, ProcessEnd)] = [
        ("exit 0", .exited(code: 0)), ("exit 3", .exited(code: 3)),
        ("exit 255", .exited(code: 255)), ("kill -KILL $$", .killed(signal: SIGKILL)),
        ("kill -SEGV $$", .killed(signal: SIGSEGV)),
      ]
      for (line, expected) in cases {
        let ended = try end(of: ["/bin/sh", "-c", line])
        #expect(ended == expected)
      }
    }
  }

  @Test func `have a session, signals, descriptors and variables of their own`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_IGN)
      signal(SIGUSR1, SIG_IGN)
      var set = sigset_t()
      unsafe sigfillset(&set)
      unsafe sigprocmask(SIG_BLOCK, &set, nil)
      // Not closed when a program is started.
      let inherited = dup(1)
      let lines = [
        // A pipe's signal ends it, though it is ignored here and all are blocked.
        "kill -PIPE $$; exit 0": ProcessEnd.killed(signal: SIGPIPE),
        "kill -USR1 $$; exit 0": .killed(signal: SIGUSR1),
        "[ -e /proc/self/fd/\(inherited) ]": .exited(code: 1),
        "read line": .exited(code: 1),
        "[ $(cut -d ' ' -f 6 /proc/self/stat) = $$ ]": .exited(code: 0),
        "[ \"$A $B $C\" = 'one two three' ]": .exited(code: 0),
        "[ -z \"$HOME\" ]": .exited(code: 0),
      ]
      for (line, expected) in lines {
        let ended = try end(
          of: ["/bin/sh", "-c", line], environment: ["A=one", "B=two", "PATH=/usr/bin:/bin"],
          and: ["C=three"])
        #expect(ended == expected, "\(line)")
      }
    }
  }

  @Test(
    .disabled(
      if: ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil,
      "vfork is fork to ThreadSanitizer: the child cannot tell its reason"))
  func `that cannot be are told by their reason, and leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let null = try OwnedDescriptor(path: "/dev/null", .read)
      let cases: [(String, Errno)] = [
        ("/no/such/program", .noSuchFile), ("/etc/passwd", .permissionDenied),
        ("/", .permissionDenied),
      ]
      for (path, expected) in cases {
        #expect(throws: expected) {
          try Processes.start(
            path, [path], environment: CStrings([]), input: null.rawValue, output: null.rawValue)
        }
      }
      #expect(Processes.nextEnded() == nil)
    }
  }
}
