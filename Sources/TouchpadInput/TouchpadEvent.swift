public import CommitPoint
public import LinuxIO

/// Which touchpads are wanted.
public enum TouchpadSelection: Sendable, Hashable {
  /// Every one that udev knows.
  case all
  /// Those at these paths, now or whenever they come; links such as those in /dev/input/by-path are
  /// followed each time.
  case nodes([String])
}

/// Why a device was not taken.
public enum TouchpadRefusal: Error, Sendable, Hashable {
  /// It is an input device of another kind.
  case notATouchpad(DeviceKind)
  /// It is no input device at all.
  case notAnInputDevice(FileKind)
  /// It has typing keys as well: a program that reads it reads what is typed.
  case alsoKeyboard
  /// There is nothing at the path.
  case noSuchNode
  /// udev is not done with it, or does not run.
  case notInitialised
  /// The path leads to another device than the one that udev told of.
  case swapped
  case cannotOpen(Errno)
  /// libinput does not take it for a touchpad that it can read.
  case libinputRefused
}

extension TouchpadRefusal: CustomStringConvertible {
  /// A clause that follows the device's name, such as "is a keyboard, not a touchpad".
  public var description: String {
    switch self {
    case .notATouchpad(let kind): "is \(kind.article) \(kind.rawValue), not a touchpad"
    case .notAnInputDevice(let kind): "is a \(kind.rawValue)"
    case .alsoKeyboard: "is a keyboard as well, and swiped never reads keys"
    case .noSuchNode: "does not exist"
    case .notInitialised: "is not yet announced by udev"
    case .swapped: "is not the device that udev announced"
    case .cannotOpen(let error): "cannot be opened: \(error)"
    case .libinputRefused: "is not accepted by libinput"
    }
  }
}

extension DeviceKind {
  var article: String {
    switch self {
    case .accelerometer, .other: "an"
    case .touchpad, .keyboard, .mouse, .pointingStick, .touchscreen, .tablet, .joystick, .lidSwitch,
      .buttons:
      "a"
    }
  }
}

/// What `TouchpadInput` tells.
public enum TouchpadEvent: Sendable {
  /// A touchpad is read from now on.
  // Boxed, since every touch frame makes an event: it is to be small.
  indirect case taken(Touchpad)
  /// A touchpad is no longer read; a swipe that was open on it has been cancelled before.
  case released(TouchpadID)
  /// A touchpad, or a path that was asked for, is not read.
  case refused(node: String, name: String?, TouchpadRefusal)
  /// A path that was asked for has no touchpad yet: it is taken when it comes.
  case waiting(path: String, TouchpadRefusal)
  /// What fingers did, stamped with the kernel's time of the touch frame (CLOCK_MONOTONIC).
  case swipe(TouchpadID, SwipeInput, at: Microseconds)
  /// udev's announcements came faster than they were read; the devices have been looked up anew.
  case announcementsLost
}

/// A line of the device list.
public struct TouchpadReport: Sendable {
  public var name: String
  public var node: String
  /// The touchpad as it would be taken, or why it would not be.
  public var result: Result<Touchpad, TouchpadRefusal>

  public init(name: String, node: String, result: Result<Touchpad, TouchpadRefusal>) {
    self.name = name
    self.node = node
    self.result = result
  }
}

/// Why touchpads cannot be read at all.
public enum TouchpadInputError: Error, Sendable, Hashable {
  /// udev cannot be reached: no hotplug, and no telling what is a touchpad.
  case udev(Errno)
  case libinput(Errno)
}

extension TouchpadInputError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .udev(let error): "cannot listen to udev: \(error)"
    case .libinput(let error): "cannot set up libinput: \(error)"
    }
  }
}
