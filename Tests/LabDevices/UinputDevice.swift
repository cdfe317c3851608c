import CLibevdev
import Glibc

/// The lab itself failed: that says nothing of swiped.
public struct LabFailure: Error, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}

/// A device made by uinput. It is gone when this is.
@safe public final class UinputDevice {
  private let uinput: OpaquePointer
  public let node: String
  /// What a driver reads: what the kernel asks of the device.
  public let descriptor: Int32

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
    descriptor = unsafe libevdev_uinput_get_fd(created)
  }

  deinit { unsafe libevdev_uinput_destroy(uinput) }

  public func send(_ type: Int32, _ code: Int32, _ value: Int32) {
    unsafe _ = libevdev_uinput_write_event(uinput, UInt32(type), UInt32(code), value)
  }

  /// 100 × 60 mm at 10 counts per mm, for five fingers.
  ///
  /// - Parameter hasMotor: whether it has FF_RUMBLE, whose uploads are to be answered.
  public static func touchpad(hasMotor: Bool = false) throws -> UinputDevice {
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
      if hasMotor {
        unsafe libevdev_enable_event_code(device, UInt32(EV_FF), UInt32(FF_RUMBLE), nil)
      }
      unsafe libevdev_enable_property(device, UInt32(INPUT_PROP_POINTER))
      unsafe libevdev_enable_property(device, UInt32(INPUT_PROP_BUTTONPAD))
    }
  }

  public static func keyboard() throws -> UinputDevice {
    try unsafe UinputDevice("Lab Keyboard") { device in
      for key in KEY_ESC...KEY_DELETE {
        unsafe libevdev_enable_event_code(device, UInt32(EV_KEY), UInt32(key), nil)
      }
    }
  }

  /// The switch of a laptop's lid.
  public static func lid() throws -> UinputDevice {
    try unsafe UinputDevice("Lab Lid Switch") { device in
      unsafe libevdev_enable_event_code(device, UInt32(EV_SW), UInt32(SW_LID), nil)
    }
  }
}
