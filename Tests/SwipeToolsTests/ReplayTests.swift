import Foundation
import Testing

struct ReplayTests {
  static let swipe = """
    {"time_us":0,"event":"begin","fingers":3}
    {"time_us":8000,"event":"motion","dx_mm":-20,"dy_mm":0}
    {"time_us":40000,"event":"motion","dx_mm":10,"dy_mm":0}
    {"time_us":48000,"event":"end"}

    """
  static let outcome = """
    {"time_us":8000,"event":"armed","direction":"left","stop":1,"offset_mm":-20.0}
    {"time_us":8000,"event":"tick","kind":"arm","stop":1}
    {"time_us":40000,"event":"disarmed","direction":"left","stop":1,"offset_mm":-10.0}
    {"time_us":48000,"event":"sprung_back"}
    {"time_us":58000,"event":"tick","kind":"disarm"}

    """

  /// A folder of its own with these files.
  private func withFiles(
    _ files: [String: String], _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try body(folder.path)
  }

  @Test("It prints the outcome lines of standard input")
  func json() throws {
    let run = try Run("replay", "--json", "-", input: Self.swipe)
    #expect(run.code == 0)
    #expect(run.output == Self.outcome)
    #expect(run.errors == "")
  }

  @Test("What it prints, it verifies")
  func verifiesItself() throws {
    let run = try Run("replay", "--verify", "-", input: Self.swipe + Self.outcome)
    #expect(run.code == 0)
    #expect(run.output == "standard input: holds\n")
  }

  @Test("What happens is told, a line an event")
  func told() throws {
    let run = try Run("replay", "-", input: Self.swipe)
    #expect(run.code == 0)
    for word in ["armed left", "disarmed", "sprung back"] { #expect(run.output.contains(word)) }
    #expect(!run.output.contains("\u{1B}"))
    #expect(!run.output.contains("\r"))
  }

  @Test("A difference is told, and ends it with 1")
  func differs() throws {
    let expect = #"{"expect":{"ticks":["arm"],"outcomes":["sprung_back"]}}"#
    let run = try Run("replay", "--verify", "-", input: Self.swipe + expect)
    #expect(run.code == 1)
    #expect(
      run.output == "standard input: line 5 expects the ticks arm; the replay gives arm, disarm\n")
  }

  @Test("A file without any claim has nothing to verify, and holds")
  func nothing() throws {
    let run = try Run("replay", "--verify", "-", input: Self.swipe)
    #expect(run.code == 0)
    #expect(
      run.output
        == "standard input: nothing to verify: it has no expect line and no outcome lines\n")
  }

  @Test("With --json the verdict does not get among the lines")
  func jsonVerify() throws {
    let run = try Run("replay", "--verify", "--json", "-", input: Self.swipe + Self.outcome)
    #expect(run.code == 0)
    #expect(run.output == Self.outcome)
    #expect(run.errors == "swipectl: standard input: holds\n")
  }

  @Test("A file that cannot be read is told, and the others are played")
  func broken() throws {
    let wrong = #"{"expect":{"ticks":[],"outcomes":["sprung_back"]}}"#
    try withFiles([
      "a": Self.swipe + Self.outcome, "b": Self.swipe + #"{"time_us":}"#, "c": Self.swipe + wrong,
    ]) { folder in
      let run = try Run(shell: "cd \(folder) && \"$swipectl\" replay --verify a b none . c a")
      #expect(run.code == 2)
      #expect(
        run.output == """
          a: holds
          c: line 5 expects the ticks none; the replay gives arm, disarm
          a: holds

          """)
      #expect(
        run.errors == """
          swipectl: .: no recording here; expected files *.jsonl
          swipectl: b:5:12: found "}"; expected a value
          swipectl: none: No such file or directory

          """)
      #expect(try Run(shell: "cd \(folder) && \"$swipectl\" replay --verify a c").code == 1)
    }
  }

  @Test("What came before a fault is told before it")
  func truncated() throws {
    let run = try Run("replay", "--json", "-", input: Self.swipe + #"{"time_us":50000,"ev"#)
    #expect(run.code == 2)
    #expect(run.output.contains("sprung_back"))
    #expect(
      run.errors
        == "swipectl: standard input:5:18: the string is not closed; expected \"\\\"\" before the line "
        + "ends\n")
  }

  @Test(
    "Files that never end, or are no text, end with one line",
    arguments: ["/dev/zero", "/dev/urandom", "/proc/self/exe"])
  func endless(_ file: String) throws {
    // The compiler's watchers take terabytes of addresses.
    let run = try Run(
      shell: "[ \"$ASAN_OPTIONS$TSAN_OPTIONS\" ] || ulimit -v 4000000; \"$swipectl\" replay \(file)"
    )
    #expect(run.code == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("swipectl: \(file):"))
    #expect(run.errors.count { $0 == "\n" } == 1)
  }

  @Test("A line without an end ends with one line")
  func endlessLine() throws {
    let run = try Run(
      shell: "{ printf '{\"a\":\"'; tr '\\0' x < /dev/zero; } 2>&- | \"$swipectl\" replay -")
    #expect(run.code == 2)
    #expect(
      run.errors == "swipectl: standard input:1:1: the line is longer than 1048576 bytes\n")
  }

  @Test("Nobody reading its output is the end, and no error")
  func brokenPipe() throws {
    // Endless input: only the closed pipe can end it.
    let begin = #"{"time_us":0,"event":"begin","fingers":5}"#
    let run = try Run(
      shell: """
        { yes '\(begin)' 2>&- | { "$swipectl" replay --json -; echo "code $?" >&2; } | head -n 1; }
        """)
    #expect(run.output == #"{"time_us":0,"event":"ignored"}"# + "\n")
    #expect(run.errors.hasSuffix("code 0\n"))
    #expect(!run.errors.contains("swipectl"))
  }

  @Test("Output that cannot be written is told, and ends it with 2")
  func fullDisk() throws {
    let run = try Run(shell: "\"$swipectl\" --help > /dev/full")
    #expect(run.code == 2)
    #expect(run.errors == "swipectl: standard output: No space left on device\n")
  }

  @Test("In real time it takes as long as the swipe took, and gives the same")
  func realTime() throws {
    let clock = ContinuousClock()
    var run: Run?
    let taken = try clock.measure {
      run = try Run(
        "replay", "--real-time", "--haptics", "log", "--json", "-", input: Self.swipe)
    }
    #expect(taken >= .milliseconds(58))
    #expect(run?.output == Self.outcome)
  }

  @Test("In real time it says in its first line how ticks are played, and why")
  func rung() throws {
    let run = try Run("replay", "--real-time", "--haptics", "log", "-", input: Self.swipe)
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("ticks: lines only, as asked\n"))
    #expect(run.errors == "")
  }

  @Test("A file's name cannot act on the terminal")
  func name() throws {
    let run = try Run("replay", "a\u{1B}[31m\nb")
    #expect(run.code == 2)
    #expect(run.errors == "swipectl: a\u{FFFD}[31m\u{FFFD}b: No such file or directory\n")
  }
}
