import Glibc
import SwipedDaemon

guard !CommandLine.arguments.isEmpty else { exit(complainOfNoCommandLine()) }
let arguments = CommandLine.arguments.dropFirst()
// A second program would be another 6 MB of Swift's runtime.
let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
exit(name == hapticTouchpadIDName ? runHapticTouchpadID(arguments) : runSwiped(arguments))
