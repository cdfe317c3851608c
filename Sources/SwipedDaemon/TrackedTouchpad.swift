import CommitPoint
import Haptics
import TouchpadInput

/// A touchpad that is read, with the tracker and the ticks of its own.
final class TrackedTouchpad {
  let touchpad: Touchpad
  /// The touchpad's name in a trace, where there may be several.
  let label: String?
  var tracker: SwipeTracker
  /// Whether a stop has armed whose contacts are still to be noted.
  var hasArmed = false
  let haptics: HapticFeedback
  /// The rung that ticks are played on; `nil` while it is not found yet.
  var rung: HapticRung?
  /// The ticks that were handed to `haptics` and whose playing has not been told yet, each with the
  /// number that its report will bear.
  var unplayed: [(number: UInt64, event: SwipeEvent)] = []

  init(
    _ touchpad: Touchpad, _ settings: SwipeSettings, _ haptics: HapticFeedback, label: String?
  ) throws(SettingsError) {
    self.touchpad = touchpad
    self.label = label
    self.haptics = haptics
    tracker = try SwipeTracker(settings, width: touchpad.width, height: touchpad.height)
  }
}
