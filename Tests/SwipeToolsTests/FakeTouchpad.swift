import Foundation

/// A folder that looks like the part of `/sys` and `/dev` that tells of a touchpad; its nodes are plain files, on which
/// every call of a device's fails.
final class FakeTouchpad {
  let root: String
  let sysPath = "/sys/devices/virtual/misc/uhid/0018:1234:5678.0001/input/input5/event5"
  let node: String

  /// A manual trigger and an auto trigger, without any waveform list.
  static let withoutList: [UInt8] = [
    0x05, 0x0D, 0x09, 0x05, 0xA1, 0x01, 0x85, 0x05, 0x05, 0x0E, 0x09, 0x21, 0x15, 0x00, 0x25, 0x0A,
    0x75, 0x08, 0x95, 0x01, 0x91, 0x02, 0xC0,
  ]
  /// The strength of its click, in a feature report.
  static let intensityOnly: [UInt8] = [
    0x05, 0x0D, 0x09, 0x05, 0xA1, 0x01, 0x85, 0x09, 0x05, 0x0E, 0x09, 0x23, 0x15, 0x00, 0x25, 0x04,
    0x75, 0x08, 0x95, 0x01, 0xB1, 0x02, 0xC0,
  ]

  /// - Parameters:
  ///   - descriptor: nil for a device that is no HID device.
  ///   - forceFeedback: what the file `capabilities/ff` says.
  init(descriptor: [UInt8]? = nil, forceFeedback: String = "0") throws {
    root = NSTemporaryDirectory() + "swipectl-tests-" + UUID().uuidString
    node = root + "/dev/input/event5"
    let hid = "/sys/devices/virtual/misc/uhid/0018:1234:5678.0001"
    try write(hid + "/input/input5/capabilities/ff", Array((forceFeedback + "\n").utf8))
    // A plain file has no device number, and stat gives 0 for it.
    try write(sysPath + "/dev", Array("0:0\n".utf8))
    try write("/dev/input/event5", [])
    guard let descriptor else { return }
    try write(hid + "/report_descriptor", descriptor)
    try write(hid + "/hidraw/hidraw3/dev", Array("0:0\n".utf8))
    try write("/dev/hidraw3", [])
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ path: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: root + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }
}
