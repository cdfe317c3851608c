import CLibevdev
import Glibc

/// A device made by uinput. It is gone when this is.
@safe final class UinputDevice {
  private let uinput: OpaquePointer
  let descriptor: Int32
  let node: String

  init(_ description: DeviceDescription) throws(LabFailure) {
    guard let device = unsafe libevdev_new() else {
      throw LabFailure("there is no memory for a device")
    }
    defer { unsafe libevdev_free(device) }
    unsafe libevdev_set_name(device, description.name)
    unsafe libevdev_set_id_bustype(device, description.bus)
    unsafe libevdev_set_id_vendor(device, description.vendor)
    unsafe libevdev_set_id_product(device, description.product)
    unsafe libevdev_set_id_version(device, description.version)
    for axis in description.axes {
      var info = input_absinfo(
        value: 0, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz, flat: axis.flat,
        resolution: axis.resolution)
      unsafe libevdev_enable_event_code(device, UInt32(EV_ABS), axis.code, &info)
    }
    for key in description.keys {
      unsafe libevdev_enable_event_code(device, UInt32(EV_KEY), key, nil)
    }
    for relative in description.relatives {
      unsafe libevdev_enable_event_code(device, UInt32(EV_REL), relative, nil)
    }
    for (type, code) in description.others {
      unsafe libevdev_enable_event_code(device, type, code, nil)
    }
    for property in description.properties { unsafe libevdev_enable_property(device, property) }

    var created: OpaquePointer?
    let managed = Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue)
    let status = unsafe libevdev_uinput_create_from_device(device, managed, &created)
    guard status == 0, let created = unsafe created else {
      throw LabFailure("'\(description.name)' cannot be made: \(errorText(-status))")
    }
    guard let path = unsafe libevdev_uinput_get_devnode(created) else {
      throw LabFailure("'\(description.name)' has no node")
    }
    node = unsafe String(cString: path)
    unsafe uinput = created
    descriptor = unsafe libevdev_uinput_get_fd(created)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit { unsafe libevdev_uinput_destroy(uinput) }

  /// Sends events and the report that ends them, in one call, so that they bear one time.
  func send(_ events: [Recording.Event]) throws(LabFailure) {
    let zero = timeval(tv_sec: 0, tv_usec: 0)
    var raw = events.map { input_event(time: zero, type: $0.type, code: $0.code, value: $0.value) }
    if events.last?.type != UInt16(EV_SYN) {
      raw.append(input_event(time: zero, type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0))
    }
    let written = unsafe raw.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    guard written > 0 else {
      throw LabFailure("events cannot be sent to '\(node)': \(errorText(errno))")
    }
  }
}

/// The lab itself failed: that says nothing of swiped.
struct LabFailure: Error {
  var message: String
  init(_ message: String) { self.message = message }
}
