import Foundation
import Testing

/// replay --what-if, plot, report, record and stats, as far as they need no touchpad; RecordLab has the rest.
struct BenchTests {
  private static let trace = "{\"swiped_trace\":1,\"name\":\"<i>one</i>\"}\n" + ReplayTests.swipe

  private func inFolder(
    _ files: [String: String] = ["one.jsonl": trace], _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    try body(folder.path)
  }

  @Test("What if: two settings make tables, of a folder's recordings")
  func tables() throws {
    try inFolder { folder in
      let run = try Run("replay", "--what-if", "commit=8..16mm/8", "hysteresis=0,1.5", folder)
      #expect(run.errors == "")
      #expect(run.code == 0)
      #expect(
        run.output == """
          1 recording, 1 swipe. As recorded: 0 commits, 2 ticks, closest call 6.0 mm.

          commits
            commit_mm \\ hysteresis_mm  0   1.5
                                    8  1     1
                                   16  0     0*

          swipes that would have ended otherwise
            commit_mm \\ hysteresis_mm  0   1.5
                                    8  1     1
                                   16  0     0*

          ticks
            commit_mm \\ hysteresis_mm  0   1.5
                                    8  1     1
                                   16  2     2*

          closest call, mm: how far the fingers were at a release from doing something else
            commit_mm \\ hysteresis_mm    0   1.5
                                    8  2.0   3.5
                                   16  6.0   6.0*

          * as recorded

          """)
    }
  }

  @Test("One setting makes rows, and --json an object")
  func rows() throws {
    try inFolder { folder in
      let rows = try Run("replay", "--what-if", "commit=8,16,20", "\(folder)/one.jsonl")
      #expect(
        rows.output == """
          1 recording, 1 swipe. As recorded: 0 commits, 2 ticks, closest call 6.0 mm.

            commit_mm  commits  changed  ticks  close calls  closest, mm
                   8         1        1      1            0          3.5
                  16*        0        0      2            0          6.0
                  20         0        0      0            0         10.0

          * as recorded

          """)
      let run = try Run("replay", "--json", "--what-if=commit=8", folder)
      let object =
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let cells = object?["what_if"] as? [[String: Any]]
      #expect(object?["recordings"] as? Int == 1)
      #expect(cells?.first?["commit_mm"] as? Double == 8)
      #expect(cells?.first?["commits"] as? Int == 1)
      #expect(cells?.first?["closest_mm"] as? Double == 3.5)
    }
  }

  @Test(
    "A what-if that cannot be is refused in a line",
    arguments: [
      (["commti=8"], "\"commti\" is no setting; did you mean \"commit\"?"),
      (["commit"], "commit has no values; expected commit=FROM..TO/STEP or commit=VALUE,VALUE…"),
      (
        ["commit=8..9"],
        "\"8..9\" has no step; expected commit=FROM..TO/STEP, as in commit=10..24mm/2"
      ),
      (
        ["commit=8..9/0"],
        "\"8..9/0\" has no step; expected commit=FROM..TO/STEP, as in commit=10..24mm/2"
      ),
      (["commit=9..8/1"], "\"9..8/1\" goes from more to less"),
      (["commit=5..8/1"], "\"5\" is out of range; expected a distance from 6 to 60 mm"),
      (["commit=6..60/1e-9"], "more than 1000 values"),
      (["commit=8", "commit=9"], "commit is given twice"),
      (["commit=8", "hysteresis=1", "rest=1"], "a table has two settings, no more"),
    ])
  func refused(_ settings: [String], _ reason: String) throws {
    try inFolder { folder in
      let words = settings.map { "'\($0)'" }.joined(separator: " ")
      let run = try Run(shell: "\"$swipectl\" replay --what-if \(words) \(folder)")
      #expect(run.code == 2)
      #expect(run.output == "")
      #expect(run.errors == "swipectl: replay: --what-if: \(reason)\n")
    }
  }

  @Test("A damaged recording is named by line and column, and the others count")
  func damaged() throws {
    let files = ["a.jsonl": Self.trace, "b.jsonl": Self.trace + "{\"time_us\":}\n"]
    try inFolder(files) { folder in
      for command in [
        "replay --what-if commit=8 .", "report . -o page.html", "plot . -o plot.svg",
      ] {
        let run = try Run(shell: "cd \(folder) && \"$swipectl\" \(command)")
        #expect(run.code == 2)
        #expect(run.errors == "swipectl: ./b.jsonl:6:12: found \"}\"; expected a value\n")
      }
      #expect(FileManager.default.fileExists(atPath: "\(folder)/page.html"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/plot.svg"))
    }
  }

  @Test("A raw recording that is damaged is named by line and column")
  func damagedFrames() throws {
    try inFolder(["x.yml": "version: 1\ndevices: [\n"]) { folder in
      let run = try Run(shell: "cd \(folder) && \"$swipectl\" replay --raw x.yml")
      #expect(run.code == 2)
      #expect(run.errors.hasPrefix("swipectl: x.yml:"))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("A page has all that is in the recordings, escaped, and needs nothing beside it")
  func report() throws {
    try inFolder { folder in
      let run = try Run(
        shell: "cd \(folder) && \"$swipectl\" report --title 'A & B' . -o page.html")
      #expect(run.code == 0)
      #expect(run.errors == "")
      let page = try String(contentsOfFile: "\(folder)/page.html", encoding: .utf8)
      #expect(page.contains("<title>A &amp; B</title>"))
      #expect(page.contains("&lt;i&gt;one&lt;/i&gt;"))
      #expect(!page.contains("<i>"))
      #expect(page.contains("<svg"))
      #expect(page.contains("prefers-color-scheme: dark"))
      for outside in ["http:", "https:", "src=", "@import", "url("] {
        #expect(!page.contains(outside))
      }
      #expect(page.contains("ends the same with every commit point from 11.5 to 60 mm"))
    }
  }

  @Test(
    "What cannot be written is told in a line, and nothing is left behind",
    arguments: [
      ("none/x.svg", "No such file or directory"), ("there.svg", "Is a directory"),
      ("one.jsonl/x.svg", "Not a directory"),
    ])
  func unwritable(_ output: String, _ reason: String) throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/there.svg", withIntermediateDirectories: false)
      let run = try Run(shell: "cd \(folder) && \"$swipectl\" plot one.jsonl -o \(output)")
      #expect(run.code == 2)
      #expect(run.errors == "swipectl: \"\(output)\" cannot be written: \(reason)\n")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["one.jsonl", "there.svg"])
    }
  }

  @Test(
    "A picture takes the place of an older one, and a file limit leaves that as it was",
    .disabled(
      if: ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil,
      "ThreadSanitizer takes the signal for a crash, and ends swipectl"))
  func replaced() throws {
    try inFolder(["one.jsonl": Self.trace, "old.svg": "old"]) { folder in
      let full = try Run(
        // A program that counts its lines has no room for them either.
        shell: "cd \(folder) && export LLVM_PROFILE_FILE=/dev/null && ulimit -f 1"
          + " && \"$swipectl\" plot one.jsonl -o old.svg")
      #expect(full.code == 2)
      #expect(full.errors == "swipectl: \"old.svg\" cannot be written: File too large\n")
      #expect(try String(contentsOfFile: "\(folder)/old.svg", encoding: .utf8) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
      #expect(try Run(shell: "cd \(folder) && \"$swipectl\" plot one.jsonl -o old.svg").code == 0)
      #expect(try String(contentsOfFile: "\(folder)/old.svg", encoding: .utf8).contains("<svg"))
    }
  }

  @Test("A file that is replaced keeps its mode, and a link leads where it led")
  func kept() throws {
    try inFolder(["one.jsonl": Self.trace, "old.svg": "old"]) { folder in
      let run = try Run(
        shell: """
          cd \(folder) && chmod 640 old.svg && ln -s old.svg link.svg \
            && "$swipectl" plot one.jsonl -o link.svg && stat -c '%a %F' old.svg link.svg
          """)
      #expect(run.errors == "")
      #expect(run.output == "640 regular file\n777 symbolic link\n")
      #expect(try String(contentsOfFile: "\(folder)/old.svg", encoding: .utf8).contains("<svg"))
    }
  }

  @Test("A link that leads to nothing yet stays one, and what it leads to is made")
  func dangling() throws {
    try inFolder(["one.jsonl": Self.trace]) { folder in
      let run = try Run(
        shell: """
          cd \(folder) && mkdir there && ln -s new.svg there/link.svg \
            && "$swipectl" plot one.jsonl -o there/link.svg && stat -c '%F' there/new.svg there/link.svg && ls there
          """)
      #expect(run.errors == "")
      #expect(run.output == "regular file\nsymbolic link\nlink.svg\nnew.svg\n")
    }
  }

  @Test("Frames and traces are told apart, also those of a folder")
  func rawOrNot() throws {
    try inFolder(["one.jsonl": Self.trace]) { folder in
      let file = try Run(shell: "cd \(folder) && \"$swipectl\" replay --raw one.jsonl")
      #expect(
        file.errors
          == "swipectl: one.jsonl:1:1: a trace, which has no raw frames "
          + "(swipectl replay plays it without --raw)\n")
      let all = try Run(shell: "cd \(folder) && \"$swipectl\" replay --raw .")
      #expect(all.errors == "swipectl: .: no recording here; expected files *.yml\n")
    }
  }

  @Test("A comparison that could not be saved is not begun")
  func unsavedComparison() throws {
    let files = ["a.yaml": "feel:\n  commit: 14 mm\n", "b.yaml": "feel:\n  commit: 16 mm\n"]
    try inFolder(files) { folder in
      let run = try Run(
        shell: "cd \(folder) && \"$swipectl\" feel compare --plain a.yaml b.yaml --output none/x")
      #expect(run.code == 2)
      #expect(
        run.errors == "swipectl: feel: \"none/x\" cannot be written: No such file or directory\n")
      #expect(run.output == "")
    }
  }

  @Test(
    "A plot without anything to draw is told in a line",
    arguments: [
      ("plot empty.jsonl -o x.svg", "empty.jsonl: there is no swipe to draw"),
      ("plot --latency one.jsonl -o x.svg", "one.jsonl: there is no tick whose latency is known"),
      ("plot one.jsonl -o x.gif", "plot: --output: \"x.gif\" ends in none of .svg, .png, .pdf"),
      ("plot one.jsonl", "plot: -o FILE is missing"),
      ("plot -o x.svg", "plot: TRACE is missing"),
      (
        "plot --latency bad.json -o x.svg",
        "bad.json:1:39: a list; expected [[latency in µs, count], …]"
      ),
    ])
  func nothing(_ command: String, _ reason: String) throws {
    let files = [
      "one.jsonl": Self.trace, "empty.jsonl": "{\"swiped_trace\":1}\n",
      "bad.json": "{\"ticks\":1,\"latency_distribution_us\":[[1]]}\n",
    ]
    try inFolder(files) { folder in
      let run = try Run(shell: "cd \(folder) && \"$swipectl\" \(command)")
      #expect(run.code == 2)
      #expect(run.errors == "swipectl: \(reason)\n")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/x.svg"))
    }
  }

  @Test("Latencies are those of live traces and of stats")
  func latencies() throws {
    let live = Self.trace.replacing(
      #""event":"end"}"#,
      with: #""event":"tick","kind":"arm","stop":1,"backend":"log","latency_us":120}"#)
    let stats = "{\"ticks\":3,\"latency_distribution_us\":[[110,2],[4031,1]]}\n"
    try inFolder(["live.jsonl": live, "stats.json": stats]) { folder in
      let run = try Run(
        shell: "cd \(folder) && \"$swipectl\" plot --latency live.jsonl stats.json -o x.png")
      #expect(run.errors == "")
      #expect(run.code == 0)
    }
  }

  @Test(
    "A recording that cannot be begun is refused in a line",
    arguments: [
      ("record --raw", "record: --raw: needs -o FILE, for it writes a second file beside"),
      ("record --for soon", "record: --for: \"soon\" is no time up to a day, such as 10s or 5min"),
      ("record --for 25h", "record: --for: \"25h\" is no time up to a day, such as 10s or 5min"),
      (
        "record --commit 20",
        "record: --commit: the service has its own settings (swipectl config); this goes with --device"
      ),
      ("record x", "record: \"x\" is not expected here"),
      ("record --device one.jsonl -o x.jsonl", "\"one.jsonl\" is a regular file"),
      (
        "record --device one.jsonl -o none/x.jsonl",
        "\"none/x.jsonl\" cannot be written: No such file or directory"
      ),
      ("stats x", "stats: \"x\" is not expected here"),
    ])
  func refusedRecording(_ command: String, _ reason: String) throws {
    try inFolder { folder in
      let run = try Run(shell: "cd \(folder) && \"$swipectl\" \(command)")
      #expect(run.code == 2)
      #expect(run.errors == "swipectl: \(reason)\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["one.jsonl"])
    }
  }
}
