public import CommitPoint

extension SwipeTracker {
  /// How far the fingers are from where release would do something else, in millimetres: of an armed swipe, to where
  /// it is disarmed or the next stop arms; of another, to the nearest place that arms. `nil` where there is no swipe, or
  /// no such place.
  ///
  /// It is a matter of place alone: what a flick would do plays no part.
  public var distanceToOtherRelease: Millimetres? {
    guard isTracking else { return nil }
    let x = offset
    if let armed, let feel = settings[armed.direction] {
      let travel = x.magnitude
      let back = travel - (feel.stops[armed.number - 1] - feel.hysteresis)
      guard armed.number < feel.stops.count else { return max(0, back) }
      return max(0, min(back, feel.stops[armed.number] - travel))
    }
    // While it is open along which axis, both count.
    return Direction.allCases.compactMap { direction -> Millimetres? in
      guard axis == nil || axis == direction.axis, let stop = settings[direction]?.stops.first
      else { return nil }
      return max(0, stop - x * direction.sign)
    }.min()
  }
}
