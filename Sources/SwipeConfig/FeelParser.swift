import CommitPoint
package import YAMLNodes

package enum FeelKey: String, ConfigurationKey {
  case commit, stops, hysteresis
  case tickInterval = "tick_interval"
  case axisLock = "axis_lock"
  case wayOut = "way_out"
  case rest, flick
  case cancelTick = "cancel_tick"

  package static func advice(on name: String) -> String? { nil }
}

/// What belongs to a direction; the rest is the same for all that a touchpad's fingers do.
package enum SwipeFeelKey: String, ConfigurationKey {
  case commit, stops, hysteresis, flick

  package static func advice(on name: String) -> String? {
    guard let key = FeelKey(rawValue: name) else { return nil }
    return
      "belongs to the touchpad, not to one swipe; expected in feel: {\(key.rawValue): …} at the"
      + " top or in touchpads"
  }
}

enum FlickKey: String, ConfigurationKey {
  case project, velocity
  case minFraction = "min_fraction"
}

extension FileParser {
  mutating func feel(_ node: YAMLNode) -> FeelOptions {
    var feel = FeelOptions()
    for field in fields(of: node, in: "feel", FeelKey.self) {
      switch field.key {
      case .commit: commit(field.value, field.place, into: &feel)
      case .stops: stops(field.value, field.place, into: &feel)
      case .flick: feel.flick = flick(field.value)
      case .cancelTick: feel.cancelTick = bool(field.value, "cancel_tick")
      case .hysteresis: feel.hysteresis = distance(.hysteresis, field.value)
      case .tickInterval: feel.tickInterval = time(.tickInterval, field.value)
      case .axisLock: feel.axisLock = distance(.axisLock, field.value)
      case .wayOut: feel.wayOut = distance(.wayOut, field.value)
      case .rest: feel.rest = time(.rest, field.value)
      }
    }
    return feel
  }

  mutating func swipeFeel(_ node: YAMLNode) -> FeelOptions {
    var feel = FeelOptions()
    for field in fields(of: node, in: "a swipe's feel", SwipeFeelKey.self) {
      read(field.key, field.place, field.value, into: &feel)
    }
    return feel
  }

  /// Reads one of the keys of what belongs to a direction.
  package mutating func read(
    _ key: SwipeFeelKey, _ place: YAMLPlace, _ value: YAMLNode, into feel: inout FeelOptions
  ) {
    switch key {
    case .commit: commit(value, place, into: &feel)
    case .stops: stops(value, place, into: &feel)
    case .hysteresis: feel.hysteresis = distance(.hysteresis, value)
    case .flick: feel.flick = flick(value)
    }
  }

  mutating func commit(_ node: YAMLNode, _ place: YAMLPlace, into feel: inout FeelOptions) {
    if case .list = node.content {
      return refuse(
        node, "commit", expected: Setting.commit.expected + "; several distances go into stops")
    }
    guard isFirst(feel, place), let distance = distance(.commit, node) else { return }
    feel.stops = Sourced([distance.value], from: distance.origin)
  }

  mutating func stops(_ node: YAMLNode, _ place: YAMLPlace, into feel: inout FeelOptions) {
    guard isFirst(feel, place) else { return }
    let nodes = elements(node)
    guard (1...Self.mostStops).contains(nodes.count) else {
      return messages.add(
        .error, node.place,
        "stops: a list of \(nodes.count); expected 1 to \(Self.mostStops) distances")
    }
    var stops: [Millimetres] = []
    for element in nodes {
      guard let value = quantity(.commit, element, "stops") else { continue }
      let stop = Millimetres(value.value)
      if let last = stops.last, stop <= last {
        messages.add(
          .error, element.place,
          "stops: \(element.description) is not farther than the stop before it;"
            + " expected ascending distances")
      }
      stops.append(stop)
    }
    let isAscending = zip(stops, stops.dropFirst()).allSatisfy { $0 < $1 }
    guard stops.count == nodes.count, isAscending else { return }
    feel.stops = Sourced(stops, from: origin(node))
  }

  /// More than fingers can tell apart within 60 mm.
  private static let mostStops = 8

  /// Whether the stops are not given yet; tells if they are.
  private mutating func isFirst(_ feel: FeelOptions, _ place: YAMLPlace) -> Bool {
    guard let stops = feel.stops else { return true }
    messages.add(
      .error, place,
      "the stops are given on line \(stops.origin.line ?? 0) already;"
        + " expected either commit or stops, and once")
    return false
  }

  mutating func flick(_ node: YAMLNode) -> Sourced<Flick?>? {
    switch node.content {
    case .list:
      refuse(node, "flick", expected: "true, false, or {project, velocity, min_fraction}")
      return nil
    case .scalar, .unusable:
      return bool(node, "flick").map { Sourced($0.value ? Flick() : nil, from: $0.origin) }
    case .mapping:
      var flick = Flick()
      for field in fields(of: node, in: "flick", FlickKey.self) {
        let value = field.value
        switch field.key {
        case .project:
          if let time = time(.flickProject, value, "project") { flick.projection = time.value }
        case .velocity:
          if let speed = quantity(.flickVelocity, value, "velocity") {
            flick.velocity = MillimetresPerSecond(speed.value)
          }
        case .minFraction:
          if let part = quantity(.flickMinFraction, value, "min_fraction") {
            flick.minFraction = part.value
          }
        }
      }
      return Sourced(flick, from: origin(node))
    }
  }

  mutating func distance(_ setting: Setting, _ node: YAMLNode) -> Sourced<Millimetres>? {
    quantity(setting, node, setting.rawValue).map {
      Sourced(Millimetres($0.value), from: $0.origin)
    }
  }

  private mutating func time(
    _ setting: Setting, _ node: YAMLNode, _ key: String? = nil
  ) -> Sourced<Microseconds>? {
    quantity(setting, node, key ?? setting.rawValue).map {
      Sourced(Microseconds(Int64(($0.value * 1000).rounded())), from: $0.origin)
    }
  }
}
