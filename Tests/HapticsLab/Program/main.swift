// Haptics on the kernel's real drivers, in the virtual laptop; `run` runs all cases.
//
//   haptics-lab FOLDER                    the cases; FOLDER has the descriptors of HapticsTests
//   haptics-lab FOLDER access GID         what a group can open, for the script `access`
//   haptics-lab FOLDER latency [COUNT]    what a tick costs; in real time

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
