// Every call into the C library that can fail or be interrupted. The rest of LinuxIO is plain Swift.

internal import CLinux
internal import Glibc

/// Repeats `call` as long as a signal interrupts it.
///
/// - Throws: the error number, where it returns −1.
package func systemCall<Result: SignedInteger>(
  _ call: () -> Result
) throws(Errno) -> Result {
  while true {
    let result = call()
    guard result == -1 else { return result }
    guard errno == EINTR else { throw Errno(rawValue: errno) }
  }
}

enum SystemCalls {
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(Errno) -> Int32 {
    try systemCall { unsafe path.withCString { unsafe Glibc.open($0, flags, mode) } }
  }

  static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(Errno)
    -> Int
  {
    try systemCall { unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    try systemCall { unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
  }

  /// Sends what fits without waiting, and without SIGPIPE.
  static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    return try systemCall {
      unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
    }
  }

  static func status(of descriptor: Int32) throws(Errno) -> FileStatus {
    var status = stat()
    _ = try systemCall { unsafe fstat(descriptor, &status) }
    return FileStatus(status)
  }

  static func status(of path: String) throws(Errno) -> FileStatus {
    var status = stat()
    _ = try systemCall { unsafe path.withCString { unsafe stat($0, &status) } }
    return FileStatus(status)
  }

  /// Whether `descriptor` can be written to within `timeout` ms; −1 for no limit.
  static func waitForRoom(_ descriptor: Int32, timeout: Int32) throws(Errno) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return try systemCall { unsafe poll(&entry, 1, timeout) } > 0
  }

  // MARK: Local sockets

  static func makeDatagramSocket() throws(Errno) -> Int32 {
    try systemCall {
      socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }
  }

  /// Connects to a socket's path or, after an `@`, its abstract name.
  static func connect(_ descriptor: Int32, toLocal name: String) throws(Errno) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    let room = MemoryLayout.size(ofValue: address.sun_path)
    // A path ends in a zero byte; an abstract name ends where its length says.
    guard !bytes.isEmpty, bytes.count < room else { throw .invalidArgument }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length =
      MemoryLayout<sockaddr_un>.size - room + bytes.count + (isAbstract ? 0 : 1)
    _ = try systemCall {
      unsafe withUnsafeBytes(of: &address) { bytes in
        // The kernel's interface takes any kind of address by the pointer to its common beginning.
        unsafe Glibc.connect(
          descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
          socklen_t(length))
      }
    }
  }

  // MARK: epoll

  static func makeEpoll() throws(Errno) -> Int32 {
    try systemCall { epoll_create1(Int32(CLINUX_EPOLL_CLOEXEC)) }
  }

  static func epollAdd(_ epoll: Int32, _ descriptor: Int32, events: UInt32, token: UInt64)
    throws(Errno)
  {
    _ = try systemCall { clinux_epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, events, token) }
  }

  static func epollRemove(_ epoll: Int32, _ descriptor: Int32) throws(Errno) {
    _ = try systemCall { clinux_epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, 0, 0) }
  }

  // MARK: timerfd

  static func makeTimer() throws(Errno) -> Int32 {
    try systemCall { timerfd_create(CLOCK_MONOTONIC, Int32(CLINUX_TFD_FLAGS)) }
  }

  /// Sets `timer` to go off once at `deadline` in µs; `nil` stops it.
  static func setTimer(_ timer: Int32, _ deadline: Int64?) throws(Errno) {
    // An all-zero value would stop the timer: a deadline that lies before the clock's start is due at once.
    let deadline = deadline.map { max($0, 1) } ?? 0
    var value = itimerspec()
    value.it_value = timespec(
      tv_sec: Int(deadline / 1_000_000), tv_nsec: Int(deadline % 1_000_000) * 1000)
    _ = try systemCall {
      unsafe timerfd_settime(timer, Int32(CLINUX_TFD_ABSTIME), &value, nil)
    }
  }

  // MARK: Signals

  static func block(_ signals: some Sequence<Signal>) throws(Errno) -> Int32 {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal.rawValue) }
    // Unlike the others it returns the error's number.
    let error = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard error == 0 else { throw Errno(rawValue: error) }
    return try systemCall { unsafe signalfd(-1, &set, Int32(CLINUX_SFD_FLAGS)) }
  }
}

/// What `stat` says of a file, as far as it is asked for here.
public struct FileStatus: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case regular, directory, characterDevice, blockDevice, pipe, socket, other
  }

  public var kind: Kind
  /// The device that a device node stands for; 0 for other files.
  public var device: UInt64

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFCHR: .characterDevice
      case S_IFBLK: .blockDevice
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .other
      }
    device = UInt64(status.st_rdev)
  }

  /// The file at `path`, links followed.
  ///
  /// - Throws: `noSuchFile` where there is none, or why it cannot be told.
  ///
  /// The corresponding C function is `stat`.
  public init(path: String) throws(Errno) {
    self = try SystemCalls.status(of: path)
  }
}
