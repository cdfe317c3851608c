internal import LinuxIO

/// An error as it goes over the bus: a name for programs, a text for people.
public struct BusError: Error, Sendable, Hashable {
  public var name: String
  public var message: String

  public init(_ name: String, _ message: String) {
    self.name = name
    self.message = message
  }

  /// What one of sd-bus's functions returned: an error number, negative.
  public init(result: Int32) {
    let error = Errno(rawValue: -result)
    self.init(
      "System.Error",
      error == .noSharedLibrary ? "libsystemd.so.0 cannot be loaded" : error.description)
  }

  /// There is no connection to send on.
  public static let notConnected = BusError(
    "org.freedesktop.DBus.Error.Disconnected", "not connected to the bus")

  /// Whether it stands for an answer that did not come in time.
  public var isTimeout: Bool {
    // The bus's own word for it, sd-bus's, and that for a service that has left before it answered.
    [
      "org.freedesktop.DBus.Error.Timeout", "System.Error.ETIMEDOUT",
      "org.freedesktop.DBus.Error.NoReply",
    ].contains(name)
  }
}

extension BusError: CustomStringConvertible {
  public var description: String { message.isEmpty ? name : message }
}

/// - Throws: what a negative result of one of sd-bus's functions stands for.
@discardableResult
func check(_ result: Int32) throws(BusError) -> Int32 {
  guard result < 0 else { return result }
  throw BusError(result: result)
}
