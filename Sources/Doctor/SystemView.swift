internal import Glibc
internal import LinuxIO

/// What the doctor sees of a system: files, variables, and what programs answer. In tests it is a folder.
public struct SystemView: Sendable {
  /// What became of a program.
  public enum Answer: Sendable, Hashable {
    /// It ended, with this exit code, and wrote this.
    case ended(code: Int32, output: String)
    /// There is no such program.
    case notInstalled
    /// It did not end in time, or could not be run.
    case failed(String)
  }

  /// What all paths begin with; empty for the machine itself.
  public var root: String
  public var environment: @Sendable (String) -> String?
  public var run: @Sendable ([String]) -> Answer
  /// Who asks.
  public var userID: UInt32

  public init(
    root: String = "", userID: UInt32, environment: @escaping @Sendable (String) -> String?,
    run: @escaping @Sendable ([String]) -> Answer
  ) {
    self.root = root
    self.userID = userID
    self.environment = environment
    self.run = run
  }

  /// No file that is looked at is longer.
  private static let fileLimit = 1 << 20

  /// A file's text; `nil` where it cannot be read.
  func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  func bytes(_ path: String) -> [UInt8]? {
    guard let file = try? OwnedDescriptor(path: root + path, .read) else { return nil }
    return try? file.read(upTo: Self.fileLimit)
  }

  func names(_ path: String) -> [String] {
    ((try? Directory.names(in: root + path)) ?? []).sorted()
  }

  func exists(_ path: String) -> Bool { (try? FileStatus(path: root + path)) != nil }

  /// The path of what a file's links lead to; its own where it is not there.
  ///
  /// The corresponding C function is `realpath`.
  func resolved(_ path: String) -> String {
    guard let found = unsafe realpath(root + path, nil) else { return path }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// The files that a pattern stands for, in order.
  ///
  /// The corresponding C function is `glob`.
  func files(matching pattern: String) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(root + pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(unsafe found.gl_pathc)).compactMap { index in
      unsafe found.gl_pathv[index].map {
        unsafe String(String(cString: $0).dropFirst(root.count))
      }
    }
  }

  /// What a program wrote; `nil` where it said that it failed, or could not be asked.
  func output(_ command: [String]) -> String? {
    guard case .ended(code: 0, let output) = run(command) else { return nil }
    return output
  }

  /// Where a user's configuration lies.
  var configurationHome: String? {
    if let home = environment("XDG_CONFIG_HOME"), home.hasPrefix("/") { return home }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.config"
  }

  /// Where programs are looked for.
  var programs: ProgramSearch {
    let folders = (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return ProgramSearch(path: folders.map { root + $0 }.joined(separator: ":"))
  }

  /// Whether a program of this name is in one of the places where programs are.
  func isInstalled(_ program: String) -> Bool {
    (try? programs.find(program)) != nil
  }

  /// Whether the session is one of Wayland's.
  var isWayland: Bool { environment("XDG_SESSION_TYPE") != "x11" }

  // MARK: Processes

  /// A process that runs.
  struct Process: Hashable {
    var id: Int
    /// What the kernel calls it: at most 15 bytes.
    var name: String
    var arguments: [String]
    var userID: UInt32?

    /// The names that it may be known by: its own, its program's, and its script's where an interpreter runs one.
    var names: Set<String> {
      var names: Set = [name]
      let interpreters: Set = ["python", "ruby", "perl", "bash", "sh", "node", "env"]
      for (index, argument) in arguments.prefix(4).enumerated() {
        let base = argument.split(separator: "/").last.map(String.init) ?? ""
        if argument.hasPrefix("-"), index > 0 { continue }
        names.insert(base)
        // The version may be in its name, as in python3.11.
        guard interpreters.contains(String(base.prefix(while: \.isLetter))) else { break }
      }
      return names
    }
  }

  var processes: [Process] {
    names("/proc").compactMap { name in
      guard let id = Int(name), let command = text("/proc/\(name)/comm") else { return nil }
      let line = bytes("/proc/\(name)/cmdline") ?? []
      let uid = text("/proc/\(name)/status")?.split(separator: "\n")
        .first { $0.hasPrefix("Uid:") }?.split(whereSeparator: \.isWhitespace).dropFirst().first
      return Process(
        id: id, name: command.filter { $0 != "\n" },
        arguments: line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) },
        userID: uid.flatMap { UInt32($0) })
    }.sorted { $0.id < $1.id }
  }
}
