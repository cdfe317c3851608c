import CommitPoint
import Haptics
import YAMLNodes

extension Configuration {
  /// What is in force, as a configuration that sets the same, each value with a remark where it was given.
  ///
  /// - Parameter touchpad: what is in force on this touchpad; `nil` for all of them.
  public func yaml(on touchpad: TouchpadIdentity? = nil) -> String {
    var dump = ConfigurationDump()
    let beneath = touchpad.map(feelOptions(on:)) ?? feel
    dump.line("feel:")
    dump.feel(beneath.overlaid(with: overridingFeel), indent: "  ", showsDefaults: true)
    dump.line("haptics:")
    let choices = touchpad.map(hapticChoices(on:)) ?? haptics.overlaid(with: overridingHaptics)
    dump.haptics(choices, indent: "  ", showsDefaults: true)
    if touchpad == nil, !touchpads.isEmpty {
      dump.line("touchpads:")
      for rule in touchpads { dump.touchpad(rule, self) }
    }
    let active = activeSwipes
    dump.line(active.isEmpty ? "swipes: []" : "swipes:")
    for swipe in active { dump.swipe(swipe, self) }
    return dump.text
  }
}

private struct ConfigurationDump {
  private(set) var text = ""
  /// What stands before the next key of an entry of a list.
  private var dash: String?

  /// The remarks stand in a column of their own, where the values leave room.
  private static let remarkColumn = 36

  mutating func line(_ line: String, from origin: Origin? = nil, isDefault: Bool = false) {
    text += line
    if let remark = origin?.description ?? (isDefault ? "default" : nil) {
      text += String(repeating: " ", count: max(2, Self.remarkColumn - line.count))
      text += "# " + String(String.UnicodeScalarView(remark.unicodeScalars.filter(isShown)))
    }
    text += "\n"
  }

  private mutating func entry(_ key: String, _ value: String, _ indent: String, _ origin: Origin?) {
    line((dash ?? indent) + key + ": " + value, from: origin, isDefault: origin == nil)
    dash = nil
  }

  /// A value that was given, or that of the defaults where those are shown.
  private mutating func entry<Value>(
    _ key: String, _ given: Sourced<Value>?, _ standard: Value?, _ indent: String,
    _ show: (Value) -> String
  ) {
    if let given {
      entry(key, show(given.value), indent, given.origin)
    } else if let standard {
      entry(key, show(standard), indent, nil)
    }
  }

  mutating func feel(_ feel: FeelOptions, indent: String, showsDefaults: Bool) {
    let standard = showsDefaults ? SwipeSettings() : nil
    direction(feel, indent: indent, showsDefaults: showsDefaults)
    entry("tick_interval", feel.tickInterval, standard?.tickInterval, indent, Self.time)
    entry("axis_lock", feel.axisLock, standard?.axisLock, indent, Self.distance)
    entry("way_out", feel.wayOut, standard?.wayOut, indent, Self.distance)
    entry("rest", feel.rest, standard?.rest, indent, Self.time)
    entry("cancel_tick", feel.cancelTick, standard?.cancelTick, indent, String.init)
  }

  private mutating func direction(_ feel: FeelOptions, indent: String, showsDefaults: Bool) {
    let standard = showsDefaults ? Feel() : nil
    entry("stops", feel.stops, standard?.stops, indent) { stops in
      "[" + stops.map(Self.distance).joined(separator: ", ") + "]"
    }
    entry("hysteresis", feel.hysteresis, standard?.hysteresis, indent, Self.distance)
    entry("flick", feel.flick, standard.map(\.flick), indent) { flick in
      guard let flick else { return "false" }
      return
        "{project: \(Self.time(flick.projection)), velocity: \(plain(flick.velocity.value)) mm/s,"
        + " min_fraction: \(plain(flick.minFraction))}"
    }
  }

  mutating func haptics(_ choices: HapticChoices, indent: String, showsDefaults: Bool) {
    let standard = showsDefaults ? HapticOptions() : nil
    entry("rung", choices.rung, standard?.choice, indent, \.rawValue)
    entry("device", choices.device, standard.map(\.device), indent) { path in
      path.map(Self.quoted) ?? "none"
    }
    entry("strength", choices.strength, standard?.strength, indent) { "\($0) %" }
    entry("arm", choices.arm, standard.map(\.armWaveform), indent) { $0?.name ?? "auto" }
    entry("disarm", choices.disarm, standard.map(\.disarmWaveform), indent) { $0?.name ?? "auto" }
  }

  mutating func touchpad(_ rule: TouchpadRule, _ configuration: Configuration) {
    dash = "  - "
    let indent = "    "
    entry("name", rule.name, nil, indent, Self.quoted)
    entry("device", rule.hardware, nil, indent, \.description)
    entry("path", rule.path, nil, indent, Self.quoted)
    entry("enabled", rule.isEnabled, nil, indent, String.init)
    if rule.feel != FeelOptions() {
      line(indent + "feel:")
      feel(
        rule.feel.overlaid(with: configuration.overridingFeel), indent: indent + "  ",
        showsDefaults: false)
    }
    if rule.haptics != HapticChoices() {
      line(indent + "haptics:")
      haptics(
        rule.haptics.overlaid(with: configuration.overridingHaptics), indent: indent + "  ",
        showsDefaults: false)
    }
  }

  mutating func swipe(_ swipe: ConfiguredSwipe, _ configuration: Configuration) {
    dash = "  - "
    let indent = "    "
    let origin = configuration.swipes == nil ? nil : swipe.key.origin
    entry("fingers", String(swipe.key.value.fingers), indent, origin)
    entry("direction", swipe.key.value.direction.rawValue, indent, origin)
    entry("name", swipe.name, nil, indent, Self.quoted)
    entry("tick_only", swipe.isTickOnly, nil, indent, String.init)
    if swipe.feel != FeelOptions() {
      direction(
        swipe.feel.overlaid(with: configuration.overridingFeel), indent: indent,
        showsDefaults: false)
    }
  }

  // MARK: Values

  private static func distance(_ distance: Millimetres) -> String { plain(distance.value) + " mm" }

  private static func time(_ span: Microseconds) -> String {
    plain(Double(span.value) / 1000) + " ms"
  }

  /// What was read holds no character that needs an escape but these two.
  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}
