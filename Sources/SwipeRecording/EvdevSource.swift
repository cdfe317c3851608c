internal import CLibevdev
internal import Glibc
public import LinuxIO

/// An evdev device whose frames are read as they come, beside whoever else reads them.
@safe
public final class EvdevSource {
  private let node: OwnedDescriptor
  private let device: OpaquePointer
  public let description: DeviceDescription
  private var open: [EvdevEvent] = []
  /// Whether the kernel had to leave out frames, since they were not read in time.
  public private(set) var hasLost = false

  /// Takes over a node that was opened without waiting (`O_NONBLOCK`).
  ///
  /// The corresponding C functions are `libevdev_new_from_fd` and `libevdev_set_clock_id`.
  public init(_ node: consuming OwnedDescriptor) throws(Errno) {
    var created: OpaquePointer?
    let status = unsafe libevdev_new_from_fd(node.rawValue, &created)
    guard status == 0, let device = unsafe created else { throw Errno(rawValue: -status) }
    // The clock of the trace.
    _ = unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    description = unsafe DeviceDescription(device)
    unsafe self.device = device
    self.node = node
  }

  deinit { unsafe libevdev_free(device) }

  /// Readable when there are frames.
  public var descriptor: Int32 { node.rawValue }

  /// Calls `body` with each frame that has come whole; its time is `CLOCK_MONOTONIC` in µs.
  ///
  /// - Throws: `noSuchDevice` when the device is gone.
  ///
  /// The corresponding C function is `libevdev_next_event`.
  public func read(_ body: (EvdevFrame) -> Void) throws(Errno) {
    var flags = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
    while true {
      var event = input_event()
      let status = unsafe libevdev_next_event(device, flags, &event)
      switch status {
      case -EAGAIN:
        // All that was lost is made up for.
        guard flags == UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue) else { return }
        flags = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue) where event.type == EV_SYN && event.code == SYN_DROPPED:
        hasLost = true
        flags = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)
        open = []
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue), Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        take(event, body)
      default:
        throw Errno(rawValue: -status)
      }
    }
  }

  private func take(_ event: input_event, _ body: (EvdevFrame) -> Void) {
    open.append(EvdevEvent(type: event.type, code: event.code, value: event.value))
    guard open.last?.isReport == true else { return }
    let time = Int64(event.time.tv_sec) * 1_000_000 + Int64(event.time.tv_usec)
    // What was played on the pad's motor stands in its frames, too: the fingers did not do that.
    let events = open.filter { $0.type != UInt16(EV_FF) }
    open = []
    if events.count > 1 { body(EvdevFrame(time: time, events: events)) }
  }
}

extension DeviceDescription {
  @unsafe
  fileprivate init(_ device: OpaquePointer) {
    self.init(
      name: unsafe String(cString: libevdev_get_name(device)),
      bus: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_bustype(device)),
      vendor: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_vendor(device)),
      product: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_product(device)),
      version: UInt16(truncatingIfNeeded: unsafe libevdev_get_id_version(device)))
    // Force feedback is left out: it says nothing of fingers, and who replays it has no motor.
    for type in 1...UInt32(EV_MAX) where type != UInt32(EV_FF) {
      guard unsafe libevdev_has_event_type(device, type) != 0 else { continue }
      let most = libevdev_event_type_get_max(type)
      guard most >= 0 else { continue }
      codes[UInt16(type)] = (0...UInt32(most)).filter {
        unsafe libevdev_has_event_code(device, type, $0) != 0
      }.map { UInt16($0) }
    }
    for code in codes[UInt16(EV_ABS)] ?? [] {
      guard let info = unsafe libevdev_get_abs_info(device, UInt32(code)) else { continue }
      axes.append(
        unsafe Axis(
          code: code, minimum: info.pointee.minimum, maximum: info.pointee.maximum,
          fuzz: info.pointee.fuzz, flat: info.pointee.flat, resolution: info.pointee.resolution))
    }
    properties = (0...UInt32(INPUT_PROP_MAX)).filter {
      unsafe libevdev_has_property(device, $0) != 0
    }.map { UInt16($0) }
  }
}
