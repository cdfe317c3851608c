// What ServiceLab needs of devices and of the kernel; `run` runs all cases.
//
//   service-lab hold FOLDER        makes touchpads and keyboards, says their nodes, keeps them until it is ended
//   service-lab plug PID COUNT     plugs a touchpad in and out; says what the process held before and after
//   service-lab flicker COUNT      touchpads that are gone before, while or just after udev announces them
//   service-lab open NODE…         says of each node whether it can be opened, or why not
//   service-lab refusals           gives up starting programs, and tries to

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch (arguments.first, arguments.count) {
  case ("hold", 2): try Held.run(descriptors: arguments[1])
  case ("plug", 3): try Plugging.run(process: arguments[1], count: Int(arguments[2]) ?? 0)
  case ("flicker", 2): try Plugging.flicker(count: Int(arguments[1]) ?? 0)
  case ("open", 2...): Opening.run(arguments.dropFirst())
  case ("refusals", 1): exit(Refusals.run() ? 0 : 1)
  default:
    print("usage: service-lab hold FOLDER | plug PID COUNT | flicker COUNT | open NODE… | refusals")
    exit(2)
  }
} catch {
  print("service-lab: \(error)")
  exit(2)
}
