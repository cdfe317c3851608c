import CommitPoint
import Haptics
import LinuxIO
import SwipeBus
import DeviceRemarks

// What is felt.

extension Daemon {
  func play(_ tick: Tick, _ event: SwipeEvent, on pad: TrackedTouchpad) {
    guard pad.rung != .log else {
      // The line is the tick: it is written as soon as the frames that are there have been looked at.
      // At the end it may come before it is due.
      let latency = max(0, Microseconds(Clock.monotonic) - event.time)
      latencies.add(latency)
      return report.event(event, device: pad.label, backend: "log", latency: latency)
    }
    guard pad.hapticOptions.choice != .off else { return report.event(event, device: pad.label) }
    report.felt(event, device: pad.label)
    let number = pad.haptics.selectionChanged(HapticTick(tick), frameTime: event.time)
    pad.unplayed.append((number, event))
  }

  func listenToHaptics(of pad: TrackedTouchpad) throws(Errno) {
    try loop.add(pad.haptics.descriptor) { [unowned self, unowned pad] _ in
      drainHaptics(of: pad)
    }
  }

  func replaceHaptics(of pad: TrackedTouchpad, _ options: HapticOptions) {
    closeHaptics(of: pad, within: 0)
    do throws(Errno) {
      try pad.replaceHaptics(options)
      try listenToHaptics(of: pad)
      drainHaptics(of: pad)
    } catch {
      report.notice("cannot change how \(pad.touchpad.title) gives its ticks: \(error)")
    }
  }

  func drainHaptics(of pad: TrackedTouchpad) {
    pad.haptics.drain { told in
      switch told {
      case .settled(let settlement):
        pad.settlement = settlement
        report.settled(settlement, pad.touchpad)
        bus?.update(busTouchpad(pad))
      case .fell(let skipped):
        report.notice(
          "\(skipped.rung.rawValue) has failed on \(pad.touchpad.title): \(skipped.obstacle)")
      case .tick(let played):
        guard let index = pad.unplayed.firstIndex(where: { $0.number == played.number }) else {
          return
        }
        finish(pad.unplayed.remove(at: index).event, played, of: pad)
      case .lost(let count):
        report.notice("\(count) reports on the ticks of \(pad.touchpad.title) were lost")
        giveUpUnplayed(of: pad)
      }
    }
  }

  func finish(_ event: SwipeEvent, _ played: HapticTickReport, of pad: TrackedTouchpad) {
    switch played.outcome {
    case .played, .logged:
      latencies.add(played.latency)
      report.played(
        event, device: pad.label, backend: played.rung.rawValue, latency: played.latency)
    case .stale, .queueFull:
      dropped += 1
      report.played(event, device: pad.label, backend: nil, latency: nil)
      report.notice("a tick came too late for \(pad.touchpad.title) and was dropped")
    }
  }

  func closeHaptics(of pad: TrackedTouchpad, within span: Microseconds) {
    pad.haptics.close(within: span)
    drainHaptics(of: pad)
    giveUpUnplayed(of: pad)
    loop.remove(pad.haptics.descriptor)
  }

  /// A trace has every tick, also those of which it will not be known how they were played.
  func giveUpUnplayed(of pad: TrackedTouchpad) {
    for (_, event) in pad.unplayed {
      report.played(event, device: pad.label, backend: nil, latency: nil)
    }
    pad.unplayed.removeAll()
  }
}
