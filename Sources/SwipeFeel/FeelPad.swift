internal import CommitPoint
internal import DeviceRemarks
internal import Haptics
internal import LinuxIO
internal import SwipeConfig
internal import TouchpadInput

/// A touchpad that is read, with its engine and its ticks.
final class FeelPad {
  let touchpad: Touchpad
  var tracker: SwipeTracker
  private(set) var haptics: HapticFeedback
  private(set) var settlement: HapticSettlement?

  private var configured: [Int: SwipeSettings]
  private var configuredHaptics: HapticOptions
  private var hapticOptions: HapticOptions
  private var changes = FeelChanges()
  private(set) var fingers: Int
  /// The tick that a person is to feel once the ticks are as they were chosen.
  private var trial: HapticTick?
  private var hasArmed = false

  init(
    _ touchpad: Touchpad, _ configuration: Configuration, _ changes: FeelChanges
  ) throws {
    self.touchpad = touchpad
    let identity = touchpad.candidate.identity
    configured = Self.settings(configuration, on: touchpad)
    let first = Self.first(of: configured)
    fingers = first
    self.changes = changes
    configuredHaptics = configuration.haptics(on: identity)
    hapticOptions = changes.over(configuredHaptics)
    tracker = try SwipeTracker(
      changes.over(configured[first] ?? configuration.combinedSettings(on: identity).settings),
      width: touchpad.width, height: touchpad.height)
    haptics = try HapticFeedback(
      node: touchpad.node, sysPath: touchpad.sysPath, options: hapticOptions)
  }

  /// Three fingers where there are several counts: two scroll as well.
  static func first(of configured: [Int: SwipeSettings]) -> Int {
    configured[3] == nil ? configured.keys.min() ?? 3 : 3
  }

  private static func settings(
    _ configuration: Configuration, on touchpad: Touchpad
  ) -> [Int: SwipeSettings] {
    let counts = configuration.fingerCounts()
    var settings: [Int: SwipeSettings] = [:]
    for count in 2...4 where counts.contains(count) {
      settings[count] = configuration.settings(
        forFingers: count, on: touchpad.candidate.identity)
    }
    return settings
  }

  /// What swipes go by without any change.
  var base: FeelChoices {
    FeelChoices(configured[fingers] ?? tracker.settings, configuredHaptics)
  }

  var facts: FeelSourceFacts {
    let size = touchpad.remarks(for: configured[fingers] ?? tracker.settings)
    let ticks = settlement.map { "ticks: \($0.summary)" } ?? "ticks: finding out"
    return FeelSourceFacts(name: "\(touchpad.name), \(size)", note: ticks)
  }

  // MARK: Swipes

  /// - Returns: whether the contacts are to be noted, since it has armed.
  func handle(_ input: SwipeInput, at time: Microseconds, _ tell: FeelListener) -> Bool {
    hasArmed = false
    if case .begin(let count) = input {
      haptics.prepare(at: time)
      useSettings(ofFingers: count, at: time, tell)
      tell(.began, time)
    }
    tracker.handle(input, at: time) { hear($0, tell) }
    if case .motion = input, tracker.isTracking {
      let motion = FeelMotion(
        axis: tracker.axis, offset: tracker.offset, velocity: tracker.velocity(at: time))
      tell(.moved(motion), time)
    }
    return hasArmed
  }

  /// Plays a tick that is owed.
  func advance(to time: Microseconds, _ tell: FeelListener) {
    tracker.advance(to: time) { hear($0, tell) }
  }

  private func hear(_ event: SwipeEvent, _ tell: FeelListener) {
    switch event.kind {
    case .tick(let tick): haptics.selectionChanged(HapticTick(tick), frameTime: event.time)
    case .armed: hasArmed = true
    case .disarmed, .committed, .sprungBack, .cancelled, .ignored: break
    }
    tell(.event(event), event.time)
  }

  private func useSettings(ofFingers count: Int, at time: Microseconds, _ tell: FeelListener) {
    guard let settings = configured[count], count != fingers, !tracker.isTracking else { return }
    fingers = count
    use(changes.over(settings), at: time, tell)
  }

  // MARK: Changes

  /// Goes by what was changed, if no swipe is under way.
  ///
  /// - Returns: whether it does.
  func use(_ changes: FeelChanges, at time: Microseconds, _ tell: FeelListener) -> Bool {
    guard !tracker.isTracking else { return false }
    self.changes = changes
    guard let settings = configured[fingers] else { return true }
    use(changes.over(settings), at: time, tell)
    return true
  }

  /// Goes by another configuration; between swipes only.
  func use(_ configuration: Configuration, at time: Microseconds, _ tell: FeelListener) {
    configured = Self.settings(configuration, on: touchpad)
    configuredHaptics = configuration.haptics(on: touchpad.candidate.identity)
    // What the last one has for these fingers is not to stay.
    if configured[fingers] == nil { fingers = Self.first(of: configured) }
    guard let settings = configured[fingers] else { return }
    use(changes.over(settings), at: time, tell)
  }

  private func use(_ settings: SwipeSettings, at time: Microseconds, _ tell: FeelListener) {
    // The knobs keep to what is allowed.
    try? tracker.use(settings, at: time) { hear($0, tell) }
    tell(.settings(tracker.settings), time)
  }

  /// Whether ticks are to be given otherwise than they are.
  var needsOtherHaptics: Bool { changes.over(configuredHaptics) != hapticOptions }

  /// Gives ticks as they were chosen, from now on; the last descriptor is no longer valid.
  ///
  /// - Parameter trial: the tick to be felt as soon as that is so, if any.
  func replaceHaptics(trial: HapticTick?) throws(Errno) {
    let options = changes.over(configuredHaptics)
    haptics.close(within: 0)
    haptics = try HapticFeedback(
      node: touchpad.node, sysPath: touchpad.sysPath, options: options)
    hapticOptions = options
    settlement = nil
    self.trial = trial
  }

  func drainHaptics(_ tell: FeelListener) {
    haptics.drain { report in
      let now = Microseconds(Clock.monotonic)
      switch report {
      case .settled(let settlement):
        self.settlement = settlement
        tell(.source(facts), now)
        tell(.ticksChanged(canBeFelt: settlement.rung != .log), now)
        guard let trial, settlement.rung != .log, !tracker.isTracking else { return }
        self.trial = nil
        haptics.selectionChanged(trial, frameTime: now)
      case .fell(let skipped):
        tell(.notice("\(skipped.rung.rawValue) has failed: \(skipped.obstacle)"), now)
      case .tick(let played):
        switch played.outcome {
        case .played, .logged:
          tell(.played(played.tick, played.rung, latency: played.latency), now)
        case .stale, .queueFull: tell(.notice("a tick came too late, and was dropped"), now)
        }
      case .lost: break
      }
    }
  }
}
