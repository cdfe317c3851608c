import CDevices
import CLibevdev
import Foundation

/// The lab itself failed: that says nothing of swiped.
struct LabFailure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// A device made by uinput. It is gone when this is.
@safe final class UinputDevice {
  private let uinput: OpaquePointer
  let node: String

  private init(_ name: String, _ describe: (OpaquePointer) -> Void) throws {
    guard let device = unsafe libevdev_new() else { throw LabFailure("out of memory") }
    defer { unsafe libevdev_free(device) }
    unsafe libevdev_set_name(device, name)
    unsafe describe(device)
    var created: OpaquePointer?
    let managed = Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue)
    let status = unsafe libevdev_uinput_create_from_device(device, managed, &created)
    guard status == 0, let created = unsafe created,
      let path = unsafe libevdev_uinput_get_devnode(created)
    else { throw LabFailure("'\(name)' cannot be made: \(-status)") }
    unsafe uinput = created
    node = unsafe String(cString: path)
  }

  deinit { unsafe libevdev_uinput_destroy(uinput) }

  /// 100 × 60 mm, for five fingers.
  static func touchpad() throws -> UinputDevice {
    try unsafe UinputDevice("Lab Touchpad") { device in
      unsafe libevdev_set_id_bustype(device, 0x18)
      let axes: [(Int32, Int32, Int32)] = [
        (ABS_X, 1000, 10), (ABS_Y, 600, 10), (ABS_MT_SLOT, 4, 0),
        (ABS_MT_TRACKING_ID, 65535, 0), (ABS_MT_POSITION_X, 1000, 10),
        (ABS_MT_POSITION_Y, 600, 10),
      ]
      for (code, maximum, resolution) in axes {
        var info = input_absinfo(
          value: 0, minimum: 0, maximum: maximum, fuzz: 0, flat: 0, resolution: resolution)
        unsafe libevdev_enable_event_code(device, UInt32(EV_ABS), UInt32(code), &info)
      }
      let keys = [
        BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP,
        BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP,
      ]
      for key in keys {
        unsafe libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(key), nil)
      }
      unsafe libevdev_enable_property(device, UInt32(INPUT_PROP_POINTER))
      unsafe libevdev_enable_property(device, UInt32(INPUT_PROP_BUTTONPAD))
    }
  }

  static func keyboard() throws -> UinputDevice {
    try unsafe UinputDevice("Lab Keyboard") { device in
      for key in KEY_ESC...KEY_DELETE {
        unsafe libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(key), nil)
      }
    }
  }
}

/// A device made by uhid, which answers what the kernel asks while `serve()` is called.
final class HIDDevice {
  private let uhid: Int32
  private let features: [Int32: [UInt8]]
  let name: String

  init(_ name: String, descriptor file: String, features: [Int32: [UInt8]] = [:]) throws {
    self.name = name
    self.features = features
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let descriptor = text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("=") }
      .flatMap { $0.split(separator: " ") }.compactMap { UInt8($0, radix: 16) }
    uhid = unsafe lab_uhid(name, descriptor, Int32(descriptor.count))
    guard uhid >= 0 else { throw LabFailure("'\(name)' cannot be made: \(-uhid)") }
  }

  func serve() {
    let event = lab_uhid_next(uhid, 5)
    switch UInt32(event.kind) {
    case LAB_GET_FEATURE.rawValue:
      let feature = features[event.id]
      unsafe lab_uhid_answer_get(
        uhid, event.request, feature == nil ? EIO : 0, feature ?? [], Int32(feature?.count ?? 0))
    case LAB_SET_FEATURE.rawValue: lab_uhid_answer_set(uhid, event.request, 0)
    default: break
    }
  }

  /// Its nodes in /dev, those of evdev and that of hidraw.
  func nodes() -> [String] {
    let files = FileManager.default
    var nodes: [String] = []
    for entry in (try? files.contentsOfDirectory(atPath: "/sys/class/hidraw")) ?? [] {
      let device = "/sys/class/hidraw/\(entry)/device"
      let facts = try? String(contentsOfFile: device + "/uevent", encoding: .utf8)
      guard facts?.contains("HID_UNIQ=\(name)\n") == true else { continue }
      nodes.append("/dev/" + entry)
      for input in (try? files.contentsOfDirectory(atPath: device + "/input")) ?? [] {
        let children = (try? files.contentsOfDirectory(atPath: "\(device)/input/\(input)")) ?? []
        nodes += children.filter { $0.hasPrefix("event") }.map { "/dev/input/" + $0 }
      }
    }
    return nodes
  }
}

/// Devices of both kinds, there until the program is ended.
enum Held {
  static func run(descriptors: String) throws {
    let touchpad = try UinputDevice.touchpad()
    let keyboard = try UinputDevice.keyboard()
    let hidTouchpad = try HIDDevice(
      "lab-pad", descriptor: descriptors + "/manual-trigger.txt",
      features: [
        2: [2, 0x15], 3: [3] + [UInt8](repeating: 0, count: 256),
        0x42: [
          0x42, 6, 0x10, 7, 0x10, 8, 0x10, 9, 0x10, 0x0A, 0x10, 0x32, 0x32, 0x14, 0x1E, 0x1E,
        ],
      ])
    let hidKeyboard = try HIDDevice("lab-keys", descriptor: descriptors + "/keyboard.txt")
    // The kernel asks until it has made the nodes, and udev looks at them after that.
    let serve = {
      hidTouchpad.serve()
      hidKeyboard.serve()
    }
    for _ in 0..<300 { serve() }
    print("touchpad \(touchpad.node)")
    print("keyboard \(keyboard.node)")
    for node in hidTouchpad.nodes() { print("touchpad \(node)") }
    for node in hidKeyboard.nodes() { print("keyboard \(node)") }
    print("ready")
    fflush(nil)
    withExtendedLifetime((touchpad, keyboard)) { while true { serve() } }
  }
}
