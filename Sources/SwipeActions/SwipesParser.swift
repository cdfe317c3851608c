import CommitPoint
import LinuxIO
import SwipeConfig
import YAMLNodes

enum SwipesTopKey: String, ConfigurationKey {
  case layout, feel, swipes

  static func advice(on name: String) -> String? {
    switch name {
    case "haptics", "touchpads": systemAdvice
    default: feelAdvice(name)
    }
  }
}

enum SwipesFeelKey: String, ConfigurationKey {
  case commit, stops, hysteresis, flick

  static func advice(on name: String) -> String? { feelAdvice(name) }
}

enum ActionSwipeKey: String, ConfigurationKey {
  case fingers, direction, layout, name, enabled
  case tickOnly = "tick_only"
  case feel, commit, stops, hysteresis, flick
  case run, shell, press, dbus, notify
  case on, when, unless

  static func advice(on name: String) -> String? { feelAdvice(name) }
}

enum StopKey: String, ConfigurationKey {
  case at, run, shell, press, dbus, notify

  static func advice(on name: String) -> String? { nil }
}

enum FollowedKey: String, ConfigurationKey {
  case armed, disarmed, cancelled, progress

  static func advice(on name: String) -> String? {
    name == "committed" ? "is what the swipe's own action is for" : nil
  }
}

enum ConditionKey: String, ConfigurationKey {
  case desktop, running, power

  /// A swipe that lost a condition would act where it was never meant to.
  static var mustBeKnown: Bool { true }

  static func advice(on name: String) -> String? { nil }
}

private let systemAdvice = "belongs to the service; expected in /etc/swiped/swiped.yaml"

private func feelAdvice(_ name: String) -> String? {
  if SwipeFeelKey(rawValue: name) != nil { return "belongs into feel: {\(name): …} or a swipe" }
  return FeelKey(rawValue: name) == nil
    ? nil : "belongs to the touchpad; expected in feel: {\(name): …} of /etc/swiped/swiped.yaml"
}

/// Reads a swipes.yaml and tells all that is wrong with it, with the parser of the service's configuration for what
/// both have.
struct SwipesParser {
  var file: FileParser
  /// Where programs are looked for; `nil` where it does not matter whether they are there.
  let programs: ProgramSearch?

  init(file: String, use: ConfigurationUse, programs: ProgramSearch?) {
    self.file = FileParser(file: file, use: use)
    self.programs = programs
  }

  mutating func read(_ bytes: [UInt8]) -> SwipeActions {
    let document = YAMLDocument(bytes)
    for fault in document.faults { file.messages.add(.error, fault.place, fault.message) }
    guard let root = document.root else {
      if document.faults.isEmpty, file.messages.use == .check {
        file.messages.add(.note, YAMLPlace(line: 1, column: 1), "the file has no swipes")
      }
      return SwipeActions()
    }
    var layout = Layout.leftToRight
    var feel = FeelOptions()
    var entries: [Entry] = []
    for field in file.fields(of: root, in: "the swipes' file", SwipesTopKey.self) {
      switch field.key {
      case .layout: layout = file.layout(field.value) ?? layout
      case .feel: feel = self.feel(field.value)
      case .swipes:
        for node in file.list(field.value, "swipes") ?? [] {
          if let entry = entry(node) { entries.append(entry) }
        }
      }
    }
    return resolve(entries, layout, feel)
  }

  // MARK: Swipes

  /// How many claims swiped grants a client (docs/dbus.md); a test holds it against the service's own number.
  static let most = 64

  private struct Entry {
    var common: FileLayer.Swipe
    var actions: ActionSwipe
  }

  /// Every swipe that the entries stand for. Of several on one key all but the last must have conditions.
  private mutating func resolve(
    _ entries: [Entry], _ layout: Layout, _ feel: FeelOptions
  ) -> SwipeActions {
    var actions = SwipeActions()
    var unconditional: [SwipeKey: Int] = [:]
    for entry in entries {
      for fingers in entry.common.fingers {
        for word in entry.common.directions {
          let direction = word.resolved(in: entry.common.layout ?? layout)
          let key = SwipeKey(fingers: fingers, direction: direction)
          if let line = unconditional[key] {
            file.messages.add(
              .error, entry.common.place,
              "\(fingers) fingers \(direction.rawValue) have a swipe on line \(line) already;"
                + " expected one of each, or conditions (when, unless) on all but the last")
            continue
          }
          guard actions.swipes.count < Self.most else {
            file.messages.add(
              .error, entry.common.place,
              "more than \(Self.most) swipes, which swiped gives to no program; expected at most \(Self.most)"
            )
            return actions
          }
          if !entry.actions.isConditional { unconditional[key] = entry.common.place.line }
          var swipe = entry.actions
          swipe.key.value = key
          swipe.feel = feel.overlaid(with: swipe.feel)
          actions.swipes.append(swipe)
        }
      }
    }
    return actions
  }

  private mutating func entry(_ node: YAMLNode) -> Entry? {
    guard file.isEntry(node, "swipes", "swipe") else { return nil }
    var common = SwipeEntry(node, file.origin(node))
    var swipe = ActionSwipe(common.swipe.common.key)
    var given: (key: ActionKey, place: YAMLPlace)?
    var tickOnlyPlace: YAMLPlace?
    var bareStop: YAMLNode?
    for field in file.fields(of: node, in: "a swipe", ActionSwipeKey.self) {
      let value = field.value
      if let key = ActionKey(rawValue: field.key.rawValue) {
        if isSecond(key, field.place, after: given?.key) { continue }
        given = (key, field.place)
        swipe.action = action(key, value)
        continue
      }
      switch field.key {
      case .on: swipe.followers = followers(value)
      case .when: swipe.when = conditions(value, "when")
      case .unless: swipe.unless = conditions(value, "unless")
      case .feel:
        common.feelPlace = field.place
        common.inner = feel(value)
      case .stops:
        let plain = stops(value, into: &swipe, &bareStop)
        file.read(.stops, field.place, plain, into: &common)
      default:
        if field.key == .tickOnly { tickOnlyPlace = field.place }
        guard let key = SwipeEntryKey(rawValue: field.key.rawValue) else { continue }
        file.read(key, field.place, value, into: &common)
      }
    }
    let finished = file.finish(common, node)
    swipe.name = finished.common.name?.value
    swipe.feel = finished.common.feel
    swipe.isTickOnly = finished.common.isTickOnly?.value ?? false
    if swipe.isTickOnly, given != nil || !swipe.stopActions.isEmpty {
      file.messages.add(
        .error, tickOnlyPlace ?? node.place,
        "\"tick_only\" beside an action; expected either something that is done, or nothing")
    }
    let isActive = given != nil || swipe.isTickOnly
    if !isActive, let bareStop {
      file.messages.add(
        .error, bareStop.place,
        "stops: \(bareStop.description) has no action; expected {at: DISTANCE, ACTION: …}, or an action of"
          + " the swipe's")
    } else if !isActive, swipe.stopActions.isEmpty, swipe.followers.isEmpty, node.isWhole {
      file.messages.add(
        .error, node.place,
        "swipes: an entry without an action; expected one of \(ActionKey.words), or tick_only: true"
      )
    }
    return finished.common.isEnabled?.value ?? true ? Entry(common: finished, actions: swipe) : nil
  }

  /// Tells of a second action in one place.
  private mutating func isSecond(
    _ key: ActionKey, _ place: YAMLPlace, after first: ActionKey?
  ) -> Bool {
    guard let first else { return false }
    file.messages.add(
      .error, place,
      "\"\(key.rawValue)\" beside \"\(first.rawValue)\"; expected one action (several go into one shell)"
    )
    return true
  }

  /// Takes the actions out of a list of stops.
  ///
  /// - Parameter bare: the first stop that has none of its own.
  /// - Returns: the list as the service's configuration has it.
  private mutating func stops(
    _ node: YAMLNode, into swipe: inout ActionSwipe, _ bare: inout YAMLNode?
  ) -> YAMLNode {
    guard case .list(let nodes) = node.content else { return node }
    var plain: [YAMLNode] = []
    for (index, stop) in nodes.enumerated() {
      guard case .mapping = stop.content else {
        plain.append(stop)
        bare = bare ?? stop
        continue
      }
      var at: YAMLNode?
      var given: ActionKey?
      for field in file.fields(of: stop, in: "a stop", StopKey.self) {
        if let key = ActionKey(rawValue: field.key.rawValue) {
          if isSecond(key, field.place, after: given) { continue }
          given = key
          swipe.stopActions[index + 1] = action(key, field.value)
        } else {
          at = field.value
        }
      }
      if at == nil, stop.isWhole {
        file.messages.add(
          .error, stop.place, "stops: a stop without \"at\"; expected the distance at which it arms"
        )
      }
      if given == nil { bare = bare ?? at }
      var value = stop
      value.content = .unusable
      plain.append(at ?? value)
    }
    var list = node
    list.content = .list(plain)
    return list
  }

  private mutating func feel(_ node: YAMLNode) -> FeelOptions {
    var feel = FeelOptions()
    for field in file.fields(of: node, in: "feel", SwipesFeelKey.self) {
      guard let key = SwipeFeelKey(rawValue: field.key.rawValue) else { continue }
      file.read(key, field.place, field.value, into: &feel)
    }
    return feel
  }

  private mutating func followers(_ node: YAMLNode) -> [FollowedStep: Sourced<Action>] {
    var followers: [FollowedStep: Sourced<Action>] = [:]
    for field in file.fields(of: node, in: "on", FollowedKey.self) {
      guard let step = FollowedStep(rawValue: field.key.rawValue) else { continue }
      let name = field.key.rawValue
      var given: ActionKey?
      for action in file.fields(of: field.value, in: name, FollowerActionKey.self) {
        guard let key = ActionKey(rawValue: action.key.rawValue) else { continue }
        if isSecond(key, action.place, after: given) { continue }
        given = key
        followers[step] = self.action(key, action.value)
      }
    }
    return followers
  }

  // MARK: Conditions

  private mutating func conditions(_ node: YAMLNode, _ section: String) -> Conditions {
    var conditions = Conditions()
    for field in file.fields(of: node, in: section, ConditionKey.self) {
      let value = field.value
      switch field.key {
      case .desktop:
        conditions.desktops = names(
          value, "desktop", expected: "the name of a desktop, such as GNOME, or a list of them")
      case .running:
        conditions.programs = names(
          value, "running", expected: "the name of a program, such as firefox, or a list of them")
      case .power:
        let words = Conditions.Power.allCases.map { ($0.rawValue, $0) }
        conditions.power = file.word(value, "power", words)?.value
      }
    }
    return conditions
  }

  private mutating func names(_ node: YAMLNode, _ key: String, expected: String) -> [String] {
    let nodes = file.elements(node)
    if nodes.isEmpty { file.refuse(node, key, expected: expected) }
    return nodes.compactMap { file.name($0, key, expected: expected)?.value }
  }
}
