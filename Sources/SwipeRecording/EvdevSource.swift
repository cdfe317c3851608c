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
  /// The slot that the next contact's events are about.
  private var slot: Int32
  private var hasBegun = false
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
    slot = unsafe max(0, libevdev_get_current_slot(device))
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
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
      where event.type == EV_SYN && event.code == SYN_DROPPED:
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
    if events.count > 1 { body(EvdevFrame(time: time, events: completed(events))) }
  }

  /// The frame with what the kernel leaves out because it was so before: a finger that lands where the last one was
  /// lifted has no position in it. A touchpad that is made to play the recording knows of nothing before.
  private func completed(_ frame: [EvdevEvent]) -> [EvdevEvent] {
    var result: [EvdevEvent] = []
    let slots = description.axis(UInt16(ABS_MT_SLOT)) != nil
    if !hasBegun, slots, frame.first.map({ $0.isAxis(ABS_MT_SLOT) }) == false {
      result.append(.axis(ABS_MT_SLOT, slot))
    }
    hasBegun = true
    for (index, event) in frame.enumerated() {
      if event.isAxis(ABS_MT_SLOT) { slot = event.value }
      if event.type == UInt16(EV_KEY), event.code == UInt16(BTN_TOUCH), event.value == 1 {
        for code in [ABS_X, ABS_Y] where description.axis(UInt16(code)) != nil {
          if frame.contains(where: { $0.isAxis(code) }) { continue }
          result.append(
            .axis(code, unsafe libevdev_get_event_value(device, UInt32(EV_ABS), UInt32(code))))
        }
      }
      result.append(event)
      guard event.isAxis(ABS_MT_TRACKING_ID), event.value >= 0 else { continue }
      let own = frame[(index + 1)...].prefix { !$0.isAxis(ABS_MT_SLOT) }
      for axis in description.axes
      where axis.code > UInt16(ABS_MT_SLOT) && axis.code != UInt16(ABS_MT_TRACKING_ID)
        && axis.code <= UInt16(ABS_MT_TOOL_Y)
        && !own.contains(where: { $0.isAxis(Int32(axis.code)) })
      {
        result.append(
          .axis(
            Int32(axis.code),
            unsafe libevdev_get_slot_value(device, UInt32(slot), UInt32(axis.code))))
      }
    }
    return result
  }
}

extension EvdevEvent {
  fileprivate func isAxis(_ code: Int32) -> Bool {
    type == UInt16(EV_ABS) && self.code == UInt16(code)
  }

  fileprivate static func axis(_ code: Int32, _ value: Int32) -> EvdevEvent {
    EvdevEvent(type: UInt16(EV_ABS), code: UInt16(code), value: value)
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
