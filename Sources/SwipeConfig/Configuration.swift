public import CommitPoint
public import Haptics

/// What the files of a configuration say together.
///
/// Two are equal if the same is in force, wherever it was given.
public struct Configuration: Sendable, Hashable {
  /// The feel of everything that says nothing else.
  public var feel = FeelOptions()
  public var haptics = HapticChoices()
  /// Rules for touchpads. All that match count; the later one where they differ.
  public var touchpads: [TouchpadRule] = []
  /// The swipes asked for, in the order in which they were first named; `nil` where no file speaks of swipes.
  public var swipes: [ConfiguredSwipe]?
  /// Laid on top of everything, the feel of touchpads and swipes included: a command line.
  public var overridingFeel = FeelOptions()
  public var overridingHaptics = HapticChoices()

  /// The configuration of somebody who has no file.
  public init() {}

  /// What is swiped where no file speaks of swipes: left and right, with three fingers.
  public static let defaultSwipes: [ConfiguredSwipe] = [Direction.left, .right].map {
    ConfiguredSwipe(
      Sourced(SwipeKey(fingers: 3, direction: $0), from: Origin(source: "default")))
  }

  /// The swipes in force: those asked for that are not taken away, or the default ones.
  public var activeSwipes: [ConfiguredSwipe] {
    (swipes ?? Self.defaultSwipes).filter { $0.isEnabled?.value ?? true }
  }

  /// The swipe in force with so many fingers in that direction.
  public func swipe(_ key: SwipeKey) -> ConfiguredSwipe? {
    activeSwipes.first { $0.key.value == key }
  }

  /// The numbers of fingers that some swipe is made with.
  public func fingerCounts() -> FingerCounts {
    FingerCounts(activeSwipes.map(\.key.value.fingers))
  }
}

extension Configuration {
  /// Whether `touchpad` is to be read.
  public func isEnabled(_ touchpad: TouchpadIdentity) -> Bool {
    rules(for: touchpad).compactMap(\.isEnabled).last?.value ?? true
  }

  /// How ticks are given on `touchpad`.
  public func haptics(on touchpad: TouchpadIdentity) -> HapticOptions {
    hapticChoices(on: touchpad).options
  }

  /// How a swipe on `touchpad` feels that says nothing of its own: what a client of the service gets.
  public func feel(on touchpad: TouchpadIdentity) -> Feel {
    feelOptions(on: touchpad).overlaid(with: overridingFeel).feel
  }

  /// What a tracker goes by when `fingers` fingers begin to move on `touchpad`.
  ///
  /// `SwipeSettings.validate()` finds no fault in them, as long as what was read was not changed.
  public func settings(
    forFingers fingers: Int, on touchpad: TouchpadIdentity
  ) -> SwipeSettings {
    let beneath = feelOptions(on: touchpad)
    var settings = beneath.overlaid(with: overridingFeel).settings
    settings.fingers = FingerCounts([fingers])
    for swipe in activeSwipes where swipe.key.value.fingers == fingers {
      settings[swipe.key.value.direction] =
        beneath.overlaid(with: swipe.feel).overlaid(with: overridingFeel).feel
    }
    return settings
  }

  /// What is in force on `touchpad` for all finger counts at once, as far as one `SwipeSettings` can say it.
  ///
  /// - Returns: the settings, and whether they say all: they do not where swipes of different fingers differ.
  public func combinedSettings(
    on touchpad: TouchpadIdentity
  ) -> (settings: SwipeSettings, isExact: Bool) {
    let counts = (2...4).filter { fingerCounts().contains($0) }
    let each = counts.map { settings(forFingers: $0, on: touchpad) }
    guard var combined = each.first
    else { return (settings(forFingers: 3, on: touchpad), true) }
    for settings in each {
      for direction in Direction.allCases {
        combined[direction] = combined[direction] ?? settings[direction]
      }
    }
    combined.fingers = FingerCounts(counts)
    let isExact = each.allSatisfy { settings in
      Direction.allCases.allSatisfy { settings[$0] == combined[$0] }
    }
    return (combined, isExact)
  }

  func rules(for touchpad: TouchpadIdentity) -> [TouchpadRule] {
    touchpads.filter { $0.matches(touchpad) }
  }

  /// Without what is laid on top.
  func feelOptions(on touchpad: TouchpadIdentity) -> FeelOptions {
    rules(for: touchpad).reduce(feel) { $0.overlaid(with: $1.feel) }
  }

  func hapticChoices(on touchpad: TouchpadIdentity) -> HapticChoices {
    rules(for: touchpad).reduce(haptics) { $0.overlaid(with: $1.haptics) }
      .overlaid(with: overridingHaptics)
  }
}
