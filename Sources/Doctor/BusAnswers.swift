internal import YAMLNodes

/// What `busctl --json=short` answers: a line of JSON for each value.
struct BusAnswers {
  private let values: [YAMLNode]

  /// - Parameter text: the output, one `{"type":…,"data":…}` a line.
  init(_ text: String) {
    values = text.split(separator: "\n").compactMap { line in
      // JSON is YAML as well.
      YAMLDocument(Array(line.utf8)).root?["data"]
    }
  }

  /// The value of that place; `nil` where there are not so many.
  subscript(index: Int) -> YAMLNode? { index < values.count ? values[index] : nil }
}

extension YAMLNode {
  subscript(key: String) -> YAMLNode? {
    guard case .mapping(let pairs) = content else { return nil }
    return pairs.first { $0.key.text == key }?.value
  }

  var text: String? {
    guard case .scalar(let text, _) = content else { return nil }
    return text
  }

  var elements: [YAMLNode] {
    guard case .list(let nodes) = content else { return [] }
    return nodes
  }

  var isTrue: Bool { text == "true" }
}

/// A touchpad, as the service has it on the bus.
struct BusTouchpad {
  var path: String
  var name: String
  var node: String
  var isSizeAGuess: Bool
  /// Empty until it is found.
  var rung: String
  /// The better rungs, each with why it is not used.
  var skippedRungs: [(rung: String, reason: String)]
  var isEnabled: Bool
  /// Names on the bus of those who have it left alone.
  var leftAloneBy: [String]
  /// How it stands with the user who asks, in the words of `GetEntitlement`.
  var standing: String?
}

/// The service on the bus.
struct BusService {
  var version: String
  var isPaused: Bool
  var touchpads: [BusTouchpad]

  private static let name = "org.swiped.Swiped1"
  private static let path = "/org/swiped/Swiped1"

  /// - Returns: `nil` where it is not on the bus.
  init?(_ view: SystemView) {
    func busctl(_ words: String...) -> BusAnswers? {
      view.output(["busctl", "--system", "--json=short", "--timeout=3"] + words).map(
        BusAnswers.init)
    }
    guard
      let manager = busctl(
        "get-property", Self.name, Self.path, "\(Self.name).Manager", "Version", "Paused",
        "Touchpads"), let version = manager[0]?.text
    else { return nil }
    self.version = version
    isPaused = manager[1]?.isTrue ?? false
    touchpads = []
    for path in manager[2]?.elements.compactMap(\.text) ?? [] {
      let interface = "\(Self.name).Touchpad"
      guard
        let values = busctl(
          "get-property", Self.name, path, interface, "Name", "Node", "SizeIsGuess", "Rung",
          "SkippedRungs", "Enabled", "LeftAloneBy")
      else { continue }
      let entitlement = busctl("call", Self.name, path, interface, "GetEntitlement")
      touchpads.append(
        BusTouchpad(
          path: path, name: values[0]?.text ?? "", node: values[1]?.text ?? "",
          isSizeAGuess: values[2]?.isTrue ?? false, rung: values[3]?.text ?? "",
          skippedRungs: values[4]?.elements.compactMap { pair in
            let words = pair.elements.compactMap(\.text)
            return words.count == 2 ? (words[0], words[1]) : nil
          } ?? [],
          isEnabled: values[5]?.isTrue ?? true,
          leftAloneBy: values[6]?.elements.compactMap(\.text) ?? [],
          standing: entitlement?[0]?.elements.last?.text))
    }
  }
}
