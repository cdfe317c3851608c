import CommitPoint
import Foundation
import Haptics

/// From the call to the finished write, for each kind of device.
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
      print(
        "\(name): \(statistics.count) ticks, median \(statistics.median?.value ?? -1) µs,"
          + " 99th percentile \(statistics.percentile99?.value ?? -1) µs,"
          + " worst \(statistics.worst?.value ?? -1) µs")
    }
  }
}
