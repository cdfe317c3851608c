import Glibc
import LinuxIO
import SwipedDaemon

let arguments = ProgramArguments.all
// A second program would be another 6 MB of Swift's runtime.
let name = arguments.first?.split(separator: "/").last ?? ""
exit(
  name == hapticTouchpadIDName
    ? runHapticTouchpadID(arguments.dropFirst()) : runSwiped(arguments.dropFirst()))
