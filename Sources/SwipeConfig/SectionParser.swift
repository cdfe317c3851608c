package import CommitPoint
import Haptics
package import YAMLNodes

enum TopKey: String, ConfigurationKey {
  case feel, haptics, touchpads, layout, swipes
}

enum HapticsKey: String, ConfigurationKey {
  case rung, device, strength, arm, disarm
}

enum TouchpadKey: String, ConfigurationKey {
  case name, device, path, enabled, feel, haptics
}

package enum SwipeEntryKey: String, ConfigurationKey {
  case fingers, direction, layout, name, enabled
  case tickOnly = "tick_only"
  case feel, commit, stops, hysteresis, flick

  package static func advice(on name: String) -> String? { SwipeFeelKey.advice(on: name) }
}

extension FileParser {
  mutating func layer(_ root: YAMLNode) -> FileLayer {
    var layer = FileLayer()
    for field in fields(of: root, in: "the configuration", TopKey.self) {
      switch field.key {
      case .feel: layer.feel = feel(field.value)
      case .haptics: layer.haptics = haptics(field.value)
      case .touchpads:
        for node in list(field.value, "touchpads") ?? [] {
          if let rule = touchpad(node) { layer.touchpads.append(rule) }
        }
      case .layout: layer.layout = layout(field.value)
      case .swipes:
        guard let nodes = list(field.value, "swipes") else { continue }
        layer.swipes = []
        for node in nodes {
          if let swipe = swipe(node) { layer.swipes?.append(swipe) }
        }
      }
    }
    return layer
  }

  /// The elements of a section that is a list; `nil` where it is left empty.
  package mutating func list(_ node: YAMLNode, _ key: String) -> [YAMLNode]? {
    if node.isEmpty { return nil }
    guard case .list(let nodes) = node.content else {
      refuse(node, key, expected: "a list, each of whose entries begins with \"- \"")
      return nil
    }
    return nodes
  }

  package mutating func layout(_ node: YAMLNode) -> Layout? {
    word(node, "layout", [("ltr", Layout.leftToRight), ("rtl", .rightToLeft)])?.value
  }

  // MARK: Haptics

  mutating func haptics(_ node: YAMLNode) -> HapticChoices {
    var choices = HapticChoices()
    for field in fields(of: node, in: "haptics", HapticsKey.self) {
      let value = field.value
      switch field.key {
      case .rung:
        choices.rung = word(value, "rung", HapticOptions.Choice.allCases.map { ($0.rawValue, $0) })
      case .device: choices.device = hapticDevice(value)
      case .strength: choices.strength = strength(value)
      case .arm: choices.arm = waveform(value, "arm")
      case .disarm: choices.disarm = waveform(value, "disarm")
      }
    }
    return choices
  }

  private mutating func hapticDevice(_ node: YAMLNode) -> Sourced<String?>? {
    let expected = "a path that begins with /, such as /dev/input/event7, or none"
    guard let path = name(node, "device", expected: expected) else { return nil }
    if path.value == "none" { return Sourced(nil, from: path.origin) }
    guard path.value.hasPrefix("/") else {
      refuse(node, "device", expected: expected)
      return nil
    }
    return Sourced(path.value, from: path.origin)
  }

  private mutating func strength(_ node: YAMLNode) -> Sourced<Int>? {
    let expected = "a number from 0 to 100 %"
    guard let text = text(node, "strength", expected: expected) else { return nil }
    var digits = Substring(text)
    if digits.hasSuffix("%") { digits = digits.dropLast() }
    while digits.hasSuffix(" ") { digits = digits.dropLast() }
    guard let strength = Int(digits), (0...100).contains(strength) else {
      refuse(node, "strength", expected: expected)
      return nil
    }
    return Sourced(strength, from: origin(node))
  }

  private mutating func waveform(_ node: YAMLNode, _ key: String) -> Sourced<HapticWaveform?>? {
    let auto: [(word: String, value: HapticWaveform?)] = [("auto", nil)]
    return word(node, key, auto + HapticWaveform.allCases.filter(\.isTick).map { ($0.name, $0) })
  }

  // MARK: Touchpads

  private mutating func touchpad(_ node: YAMLNode) -> TouchpadRule? {
    guard isEntry(node, "touchpads", "touchpad") else { return nil }
    var rule = TouchpadRule()
    var asked = 0
    for field in fields(of: node, in: "a touchpad", TouchpadKey.self) {
      let value = field.value
      switch field.key {
      case .name:
        asked += 1
        rule.name = name(
          value, "name", expected: "a touchpad's name, in which * stands for any text")
      case .device:
        asked += 1
        rule.hardware = hardware(value)
      case .path:
        asked += 1
        rule.path = path(value)
      case .enabled: rule.isEnabled = bool(value, "enabled")
      case .feel: rule.feel = feel(value)
      case .haptics: rule.haptics = haptics(value)
      }
    }
    if asked == 0, node.isWhole {
      messages.add(
        .error, node.place,
        "touchpads: an entry without name, device and path; expected one of them, to tell which"
          + " touchpad is meant")
    }
    // With less to go by than was meant it would be for touchpads that were not.
    let understood = [rule.name != nil, rule.hardware != nil, rule.path != nil].count { $0 }
    return asked > 0 && understood == asked ? rule : nil
  }

  private mutating func hardware(_ node: YAMLNode) -> Sourced<HardwareID>? {
    let expected = "vendor:product in hexadecimal digits, such as 06cb:cd41"
    guard let text = text(node, "device", expected: expected) else { return nil }
    guard let hardware = HardwareID(text) else {
      refuse(
        node, "device",
        expected: expected + (text.hasPrefix("/") ? "; a path goes into path" : ""))
      return nil
    }
    return Sourced(hardware, from: origin(node))
  }

  private mutating func path(_ node: YAMLNode) -> Sourced<String>? {
    let expected = "a path that begins with /, in which * stands for any text"
    guard let path = name(node, "path", expected: expected) else { return nil }
    guard path.value.hasPrefix("/") else {
      refuse(node, "path", expected: expected)
      return nil
    }
    return path
  }

  /// Whether an entry of a list is keys and values; tells if it is not.
  package mutating func isEntry(_ node: YAMLNode, _ list: String, _ what: String) -> Bool {
    if case .mapping = node.content { return true }
    refuse(node, list, expected: "keys and values of a \(what)")
    return false
  }

  // MARK: Swipes

  private mutating func swipe(_ node: YAMLNode) -> FileLayer.Swipe? {
    guard isEntry(node, "swipes", "swipe") else { return nil }
    var entry = SwipeEntry(node, origin(node))
    for field in fields(of: node, in: "a swipe", SwipeEntryKey.self) {
      read(field.key, field.place, field.value, into: &entry)
    }
    return finish(entry, node)
  }

  /// Reads one of the keys that an entry of `swipes` may have, in whichever file.
  package mutating func read(
    _ key: SwipeEntryKey, _ place: YAMLPlace, _ value: YAMLNode, into entry: inout SwipeEntry
  ) {
    switch key {
    case .fingers: entry.swipe.fingers = fingers(value)
    case .direction:
      entry.hasDirection = true
      entry.swipe.directions = directions(value)
    case .layout:
      entry.layoutPlace = place
      entry.swipe.layout = layout(value)
    case .name: entry.swipe.common.name = name(value, "name", expected: "a name")
    case .enabled: entry.swipe.common.isEnabled = bool(value, "enabled")
    case .tickOnly: entry.swipe.common.isTickOnly = bool(value, "tick_only")
    case .feel:
      entry.feelPlace = place
      entry.inner = swipeFeel(value)
    case .commit: commit(value, place, into: &entry.swipe.common.feel)
    case .stops: stops(value, place, into: &entry.swipe.common.feel)
    case .hysteresis: entry.swipe.common.feel.hysteresis = distance(.hysteresis, value)
    case .flick: entry.swipe.common.feel.flick = flick(value)
    }
  }

  /// The whole entry, once all its keys have been read; tells what does not go together.
  package mutating func finish(_ entry: SwipeEntry, _ node: YAMLNode) -> FileLayer.Swipe {
    var swipe = entry.swipe
    if !entry.hasDirection, node.isWhole {
      messages.add(
        .error, node.place,
        "swipes: an entry without direction; expected one of "
          + FileLayer.SwipeDirection.words.joined(separator: ", "))
    }
    if let layoutPlace = entry.layoutPlace, entry.hasDirection,
      !swipe.directions.contains(where: \.isEdge)
    {
      messages.add(
        .warning, layoutPlace,
        "\"layout\" has no effect; expected a direction that is leading or trailing beside it")
    }
    if let feelPlace = entry.feelPlace, swipe.common.feel.collides(with: entry.inner) {
      messages.add(
        .error, feelPlace,
        "\"feel\" says again what stands beside it; expected commit or stops, hysteresis and flick in"
          + " one of the two places each")
    }
    swipe.common.feel = swipe.common.feel.overlaid(with: entry.inner)
    return swipe
  }

  private mutating func fingers(_ node: YAMLNode) -> [Int] {
    unique(node, "fingers", expected: "2, 3, 4 or a list of them") { parser, element in
      let words = [2, 3, 4].map { (word: String($0), value: $0) }
      return parser.word(element, "fingers", words)?.value
    }
  }

  private mutating func directions(_ node: YAMLNode) -> [FileLayer.SwipeDirection] {
    let words = FileLayer.SwipeDirection.words
    let pairs = words.compactMap { word in
      FileLayer.SwipeDirection(word: word).map { (word: word, value: $0) }
    }
    return unique(node, "direction", expected: "one of " + words.joined(separator: ", ")) {
      parser, element in parser.word(element, "direction", pairs)?.value
    }
  }

  /// The values of a list that is not empty and has each of them once; tells if it is otherwise.
  private mutating func unique<Value: Hashable>(
    _ list: YAMLNode, _ key: String, expected: String,
    _ read: (inout FileParser, YAMLNode) -> Value?
  ) -> [Value] {
    let nodes = elements(list)
    var values: [Value] = []
    if nodes.isEmpty {
      messages.add(.error, list.place, "\(key): an empty list; expected \(expected)")
    }
    for node in nodes {
      guard let value = read(&self, node) else { continue }
      if values.contains(value) {
        messages.add(
          .error, node.place, "\(key): \(node.description) is given twice; expected it once")
      } else {
        values.append(value)
      }
    }
    return values
  }
}

extension FileLayer.SwipeDirection {
  var isEdge: Bool { if case .edge = self { true } else { false } }
}
