internal import LinuxIO

/// A way to play ticks on a device. Everything in it can block, so that it lives on the device's
/// worker thread alone.
///
/// Making one is the trial: it opens the node and hands over all that a tick needs. Letting it go
/// closes the node, and the kernel then stops and erases what was uploaded, also where the process
/// is killed.
protocol HapticBackEnd: AnyObject {
  var rung: HapticRung { get }
  /// What is played for each tick.
  var arm: HapticEffect { get }
  var disarm: HapticEffect { get }
  /// How long after a tick the device must not be let go of, in µs, since closing its node stops
  /// it.
  var ringsOut: Int64 { get }
  /// What the loop's thread can play by itself while this lives; nil where a tick takes more than a
  /// short write.
  var directPlay: DirectPlay? { get }

  /// Makes sure that a tick can be played at once: a gesture has begun.
  func prepare() throws(HapticObstacle)
  /// Plays a tick.
  func selectionChanged(_ tick: HapticTick) throws(HapticObstacle)
}

extension HapticRung {
  /// Tries the rung on the device.
  func backEnd(
    _ survey: DeviceSurvey, _ options: HapticOptions
  ) throws(HapticObstacle) -> any HapticBackEnd {
    if let obstacle = survey.obstacle(to: self) { throw obstacle }
    switch self {
    case .ffHaptic: return try ForceFeedbackBackEnd(haptic: survey, options)
    case .hid: return try ManualTriggerBackEnd(survey, options)
    case .ffRumble: return try ForceFeedbackBackEnd(rumble: survey, options)
    case .log: throw .notAsked
    }
  }
}
