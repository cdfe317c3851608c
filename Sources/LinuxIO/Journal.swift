internal import Glibc

/// The journal, told through its own socket: a message takes an identity along, by which `journalctl -x` finds what
/// explains it in the catalogue.
///
/// Nothing here waits, as libsystemd's `sd_journal_send` does where the journal does not read: what it has no room
/// for is an error, and the caller's to say otherwise.
public final class Journal {
  /// How grave a message is (syslog.h). A line on a stream to the journal may begin with it, as in `<4>`.
  public enum Priority: Int, Sendable {
    case warning = 4
    case notice = 5
    case information = 6
  }

  private static let address = "/run/systemd/journal/socket"

  private let socket: OwnedDescriptor
  private let program: String

  /// The journal that listens at `address`, a path or, after an `@`, an abstract name.
  ///
  /// - Parameter program: whose messages they are.
  /// - Throws: why it cannot be reached.
  public init(program: String, address: String? = nil) throws(Errno) {
    let socket = OwnedDescriptor(try SystemCalls.makeDatagramSocket())
    try SystemCalls.connect(socket.rawValue, toLocal: address ?? Self.address)
    self.socket = socket
    self.program = program
  }

  /// Whether `descriptor` is the stream to the journal that the service manager has set up. The variable alone does not
  /// say so: a shell that was started by a service passes it on, and writes elsewhere.
  public static func reads(_ descriptor: Int32) -> Bool {
    guard let name = unsafe getenv("JOURNAL_STREAM") else { return false }
    return unsafe isStream(descriptor, String(cString: name))
  }

  /// - Parameter name: device and number of the file, as systemd.exec(5) has them.
  package static func isStream(_ descriptor: Int32, _ name: String) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return name == "\(status.st_dev):\(status.st_ino)"
  }

  /// Tells a message.
  ///
  /// - Parameters:
  ///   - message: a line; a line feed in it would begin another field, and becomes a space.
  ///   - identity: its MESSAGE_ID, 32 hexadecimal digits.
  /// - Throws: why it could not be told; `tryAgain` where there is no room just now.
  ///
  /// The format is that of systemd's "Native Journal Protocol".
  public func tell(_ message: String, identity: String, priority: Priority) throws(Errno) {
    let line = message.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    let fields =
      "PRIORITY=\(priority.rawValue)\nSYSLOG_IDENTIFIER=\(program)\nMESSAGE_ID=\(identity)\nMESSAGE="
    let bytes = Array(fields.utf8) + line + [UInt8(ascii: "\n")]
    _ = try unsafe bytes.span.withUnsafeBytes { bytes throws(Errno) in
      try unsafe SystemCalls.send(socket.rawValue, bytes)
    }
  }
}
