public import CommitPoint

/// The two ticks: Android's GESTURE_THRESHOLD_ACTIVATE and GESTURE_THRESHOLD_DEACTIVATE.
public enum HapticTick: String, Sendable, Hashable, CaseIterable {
  /// Release will now act.
  case arm
  /// Release will now do nothing.
  case disarm

  /// The tick's kind, whatever stop it belongs to.
  public init(_ tick: Tick) {
    switch tick {
    case .arm: self = .arm
    case .disarm: self = .disarm
    }
  }
}

/// The ways in which a tick can be given, best first.
public enum HapticRung: String, Sendable, Hashable, CaseIterable {
  /// The kernel's FF_HAPTIC on the touchpad's own evdev node.
  case ffHaptic = "ff-haptic"
  /// A HID manual trigger, written to the touchpad's hidraw node.
  case hid
  /// A short rumble of a device that has a motor.
  case ffRumble = "ff-rumble"
  /// Nothing to feel: the tick is reported only.
  case log
}

/// How ticks are to be given.
public struct HapticOptions: Sendable, Hashable {
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// The best rung that works.
    case auto
    case ffHaptic = "ff-haptic"
    case hid
    case ffRumble = "ff-rumble"
    /// Ticks are reported only.
    case log
    /// Ticks are not even reported.
    case off
  }

  public var choice: Choice
  /// The evdev node of another device that plays the ticks in the touchpad's place, such as a
  /// gamepad's.
  public var device: String?
  /// In per cent; what lies outside 0…100 counts as the nearer end.
  public var strength: Int
  /// The waveform that is tried first for each tick; waveforms that a rung must not or cannot play
  /// are passed over.
  public var armWaveform: HapticWaveform?
  public var disarmWaveform: HapticWaveform?
  /// Set before `/sys`, `/dev` and `/boot`; for tests.
  public var root: String

  public init(
    choice: Choice = .auto, device: String? = nil, strength: Int = 100,
    armWaveform: HapticWaveform? = nil, disarmWaveform: HapticWaveform? = nil, root: String = ""
  ) {
    self.choice = choice
    self.device = device
    self.strength = strength
    self.armWaveform = armWaveform
    self.disarmWaveform = disarmWaveform
    self.root = root
  }

  var clampedStrength: Int { min(max(strength, 0), 100) }
  /// For the disarm tick where both have the same waveform; of 1 there is no half.
  var halfStrength: Int { clampedStrength == 1 ? 1 : clampedStrength / 2 }

  func allows(_ rung: HapticRung) -> Bool {
    switch choice {
    case .auto: true
    case .ffHaptic: rung == .ffHaptic
    case .hid: rung == .hid
    case .ffRumble: rung == .ffRumble
    case .log, .off: false
    }
  }

  /// The waveforms to try in turn for a tick, the asked one first.
  func candidates(for tick: HapticTick, before order: [HapticWaveform]) -> [HapticWaveform] {
    let asked = tick == .arm ? armWaveform : disarmWaveform
    return (asked.map { [$0] } ?? []) + order.filter { $0 != asked }
  }
}
