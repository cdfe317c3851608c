internal import CLibudev
internal import Glibc
internal import LinuxIO

/// Finds input devices through udev, and hears of those that come and go.
@safe
struct Udev: ~Copyable {
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// Starts to listen; from now on no device is missed.
  init() throws(Errno) {
    guard let udev = unsafe udev_new() else { throw Errno(rawValue: errno) }
    // What udev itself says once its rules have run, not the kernel before that; the kernel's filter lets no
    // other subsystem's news wake us.
    guard let monitor = unsafe udev_monitor_new_from_netlink(udev, "udev") else {
      let error = Errno(rawValue: errno)
      unsafe udev_unref(udev)
      throw error
    }
    var result = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    if result >= 0 { result = unsafe udev_monitor_enable_receiving(monitor) }
    guard result >= 0 else {
      unsafe udev_monitor_unref(monitor)
      unsafe udev_unref(udev)
      throw Errno(rawValue: -result)
    }
    unsafe self.udev = udev
    unsafe self.monitor = monitor
  }

  deinit {
    unsafe udev_monitor_unref(monitor)
    unsafe udev_unref(udev)
  }

  /// Readable when there is news.
  var descriptor: Int32 { unsafe udev_monitor_get_fd(monitor) }

  /// The next piece of news, `nil` if there is none.
  ///
  /// - Throws: `noBufferSpace` where news was lost.
  func next() throws(Errno) -> Announcement? {
    while true {
      errno = 0
      guard let device = unsafe UdevDevice(udev_monitor_receive_device(monitor)) else {
        switch errno {
        case 0, EAGAIN, EINTR: return nil
        default: throw Errno(rawValue: errno)
        }
      }
      if device.isGone { return .gone(sysPath: device.sysPath) }
      if let node = InputNode(device) { return .present(node) }
      // Something of it could not be read, or it is gone again: it is looked at once more.
      if device.isTouchpadNode, let node = unsafe node(at: device.sysPath) { return .present(node) }
    }
  }

  /// The event nodes that are there; only those tagged as touchpads unless all are wanted.
  func nodes(all: Bool) -> [InputNode] {
    let nodes = scan(all: all)
    // libudev passes over what it cannot read. Where that is all there is, a laptop would look like a machine without.
    return nodes.isEmpty ? scan(all: all) : nodes
  }

  private func scan(all: Bool) -> [InputNode] {
    guard let list = unsafe udev_enumerate_new(udev) else { return [] }
    defer { unsafe udev_enumerate_unref(list) }
    unsafe udev_enumerate_add_match_subsystem(list, "input")
    unsafe udev_enumerate_add_match_sysname(list, "event*")
    if !all { unsafe udev_enumerate_add_match_property(list, "ID_INPUT_TOUCHPAD", "1") }
    unsafe udev_enumerate_scan_devices(list)
    var nodes: [InputNode] = []
    var entry = unsafe udev_enumerate_get_list_entry(list)
    while let current = unsafe entry {
      if let path = unsafe udev_list_entry_get_name(current) {
        // A read that fails once need not fail twice.
        if let node = unsafe node(at: path) ?? node(at: path) { nodes.append(node) }
      }
      unsafe entry = udev_list_entry_get_next(current)
    }
    return nodes
  }

  private func node(at path: UnsafePointer<CChar>) -> InputNode? {
    guard let device = unsafe UdevDevice(udev_device_new_from_syspath(udev, path)) else {
      return nil
    }
    return InputNode(device)
  }

  /// What the character device `number` is.
  func look(up number: UInt64) -> Result<InputNode, TouchpadRefusal> {
    let found = lookOnce(up: number)
    // A read that fails once need not fail twice.
    if case .failure = found { return lookOnce(up: number) }
    return found
  }

  private func lookOnce(up number: UInt64) -> Result<InputNode, TouchpadRefusal> {
    let device = unsafe UdevDevice(
      udev_device_new_from_devnum(udev, CChar(UInt8(ascii: "c")), dev_t(number)))
    guard let device, device.isInput else {
      return .failure(.notAnInputDevice(.characterDevice))
    }
    guard let node = InputNode(device) else { return .failure(.notAnInputDevice(.legacyInput)) }
    return .success(node)
  }

  /// The machine's own description, by which libinput chooses its quirks; `nil` where it has none.
  var dmi: String? {
    unsafe UdevDevice(udev_device_new_from_syspath(udev, "/sys/devices/virtual/dmi/id"))?
      .property("MODALIAS")
  }
}

@safe
private struct UdevDevice: ~Copyable {
  private let device: OpaquePointer

  /// Takes over the reference.
  init?(_ device: OpaquePointer?) {
    guard let device = unsafe device else { return nil }
    unsafe self.device = device
  }

  deinit { unsafe udev_device_unref(device) }

  var sysPath: String { unsafe text(udev_device_get_syspath(device)) ?? "" }
  var isGone: Bool { unsafe text(udev_device_get_action(device)) == "remove" }
  var isInput: Bool { unsafe text(udev_device_get_subsystem(device)) == "input" }

  func property(_ name: String) -> String? {
    unsafe text(udev_device_get_property_value(device, name))
  }

  func isSet(_ name: String) -> Bool {
    let value = property(name)
    return value != nil && value != "0"
  }

  /// Whether it is what a touchpad is read from.
  var isTouchpadNode: Bool {
    let name = unsafe text(udev_device_get_sysname(device))
    return isSet("ID_INPUT_TOUCHPAD") && name?.hasPrefix("event") == true
  }

  private var kind: DeviceKind {
    for (property, kind) in DeviceKind.udevProperties where isSet(property) { return kind }
    return .other
  }

  /// Facts of the event node, `nil` if it is another kind of device.
  fileprivate func makeNode() -> InputNode? {
    guard unsafe text(udev_device_get_sysname(device))?.hasPrefix("event") == true,
      let path = unsafe text(udev_device_get_devnode(device)),
      // The parent is borrowed from the device.
      let parent = unsafe udev_device_get_parent_with_subsystem_devtype(device, "input", nil),
      let parentPath = unsafe text(udev_device_get_syspath(parent))
    else { return nil }
    let keys = unsafe text(udev_device_get_sysattr_value(parent, "capabilities/key"))
    // What cannot be told is taken for the worst.
    let canType = keys.map { KeyCapabilities(sysfs: $0)?.hasTypingKeys ?? true } ?? true
    let isKeyboard = isSet("ID_INPUT_KEYBOARD")
    return InputNode(
      sysPath: sysPath, path: path, number: UInt64(unsafe udev_device_get_devnum(device)),
      name: unsafe text(udev_device_get_sysattr_value(parent, "name")) ?? "",
      vendor: unsafe number(udev_device_get_sysattr_value(parent, "id/vendor")),
      product: unsafe number(udev_device_get_sysattr_value(parent, "id/product")),
      links: links,
      seat: property("ID_SEAT") ?? "seat0",
      isExternal: property("ID_INPUT_TOUCHPAD_INTEGRATION") == "external",
      isInitialised: unsafe udev_device_get_is_initialized(device) > 0,
      kind: kind,
      hasTypingKeys: canType || isKeyboard,
      isX220Firmware: isSet("LIBINPUT_MODEL_LENOVO_X220_TOUCHPAD_FW81"),
      inhibitedPath: parentPath + "/inhibited")
  }

  private var links: [String] {
    var links: [String] = []
    var entry = unsafe udev_device_get_devlinks_list_entry(device)
    while let current = unsafe entry {
      if let link = unsafe text(udev_list_entry_get_name(current)) { links.append(link) }
      unsafe entry = udev_list_entry_get_next(current)
    }
    return links
  }

  /// Four hexadecimal digits; 0 where there are none.
  private func number(_ digits: UnsafePointer<CChar>?) -> UInt16 {
    unsafe text(digits).flatMap { UInt16($0, radix: 16) } ?? 0
  }

  private func text(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }
}

extension InputNode {
  fileprivate init?(_ device: borrowing UdevDevice) {
    guard let node = device.makeNode() else { return nil }
    self = node
  }
}
