// Haptics against the kernel's real drivers, in the virtual laptop: laptop exec -- haptics-lab
// FOLDER          all cases; FOLDER has hid-haptic.txt and manual-trigger.txt laptop exec
// --real-time -- haptics-lab FOLDER latency [COUNT] laptop exec --real-time --
// Tests/HapticsLab/access RULES PROGRAMS FOLDER    udev's rules

import CommitPoint
import Foundation
import Haptics

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: haptics-lab FOLDER [latency [COUNT]]")
  exit(2)
}
if arguments.count > 2, arguments[2] == "latency" {
  try Latency.run(arguments[1], count: arguments.count > 3 ? Int(arguments[3]) ?? 1000 : 1000)
  exit(0)
}
var checks = Checks()
if arguments.count > 3, arguments[2] == "access" {
  try Access.run(arguments[1], group: UInt32(arguments[3]) ?? 0, &checks)
  exit(checks.failures == 0 ? 0 : 1)
}
UinputCases.run(&checks)
let cases = try HIDCases(arguments[1])
cases.run(&checks)
print(checks.failures == 0 ? "all hold" : "\(checks.failures) do not hold")
exit(checks.failures == 0 ? 0 : 1)
