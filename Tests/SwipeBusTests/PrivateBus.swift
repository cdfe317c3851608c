import Foundation
import Glibc

/// A message bus of the test's own, which lets everybody do everything, or what a policy allows.
final class PrivateBus {
  private let directory: URL
  private var daemon: pid_t?

  var address: String { "unix:path=\(directory.path)/bus" }

  /// - Parameters:
  ///   - policy: what stands in the bus's configuration.
  ///   - place: the directory that its own lies in.
  init(
    policy: String = PrivateBus.everything, in place: URL = FileManager.default.temporaryDirectory
  ) throws {
    directory = place.appendingPathComponent("swipe-bus-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <listen>\(address)</listen>
        <auth>EXTERNAL</auth>
        \(policy)
      </busconfig>
      """
    try configuration.write(to: file("configuration"), atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: directory.path)
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: directory)
  }

  static let everything = """
    <policy context="default">
      <allow user="*"/><allow own="*"/><allow send_type="method_call"/>
      <allow send_type="signal"/><allow send_requested_reply="true"/>
      <allow receive_type="signal"/><allow receive_type="method_call"/>
      <allow receive_type="method_return"/><allow receive_type="error"/>
    </policy>
    """

  private func file(_ name: String) -> URL { directory.appendingPathComponent(name) }

  func start() throws {
    let arguments = [
      "/usr/bin/dbus-daemon", "--config-file=\(file("configuration").path)", "--nofork",
      "--nopidfile", "--nosyslog",
    ]
    try? FileManager.default.removeItem(at: file("bus"))
    daemon = try Program.spawn(arguments)
    // It can be connected to as soon as its socket is there.
    for _ in 0..<1000 where !FileManager.default.fileExists(atPath: file("bus").path) {
      usleep(10_000)
    }
  }

  /// Ends the bus and all connections to it.
  func stop() {
    guard let daemon else { return }
    kill(daemon, SIGKILL)
    waitpid(daemon, nil, 0)
    self.daemon = nil
  }

  /// Takes away what a bus that has ended leaves behind.
  func removeSocket() throws { try FileManager.default.removeItem(at: file("bus")) }

  /// Stops the bus in its tracks, or lets it go on.
  func freeze(_ isFrozen: Bool) {
    guard let daemon else { return }
    kill(daemon, isFrozen ? SIGSTOP : SIGCONT)
  }
}

/// Programs that a test starts. Foundation's own way waits for their end by a run loop, which a test's thread has not.
enum Program {
  struct NotStarted: Error {}

  /// - Parameter output: where what it prints goes; `nil` for nowhere.
  static func spawn(
    _ arguments: [String], environment: [String: String] = [:], output: String? = nil
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(
      &actions, 1, output ?? "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0o644)
    unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var variables = unsafe merged.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var pid: pid_t = 0
    guard unsafe posix_spawnp(&pid, arguments[0], &actions, nil, &words, &variables) == 0 else {
      throw NotStarted()
    }
    return pid
  }

  /// The exit status of a program that has ended; `nil` while it runs.
  static func status(_ pid: pid_t) -> Int32? {
    var status: Int32 = 0
    guard unsafe waitpid(pid, &status, WNOHANG) == pid else { return nil }
    return status & 0x7f == 0 ? status >> 8 : -1
  }
}
