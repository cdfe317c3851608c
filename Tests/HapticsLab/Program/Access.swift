import CDevices
import Foundation
import Haptics

/// What a user of the group swiped can open, with udev and the rules at work.
enum Access {
  private struct Device {
    var title: String
    var descriptor: String
    var features: [UInt8: [UInt8]]
    var hidrawIsOpen: Bool
    /// Nil where the kernel makes no touchpad of so short a descriptor.
    var evdevIsOpen: Bool?
  }

  private static let devices = [
    Device(
      title: "a pad with a manual trigger", descriptor: "manual-trigger",
      features: HIDPad.manualTriggerFeatures, hidrawIsOpen: true, evdevIsOpen: true),
    Device(
      title: "a pad with an auto trigger too", descriptor: "hid-haptic",
      features: HIDPad.hidHapticFeatures, hidrawIsOpen: true, evdevIsOpen: true),
    Device(
      title: "a keyboard", descriptor: "keyboard", features: [:], hidrawIsOpen: false,
      evdevIsOpen: false),
    Device(
      title: "a pad with a keyboard in the same device", descriptor: "keyboard-beside",
      features: [:],
      hidrawIsOpen: false, evdevIsOpen: false),
    Device(
      title: "a dial with triggers", descriptor: "dial", features: [:], hidrawIsOpen: false,
      evdevIsOpen: false),
    Device(
      title: "a pad with an intensity only", descriptor: "intensity-only", features: [:],
      hidrawIsOpen: false, evdevIsOpen: nil),
  ]

  static func run(_ folder: String, group: UInt32, _ checks: inout Checks) throws {
    var held: [HIDPad] = []
    for (number, device) in devices.enumerated() {
      let pad = HIDPad(
        hidraw: "lab-access-\(number)", try HIDCases.bytes(folder, device.descriptor),
        device.features)
      held.append(pad)
      // udev has to have seen it.
      usleep(600_000)
      checks.run("access to \(device.title)") { check in
        check.equal(isOpen(pad.hidraw, group), device.hidrawIsOpen, "\(pad.hidraw) opens")
        guard let evdevIsOpen = device.evdevIsOpen else { return }
        for node in pad.nodes {
          // The kernel may make a mouse beside a pad, which is nobody's business.
          guard !evdevIsOpen || node == pad.nodes.last else { continue }
          check.equal(isOpen(node, group), evdevIsOpen, "\(node) opens")
        }
        check.equal(isOpen(pad.hidraw, 65534), false, "\(pad.hidraw) opens to another group")
      }
    }
    withExtendedLifetime(held) {}
  }

  /// Whether a user of that group alone can open the node for reading and writing.
  private static func isOpen(_ path: String, _ group: UInt32) -> Bool {
    let child = lab_fork()
    if child == 0 {
      let isDropped = setgroups(0, nil) == 0 && setgid(group) == 0 && setuid(65534) == 0
      let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
      _exit(!isDropped ? 2 : descriptor >= 0 ? 0 : errno == EACCES ? 1 : 3)
    }
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    let code = status >> 8 & 0xFF
    if code > 1 { print("  cannot be told of \(path): \(code)") }
    return code == 0
  }
}
