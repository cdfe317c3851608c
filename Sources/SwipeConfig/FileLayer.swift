package import CommitPoint
package import YAMLNodes

/// What one file says, before it is known what others do.
package struct FileLayer {
  /// A direction on the touchpad, or an edge of a row, whose direction depends on the layout.
  package enum SwipeDirection: Hashable {
    case direction(Direction)
    case edge(Edge)

    static let words = Direction.allCases.map(\.rawValue) + ["leading", "trailing"]

    init?(word: String) {
      switch word {
      case "leading": self = .edge(.leading)
      case "trailing": self = .edge(.trailing)
      default:
        guard let direction = Direction(rawValue: word) else { return nil }
        self = .direction(direction)
      }
    }

    package func resolved(in layout: Layout) -> Direction {
      switch self {
      case .direction(let direction): direction
      case .edge(let edge): edge.direction(in: layout)
      }
    }
  }

  /// An entry of `swipes`, which may be of several numbers of fingers and directions.
  package struct Swipe {
    package var fingers: [Int] = []
    package var directions: [SwipeDirection] = []
    package var layout: Layout?
    /// What is so of each of them; its key is filled in later.
    package var common: ConfiguredSwipe
    /// Where the entry begins.
    package var place: YAMLPlace
  }

  var feel = FeelOptions()
  var haptics = HapticChoices()
  var touchpads: [TouchpadRule] = []
  var layout: Layout?
  var swipes: [Swipe]?
}

/// An entry of `swipes` while its keys are read.
package struct SwipeEntry {
  package var swipe: FileLayer.Swipe
  /// What its key `feel` says.
  package var inner = FeelOptions()
  package var feelPlace: YAMLPlace?
  var hasDirection = false
  var layoutPlace: YAMLPlace?

  package init(_ node: YAMLNode, _ origin: Origin) {
    let key = SwipeKey(fingers: 0, direction: .left)
    swipe = FileLayer.Swipe(
      fingers: [3], common: ConfiguredSwipe(Sourced(key, from: origin)), place: node.place)
  }
}

extension Configuration {
  /// Lays what a file says over this. `layout` is that of all files together.
  ///
  /// A swipe takes the place of the one beneath with the same fingers and direction.
  mutating func add(
    _ layer: FileLayer, _ layout: Layout, _ messages: inout ConfigurationMessages
  ) {
    feel = feel.overlaid(with: layer.feel)
    haptics = haptics.overlaid(with: layer.haptics)
    touchpads += layer.touchpads
    guard let added = layer.swipes else { return }
    var all = swipes ?? []
    var index: [SwipeKey: Int] = [:]
    for (place, swipe) in all.enumerated() { index[swipe.key.value] = place }
    var own: [SwipeKey: Int] = [:]
    for entry in added {
      for fingers in entry.fingers {
        for word in entry.directions {
          let direction = word.resolved(in: entry.layout ?? layout)
          let key = SwipeKey(fingers: fingers, direction: direction)
          var swipe = entry.common
          swipe.key.value = key
          if let line = own.updateValue(entry.place.line, forKey: key) {
            messages.add(
              .error, entry.place,
              "\(fingers) fingers \(direction.rawValue) have a swipe on line \(line) already;"
                + " expected one of each")
          }
          if let place = index[key] {
            all[place] = swipe
          } else {
            index[key] = all.count
            all.append(swipe)
          }
        }
      }
    }
    swipes = all
  }
}
