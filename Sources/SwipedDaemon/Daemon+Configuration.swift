import CommitPoint
import DeviceRemarks
import LinuxIO
import SwipeBus
import SwipeCommandLine
import SwipeConfig
import TouchpadInput

// What is in force, and what a reload changes.

extension Daemon {
  /// Whether the configuration has a touchpad read; one that was asked for by its path is.
  func isWanted(_ touchpad: TouchpadCandidate) -> Bool {
    if case .nodes = options.selection { return true }
    return configuration.isEnabled(touchpad.identity)
  }

  /// Reads the configuration again. If there is an error in it, all stays as it is.
  ///
  /// - Returns: the first error, or `nil`.
  @discardableResult
  func reload() -> String? {
    manager?.tell(.reloading(since: Clock.monotonic))
    defer {
      manager?.tell(.ready, status: status)
      isStirred = true
    }
    let loaded = Configuration.load(options.source, for: .service)
    for message in loaded.messages { report.notice(message.description) }
    if let error = loaded.messages.first(where: { $0.severity == .error }) {
      notice("the configuration has errors, going on with the old one", .configurationKept)
      return error.description
    }
    var new = loaded.configuration
    do throws(UsageError) {
      try new.overlay(options.commandLine)
    } catch {
      report.notice("bug: options that were checked are refused: \(error), going on as before")
      return error.description
    }
    let isSame = new == configuration
    // What is the same may still come from other lines.
    configuration = new
    report.notice(isSame ? "nothing has changed in the configuration" : "read the configuration")
    guard !isSame else {
      // What could not be had before is tried again.
      for pad in touchpads {
        changeHaptics(of: pad, to: configuration.haptics(on: pad.touchpad.candidate.identity))
      }
      return nil
    }

    if let bus {
      bus.setTickOnly(tickOnly)
    } else {
      input.twoFingerSwipes = configuration.fingerCounts().contains(2)
    }
    let now = Microseconds(Clock.monotonic)
    for pad in touchpads { apply(to: pad, at: now) }
    input.reconsider { take($0) }
    return nil
  }

  func apply(to pad: TrackedTouchpad, at now: Microseconds) {
    let identity = pad.touchpad.candidate.identity
    let feel = TouchpadFeel(configuration, identity)
    do throws(SettingsError) {
      let underWay = bus.flatMap { settings(ofSwipeOn: pad, $0) }
      if try pad.use(feel, underWay: underWay, at: now, { tell($0, of: pad) }) {
        handle(.cancel(.reload), at: now, on: pad)
        _ = try pad.use(feel, at: now) { tell($0, of: pad) }
      }
    } catch {
      report.notice("bug: checked settings are refused: \(error)")
    }
    if !isWanted(pad.touchpad.candidate), pad.tracker.isTracking {
      handle(.cancel(.reload), at: now, on: pad)
    }
    report.changed(pad.touchpad, feel.combined)
    let options = configuration.haptics(on: identity)
    changeHaptics(of: pad, to: options)
  }
}
