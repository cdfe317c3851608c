import CDevices
import Foundation
import LabDevices

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
