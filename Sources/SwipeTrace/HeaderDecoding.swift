internal import CommitPoint
internal import SwipeConfig

extension TraceHeader {
  init(_ object: TraceObject) throws(LineError) {
    var object = object
    object.what = "the header"
    try object.allow(["swiped_trace", "name", "why", "source", "config"])
    let version = Int64(Self.version)
    _ = try object.whole("swiped_trace", version...version, expected: "\(version), the version")
    self.init(
      name: try object.optionalString("name"), why: try object.optionalString("why"),
      source: try object.optionalString("source"))
    guard let config = object.member("config") else { return }
    guard case .object(let members) = config.value.kind else {
      throw LineError(
        config.value.column, "\"config\" is \(config.value.description); expected an object")
    }
    settings = try SwipeSettings(
      TraceObject(members, column: config.value.column, what: "\"config\""))
  }
}

extension SwipeSettings {
  fileprivate init(_ config: TraceObject) throws(LineError) {
    try config.allow(TraceConfigKey.allCases.map(\.rawValue))
    self.init()
    var feel = Feel()
    var flick = Flick()
    var hasFlick = false
    var hasStops = false
    var directions = [Direction.left, .right]
    for member in config.members {
      guard let key = TraceConfigKey(rawValue: member.name) else { continue }
      let (name, value) = (member.name, member.value)
      switch key {
      case .commit, .stops:
        guard !hasStops else {
          throw LineError(
            member.column, "\"commit_mm\" and \"stops_mm\" are both given; expected one of them")
        }
        hasStops = true
        feel.stops = try config.stops(name, value, isList: key == .stops)
      case .hysteresis:
        feel.hysteresis = Millimetres(try config.number(name, value, .hysteresis))
      case .tickInterval:
        tickInterval = try config.milliseconds(name, value, .tickInterval)
      case .flick:
        hasFlick = try config.bool(name, value)
      case .directions:
        let words = Direction.allCases.map { (name: $0.rawValue, word: $0) }
        directions = try config.set(
          name, value, expected: "a list of left, right, up and down"
        ) { element throws(LineError) in try config.word(name, element, words) }
      case .fingers:
        fingers = FingerCounts(try config.fingers(name, value))
      case .axisLock:
        axisLock = Millimetres(try config.number(name, value, .axisLock))
      case .wayOut:
        wayOut = Millimetres(try config.number(name, value, .wayOut))
      case .cancelTick:
        cancelTick = try config.bool(name, value)
      case .rest:
        rest = try config.milliseconds(name, value, .rest)
      case .flickProject:
        flick.projection = try config.milliseconds(name, value, .flickProject)
      case .flickVelocity:
        flick.velocity = MillimetresPerSecond(try config.number(name, value, .flickVelocity))
      case .flickMinFraction:
        flick.minFraction = try config.number(name, value, .flickMinFraction)
      }
    }
    if hasFlick { feel.flick = flick }
    for direction in Direction.allCases {
      self[direction] = directions.contains(direction) ? feel : nil
    }
  }
}

extension TraceObject {
  fileprivate func stops(
    _ key: String, _ value: JSONValue, isList: Bool
  ) throws(LineError) -> [Millimetres] {
    guard isList else { return [Millimetres(try number(key, value, .commit))] }
    let elements = try list(key, value, expected: "an ascending list of distances")
    guard !elements.isEmpty
    else { throw fault(key, value, expected: "an ascending list of distances") }
    var stops: [Millimetres] = []
    for element in elements {
      let stop = Millimetres(try number(key, element, .commit))
      if let last = stops.last, stop <= last {
        throw LineError(
          element.column,
          "\"\(key)\" has \(element.description) behind \(plain(last.value)); "
            + "expected an ascending list")
      }
      stops.append(stop)
    }
    return stops
  }

  fileprivate func milliseconds(
    _ key: String, _ value: JSONValue, _ setting: Setting
  ) throws(LineError) -> Microseconds {
    // The range keeps it far from where the conversion would trap.
    Microseconds(Int64((try number(key, value, setting) * 1000).rounded()))
  }

  fileprivate func fingers(_ key: String, _ value: JSONValue) throws(LineError) -> [Int] {
    let range = TraceHeader.fingerRange
    let counts = Int64(range.lowerBound)...Int64(range.upperBound)
    let bounds = "from \(range.lowerBound) to \(range.upperBound)"
    return try set(key, value, expected: "a list of finger counts \(bounds)") {
      element throws(LineError) in
      Int(try whole(key, element, counts, expected: "a whole number of fingers \(bounds)"))
    }
  }
}
