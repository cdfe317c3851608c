public import Haptics

/// What somebody has said of how ticks are given, key by key; what is `nil` is left to what lies beneath.
public struct HapticChoices: Sendable, Hashable {
  public var rung: Sourced<HapticOptions.Choice>?
  /// The evdev node of another device that gives the ticks; a value that is `nil` is the touchpad itself.
  public var device: Sourced<String?>?
  /// In per cent, 0…100.
  public var strength: Sourced<Int>?
  /// The waveform to try first; a value that is `nil` leaves it to the rung.
  public var arm, disarm: Sourced<HapticWaveform?>?

  /// Choices that leave everything as it is.
  public init() {}

  /// These choices with others laid on top, which count where they say something.
  public func overlaid(with top: HapticChoices) -> HapticChoices {
    var both = self
    both.rung = top.rung ?? rung
    both.device = top.device ?? device
    both.strength = top.strength ?? strength
    both.arm = top.arm ?? arm
    both.disarm = top.disarm ?? disarm
    return both
  }

  /// What a touchpad with these choices goes by, the defaults where they are silent.
  public var options: HapticOptions {
    var options = HapticOptions()
    if let rung { options.choice = rung.value }
    if let device { options.device = device.value }
    if let strength { options.strength = strength.value }
    if let arm { options.armWaveform = arm.value }
    if let disarm { options.disarmWaveform = disarm.value }
    return options
  }
}
