import CommitPoint

/// The row of a swipe as a line of text: where the fingers are, and where it arms.
///
///     left |         |    <========          |         | right  -12.3 mm
///
/// The fingers are at the tip; a bar is where the direction's stops are. As the row on a phone it follows
/// the fingers to the last stop and gives way like rubber beyond.
struct SwipeBar {
  /// The columns on each side of the middle: with the words around it the line fits 80.
  private static let halfWidth = 24
  /// How much of a side the last stop takes; the rest is for the rubber band.
  private static let stopShare = 0.75

  private let axis: Axis
  private let offset: Double
  private let displayed: Double
  private let armed: Stop?
  private let settings: SwipeSettings

  /// `nil` where there is no swipe with an axis.
  init?(_ tracker: SwipeTracker) {
    guard let axis = tracker.axis else { return nil }
    self.axis = axis
    settings = tracker.settings
    armed = tracker.armed
    offset = tracker.offset.value
    let farthest = Self.farthest(settings, axis)
    displayed =
      tracker.displayedOffset(
        width: Millimetres(farthest / Self.stopShare - farthest)
      ).value
  }

  private static func farthest(_ settings: SwipeSettings, _ axis: Axis) -> Double {
    let stops = [axis.negative, axis.positive].compactMap { settings[$0]?.stops.last?.value }
    return stops.max() ?? 1
  }
}

extension SwipeBar: CustomStringConvertible {
  var description: String {
    let scale =
      Double(Self.halfWidth) * Self.stopShare / Self.farthest(settings, axis)
    func column(_ millimetres: Double) -> Int {
      Self.halfWidth + Int((millimetres * scale).rounded())
    }
    var cells = [Character](repeating: " ", count: 2 * Self.halfWidth + 1)
    for direction in [axis.negative, axis.positive] {
      for stop in settings[direction]?.stops ?? [] {
        cells[column(stop.value * direction.sign)] = "|"
      }
    }
    cells[Self.halfWidth] = "+"
    let tip = column(displayed)
    for index in min(tip, Self.halfWidth)..<max(tip, Self.halfWidth) + 1 {
      // A stop that was passed stays to be seen.
      if cells[index] != "|" { cells[index] = armed == nil ? "-" : "=" }
    }
    if tip != Self.halfWidth { cells[tip] = tip < Self.halfWidth ? "<" : ">" }
    let place = decimal(offset, places: 1)
    let room = String(repeating: " ", count: max(0, 6 - place.utf8.count))
    return "\(axis.negative.rawValue) \(String(cells)) \(axis.positive.rawValue)\(room)\(place) mm"
      + (armed == nil ? "" : " armed")
  }
}
