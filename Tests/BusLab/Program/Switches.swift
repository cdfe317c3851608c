import CLibevdev
import Glibc
import LabDevices

/// The lid of the laptop: "close" and "open" on the standard input, "done" on the output.
func moveLid() throws {
  let lid = try UinputDevice.lid()
  say(lid.node)
  while let line = readLine() {
    guard ["close", "open"].contains(line) else { throw LabFailure("there is no '\(line)'") }
    lid.send(EV_SW, SW_LID, line == "close" ? 1 : 0)
    lid.send(EV_SYN, SYN_REPORT, 0)
    say("done")
  }
}

/// Opens a node, reads it when there is a line on the standard input, and says how often the kernel told that it had no
/// room for what came.
func countOverruns(of node: String) throws {
  let descriptor = unsafe open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { throw LabFailure("'\(node)' cannot be opened: \(errno)") }
  say("open")
  _ = readLine()
  var event = input_event()
  var count = 0
  while unsafe read(descriptor, &event, MemoryLayout<input_event>.size) > 0 {
    if event.type == UInt16(EV_SYN), event.code == UInt16(SYN_DROPPED) { count += 1 }
  }
  say("overruns \(count)")
}
