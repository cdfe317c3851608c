internal import CLinux
internal import CSystemd
internal import Glibc
public import LinuxIO

/// A connection to a message bus that nothing waits for, and that is made anew when it was lost.
///
/// It has one descriptor for all that it waits for, room for output and time-outs included: whoever has a loop waits for
/// ``descriptor`` to be readable and then calls ``dispatch()``. Where there is no bus it waits for one without waking
/// anybody (sd-bus watches the place of the bus's socket); where one cannot be used it is tried again, after ¼ s at
/// first and ever less often up to every 30 s.
///
/// What is sent goes at once where the socket has room, and is queued otherwise. A bus that takes nothing for so long that
/// ``longestQueue`` messages wait is given up: those who listen then see the name leave the bus instead of a gap. So it is
/// where the kernel could not take a message, which somebody would wait for else.
@safe
public final class BusConnection {
  /// How many messages may wait; more are a bus that does not read any more.
  public static let longestQueue = 1024
  /// From how many waiting messages on those are not sent that can do without: ``isCrowded``.
  public static let crowd = 16
  /// How many messages one ``dispatch()`` deals with; the rest has its turn when others had theirs.
  private static let batch = 64
  private static let shortestRetry: Int64 = 250_000
  private static let longestRetry: Int64 = 30_000_000
  /// A connection that lived so long was a good one: the next is tried for soon.
  private static let steady: Int64 = 10_000_000

  /// The connection is there: names can be asked for, matches added.
  public var connected: () -> Void = {}
  /// The connection is gone, with all slots that were made on it; calls that were under way have failed before.
  public var disconnected: (BusError) -> Void = { _ in }

  private let address: String
  private let takesDescriptors: Bool
  private let epoll: OwnedDescriptor
  private var timer: Timer
  private var timerDeadline: Int64?
  private var bus: OpaquePointer?
  private var registered: (descriptor: Int32, events: UInt32)?
  private var connectedSince: Int64?
  private var retryAt: Int64?
  private var retries = 0
  private var isDispatching = false
  /// Why the connection is to be given up.
  private var failure: BusError?
  private var isWoken = false

  /// - Parameters:
  ///   - address: as D-Bus has them, such as `unix:path=/run/dbus/system_bus_socket`; `nil` for the system bus, or
  ///     what `DBUS_SYSTEM_BUS_ADDRESS` says.
  ///   - takesDescriptors: whether messages can bring descriptors: anybody's can then, and those that nobody asked
  ///     for are closed with their message.
  /// - Throws: the error number if the process has no descriptors left.
  public init(address: String?, takesDescriptors: Bool = false) throws(Errno) {
    self.address = address ?? Self.systemBus
    self.takesDescriptors = takesDescriptors
    let descriptor = epoll_create1(Int32(CLINUX_EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    let epoll = OwnedDescriptor(descriptor)
    let timer = try Timer()
    let waits = clinux_epoll_ctl(
      epoll.rawValue, EPOLL_CTL_ADD, timer.descriptor, UInt32(CLINUX_EPOLLIN), 0)
    guard waits == 0 else { throw Errno(rawValue: errno) }
    self.epoll = epoll
    self.timer = timer
  }

  deinit {
    guard let bus = unsafe bus else { return }
    // Flushing would wait for a bus that does not answer. What the socket has room for was sent at once.
    unsafe _ = sd_bus_close_unref(bus)
  }

  /// Loads libsystemd, which a connection does by itself, again and again where it cannot: for those who rather not begin.
  ///
  /// - Throws: that it cannot be loaded.
  public static func loadLibrary() throws(BusError) { try check(csystemd_open()) }

  /// The address of the user's own bus; `nil` where the environment names none.
  public static var sessionBus: String? {
    func variable(_ name: String) -> String? {
      unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    return variable("DBUS_SESSION_BUS_ADDRESS")
      ?? variable("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
  }

  private static var systemBus: String {
    if let address = unsafe getenv("DBUS_SYSTEM_BUS_ADDRESS") {
      return unsafe String(cString: address)
    }
    return "unix:path=/run/dbus/system_bus_socket"
  }

  /// Readable when ``dispatch()`` is to be called; the same as long as this object lives.
  public var descriptor: Int32 { epoll.rawValue }

  public var isConnected: Bool { connectedSince != nil }

  /// sd-bus's own object, while there is a connection.
  @unsafe public var raw: OpaquePointer? { unsafe isConnected ? bus : nil }

  /// Whether so much waits to be sent that what can be done without should not be added.
  public var isCrowded: Bool { queued >= Self.crowd }

  private var queued: Int {
    guard let bus = unsafe bus else { return 0 }
    var count: UInt64 = 0
    unsafe sd_bus_get_n_queued_write(bus, &count)
    return Int(count)
  }

  // MARK: The loop

  /// Starts to connect. What comes of it is told from within ``dispatch()``, but for a bus of which nothing is there: that
  /// is told at once, and waited for.
  public func start() {
    guard unsafe bus == nil, retryAt == nil else { return }
    open()
    if unsafe bus != nil, isNowhere { disconnected(BusError(result: -ENOENT)) }
    settle()
  }

  /// Makes ``descriptor`` readable, so that ``dispatch()`` is called once more.
  public func wake() {
    guard !isDispatching else { return }
    isWoken = true
    settle()
  }

  /// Deals with what has come.
  public func dispatch() {
    isDispatching = true
    isWoken = false
    if let deadline = timerDeadline, deadline <= Clock.monotonic {
      try? timer.acknowledge()
      timerDeadline = nil
    }
    if let retryAt, retryAt <= Clock.monotonic { open() }
    process()
    isDispatching = false
    settle()
  }

  private func process() {
    var result: Int32 = 1
    var turns = 0
    while result > 0, turns < Self.batch, failure == nil, let bus = unsafe bus {
      result = unsafe sd_bus_process(bus, nil)
      turns += 1
      if connectedSince == nil, unsafe sd_bus_is_ready(bus) > 0 {
        connectedSince = Clock.monotonic
        connected()
      }
    }
    guard let bus = unsafe bus else { return }
    if let failure {
      lose(failure)
    } else if result < 0 {
      lose(BusError(result: result))
    } else if unsafe sd_bus_is_open(bus) <= 0 {
      lose(BusError(result: -ECONNRESET))
    }
  }

  /// Waits for what sd-bus waits for now.
  private func settle() {
    var deadline = retryAt
    if let bus = unsafe bus {
      wait(
        for: unsafe sd_bus_get_fd(bus), UInt32(bitPattern: max(unsafe sd_bus_get_events(bus), 0)))
      var timeout = UInt64.max
      if unsafe sd_bus_get_timeout(bus, &timeout) >= 0, timeout != .max {
        deadline = Int64(clamping: timeout)
      }
    }
    if failure != nil || isWoken { deadline = 0 }
    guard deadline != timerDeadline else { return }
    // It fails for want of memory only, and is tried again by the next settling.
    if (try? timer.set(deadline)) != nil { timerDeadline = deadline }
  }

  /// poll's and epoll's bits are the same.
  private func wait(for descriptor: Int32, _ events: UInt32) {
    if let registered {
      if registered.descriptor == descriptor, registered.events == events { return }
      if registered.descriptor != descriptor { stopWaiting() }
    }
    guard descriptor >= 0 else { return }
    if clinux_epoll_ctl(epoll.rawValue, EPOLL_CTL_MOD, descriptor, events, 0) != 0 {
      _ = clinux_epoll_ctl(epoll.rawValue, EPOLL_CTL_ADD, descriptor, events, 0)
    }
    registered = (descriptor, events)
  }

  private func stopWaiting() {
    guard let registered else { return }
    _ = clinux_epoll_ctl(epoll.rawValue, EPOLL_CTL_DEL, registered.descriptor, 0, 0)
    self.registered = nil
  }

  // MARK: Coming and going

  /// Whether the bus has no socket. sd-bus waits for one, and does not say that it does.
  private var isNowhere: Bool {
    let prefix = "unix:path="
    guard address.hasPrefix(prefix) else { return false }
    let path = address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" }
    return unsafe access(String(path), F_OK) != 0
  }

  private func open() {
    retryAt = nil
    do throws(BusError) {
      var new: OpaquePointer?
      try check(unsafe sd_bus_new(&new))
      guard let new = unsafe new else { throw .notConnected }
      unsafe bus = unsafe new
      try check(unsafe sd_bus_set_address(new, address))
      try check(unsafe sd_bus_set_bus_client(new, 1))
      try check(unsafe sd_bus_set_watch_bind(new, 1))
      try check(unsafe sd_bus_negotiate_fds(new, takesDescriptors ? 1 : 0))
      try check(unsafe sd_bus_set_method_call_timeout(new, 10_000_000))
      try check(unsafe sd_bus_start(new))
    } catch {
      lose(error)
    }
  }

  private func lose(_ error: BusError) {
    let bus = unsafe bus
    stopWaiting()
    unsafe self.bus = nil
    failure = nil
    if let connectedSince, Clock.monotonic - connectedSince >= Self.steady { retries = 0 }
    let wait = Self.shortestRetry << Int64(min(retries, 8))
    retryAt = Clock.monotonic + min(wait, Self.longestRetry)
    retries += 1
    let wasConnected = connectedSince != nil
    connectedSince = nil
    if let bus = unsafe bus { unsafe sd_bus_close(bus) }
    if wasConnected || retries == 1 { disconnected(error) }
    if let bus = unsafe bus { unsafe _ = sd_bus_unref(bus) }
  }

  // MARK: Sending

  /// - Parameter mayStart: whether a service that does not run is to be started for it.
  public func methodCall(
    to name: String, path: String, interface: String, member: String, mayStart: Bool = false
  ) throws(BusError) -> BusMessage {
    guard let bus = unsafe raw else { throw .notConnected }
    var message: OpaquePointer?
    try check(
      unsafe sd_bus_message_new_method_call(bus, &message, name, path, interface, member))
    guard let message = unsafe message else { throw .notConnected }
    try check(unsafe sd_bus_message_set_auto_start(message, mayStart ? 1 : 0))
    return unsafe BusMessage(owning: message)
  }

  /// - Parameter destination: whom alone it goes to; `nil` for all who listen.
  public func signal(
    to destination: String?, path: String, interface: String, member: String
  ) throws(BusError) -> BusMessage {
    guard let bus = unsafe raw else { throw .notConnected }
    var message: OpaquePointer?
    try check(unsafe sd_bus_message_new_signal(bus, &message, path, interface, member))
    guard let message = unsafe message else { throw .notConnected }
    let signal = unsafe BusMessage(owning: message)
    if let destination { try check(unsafe sd_bus_message_set_destination(message, destination)) }
    return signal
  }

  /// The path of the object below `prefix` that stands for `name`, in which characters that D-Bus does not allow are
  /// written as systemd writes them.
  public func path(_ prefix: String, _ name: String) throws(BusError) -> String {
    var path: UnsafeMutablePointer<CChar>?
    try check(unsafe sd_bus_path_encode(prefix, name, &path))
    guard let path = unsafe path else { throw .notConnected }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The answer to `call`, to be filled in and sent.
  public func answer(to call: BusMessage) throws(BusError) -> BusMessage {
    var message: OpaquePointer?
    try check(unsafe sd_bus_message_new_method_return(call.raw, &message))
    guard let message = unsafe message else { throw .notConnected }
    return unsafe BusMessage(owning: message)
  }

  /// Answers `call` with an error.
  public func refuse(_ call: BusMessage, _ error: BusError) throws(BusError) {
    var message: OpaquePointer?
    let result = unsafe error.name.withCString { name in
      unsafe error.message.withCString { text in
        var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
        return unsafe sd_bus_message_new_method_error(call.raw, &message, &error)
      }
    }
    try check(result)
    guard let message = unsafe message else { throw .notConnected }
    try send(unsafe BusMessage(owning: message))
  }

  public func send(_ message: BusMessage) throws(BusError) {
    guard let bus = unsafe raw else { throw .notConnected }
    guard queued < Self.longestQueue else {
      failure = BusError("System.Error.ENOBUFS", "the bus does not read what it is sent")
      afterSending()
      throw .notConnected
    }
    try check(afterSending(unsafe sd_bus_send(bus, message.raw, nil)))
  }

  /// Sends a call; `completion` has its answer or what came instead, from within ``dispatch()`` or, where there is no
  /// connection, at once.
  public func call(
    _ message: BusMessage, _ completion: @escaping (Result<BusMessage, BusError>) -> Void
  ) {
    guard let bus = unsafe raw else { return completion(.failure(.notConnected)) }
    let box = unsafe Unmanaged.passRetained(Completion(completion))
    var slot: OpaquePointer?
    let result = unsafe sd_bus_call_async(
      bus, &slot, message.raw,
      { reply, userdata, _ in
        guard let reply = unsafe reply, let userdata = unsafe userdata else { return 0 }
        let message = unsafe BusMessage(sharing: reply)
        let box = unsafe Unmanaged<Completion>.fromOpaque(userdata).takeUnretainedValue()
        box.call(message.error.map { .failure($0) } ?? .success(message))
        return 1
      }, box.toOpaque(), 0)
    guard result >= 0, let slot = unsafe slot else {
      unsafe box.release()
      afterSending(result)
      return completion(.failure(BusError(result: result)))
    }
    // The slot lives until it is answered or the bus goes, and takes the completion with it.
    unsafe sd_bus_slot_set_destroy_callback(slot) { userdata in
      guard let userdata = unsafe userdata else { return }
      unsafe Unmanaged<Completion>.fromOpaque(userdata).release()
    }
    unsafe sd_bus_slot_set_floating(slot, 1)
    unsafe _ = sd_bus_slot_unref(slot)
    afterSending()
  }

  /// Calls `handler` with each message that fits `rule`, as long as the slot lives.
  ///
  /// - Parameter refused: called if the bus does not take the rule, and the slot is good for nothing then. Without it
  ///   the connection ends and is made anew, since what was to be heard would be missed.
  public func match(
    _ rule: String, refused: (() -> Void)? = nil, _ handler: @escaping (BusMessage) -> Void
  ) throws(BusError) -> BusSlot {
    guard let bus = unsafe raw else { throw .notConnected }
    let box = MatchHandler(handler, refused)
    // Without a handler sd-bus ends the connection for it.
    let answered: sd_bus_message_handler_t? =
      refused == nil
      ? nil
      : { reply, userdata, _ in
        guard let reply = unsafe reply, let userdata = unsafe userdata else { return 0 }
        guard unsafe BusMessage(sharing: reply).error != nil else { return 1 }
        unsafe Unmanaged<MatchHandler>.fromOpaque(userdata).takeUnretainedValue().refused?()
        return 1
      }
    var slot: OpaquePointer?
    let result = unsafe sd_bus_add_match_async(
      bus, &slot, rule,
      { message, userdata, _ in
        guard let message = unsafe message, let userdata = unsafe userdata else { return 0 }
        let box = unsafe Unmanaged<MatchHandler>.fromOpaque(userdata).takeUnretainedValue()
        unsafe box.call(BusMessage(sharing: message))
        return 0
      },
      answered, Unmanaged.passUnretained(box).toOpaque())
    try check(afterSending(result))
    guard let slot = unsafe slot else { throw .notConnected }
    return unsafe BusSlot(slot, keeping: box)
  }

  /// Errors of a socket, or of a kernel without memory, that none of a message's arguments can be the reason for.
  private static let failures: Set = [
    EINTR, EIO, ENOMEM, ENODEV, ENFILE, EMFILE, ENOSPC, ENOBUFS,
  ]

  /// To be called after something was sent on ``raw`` itself.
  ///
  /// - Parameter result: what sd-bus returned. If the kernel did not take the message, the connection is given up and made
  ///   anew: whoever waits for it or for its answer would do so for ever.
  /// - Returns: the same.
  @discardableResult
  public func afterSending(_ result: Int32 = 0) -> Int32 {
    if Self.failures.contains(-result), failure == nil { failure = BusError(result: result) }
    if !isDispatching { settle() }
    return result
  }
}

/// A match, an object or a name on a connection, which ends with this.
@safe
public final class BusSlot {
  private let slot: OpaquePointer
  private let kept: AnyObject?

  /// - Parameter kept: what sd-bus holds a pointer to.
  public init(_ slot: OpaquePointer, keeping kept: AnyObject? = nil) {
    unsafe self.slot = unsafe slot
    self.kept = kept
  }

  deinit { unsafe _ = sd_bus_slot_unref(slot) }
}

private final class Completion {
  let call: (Result<BusMessage, BusError>) -> Void
  init(_ call: @escaping (Result<BusMessage, BusError>) -> Void) { self.call = call }
}

private final class MatchHandler {
  let call: (BusMessage) -> Void
  let refused: (() -> Void)?
  init(_ call: @escaping (BusMessage) -> Void, _ refused: (() -> Void)?) {
    self.call = call
    self.refused = refused
  }
}
