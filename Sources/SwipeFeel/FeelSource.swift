internal import CommitPoint
internal import LinuxIO

/// Where swipes come from: a touchpad, a running service, or recordings.
///
/// Everything happens on the loop's thread, and nothing waits.
protocol FeelSource: AnyObject {
  /// The time now, on the clock that its news go by.
  var now: Microseconds { get }
  /// When `advance()` is to be called, in µs of `Clock.monotonic`; `nil` for not at all.
  var deadline: Int64? { get }
  /// The knobs that cannot be turned with it.
  var fixedKnobs: Set<FeelKnob> { get }
  /// Whether nothing more will come.
  var isOver: Bool { get }

  func wake(at time: Microseconds) -> Int64?
  /// Does what is due.
  func advance()
  /// Goes by what was changed: at once, or from the next swipe on.
  func use(_ changes: FeelChanges)
  /// Takes back what is armed, and lets everything go.
  func end()
}

extension FeelSource {
  var isOver: Bool { false }

  /// When its clock will show `time`, in µs of `Clock.monotonic`; `nil` while it stands.
  func wake(at time: Microseconds) -> Int64? { time.value }
}

/// Takes news and when they were so.
typealias FeelListener = (FeelNews, Microseconds) -> Void
