import CommitPoint

/// The configurations between which a year changes: each as the file that swiped reads, and as what it means.
///
/// The interval of ticks stays: a tick that is owed while it changes would have no settings of its own.
struct SoakSettings {
  var yaml: String
  var settings: SwipeSettings
  /// Swipes of three fingers that tick although nobody has claimed them.
  var tickOnly: Set<Direction> = []

  static let variants: [SoakSettings] = [
    SoakSettings(
      yaml: "swipes: [{fingers: 3, direction: [left, right], tick_only: true}]\n",
      settings: SwipeSettings(), tickOnly: [.left, .right]),
    SoakSettings(yaml: "feel: {}\n", settings: SwipeSettings()),
    SoakSettings(
      yaml: """
        feel: {commit: 20 mm, hysteresis: 0 mm, way_out: 10 mm, axis_lock: 0 mm}
        swipes: [{fingers: 3, direction: [left, right, up, down], tick_only: true}]

        """,
      settings: SwipeSettings(
        left: Feel(stops: [20], hysteresis: 0), right: Feel(stops: [20], hysteresis: 0),
        axisLock: 0, wayOut: 10), tickOnly: [.left, .right, .up, .down]),
    SoakSettings(
      yaml: """
        feel: {stops: [8 mm, 15 mm, 24 mm], hysteresis: 3 mm, flick: true, cancel_tick: false, rest: 60 ms}
        swipes: [{fingers: 3, direction: left, tick_only: true}]

        """,
      settings: SwipeSettings(
        left: Feel(stops: [8, 15, 24], hysteresis: 3, flick: Flick()),
        right: Feel(stops: [8, 15, 24], hysteresis: 3, flick: Flick()),
        rest: .milliseconds(60), cancelTick: false), tickOnly: [.left]),
  ]

  /// What somebody has claimed.
  struct Claim: Equatable {
    var client: Int
    var fingers: Int
    var direction: Direction
    var stops: [Double]
    var hysteresis: Double?
  }

  /// What a swipe that begins now goes by, told from the words of docs/dbus.md, and who is to hear of it.
  func swipe(
    of fingers: Int, claims: [Claim], width: Double, height: Double
  ) -> (settings: SwipeSettings, winners: [Claim]) {
    var settings = settings
    let base = settings.left ?? Feel()
    var winners: [Claim] = []
    var isAnybodys = false
    for direction in Direction.allCases {
      settings[direction] = nil
      // The newest has the swipe.
      if let claim = claims.last(where: { $0.fingers == fingers && $0.direction == direction }) {
        var feel = base
        if !claim.stops.isEmpty { feel.stops = claim.stops.map { Millimetres($0) } }
        if let hysteresis = claim.hysteresis { feel.hysteresis = Millimetres(hysteresis) }
        settings[direction] = feel
        winners.append(claim)
        isAnybodys = true
      } else if fingers == 3, tickOnly.contains(direction) {
        settings[direction] = base
        isAnybodys = true
      }
    }
    settings.fingers = isAnybodys ? FingerCounts([fingers]) : []
    return (settings.fitted(width: Millimetres(width), height: Millimetres(height)), winners)
  }
}
