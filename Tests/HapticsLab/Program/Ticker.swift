import CommitPoint
import Foundation
import Haptics
import LinuxIO

/// The haptics of a device together with the loop that they need.
final class Ticker {
  let feedback: HapticFeedback
  private(set) var reports: [HapticReport] = []

  init(_ node: String, _ options: HapticOptions = HapticOptions()) throws {
    feedback = try HapticFeedback(node: node, sysPath: nil, options: options)
  }

  static var now: Microseconds { Microseconds(Clock.monotonic) }

  /// Waits until the condition holds of all reports, for at most so long; whether it does.
  @discardableResult
  func wait(milliseconds: Int = 3000, _ holds: ([HapticReport]) -> Bool) -> Bool {
    let deadline = Self.now + .milliseconds(Int64(milliseconds))
    while true {
      feedback.drain { reports.append($0) }
      if holds(reports) { return true }
      let left = (deadline - Self.now).value
      guard left > 0 else { return false }
      var entry = pollfd(fd: feedback.descriptor, events: Int16(POLLIN), revents: 0)
      unsafe poll(&entry, 1, Int32(clamping: (left + 999) / 1000))
    }
  }

  var settlements: [HapticSettlement] {
    reports.compactMap { if case .settled(let settlement) = $0 { settlement } else { nil } }
  }

  var ticks: [HapticTickReport] {
    reports.compactMap { if case .tick(let tick) = $0 { tick } else { nil } }
  }

  var falls: [SkippedRung] {
    reports.compactMap { if case .fell(let fall) = $0 { fall } else { nil } }
  }

  /// The rung that it settles on.
  func settle(milliseconds: Int = 3000) -> HapticSettlement? {
    wait(milliseconds: milliseconds) { _ in !settlements.isEmpty }
    return settlements.last
  }

  /// Plays a tick and waits until it is told what became of it.
  @discardableResult
  func tick(_ tick: HapticTick) -> HapticTickReport? {
    let before = ticks.count
    feedback.selectionChanged(tick, frameTime: Self.now)
    wait { _ in ticks.count > before }
    return ticks.last
  }
}
