/// Whether a program that ticks touchpads is to be let at a hidraw node.
///
/// With its hidraw node a device can be read and its firmware written, so that there has to be a
/// use for it: the device has a touchpad with a manual trigger and a waveform list, and it is no
/// keyboard.
public enum HidrawAccess {
  /// - Parameter sysPath: the node's directory in sysfs, such as `/sys/class/hidraw/hidraw0`.
  /// - Throws: why there is no use for it, or ``HapticObstacle/keyboard``.
  public static func check(sysPath: String) throws(HapticObstacle) {
    let descriptor = try HapticTouchpadDescriptor(path: sysPath + "/device/report_descriptor")
    if descriptor.hasKeyboard { throw .keyboard }
    _ = try descriptor.tickReports()
  }
}
