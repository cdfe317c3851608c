import Foundation

@testable import Haptics

/// A folder that looks like the part of `/sys` and `/dev` that tells of a touchpad; its nodes are
/// plain files.
final class FakeMachine {
  let root: String
  let sysPath = "/sys/devices/virtual/misc/uhid/0018:1234:5678.0001/input/input5/event5"
  let node: String

  /// - Parameters:
  ///   - descriptor: nil for a device that is no HID device.
  ///   - forceFeedback: what the file `capabilities/ff` says.
  init(descriptor: [UInt8]?, forceFeedback: String = "0", hasHidraw: Bool = true) throws {
    root = NSTemporaryDirectory() + "haptics-tests-" + UUID().uuidString
    node = root + "/dev/input/event5"
    let hid = "/sys/devices/virtual/misc/uhid/0018:1234:5678.0001"
    try write(hid + "/input/input5/capabilities/ff", Array((forceFeedback + "\n").utf8))
    // A plain file has no device number, and stat gives 0 for it.
    try write(sysPath + "/dev", Array("0:0\n".utf8))
    try write("/dev/input/event5", [])
    if let descriptor {
      try write(hid + "/report_descriptor", descriptor)
      if hasHidraw {
        try write(hid + "/hidraw/hidraw3/dev", Array("0:0\n".utf8))
        try write("/dev/hidraw3", [])
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func write(_ path: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: root + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func survey(release: String = "7.3.4") -> DeviceSurvey {
    DeviceSurvey(node: node, sysPath: sysPath, root: root, release: release)
  }
}
