public import CommitPoint

/// A trace's first line: what it is, and what its swipes went by.
public struct TraceHeader: Sendable, Hashable {
  /// The version of the format that is written, and the only one that is read.
  public static let version = 1

  /// What the trace shows, in a few words.
  public var name: String?
  /// Why there is such a trace.
  public var why: String?
  /// Where it comes from: a link, or the touchpad that it was recorded on.
  public var source: String?
  /// What the swipes go by.
  ///
  /// A trace's `config` is flat: it is the same for every direction that has an action. See
  /// `saysEverything`.
  public var settings: SwipeSettings

  public init(
    name: String? = nil, why: String? = nil, source: String? = nil,
    settings: SwipeSettings = SwipeSettings()
  ) {
    self.name = name
    self.why = why
    self.source = source
    self.settings = settings
  }

  /// Whether a header that is written says `settings` completely, so that a replay goes by the same.
  ///
  /// It does where all directions that have an action share one `Feel`, there is at least one of them,
  /// the finger counts are some of 2…4, and every number is within its range. Otherwise the header
  /// gives the `Feel` of the first of left, right, up and down that has one, and of the finger counts
  /// those that it can.
  public var saysEverything: Bool {
    guard let feel = sharedFeel else { return false }
    for direction in Direction.allCases {
      guard settings[direction] == nil || settings[direction] == feel else { return false }
    }
    guard settings.fingers == FingerCounts(fingerCounts) else { return false }
    do throws(SettingsError) {
      try settings.validate()
      return true
    } catch {
      return false
    }
  }

  /// The finger counts that a configuration can ask for; what lies outside of it is no swipe.
  static let fingerRange = 2...4

  var sharedFeel: Feel? { Direction.allCases.lazy.compactMap { settings[$0] }.first }

  var fingerCounts: [Int] {
    Self.fingerRange.filter { settings.fingers?.contains($0) ?? true }
  }
}
