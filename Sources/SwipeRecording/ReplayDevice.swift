internal import CLibevdev
internal import Glibc
public import LinuxIO

/// A touchpad of the kernel's that does what a recording says: made by uinput, gone with this value.
@safe
public final class ReplayDevice {
  private let uinput: OpaquePointer
  /// Such as "/dev/input/event5".
  public let node: String

  /// - Throws: the error number of `/dev/uinput`, or of the device's making.
  ///
  /// The corresponding C function is `libevdev_uinput_create_from_device`.
  public init(_ description: DeviceDescription) throws(Errno) {
    guard let device = unsafe libevdev_new() else { throw Errno(rawValue: ENOMEM) }
    defer { unsafe libevdev_free(device) }
    unsafe libevdev_set_name(device, description.name.isEmpty ? "Touchpad" : description.name)
    unsafe libevdev_set_id_bustype(device, Int32(description.bus))
    unsafe libevdev_set_id_vendor(device, Int32(description.vendor))
    unsafe libevdev_set_id_product(device, Int32(description.product))
    unsafe libevdev_set_id_version(device, Int32(description.version))
    for axis in description.axes {
      var info = input_absinfo(
        value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
        resolution: axis.resolution)
      unsafe libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(axis.code), &info)
    }
    for (type, codes) in description.codes {
      switch Int32(type) {
      // Axes came with their ranges; a motor and repeating keys play no part.
      case EV_SYN, EV_ABS, EV_REP, EV_FF: continue
      default:
        for code in codes {
          unsafe libevdev_enable_event_code(device, UInt32(type), UInt32(code), nil)
        }
      }
    }
    for property in description.properties {
      unsafe libevdev_enable_property(device, UInt32(property))
    }
    var created: OpaquePointer?
    let managed = Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue)
    let status = unsafe libevdev_uinput_create_from_device(device, managed, &created)
    guard status == 0, let created = unsafe created else { throw Errno(rawValue: -status) }
    guard let path = unsafe libevdev_uinput_get_devnode(created) else {
      unsafe libevdev_uinput_destroy(created)
      throw .noSuchDevice
    }
    node = unsafe String(cString: path)
    unsafe uinput = created
  }

  deinit { unsafe libevdev_uinput_destroy(uinput) }

  /// Has the device say a frame, now.
  ///
  /// The corresponding C function is `write`.
  public func send(_ frame: EvdevFrame) throws(Errno) {
    let zero = timeval(tv_sec: 0, tv_usec: 0)
    let events = frame.events.filter { $0.type != UInt16(EV_REP) && $0.type != UInt16(EV_FF) }
      .map { input_event(time: zero, type: $0.type, code: $0.code, value: $0.value) }
    let descriptor = unsafe libevdev_uinput_get_fd(uinput)
    // In one call, so that all bear one time.
    let count = unsafe events.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress, $0.count)
    }
    guard count == events.count * MemoryLayout<input_event>.size else {
      throw Errno(rawValue: count < 0 ? errno : EIO)
    }
  }
}
