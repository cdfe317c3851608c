import CommitPoint
import Haptics
import LinuxIO
import SwipeBus
import DeviceRemarks

// What is felt.

extension Daemon {
  /// Hands a tick to the device.
  ///
  /// - Returns: the number that its report will bear; `nil` where there is nothing to play it on.
  func play(_ tick: Tick, _ event: SwipeEvent, on pad: TrackedTouchpad) -> UInt64? {
    guard pad.rung != .log, pad.hapticOptions.choice != .off else { return nil }
    return pad.haptics.selectionChanged(HapticTick(tick), frameTime: event.time)
  }

  func report(_ tick: Tick, _ event: SwipeEvent, number: UInt64?, on pad: TrackedTouchpad) {
    if let number {
      report.felt(event, device: pad.label)
      pad.unplayed.append((number, tick, event))
    } else if pad.rung == .log {
      // The line is the tick: it is written as soon as the frames that are there have been looked at.
      // At the end it may come before it is due.
      let latency = max(0, Microseconds(Clock.monotonic) - event.time)
      latencies.add(latency)
      pad.felt = tick
      report.event(event, device: pad.label, backend: "log", latency: latency)
    } else {
      report.event(event, device: pad.label)
    }
  }

  func listenToHaptics(of pad: TrackedTouchpad) throws(Errno) {
    try loop.add(pad.haptics.descriptor) { [unowned self, unowned pad] _ in
      drainHaptics(of: pad)
    }
  }

  /// Has a touchpad give its ticks otherwise as soon as nothing is under way on it.
  ///
  /// A swipe ends as it began: on nothing that has to be found first, and not in silence where its arming was felt.
  /// What was handed to the device is told of by what plays it.
  func changeHaptics(of pad: TrackedTouchpad, to options: HapticOptions) {
    pad.wantedHaptics = options == pad.hapticOptions ? nil : options
    awaitsQuiet = touchpads.contains { $0.wantedHaptics != nil }
  }

  func replaceHapticsWhereQuiet() {
    for pad in touchpads {
      guard let options = pad.wantedHaptics, pad.isQuiet, farewell == nil else { continue }
      pad.wantedHaptics = nil
      replaceHaptics(of: pad, options)
    }
    awaitsQuiet = touchpads.contains { $0.wantedHaptics != nil }
  }

  /// If the new way cannot be had, the old one stays.
  private func replaceHaptics(of pad: TrackedTouchpad, _ options: HapticOptions) {
    // What it has to tell of itself is told under its own name.
    drainHaptics(of: pad)
    let old = pad.haptics
    do throws(Errno) {
      try pad.replaceHaptics(options) { new throws(Errno) in
        try loop.add(new.descriptor) { [unowned self, unowned pad] _ in drainHaptics(of: pad) }
        do throws(Errno) {
          try new.takeOver(from: old)
        } catch {
          loop.remove(new.descriptor)
          throw error
        }
      }
    } catch {
      return report.notice(
        "cannot change how \(pad.touchpad.title) gives its ticks: \(error), going on as before; "
          + "a reload tries it again")
    }
    loop.remove(old.descriptor)
    bus?.update(busTouchpad(pad))
    drainHaptics(of: pad)
  }

  func drainHaptics(of pad: TrackedTouchpad) {
    pad.haptics.drain { told in
      switch told {
      case .settled(let settlement):
        pad.settlement = settlement
        report.settled(settlement, pad.touchpad)
        bus?.update(busTouchpad(pad))
      case .fell(let skipped):
        notice(
          "\(skipped.rung.rawValue) has failed on \(pad.touchpad.title): \(skipped.obstacle)",
          .rungFell)
      case .tick(let played):
        guard let index = pad.unplayed.firstIndex(where: { $0.number == played.number }) else {
          return
        }
        let unplayed = pad.unplayed.remove(at: index)
        finish(unplayed.tick, unplayed.event, played, of: pad)
      case .lost(let count):
        report.notice("\(count) reports on the ticks of \(pad.touchpad.title) were lost")
        giveUpUnplayed(of: pad)
      }
    }
  }

  func finish(
    _ tick: Tick, _ event: SwipeEvent, _ played: HapticTickReport, of pad: TrackedTouchpad
  ) {
    switch played.outcome {
    case .played, .logged:
      // After a commit nothing counts as felt, even if the arming is told only now.
      if pad.tracker.isTracking || tick == .disarm { pad.felt = tick }
      let latency = max(0, played.finished - event.time)
      latencies.add(latency)
      report.played(event, device: pad.label, backend: played.rung.rawValue, latency: latency)
    case .stale where isNews(tick, on: pad), .queueFull where isNews(tick, on: pad):
      let number = pad.haptics.selectionChanged(
        HapticTick(tick), frameTime: Microseconds(Clock.monotonic))
      pad.unplayed.append((number, tick, event))
      report.notice("a tick comes late for \(pad.touchpad.title)")
    case .stale, .queueFull:
      dropped += 1
      report.played(event, device: pad.label, backend: nil, latency: nil)
      notice("a tick came too late for \(pad.touchpad.title) and was dropped", .tickDropped)
    }
  }

  /// Whether a tick that came too late for what the fingers did still says what release does, and the hand
  /// does not know: the fingers rest where the machine was held up, say. The last tick that was felt
  /// would then be wrong for as long as they rest.
  private func isNews(_ tick: Tick, on pad: TrackedTouchpad) -> Bool {
    guard farewell == nil, pad.unplayed.isEmpty, pad.tracker.isTracking, pad.tracker.deadline == nil
    else { return false }
    return tick == (pad.tracker.armed.map(Tick.arm) ?? .disarm) && tick != pad.felt
  }

  func closeHaptics(of pad: TrackedTouchpad, within span: Microseconds) {
    pad.haptics.close(within: span)
    drainHaptics(of: pad)
    giveUpUnplayed(of: pad)
    loop.remove(pad.haptics.descriptor)
  }

  /// A trace has every tick, also those of which it will not be known how they were played.
  func giveUpUnplayed(of pad: TrackedTouchpad) {
    for unplayed in pad.unplayed {
      report.played(unplayed.event, device: pad.label, backend: nil, latency: nil)
    }
    pad.unplayed.removeAll()
  }
}
