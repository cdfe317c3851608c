internal import Glibc

/// What a service manager is told of the service.
public enum ServiceState: Sendable, Hashable {
  /// The start, or the reload, is over.
  case ready
  /// The configuration is read anew, from this moment on, in µs of `Clock.monotonic`.
  case reloading(since: Int64)
  /// The end has begun.
  case stopping
}

/// The service manager that started this program and wants to hear from it: systemd's notification protocol.
///
/// Nothing here waits. What the manager has no room for is kept, the latest eight datagrams of it, and sent
/// when `advance(to:)` is called at the `deadline`.
public final class ServiceManager {
  /// How long until what could not be sent is tried again, in µs.
  private static let retryInterval: Int64 = 100_000
  /// A start and a reload take three; more are missed by a manager that is stuck, and then the last ones tell.
  private static let longestQueue = 8

  /// How often it is told that the service is alive, in µs; `nil` where it does not ask for that.
  ///
  /// Half of the time after which it would end the service, as sd_watchdog_enabled(3) recommends.
  public let pingInterval: Int64?

  private let socket: OwnedDescriptor
  private var unsent: [String] = []
  private var nextPing: Int64?
  private var nextRetry: Int64?

  /// The manager that listens at `address`, a path or, after an `@`, an abstract name.
  ///
  /// - Parameter watchdogInterval: after how many µs of silence it ends the service.
  /// - Throws: why it cannot be reached.
  ///
  /// The corresponding C functions are `socket` and `connect`.
  public init(address: String, watchdogInterval: Int64? = nil) throws(Errno) {
    let socket = OwnedDescriptor(try SystemCalls.makeDatagramSocket())
    try SystemCalls.connect(socket.rawValue, toLocal: address)
    pingInterval = watchdogInterval.map { max($0 / 2, 1) }
    nextPing = pingInterval.map { Clock.monotonic + $0 }
    self.socket = socket
  }

  /// The manager that the environment names; `nil` where there is none.
  ///
  /// - Throws: why it cannot be reached.
  ///
  /// The corresponding C functions are `sd_notify` and `sd_watchdog_enabled`.
  public static func fromEnvironment() throws(Errno) -> ServiceManager? {
    guard let address = variable("NOTIFY_SOCKET"), !address.isEmpty else { return nil }
    // A watchdog's variables can be those of a parent.
    let isMeant = variable("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
    let interval = variable("WATCHDOG_USEC").flatMap { Int64($0) }
    return try ServiceManager(
      address: address, watchdogInterval: isMeant ? interval.flatMap { $0 > 0 ? $0 : nil } : nil)
  }

  /// When `advance(to:)` wants to be called next, in µs of `Clock.monotonic`.
  public var deadline: Int64? {
    switch (nextPing, nextRetry) {
    case (let ping?, let retry?): min(ping, retry)
    case (let ping, let retry): ping ?? retry
    }
  }

  /// Says that the service is alive, and sends what could not be sent, if it is time to.
  ///
  /// - Returns: whether it was time to say that it is alive.
  @discardableResult
  public func advance(to now: Int64) -> Bool {
    if let nextRetry, nextRetry <= now { sendUnsent(now) }
    guard let pingInterval, let due = nextPing, due <= now else { return false }
    // Counted from now, not from when it was due: after a suspend none is owed twice.
    nextPing = now + pingInterval
    // A ping that finds no room is not kept: the manager is the one that is behind.
    if unsent.isEmpty { try? send("WATCHDOG=1") }
    return true
  }

  /// Tells the state, and a line for people (`systemctl status` shows it), which stays until the next one.
  public func tell(_ state: ServiceState, status: String? = nil) {
    var text =
      switch state {
      case .ready: "READY=1"
      // Both ends of a reload are told in this way to a unit of Type=notify and, from systemd 253 on,
      // of Type=notify-reload.
      case .reloading(let since): "RELOADING=1\nMONOTONIC_USEC=\(since)"
      case .stopping: "STOPPING=1"
      }
    if let status { text += "\nSTATUS=\(oneLine(status))" }
    tell(text)
  }

  /// Tells a line for people.
  public func tell(status: String) { tell("STATUS=\(oneLine(status))") }

  // MARK: Datagrams

  private func tell(_ text: String) {
    unsent.append(text)
    if unsent.count > Self.longestQueue { unsent.removeFirst() }
    sendUnsent(Clock.monotonic)
  }

  private func sendUnsent(_ now: Int64) {
    nextRetry = nil
    while let text = unsent.first {
      do throws(Errno) {
        try send(text)
      } catch .tryAgain {
        nextRetry = now + Self.retryInterval
        return
      } catch {
        // Nobody listens any more. It is no reason to end, nor is there anybody to tell.
      }
      unsent.removeFirst()
    }
  }

  private func send(_ text: String) throws(Errno) {
    let bytes = text.utf8.span
    _ = try unsafe bytes.withUnsafeBytes { bytes throws(Errno) in
      try unsafe SystemCalls.send(socket.rawValue, bytes)
    }
  }

  /// A line feed would begin another assignment.
  private func oneLine(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
