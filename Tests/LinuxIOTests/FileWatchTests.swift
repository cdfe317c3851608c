import Foundation
import LinuxIO
import Testing

@Suite("A file that is watched")
struct FileWatchTests {
  /// A folder that goes with the test.
  private final class Folder {
    let path: String

    /// - Parameter place: the folder that it lies in.
    init(in place: String = NSTemporaryDirectory()) throws {
      path = place + "/watch-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Does what a line says, with paths in this folder.
    func perform(_ line: String) throws {
      let words = line.split(separator: " ").map(String.init)
      let files = FileManager.default
      func place(_ index: Int) -> String { path + "/" + words[index] }
      switch words[0] {
      case "write": try Data(line.utf8).write(to: URL(fileURLWithPath: place(1)))
      case "permit": try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place(1))
      case "append":
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: place(1)))
        try file.seekToEnd()
        try file.write(contentsOf: Data("more".utf8))
        try file.close()
      case "remove": try files.removeItem(atPath: place(1))
      case "move":
        guard unsafe rename(place(1), place(2)) == 0 else { throw CocoaError(.fileWriteUnknown) }
      case "folder": try files.createDirectory(atPath: place(1), withIntermediateDirectories: true)
      case "link":
        try files.createSymbolicLink(
          atPath: place(2), withDestinationPath: words[1].hasPrefix("/") ? place(1) : words[1])
      default: throw CocoaError(.featureUnsupported)
      }
    }
  }

  @Test(
    "What makes it another is noticed, and nothing else",
    arguments: [
      // What is there before, what is done, and whether it is noticed.
      ("write a", "append a", true), ("write a", "remove a", true), ("write a", "permit a", true),
      ("write a;write new", "move new a", true), ("write a", "move a b", true),
      ("", "write a", true), ("write other", "append other", false),
      ("write a", "write other", false), ("write other", "move other third", false),
      // A link, to a file beside it and elsewhere, and one that leads on.
      ("write b;link b a", "append b", true), ("write b;link b a;write c", "move c b", true),
      ("folder in;write in/b;link in/b a", "append in/b", true),
      ("folder in;write in/b;link /in/b a", "remove in/b", true),
      ("folder in;write in/b;link in/b a", "write in/c", false),
      ("write c;link c b;link b a", "append c", true), ("link b a", "write b", true),
      ("link b a;link a b", "remove a", true),
    ])
  func notices(_ before: String, _ done: String, _ isNoticed: Bool) throws {
    let folder = try Folder()
    for line in before.split(separator: ";") { try folder.perform(String(line)) }
    let watch = try FileWatch(path: folder.path + "/a")
    #expect(!watch.hasChanged())
    try folder.perform(done)
    #expect(watch.hasChanged() == isNoticed)
    #expect(!watch.hasChanged())
    #expect(!watch.isLimited)
  }

  @Test func `Its folder may come, go and come again`() throws {
    let folder = try Folder()
    let watch = try FileWatch(path: folder.path + "/one/two/a")
    for _ in 0..<3 {
      try folder.perform("folder one")
      #expect(watch.hasChanged())
      try folder.perform("folder one/two")
      #expect(watch.hasChanged())
      try folder.perform("write one/two/a")
      #expect(watch.hasChanged())
      try folder.perform("append one/two/a")
      #expect(watch.hasChanged())
      try folder.perform("remove one")
      while watch.hasChanged() {}
    }
    // Another folder in its place, with the file in it.
    try folder.perform("folder one/two")
    try folder.perform("folder new")
    try folder.perform("write new/a")
    while watch.hasChanged() {}
    try folder.perform("move one/two old")
    try folder.perform("move new one/two")
    #expect(watch.hasChanged())
    try folder.perform("append one/two/a")
    #expect(watch.hasChanged())
  }

  @Test func `More than the kernel tells is taken for a change`() throws {
    // In memory, where thousands of folders are made at once.
    let folder = try Folder(in: "/dev/shm")
    let watch = try FileWatch(path: folder.path + "/a")
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let count = try #require(Int(limit.filter(\.isNumber)))
    try #require(count <= 100_000, "this kernel keeps too many for the test")
    for _ in 0...count / 2 {
      _ = unsafe mkdir(folder.path + "/other", 0o700)
      _ = unsafe rmdir(folder.path + "/other")
    }
    #expect(watch.hasChanged())
  }
}
