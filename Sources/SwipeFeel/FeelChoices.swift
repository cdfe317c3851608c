public import CommitPoint
public import Haptics
public import SwipeConfig
internal import SwipeTrace

/// One of the things that a person can change while swiping.
public enum FeelKnob: Sendable, Hashable, CaseIterable {
  case commit, hysteresis, interval, strength, armWaveform, disarmWaveform, flick

  /// The key that makes it less, or goes on to the next; with shift it is made more.
  public var key: Character {
    switch self {
    case .commit: "c"
    case .hysteresis: "h"
    case .interval: "i"
    case .strength: "s"
    case .armWaveform: "a"
    case .disarmWaveform: "d"
    case .flick: "f"
    }
  }

  /// What it is called, in a few letters.
  public var label: String {
    switch self {
    case .commit: "commit"
    case .hysteresis: "hysteresis"
    case .interval: "interval"
    case .strength: "strength"
    case .armWaveform: "arm"
    case .disarmWaveform: "disarm"
    case .flick: "flick"
    }
  }

  /// Whether it is how ticks are given, and not when.
  public var isHaptic: Bool {
    switch self {
    case .strength, .armWaveform, .disarmWaveform: true
    case .commit, .hysteresis, .interval, .flick: false
    }
  }
}

/// How a swipe feels, as far as a person can choose it by key.
public struct FeelChoices: Sendable, Hashable {
  /// Where actions arm, ascending; the knob moves the first.
  public var stops: [Millimetres]
  public var hysteresis: Millimetres
  public var tickInterval: Microseconds
  public var flick: Flick?
  /// In per cent, 0…100.
  public var strength: Int
  /// `nil` leaves it to the rung.
  public var armWaveform, disarmWaveform: HapticWaveform?

  public init(
    stops: [Millimetres] = [16], hysteresis: Millimetres = 1.5,
    tickInterval: Microseconds = .milliseconds(50), flick: Flick? = nil, strength: Int = 100,
    armWaveform: HapticWaveform? = nil, disarmWaveform: HapticWaveform? = nil
  ) {
    self.stops = stops
    self.hysteresis = hysteresis
    self.tickInterval = tickInterval
    self.flick = flick
    self.strength = strength
    self.armWaveform = armWaveform
    self.disarmWaveform = disarmWaveform
  }

  /// What settings and options come to: of settings, the first direction that has an action.
  public init(_ settings: SwipeSettings, _ haptics: HapticOptions = HapticOptions()) {
    let feel = Direction.allCases.lazy.compactMap { settings[$0] }.first ?? Feel()
    self.init(
      stops: feel.stops, hysteresis: feel.hysteresis, tickInterval: settings.tickInterval,
      flick: feel.flick, strength: haptics.strength, armWaveform: haptics.armWaveform,
      disarmWaveform: haptics.disarmWaveform)
  }

  /// The value of a knob to a person.
  public func value(of knob: FeelKnob) -> String {
    switch knob {
    case .commit: millimetres(stops.first ?? 0) + (stops.count > 1 ? " +\(stops.count - 1)" : "")
    case .hysteresis: millimetres(hysteresis)
    case .interval: "\(tickInterval.value / 1000) ms"
    case .strength: "\(strength) %"
    case .armWaveform: armWaveform?.name ?? "auto"
    case .disarmWaveform: disarmWaveform?.name ?? "auto"
    case .flick: flick == nil ? "off" : "on"
    }
  }

  private func millimetres(_ distance: Millimetres) -> String {
    var text = decimal(distance.value, places: 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text + " mm"
  }

  /// These choices with one knob turned by so many steps; at the ends of its range it stays.
  public func turning(_ knob: FeelKnob, by steps: Int) -> FeelChoices {
    var turned = self
    switch knob {
    case .commit:
      let first = Self.step(stops.first?.value ?? 16, 0.5, steps, Setting.commit.range)
      turned.stops = ascending(from: first)
    case .hysteresis:
      turned.hysteresis = Millimetres(
        Self.step(hysteresis.value, 0.25, steps, Setting.hysteresis.range))
    case .interval:
      let span = Self.step(
        Double(tickInterval.value) / 1000, 10, steps, Setting.tickInterval.range)
      turned.tickInterval = .milliseconds(Int64(span))
    case .strength: turned.strength = Int(Self.step(Double(strength), 10, steps, 0...100))
    case .armWaveform: turned.armWaveform = Self.next(armWaveform, steps)
    case .disarmWaveform: turned.disarmWaveform = Self.next(disarmWaveform, steps)
    case .flick: turned.flick = flick == nil ? Flick() : nil
    }
    return turned
  }

  /// The stops with another first one; those behind it make way as far as they can.
  private func ascending(from first: Double) -> [Millimetres] {
    let range = Setting.commit.range
    // 1 mm apart, so that each can still be told from the next.
    let room = range.upperBound - Double(max(0, stops.count - 1))
    var moved = [Millimetres(min(first, room))]
    for stop in stops.dropFirst() {
      moved.append(max(stop, (moved.last ?? 0) + 1))
    }
    return moved
  }

  private static func step(
    _ value: Double, _ step: Double, _ count: Int, _ range: ClosedRange<Double>
  ) -> Double {
    let steps = value / step
    // From between two steps the next one on that side.
    let from = count > 0 ? steps.rounded(.down) : steps.rounded(.up)
    return min(max((from + Double(count)) * step, range.lowerBound), range.upperBound)
  }

  private static func next(_ waveform: HapticWaveform?, _ steps: Int) -> HapticWaveform? {
    let all: [HapticWaveform?] = [nil] + HapticWaveform.allCases.filter(\.isTick)
    let place = all.firstIndex(of: waveform) ?? 0
    return all[((place + steps) % all.count + all.count) % all.count]
  }
}

/// What a person has changed, laid on top of whatever a touchpad or a recording goes by.
public struct FeelChanges: Sendable, Hashable {
  /// The knobs that were turned.
  public private(set) var knobs: Set<FeelKnob> = []
  private var values = FeelChoices()

  public init() {}

  public var isEmpty: Bool { knobs.isEmpty }

  /// What is in force on top of `base`.
  public func over(_ base: FeelChoices) -> FeelChoices {
    var result = base
    for knob in knobs { result.copy(knob, from: values) }
    return result
  }

  /// Notes that `knob` is now as `choices` has it; no change where that is what `base` has.
  public mutating func set(_ knob: FeelKnob, to choices: FeelChoices, over base: FeelChoices) {
    values.copy(knob, from: choices)
    var same = base
    same.copy(knob, from: choices)
    if same == base { knobs.remove(knob) } else { knobs.insert(knob) }
  }

  /// The settings with the changes.
  public func over(_ settings: SwipeSettings) -> SwipeSettings {
    var changed = settings
    if knobs.contains(.interval) { changed.tickInterval = values.tickInterval }
    for direction in Direction.allCases {
      guard var feel = changed[direction] else { continue }
      if knobs.contains(.commit) { feel.stops = values.stops }
      if knobs.contains(.hysteresis) { feel.hysteresis = values.hysteresis }
      if knobs.contains(.flick) { feel.flick = values.flick }
      changed[direction] = feel
    }
    return changed
  }

  /// How ticks are given, with the changes.
  public func over(_ options: HapticOptions) -> HapticOptions {
    var changed = options
    if knobs.contains(.strength) { changed.strength = values.strength }
    if knobs.contains(.armWaveform) { changed.armWaveform = values.armWaveform }
    if knobs.contains(.disarmWaveform) { changed.disarmWaveform = values.disarmWaveform }
    return changed
  }
}

extension FeelChoices {
  fileprivate mutating func copy(_ knob: FeelKnob, from other: FeelChoices) {
    switch knob {
    case .commit: stops = other.stops
    case .hysteresis: hysteresis = other.hysteresis
    case .interval: tickInterval = other.tickInterval
    case .strength: strength = other.strength
    case .armWaveform: armWaveform = other.armWaveform
    case .disarmWaveform: disarmWaveform = other.disarmWaveform
    case .flick: flick = other.flick
    }
  }
}

extension FeelChoices {
  /// The values of knobs, as a configuration has them.
  public func entries(_ knobs: Set<FeelKnob>) -> [ConfigurationEntry] {
    FeelKnob.allCases.filter(knobs.contains).map { knob in
      switch knob {
      case .commit where stops.count > 1:
        ConfigurationEntry(
          "feel", "stops", "[\(stops.map(millimetres).joined(separator: ", "))]", rival: "commit")
      case .commit: ConfigurationEntry("feel", "commit", value(of: knob), rival: "stops")
      case .hysteresis: ConfigurationEntry("feel", "hysteresis", value(of: knob))
      case .interval: ConfigurationEntry("feel", "tick_interval", value(of: knob))
      case .flick: ConfigurationEntry("feel", "flick", flick == nil ? "false" : "true")
      case .strength: ConfigurationEntry("haptics", "strength", value(of: knob))
      case .armWaveform: ConfigurationEntry("haptics", "arm", value(of: knob))
      case .disarmWaveform: ConfigurationEntry("haptics", "disarm", value(of: knob))
      }
    }
  }
}
