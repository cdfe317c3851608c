import Haptics

/// The name by which udev's rule calls the program `swiped` for each hidraw node (systemd/70-swiped.rules).
public let hapticTouchpadIDName = "haptic-touchpad-id"

/// Says whether ticks can be played through a hidraw node, and no keys be read.
///
/// - Parameter arguments: those after the program's name: the node's folder in sysfs.
/// - Returns: the exit status: 0 where it is so; 1 where not, with the reason; 2 for a mistaken call.
public func runHapticTouchpadID(_ arguments: some Collection<String>) -> Int32 {
  guard arguments.count == 1, let path = arguments.first else {
    complain("usage: \(hapticTouchpadIDName) SYSPATH, such as /sys/class/hidraw/hidraw0")
    return 2
  }
  do throws(HapticObstacle) {
    try HidrawAccess.check(sysPath: path)
    return 0
  } catch {
    _ = say("'\(path)' stays closed: \(error)\n")
    return 1
  }
}
