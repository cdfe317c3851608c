import CommitPoint
import Foundation
import SwipeConfig
import Testing
import YAMLNodes

/// A directory in the place of `/`, with files in it; it is gone when the test is over.
private final class Root {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: try place(name)))
  }

  /// The path of a file that is to be made.
  func place(_ name: String) throws -> String {
    let whole = path + "/" + name
    let directory = (whole as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    return whole
  }

  func load(_ use: ConfigurationUse = .check) -> LoadedConfiguration {
    Configuration.load(.system(root: path), for: use)
  }

  /// What is said, with paths as they are on a machine.
  func told(_ loaded: LoadedConfiguration) -> String {
    loaded.told.replacingOccurrences(of: path, with: "")
  }

  func files(_ loaded: LoadedConfiguration) -> [String] {
    loaded.files.map { String($0.dropFirst(path.count)) }
  }
}

@Suite struct FilesTests {
  @Test func noFileIsMissed() throws {
    let loaded = try Root().load()
    #expect(loaded.messages.isEmpty)
    #expect(loaded.files.isEmpty)
    #expect(loaded.configuration == Configuration())
  }

  @Test func filesCountInTheOrderOfTheirNamesAndThoseInEtcTakeThePlaceOfTheOthers() throws {
    let root = try Root([
      "usr/lib/swiped/swiped.yaml": "feel: {commit: 7 mm}",
      "usr/lib/swiped/swiped.yaml.d/10-a.yaml": "feel: {commit: 8 mm, rest: 1 ms}",
      "usr/lib/swiped/swiped.yaml.d/30-c.yaml": "feel: {commit: 9 mm, way_out: 1 mm}",
      "etc/swiped/swiped.yaml": "feel: {hysteresis: 1 mm}",
      "etc/swiped/swiped.yaml.d/10-a.yaml": "feel: {axis_lock: 1 mm}",
      "etc/swiped/swiped.yaml.d/20-b.yaml": "feel: {commit: 10 mm, way_out: 2 mm}",
      "etc/swiped/swiped.yaml.d/.hidden.yaml": "broken: [",
      "etc/swiped/swiped.yaml.d/20-b.yaml~": "broken: [",
      "etc/swiped/swiped.yaml.d/README": "broken: [",
    ])
    let loaded = root.load()
    #expect(root.told(loaded) == "")
    #expect(
      root.files(loaded) == [
        "/etc/swiped/swiped.yaml", "/etc/swiped/swiped.yaml.d/10-a.yaml",
        "/etc/swiped/swiped.yaml.d/20-b.yaml", "/usr/lib/swiped/swiped.yaml.d/30-c.yaml",
      ])
    let feel = loaded.configuration.feel
    #expect(feel.stops?.value == [9])
    #expect(feel.stops?.origin.source.hasSuffix("/usr/lib/swiped/swiped.yaml.d/30-c.yaml") == true)
    #expect(feel.wayOut?.value == 1)
    #expect(feel.hysteresis?.value == 1)
    #expect(feel.axisLock?.value == 1)
    #expect(feel.rest == nil)
  }

  @Test func theVendorsFileCountsWhereEtcHasNone() throws {
    let loaded = try Root(["usr/lib/swiped/swiped.yaml": "feel: {commit: 7 mm}"]).load()
    #expect(loaded.configuration.feel.stops?.value == [7])
  }

  @Test func aLinkToDevNullTakesAFileAway() throws {
    let root = try Root([
      "usr/lib/swiped/swiped.yaml": "feel: {commit: 7 mm}",
      "usr/lib/swiped/swiped.yaml.d/10-a.yaml": "feel: {rest: 1 ms}",
    ])
    for name in ["etc/swiped/swiped.yaml", "etc/swiped/swiped.yaml.d/10-a.yaml"] {
      try FileManager.default.createSymbolicLink(
        atPath: root.place(name), withDestinationPath: "/dev/null")
    }
    let loaded = root.load()
    #expect(loaded.messages.isEmpty)
    #expect(loaded.configuration == Configuration())
  }

  @Test func aSwipeTakesThePlaceOfTheOneBeneathOrTakesItAway() throws {
    let root = try Root([
      "usr/lib/swiped/swiped.yaml":
        "swipes:\n- {direction: left, name: a}\n- {direction: right, name: b, commit: 20 mm}\n",
      "etc/swiped/swiped.yaml.d/1.yaml":
        "swipes:\n- {direction: right, name: c}\n- {direction: [left, up], enabled: false}\n",
      "etc/swiped/swiped.yaml.d/2.yaml": "swipes:\n- {direction: up, fingers: 4}\n",
    ])
    let loaded = root.load()
    #expect(root.told(loaded) == "")
    let active = loaded.configuration.activeSwipes
    #expect(active.map(\.name?.value) == ["c", nil])
    #expect(active.map(\.key.value.direction) == [.right, .up])
    #expect(active.first?.feel.stops == nil)
  }

  @Test func theLayoutOfALaterFileHoldsForAnEarlierOnesEdges() throws {
    let root = try Root([
      "usr/lib/swiped/swiped.yaml": "swipes:\n- {direction: leading}\n",
      "etc/swiped/swiped.yaml.d/rtl.yaml": "layout: rtl\n",
    ])
    #expect(root.load().configuration.activeSwipes.map(\.key.value.direction) == [.left])
  }

  @Test func messagesComeFileByFileAndByPlace() throws {
    let root = try Root([
      "etc/swiped/swiped.yaml": "layout: x\nfeel: {rest: y, commit: z}\n",
      "etc/swiped/swiped.yaml.d/b.yaml": "swipes: []\nfeal: {}\n",
      "etc/swiped/swiped.yaml.d/a.yml": "",
      "usr/lib/swiped/swiped.yaml.d/a.yaml": "- \n",
    ])
    let loaded = root.load()
    #expect(
      loaded.messages.map { message in
        let place = message.place.map { "\($0.line):\($0.column)" } ?? "-"
        return "\(message.file.dropFirst(root.path.count)) \(place)"
      } == [
        "/etc/swiped/swiped.yaml 1:9", "/etc/swiped/swiped.yaml 2:14",
        "/etc/swiped/swiped.yaml 2:25", "/etc/swiped/swiped.yaml.d/a.yml -",
        "/usr/lib/swiped/swiped.yaml.d/a.yaml 1:1", "/etc/swiped/swiped.yaml.d/b.yaml 2:1",
      ])
  }

  // MARK: What is no file to read

  @Test(.timeLimit(.minutes(1)))
  func whatIsNoFileIsNamedAndNeverWaitedFor() throws {
    let root = try Root(["etc/swiped/swiped.yaml/inside": ""])
    let fifo = try root.place("etc/swiped/swiped.yaml.d/fifo.yaml")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    for (name, target) in [
      ("zero", "/dev/zero"), ("tty", "/dev/ptmx"), ("loop", "loop.yaml"), ("lost", "nowhere"),
      ("memory", "/proc/self/mem"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: root.place("etc/swiped/swiped.yaml.d/\(name).yaml"), withDestinationPath: target)
    }
    try root.write("", "usr/lib/swiped/swiped.yaml.d")
    let loaded = root.load()
    let drop = "/etc/swiped/swiped.yaml.d/"
    #expect(
      root.told(loaded) == """
        /etc/swiped/swiped.yaml: error: a directory; expected a file
        /usr/lib/swiped/swiped.yaml.d: error: the directory cannot be read: Not a directory
        \(drop)fifo.yaml: error: a pipe; expected a file
        \(drop)loop.yaml: error: the file cannot be read: Too many levels of symbolic links
        \(drop)lost.yaml: error: there is no such file
        \(drop)memory.yaml: error: the file cannot be read: Input/output error
        \(drop)tty.yaml: error: a device; expected a file
        \(drop)zero.yaml: error: a device; expected a file

        """)
    #expect(loaded.files.isEmpty)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func aFileThatMayNotBeReadIsNamed() throws {
    let root = try Root(["etc/swiped/swiped.yaml": ""])
    #expect(unsafe chmod(root.path + "/etc/swiped/swiped.yaml", 0) == 0)
    #expect(
      root.told(root.load())
        == "/etc/swiped/swiped.yaml: error: the file cannot be read: Permission denied\n")
  }

  @Test func aFileThatIsAskedForHasToBeThere() throws {
    let root = try Root(["mine.yaml": "feel: {commit: 7 mm}"])
    let mine = Configuration.load(.file(root.path + "/mine.yaml"), for: .service)
    #expect(mine.messages.isEmpty)
    #expect(mine.configuration.feel.stops?.value == [7])
    let other = Configuration.load(.file(root.path + "/other.yaml"), for: .service)
    #expect(root.told(other) == "/other.yaml: error: there is no such file\n")
    #expect(other.hasErrors)
    #expect(Configuration.load(.file(""), for: .service).hasErrors)
    #expect(Configuration.load(.file("/dev/null"), for: .service).messages.isEmpty)
  }

  @Test func theSizeHasALimit() throws {
    let limit = Configuration.fileSizeLimit
    let start = "feel: {commit: 7 mm} #"
    let root = try Root([
      "most.yaml": start + String(repeating: "x", count: limit - start.utf8.count),
      "more.yaml": start + String(repeating: "x", count: limit - start.utf8.count + 1),
    ])
    let most = Configuration.load(.file(root.path + "/most.yaml"), for: .service)
    #expect(most.messages.isEmpty)
    #expect(most.configuration.feel.stops?.value == [7])
    let more = Configuration.load(.file(root.path + "/more.yaml"), for: .service)
    #expect(
      root.told(more)
        == "/more.yaml: error: the file is larger than 1 MiB; expected a configuration\n")
  }

  // MARK: Large ones

  /// Text that is hard on a parser, as much of it as a file may have. One after the other: side by side
  /// they would measure how many there are.
  @Test(
    .serialized, .timeLimit(.minutes(1)),
    arguments: [
      "[", "{", "- ", "? ", "[{", "{a: ", "a: ", "&a ", "*a ", "*a\n", "!a ", "\"", "'", "- - ",
      "x",
      "\u{85}", "\u{FFFD}", "é", "\0", ",", ":", "a: b\n", "- *a\n", "a: &a\n", "|", "%a", "#",
      "\t",
      "---\n", "...\n", "[a, ", "a:\n ", "- a\n- ", "\\", "<<: ", "@", "feal: \n", "\u{FEFF}",
    ])
  func aMegabyteOfTheSameIsReadInTime(piece: String) {
    let count = Configuration.fileSizeLimit / piece.utf8.count
    let bytes = [[UInt8]](repeating: Array(piece.utf8), count: count).joined()
    let loaded = Configuration.parse(Array(bytes), name: "x", for: .check)
    #expect(loaded.messages.count <= 101)
    #expect(loaded.messages.allSatisfy { $0.description.utf8.count < 500 })
  }

  @Test func whatIsBeyondTheHundredthMessageIsNotForgotten() {
    let text = (0..<150).map { "key\($0): 1\n" }.joined()
    let warned = Configuration.parse(Array(text.utf8), name: "x", for: .service)
    #expect(warned.messages.count == 101)
    #expect(warned.messages.last?.description == "x: warning: more is wrong than is told here")
    #expect(!warned.hasErrors)
    let wrong = Configuration.parse(
      Array((text + "layout: x\n").utf8), name: "x", for: .service)
    #expect(wrong.messages.last?.description == "x: error: more is wrong than is told here")
    #expect(wrong.hasErrors)
  }
}
