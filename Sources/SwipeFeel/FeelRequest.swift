public import SwipeConfig

/// What `swipectl feel` is asked for.
public struct FeelRequest: Sendable {
  /// Where the swipes are to come from.
  public enum Source: Sendable, Hashable {
    /// A touchpad; where none can be read, the running service; where there is none, recordings.
    case whatever
    /// These nodes, now or when they come.
    case devices([String])
    case service
    case recordings
  }

  public var source = Source.whatever
  /// What swipes and ticks go by at first.
  public var configuration: Configuration
  /// Where a choice is written to.
  public var target: ConfigurationTarget
  public var recordings: [Recording]
  /// How much faster recordings are played.
  public var speed = 1.0
  /// The moment of a recording to stop at, in µs.
  public var stop: Int64?
  /// Lines instead of a screen.
  public var isPlain = false

  public init(
    _ configuration: Configuration, target: ConfigurationTarget, recordings: [Recording]
  ) {
    self.configuration = configuration
    self.target = target
    self.recordings = recordings
  }
}
