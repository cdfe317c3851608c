// swipectl against the kernel's real drivers, in the virtual laptop:
//   run                                                         all cases, counted
//   laptop exec -- swipectl-lab DESCRIPTORS SWIPECTL            all cases
//   laptop exec -- swipectl-lab DESCRIPTORS SWIPECTL FILE       what it says of a touchpad with this descriptor
// DESCRIPTORS is Tests/HapticsTests/Descriptors.

import CDevices
import Foundation

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  print("usage: swipectl-lab DESCRIPTORS SWIPECTL [FILE]")
  exit(2)
}
let lab = Lab(swipectl: arguments[2])
if arguments.count > 3 {
  let pad = try HapticPad("lab-tried", try HapticPad.bytes(arguments[3]), HapticPad.hidHaptic)
  for command in ["devices", "probe", "tick", "repair"] {
    let run = try lab.run(command)
    print("\(command): \(run.code)\n\(run.output)\(run.errors)", terminator: "")
  }
  print(try lab.run("probe", "--json").output, terminator: "")
  withExtendedLifetime(pad) {}
  exit(0)
}

withoutPads(lab)
let gamepad = try Gamepad()
onAGamepad(lab, gamepad)
let manual = try HapticPad(
  "lab-manual", try HapticPad.bytes(arguments[1] + "/manual-trigger.txt"), HapticPad.manualTrigger)
onAManualTriggerPad(lab, manual)
// It stays until power-off: to lose a pad that is bound to hid-haptic crashes the kernel (Linux 7.3).
let haptic = try HapticPad(
  "lab-haptic", try HapticPad.bytes(arguments[1] + "/hid-haptic.txt"), HapticPad.hidHaptic)
onAHapticPad(lab, haptic)
onASilencedPad(lab, haptic, other: manual)
onDevicesThatDoNotAnswer(lab, manual)
print(lab.failures == 0 ? "all hold" : "\(lab.failures) do not hold")
exit(lab.failures == 0 ? 0 : 1)
