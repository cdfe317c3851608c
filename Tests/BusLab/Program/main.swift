// What BusLab needs of fingers and of clients; `run` runs all cases.
//
//   bus-lab fingers FILE              a touchpad with a motor and fingers on it, told by lines: touch, move MM MS, lift,
//                                     wait MS, unplug, plug; what the motor is told to play is written to FILE
//   bus-lab lid                       the switch of a lid, told by lines: close, open
//   bus-lab overruns NODE             opens it, and after a line says how often its buffer has overrun since
//   bus-lab client DIRECTION [MM…]    claims the swipe and says what comes of it, until it is ended; "release" on its
//                                     input gives the claim back
//   bus-lab monitor                   says what comes of any swipe, until it is ended
//   bus-lab flood COUNT               asks for so many ticks, ten every 5 ms; says what became of them

import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch (arguments.first, arguments.count) {
  case ("fingers", 2): try Fingers(ticks: arguments[1]).obey()
  case ("client", 2...): try Client.claim(arguments[1], stops: arguments.dropFirst(2))
  case ("monitor", 1): try Client.monitor()
  case ("lid", 1): try moveLid()
  case ("overruns", 2): try countOverruns(of: arguments[1])
  case ("flood", 2): try Client.flood(Int(arguments[1]) ?? 0)
  default:
    print(
      "usage: bus-lab fingers FILE | lid | overruns NODE | client DIRECTION [MM…] | monitor | flood COUNT"
    )
    exit(2)
  }
} catch {
  print("bus-lab: \(error)")
  exit(2)
}
