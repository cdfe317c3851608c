// Every call of this target into the C library and the kernel. The rest of Haptics is plain Swift.

internal import CLinux
internal import Glibc
internal import LinuxIO

/// Files of sysfs and the like, which answer at once.
enum SystemFiles {
  /// The first `limit` bytes of a file.
  static func read(_ path: String, limit: Int) throws(Errno) -> [UInt8] {
    try OwnedDescriptor(path: path, .read).read(upTo: limit)
  }

  /// The text of a file of at most 4096 bytes without the white space at its end, or nil.
  static func text(_ path: String) -> String? {
    guard var bytes = try? readOnceMore(path) else { return nil }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A read that fails once need not fail twice, and a touchpad would seem to have no motor.
  private static func readOnceMore(_ path: String) throws(Errno) -> [UInt8] {
    do throws(Errno) {
      return try read(path, limit: 4096)
    } catch {
      guard error != .noSuchFile else { throw error }
      return try read(path, limit: 4096)
    }
  }

  /// The names in a directory, in order; none if it cannot be read.
  static func names(in path: String) -> [String] {
    ((try? Directory.names(in: path)) ?? []).sorted()
  }

  /// Where a symbolic link leads, or nil.
  static func link(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let start = unsafe buffer.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return unsafe readlink(path, start, buffer.count)
    }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// The running kernel's release, such as `6.18.2-1-amd64`.
  static var kernelRelease: String {
    var name = utsname()
    guard unsafe uname(&name) == 0 else { return "" }
    return unsafe withUnsafeBytes(of: &name.release) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The numbers of `struct ff_effect` and its capability bits.
enum ForceFeedbackBit {
  static let haptic = Int(CLINUX_FF_HAPTIC)
  static let rumble = Int(FF_RUMBLE)
  static let periodic = Int(FF_PERIODIC)
  static let square = Int(FF_SQUARE)
  static let triangle = Int(FF_TRIANGLE)
  static let sine = Int(FF_SINE)
}

/// The force feedback calls on an evdev node. All of them can wait: they take the node's mutex,
/// which is held while any process's upload waits for the device.
enum ForceFeedbackCalls {
  /// Nothing is read from the descriptor, so nothing is to queue up on it; a kernel that cannot do
  /// this only wastes a little memory.
  static func silence(_ node: borrowing OwnedDescriptor) {
    _ = clinux_evdev_mask_all(node.rawValue)
  }

  /// Uploads an effect in the place of the one with the id, or as a new one if that is negative.
  static func upload(
    _ effect: ForceFeedbackEffect, _ id: inout Int16, _ node: borrowing OwnedDescriptor
  ) throws(Errno) {
    var place = id
    defer { id = place }
    let descriptor = node.rawValue
    switch effect {
    case .haptic(let waveform, let strength):
      var haptic = clinux_haptic_effect()
      haptic.hid_usage = waveform.rawValue
      haptic.intensity = UInt16(strength)
      if waveform.waveform.isVendorDefined {
        haptic.vendor_id = 0x18D1
        haptic.vendor_waveform_page = 1
      }
      _ = try systemCall { unsafe clinux_upload_haptic(descriptor, &place, haptic) }
    case .rumble(let strong, let weak, let milliseconds):
      let rumble = ff_rumble_effect(strong_magnitude: strong, weak_magnitude: weak)
      _ = try systemCall { unsafe clinux_upload_rumble(descriptor, &place, rumble, milliseconds) }
    case .periodic(let waveform, let period, let magnitude, let milliseconds):
      _ = try systemCall {
        unsafe clinux_upload_periodic(descriptor, &place, waveform, period, magnitude, milliseconds)
      }
    }
  }

  static func erase(_ id: Int16, _ node: borrowing OwnedDescriptor) throws(Errno) {
    let descriptor = node.rawValue
    _ = try systemCall { clinux_erase_effect(descriptor, id) }
  }

  /// Plays the effect once.
  static func play(_ id: Int16, _ node: borrowing OwnedDescriptor) throws(Errno) {
    let descriptor = node.rawValue
    _ = try systemCall { write(id, descriptor) }
  }

  /// Plays the effect once, unless that fails or a signal comes; whether it was played.
  static func playOnce(_ id: Int16, _ descriptor: Int32) -> Bool { write(id, descriptor) > 0 }

  private static func write(_ id: Int16, _ descriptor: Int32) -> Int {
    var event = input_event()
    event.type = UInt16(EV_FF)
    event.code = UInt16(bitPattern: id)
    event.value = 1
    return unsafe withUnsafeBytes(of: &event) {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
  }

  /// Writes nothing, which fails with ENODEV if the device is gone.
  static func touch(_ node: borrowing OwnedDescriptor) throws(Errno) {
    let descriptor = node.rawValue
    _ = try systemCall { Glibc.write(descriptor, nil, 0) }
  }
}

/// The calls on a hidraw node. All of them can wait for the device: 5 s where a virtual one's owner
/// is silent.
enum HidrawCalls {
  /// Reads a feature report of at most `length` bytes, its id included.
  static func feature(
    _ id: UInt8, length: Int, _ node: borrowing OwnedDescriptor
  ) throws(Errno) -> [UInt8] {
    // hidraw refuses fewer than two bytes.
    var report = [UInt8](repeating: 0, count: max(length, 2))
    report[0] = id
    let descriptor = node.rawValue
    let count = try systemCall {
      unsafe report.withUnsafeMutableBytes {
        unsafe clinux_hidraw_get_feature(descriptor, $0.baseAddress, UInt32($0.count))
      }
    }
    return Array(report.prefix(Int(count)))
  }

  /// Writes a feature report, which begins with its id.
  static func setFeature(_ report: [UInt8], _ node: borrowing OwnedDescriptor) throws(Errno) {
    let descriptor = node.rawValue
    _ = try systemCall {
      unsafe report.withUnsafeBytes {
        unsafe clinux_hidraw_set_feature(descriptor, $0.baseAddress, UInt32($0.count))
      }
    }
  }

  /// Writes an output report, which begins with its id.
  static func output(_ report: [UInt8], _ node: borrowing OwnedDescriptor) throws(Errno) {
    let descriptor = node.rawValue
    _ = try systemCall {
      unsafe report.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// Fails with ENODEV if the device is gone.
  static func touch(_ node: borrowing OwnedDescriptor) throws(Errno) {
    var entry = pollfd(fd: node.rawValue, events: 0, revents: 0)
    _ = try systemCall { unsafe poll(&entry, 1, 0) }
    guard Int32(entry.revents) & (POLLERR | POLLHUP) == 0 else { throw .noSuchDevice }
  }
}

/// A counter in the kernel that one thread raises and another waits for or polls.
struct EventCounter: ~Copyable, Sendable {
  private let descriptor: OwnedDescriptor

  var rawValue: Int32 { descriptor.rawValue }

  /// - Parameter isPolled: whether taking it never waits.
  init(isPolled: Bool) throws(Errno) {
    let flags = Int32(isPolled ? CLINUX_EFD_POLLED : CLINUX_EFD_WAITING)
    descriptor = OwnedDescriptor(try systemCall { eventfd(0, flags) })
  }

  /// Raises it; it cannot fail but by 2⁶⁴ − 1 calls in vain.
  func raise() {
    let number = rawValue
    var one: UInt64 = 1
    _ = try? systemCall { unsafe write(number, &one, 8) }
  }

  /// Sets it back to 0; one that is not polled is waited for first.
  func take() {
    let number = rawValue
    var count: UInt64 = 0
    _ = try? systemCall { unsafe read(number, &count, 8) }
  }

  /// Waits until it is raised, or `span` µs are over.
  func wait(for span: Int64) {
    var entry = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&entry, 1, Int32(clamping: (span + 999) / 1000))
  }
}

/// A thread of its own stack, small since nothing deep is called on it.
struct WorkerThread {
  private let thread: pthread_t

  /// 256 KiB: of these the kernel provides what is touched.
  private static let stackSize = 256 * 1024

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  init(_ run: @escaping @Sendable () -> Void) throws(Errno) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, Self.stackSize)
    // Signals are the loop's business: a thread begins with the mask of its maker.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let body = unsafe Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, body.toOpaque())
    guard error == 0 else {
      unsafe body.release()
      throw Errno(rawValue: error)
    }
    self.thread = thread
  }

  /// Waits for the thread's end.
  func join() { pthread_join(thread, nil) }

  /// Lets the thread end by itself, whenever that is.
  func abandon() { pthread_detach(thread) }

  /// Lets this thread sleep for `span` µs; no signal comes to a worker.
  static func sleep(_ span: Int64) {
    var time = timespec(tv_sec: Int(span / 1_000_000), tv_nsec: Int(span % 1_000_000) * 1000)
    unsafe nanosleep(&time, nil)
  }
}

extension SystemFiles {
  /// Whether the file can be found.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}

enum DeviceNumber {
  static func parts(of device: UInt64) -> (major: UInt32, minor: UInt32) {
    (gnu_dev_major(UInt(device)), gnu_dev_minor(UInt(device)))
  }
}
