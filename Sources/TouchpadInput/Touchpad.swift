public import CommitPoint

/// Names a touchpad as long as the program runs: a number that no other touchpad gets, not even the same
/// one after it was plugged in again.
public struct TouchpadID: Sendable, Hashable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// What is known of a touchpad that was taken.
public struct Touchpad: Sendable, Hashable {
  public var id: TouchpadID
  /// The name that the kernel gives it, such as "SynPS/2 Synaptics TouchPad".
  public var name: String
  /// The node that it is read from, such as "/dev/input/event5".
  public var node: String
  /// Whether it is no part of the machine, and so does not lie under its lid: udev's hwdb and rules say so.
  public var isExternal: Bool
  /// Other paths that lead to it, such as those in /dev/input/by-path.
  public var links: [String]
  /// Who made it, and which one it is: the numbers of its bus.
  public var vendor, product: UInt16
  /// Its place in sysfs, such as "/sys/devices/…/input/input5/event5".
  public var sysPath: String
  /// The seat that it belongs to, "seat0" where udev says nothing.
  public var seat: String
  /// The size of the surface; libinput's assumption of 69 × 50 mm where the touchpad reports none.
  public var width, height: Millimetres
  /// Whether the touchpad does not say how large it is, so that its millimetres are a guess.
  public var sizeIsGuess: Bool
  /// How many fingers it can count: 1…5 by its keys, more by its slots.
  public var maxFingers: Int
  /// How many contacts it tracks one by one; 0 where it tells of one place only.
  public var slots: Int
  /// Whether its contacts are only the corners of a box around the fingers; libinput then has no
  /// gestures on it but the two-finger scroll.
  public var isSemiMultitouch: Bool

  public init(
    id: TouchpadID, name: String, node: String, sysPath: String, seat: String = "seat0",
    width: Millimetres, height: Millimetres, sizeIsGuess: Bool = false, maxFingers: Int = 5,
    slots: Int = 5, isSemiMultitouch: Bool = false, links: [String] = [], vendor: UInt16 = 0,
    product: UInt16 = 0, isExternal: Bool = false
  ) {
    self.id = id
    self.name = name
    self.node = node
    self.sysPath = sysPath
    self.seat = seat
    self.width = width
    self.height = height
    self.sizeIsGuess = sizeIsGuess
    self.maxFingers = maxFingers
    self.slots = slots
    self.isSemiMultitouch = isSemiMultitouch
    self.links = links
    self.vendor = vendor
    self.product = product
    self.isExternal = isExternal
  }

  /// Whether a swipe of so many fingers, 2…4, can come from it.
  public func canSwipe(fingers: Int) -> Bool {
    guard (2...4).contains(fingers), maxFingers >= fingers else { return false }
    // libinput scrolls with two fingers on any pad; for its gestures it needs contacts of their own.
    return fingers == 2 || (slots >= 2 && !isSemiMultitouch)
  }
}

/// What is known of a touchpad before it is opened.
public struct TouchpadCandidate: Sendable, Hashable {
  public var name: String
  public var node: String
  public var links: [String]
  public var vendor, product: UInt16
}

extension Touchpad {
  public var candidate: TouchpadCandidate {
    TouchpadCandidate(name: name, node: node, links: links, vendor: vendor, product: product)
  }
}

/// What an input device is, as far as udev says.
public enum DeviceKind: String, Sendable, Hashable, CaseIterable {
  case touchpad
  case keyboard
  case mouse
  case pointingStick = "pointing stick"
  case touchscreen
  case tablet = "drawing tablet"
  case joystick
  case lidSwitch = "switch"
  case accelerometer
  case buttons = "set of buttons"
  case other = "input device of another kind"
}

/// What a path that is no input device leads to.
public enum FileKind: String, Sendable, Hashable, CaseIterable {
  case directory
  case regular = "regular file"
  case pipe
  case socket
  case blockDevice = "block device"
  case characterDevice = "character device, but no input device"
  case legacyInput = "legacy input interface, not an event node"
}
