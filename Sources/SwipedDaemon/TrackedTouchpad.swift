import CommitPoint
import DeviceRemarks
import Haptics
import LinuxIO
import SwipeConfig
import TouchpadInput

/// A touchpad that is read, with the tracker and the ticks of its own.
final class TrackedTouchpad {
  let touchpad: Touchpad
  /// The touchpad's name in a trace, where there may be several.
  let label: String?
  var tracker: SwipeTracker
  /// Whether a stop has armed whose contacts are still to be noted.
  var hasArmed = false
  /// What is armed has changed, and nobody has been told yet.
  var change: SwipeEvent?
  private(set) var hapticOptions: HapticOptions
  /// How ticks are to be given once nothing is under way; `nil` for as they are.
  var wantedHaptics: HapticOptions?
  private(set) var haptics: HapticFeedback
  /// What ticks are played on; `nil` while it is not found yet.
  var settlement: HapticSettlement?
  var rung: HapticRung? { settlement?.rung }
  /// Where the fingers were before the last input, along the axis.
  var offsetBefore: Millimetres = 0
  /// The ticks that were handed to `haptics` and whose playing has not been told yet, each with the
  /// number that its report will bear.
  var unplayed: [(number: UInt64, tick: Tick, event: SwipeEvent)] = []
  /// The last tick that was played, as far as it has been told: what the hand goes by.
  var felt = Tick.disarm

  /// What swipes of so many fingers go by; finger counts that have no swipe are missing.
  private(set) var settings: [Int: SwipeSettings]
  /// The finger count whose settings the tracker has.
  private(set) var fingers: Int

  init(
    _ touchpad: Touchpad, _ feel: TouchpadFeel, _ hapticOptions: HapticOptions, label: String?
  ) throws {
    self.touchpad = touchpad
    self.label = label
    self.hapticOptions = hapticOptions
    settings = feel.settings
    fingers = feel.first
    tracker = try SwipeTracker(feel.initial, width: touchpad.width, height: touchpad.height)
    haptics = try HapticFeedback(
      node: touchpad.node, sysPath: touchpad.sysPath, options: hapticOptions)
  }

  /// Whether nothing is under way: no swipe, no tick that is owed, none whose playing has not been told.
  var isQuiet: Bool { !tracker.isTracking && tracker.deadline == nil && unplayed.isEmpty }

  /// Gives ticks otherwise from now on, if that can be had; only while it `isQuiet`.
  ///
  /// - Parameter install: puts the new way in the old one's place, and starts it.
  /// - Throws: what `install` throws, or the error number if the process has no descriptors left; the old way is
  ///   then in use as before.
  func replaceHaptics(
    _ options: HapticOptions, _ install: (HapticFeedback) throws(Errno) -> Void
  ) throws(Errno) {
    let new = try HapticFeedback(
      replacingAt: touchpad.node, sysPath: touchpad.sysPath, options: options)
    try install(new)
    haptics = new
    hapticOptions = options
    settlement = nil
  }

  /// The settings that a swipe of so many fingers needs and the tracker does not have.
  func settingsToUse(forFingers count: Int) -> SwipeSettings? {
    count == fingers ? nil : settings[count]
  }

  /// Goes by the settings of so many fingers; only between swipes. A tick that is due by `time` is told.
  func use(
    _ new: SwipeSettings, forFingers count: Int, at time: Microseconds,
    _ emit: (SwipeEvent) -> Void
  ) throws(SettingsError) {
    try tracker.use(new, at: time, emit)
    fingers = count
  }

  /// Goes by another feel from now on.
  ///
  /// - Parameter underWay: what the swipe under way goes by then, where that is not the feel's own.
  /// - Returns: whether the swipe under way has to be cancelled first, since it would go on otherwise than it
  ///   began; nothing is then changed.
  func use(
    _ feel: TouchpadFeel, underWay: SwipeSettings? = nil, at time: Microseconds,
    _ emit: (SwipeEvent) -> Void
  ) throws(SettingsError) -> Bool {
    let count = feel.settings[fingers] == nil && !tracker.isTracking ? feel.first : fingers
    // A swipe whose fingers have no swipe any more goes by settings in which it is not one.
    let new = underWay ?? feel.settings[count] ?? feel.initial
    var trial = tracker
    var isCancelled = false
    try trial.use(new, at: time) { event in
      if case .cancelled = event.kind { isCancelled = true }
    }
    if isCancelled { return true }
    try tracker.use(new, at: time, emit)
    settings = feel.settings
    // A swipe under way keeps its number of fingers, though nothing of the configuration may have it any more.
    fingers = feel.settings[count] == nil && !tracker.isTracking ? feel.first : count
    return false
  }
}

/// What a configuration makes of the swipes on a touchpad.
struct TouchpadFeel {
  /// By number of fingers, 2…4; those without a swipe are missing.
  let settings: [Int: SwipeSettings]
  /// All of it in one, as far as that can be said.
  let combined: SwipeSettings
  let isExact: Bool

  init(_ configuration: Configuration, _ identity: TouchpadIdentity) {
    let counts = configuration.fingerCounts()
    var settings: [Int: SwipeSettings] = [:]
    for count in 2...4 where counts.contains(count) {
      settings[count] = configuration.settings(forFingers: count, on: identity)
    }
    self.settings = settings
    (combined, isExact) = configuration.combinedSettings(on: identity)
  }

  /// A finger count that has a swipe; 3 where none has.
  var first: Int { settings.keys.min() ?? 3 }

  /// What a tracker starts with.
  var initial: SwipeSettings { settings[first] ?? combined }
}
