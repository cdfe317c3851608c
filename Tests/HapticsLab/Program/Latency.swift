import CDevices
import CommitPoint
import Foundation
import Haptics

/// From the call to the finished write, for each kind of device; and for comparison a write on the
/// calling thread.
enum Latency {
  static func run(_ folder: String, count: Int) throws {
    let cases = try HIDCases(folder)
    let rumble = RumbleDevice("rumble", [RumbleDevice.rumble])
    for (name, node) in [
      ("ff-haptic", cases.haptic.node), ("hid", cases.manual.node), ("ff-rumble", rumble.node),
    ] {
      let ticker = try Ticker(node)
      let rung = ticker.settle()?.rung
      guard rung?.rawValue == name else {
        print("\(name): settled on \(String(describing: rung))")
        continue
      }
      var statistics = LatencyStatistics()
      for number in 0..<count {
        if let report = ticker.tick(number % 2 == 0 ? .arm : .disarm), report.outcome == .played {
          statistics.add(report.latency)
        }
        usleep(4000)
      }
      ticker.feedback.close()
      print("\(name): \(summary(statistics))")
    }
    print("ff-rumble without a thread: \(summary(direct(rumble.node, count: count)))")
    rumble.unplug()
  }

  private static func direct(_ node: String, count: Int) -> LatencyStatistics {
    let descriptor = unsafe open(node, O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let effect = lab_upload(descriptor, Int32(RumbleDevice.rumble), 0)
    var statistics = LatencyStatistics()
    for _ in 0..<count {
      let start = Ticker.now
      lab_play(descriptor, effect)
      statistics.add(Ticker.now - start)
      usleep(4000)
    }
    return statistics
  }

  private static func summary(_ statistics: LatencyStatistics) -> String {
    "\(statistics.count) ticks, median \(statistics.median?.value ?? -1) µs,"
      + " 99th percentile \(statistics.percentile99?.value ?? -1) µs,"
      + " worst \(statistics.worst?.value ?? -1) µs"
  }
}
