// Run by udev for each hidraw node (systemd/70-swiped.rules): exit status 0 where ticks can be
// played through it and no keys can be read, 1 where not, with the reason, 2 for a mistaken call.

import Haptics

#if canImport(Glibc)
  import Glibc
#endif

guard CommandLine.argc == 2, let path = CommandLine.arguments.last else {
  print("usage: haptic-touchpad-id SYSPATH, such as /sys/class/hidraw/hidraw0")
  exit(2)
}
do throws(HapticObstacle) {
  try HidrawAccess.check(sysPath: path)
} catch {
  print("'\(path)' stays closed: \(error)")
  exit(1)
}
