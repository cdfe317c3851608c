import CommitPoint
import YAMLNodes

enum FeelKey: String, ConfigurationKey {
  case commit, stops, hysteresis
  case tickInterval = "tick_interval"
  case axisLock = "axis_lock"
  case wayOut = "way_out"
  case rest, flick
  case cancelTick = "cancel_tick"

  static func advice(on name: String) -> String? { nil }
}

/// What belongs to a direction; the rest is the same for all that a touchpad's fingers do.
enum SwipeFeelKey: String, ConfigurationKey {
  case commit, stops, hysteresis, flick

  static func advice(on name: String) -> String? {
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
      case .flick: flick(field.value, into: &feel)
      case .cancelTick: feel.cancelTick = bool(field.value, "cancel_tick")
      case .hysteresis: number(.hysteresis, field.value, into: &feel)
      case .tickInterval: number(.tickInterval, field.value, into: &feel)
      case .axisLock: number(.axisLock, field.value, into: &feel)
      case .wayOut: number(.wayOut, field.value, into: &feel)
      case .rest: number(.rest, field.value, into: &feel)
      }
    }
    return feel
  }

  mutating func swipeFeel(_ node: YAMLNode) -> FeelOptions {
    var feel = FeelOptions()
    for field in fields(of: node, in: "a swipe's feel", SwipeFeelKey.self) {
      switch field.key {
      case .commit: commit(field.value, field.place, into: &feel)
      case .stops: stops(field.value, field.place, into: &feel)
      case .hysteresis: number(.hysteresis, field.value, into: &feel)
      case .flick: flick(field.value, into: &feel)
      }
    }
    return feel
  }

  mutating func commit(_ node: YAMLNode, _ place: YAMLPlace, into feel: inout FeelOptions) {
    if case .list = node.content {
      return refuse(
        node, "commit", expected: Setting.commit.expected + "; several distances go into stops")
    }
    guard isFirst(feel, place), let value = quantity(.commit, node, "commit") else { return }
    feel[.commit] = value
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

  mutating func flick(_ node: YAMLNode, into feel: inout FeelOptions) {
    guard case .mapping = node.content else {
      if case .list = node.content {
        return refuse(node, "flick", expected: "true, false, or {project, velocity, min_fraction}")
      }
      feel.flick = bool(node, "flick")
      return
    }
    feel.flick = Sourced(true, from: origin(node))
    for field in fields(of: node, in: "flick", FlickKey.self) {
      switch field.key {
      case .project: number(.flickProject, field.value, into: &feel)
      case .velocity: number(.flickVelocity, field.value, into: &feel)
      case .minFraction: number(.flickMinFraction, field.value, into: &feel)
      }
    }
  }

  private mutating func number(_ setting: Setting, _ node: YAMLNode, into feel: inout FeelOptions) {
    let key =
      switch setting {
      case .flickProject: FlickKey.project.rawValue
      case .flickVelocity: FlickKey.velocity.rawValue
      case .flickMinFraction: FlickKey.minFraction.rawValue
      case .commit, .hysteresis, .tickInterval, .axisLock, .wayOut, .rest: setting.rawValue
      }
    if let value = quantity(setting, node, key) { feel[setting] = value }
  }
}
