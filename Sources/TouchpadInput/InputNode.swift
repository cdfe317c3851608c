internal import CommitPoint
internal import LinuxIO

/// What udev and sysfs say of an event node, before anyone has opened it.
struct InputNode: Sendable {
  var sysPath: String
  /// The node's path.
  var path: String
  /// The number of the device that the node stands for.
  var number: UInt64
  var name: String
  var vendor, product: UInt16
  /// Other paths that lead to the node.
  var links: [String]
  var seat: String
  /// Whether udev says that it is no part of the machine.
  var isExternal: Bool
  /// Whether udev has run its rules on it.
  var isInitialised: Bool
  var kind: DeviceKind
  var hasTypingKeys: Bool
  /// Whether its owner has said that it is a ThinkPad X220's with the firmware 8.1.
  var isX220Firmware: Bool
  /// The file that says whether the kernel ignores the device.
  var inhibitedPath: String

  var candidate: TouchpadCandidate {
    TouchpadCandidate(name: name, node: path, links: links, vendor: vendor, product: product)
  }

  /// Why it is to stay closed, `nil` if it may be opened.
  var refusal: TouchpadRefusal? {
    if !isInitialised { return .notInitialised }
    if kind != .touchpad { return .notATouchpad(kind) }
    return hasTypingKeys ? .alsoKeyboard : nil
  }
}

/// News of an input device.
enum Announcement: Sendable {
  /// It has come, or something about it has changed.
  case present(InputNode)
  case gone(sysPath: String)
}

extension DeviceKind {
  /// The properties that udev's input_id sets, the telling ones first where a device has several.
  static var udevProperties: [(String, DeviceKind)] {
    [
      ("ID_INPUT_TOUCHPAD", .touchpad), ("ID_INPUT_KEYBOARD", .keyboard),
      ("ID_INPUT_TABLET", .tablet), ("ID_INPUT_TABLET_PAD", .tablet),
      ("ID_INPUT_TOUCHSCREEN", .touchscreen), ("ID_INPUT_JOYSTICK", .joystick),
      ("ID_INPUT_POINTINGSTICK", .pointingStick), ("ID_INPUT_MOUSE", .mouse),
      ("ID_INPUT_ACCELEROMETER", .accelerometer), ("ID_INPUT_SWITCH", .lidSwitch),
      ("ID_INPUT_KEY", .buttons),
    ]
  }
}
