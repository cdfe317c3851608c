internal import CommitPoint
internal import SystemBus

/// What a client has passed to Claim, checked.
struct ClaimArguments {
  /// The most stops that a direction can have; more than ten lie closer than a hand can tell apart.
  static let mostStops = 10
  private static let fingers: ClosedRange<UInt32> = 2...4
  private static let optionNames = [
    "hysteresis", "flick", "flick_project", "flick_velocity", "flick_min_fraction", "progress",
  ]

  var key: SwipeKey
  var feel: ClaimFeel
  var wantsProgress: Bool

  /// - Throws: what is wrong, in words for the caller.
  init(_ message: BusMessage) throws(BusError) {
    let fingers = try message.readUInt32()
    guard Self.fingers.contains(fingers) else {
      throw .invalidArgument("fingers is \(fingers), which is not from 2 to 4")
    }
    let word = try message.readString()
    guard let direction = Direction(rawValue: word) else {
      throw .invalidArgument("direction is \(quoted(word)), which is not left, right, up or down")
    }
    key = SwipeKey(fingers: Int(fingers), direction: direction)
    let stops = try Self.stops(message)
    let options = try Options(message)
    feel = ClaimFeel(
      stops: stops.isEmpty ? nil : stops, hysteresis: options.hysteresis, flick: options.flick)
    wantsProgress = options.wantsProgress
  }

  private static func stops(_ message: BusMessage) throws(BusError) -> [Millimetres] {
    var stops: [Millimetres] = []
    try message.readArray(of: "d") { () throws(BusError) in
      let number = stops.count + 1
      guard number <= mostStops else {
        throw .invalidArgument("there are more than \(mostStops) stops")
      }
      let stop = Millimetres(
        try check(try message.readDouble(), .commit, "stop \(number)"))
      if let last = stops.last, stop <= last {
        throw .invalidArgument("stop \(number) is not farther than the one before it")
      }
      stops.append(stop)
    }
    return stops
  }

  private static func check(
    _ value: Double, _ setting: Setting, _ name: String
  ) throws(BusError) -> Double {
    let range = setting.range
    guard range.contains(value) else {
      let unit = setting.unit.rawValue.isEmpty ? "" : " \(setting.unit.rawValue)"
      throw .invalidArgument(
        "\(name) is \(plain(value)), which is not from \(plain(range.lowerBound)) to "
          + "\(plain(range.upperBound))\(unit)")
    }
    return value
  }

  /// A number without the `.0` that a whole `Double` is printed with.
  private static func plain(_ number: Double) -> String {
    if let whole = Int(exactly: number) { String(whole) } else { number.description }
  }

  private struct Options {
    var hysteresis: Millimetres?
    var flick = ClaimFeel.FlickChoice.inherited
    var wantsProgress = false

    init(_ message: BusMessage) throws(BusError) {
      var hysteresis: Millimetres?
      var flicks: Bool?
      var numbers = Flick()
      var hasNumbers = false
      var wantsProgress = false
      var keys: Set<String> = []
      try message.readEntries { (key, signature) throws(BusError) in
        // However long the list, it is not read to its end.
        guard keys.insert(key).inserted else {
          throw .invalidArgument("option \(quoted(key)) is there twice")
        }
        switch key {
        case "progress": wantsProgress = try Self.flag(message, key, signature)
        case "flick": flicks = try Self.flag(message, key, signature)
        case "hysteresis":
          hysteresis = Millimetres(try Self.number(message, key, signature, .hysteresis))
        case "flick_project":
          let milliseconds = try Self.number(message, key, signature, .flickProject)
          numbers.projection = Microseconds(Int64((milliseconds * 1000).rounded()))
          hasNumbers = true
        case "flick_velocity":
          numbers.velocity = MillimetresPerSecond(
            try Self.number(message, key, signature, .flickVelocity))
          hasNumbers = true
        case "flick_min_fraction":
          numbers.minFraction = try Self.number(message, key, signature, .flickMinFraction)
          hasNumbers = true
        default:
          throw .invalidArgument(
            "there is no option \(quoted(key)); there are \(optionNames.joined(separator: ", "))")
        }
        return true
      }
      self.hysteresis = hysteresis
      self.wantsProgress = wantsProgress
      switch flicks {
      case true?: flick = .on(numbers)
      case false?: flick = .off
      case nil where hasNumbers:
        throw .invalidArgument("options about flick have no meaning without \"flick\": true")
      case nil: break
      }
    }

    private static func flag(
      _ message: BusMessage, _ key: String, _ signature: String
    ) throws(BusError) -> Bool {
      guard signature == "b" else {
        throw .invalidArgument("option \"\(key)\" is to be a boolean, not \"\(signature)\"")
      }
      return try message.readBool()
    }

    private static func number(
      _ message: BusMessage, _ key: String, _ signature: String, _ setting: Setting
    ) throws(BusError) -> Double {
      guard let value = try message.readNumber(signature) else {
        throw .invalidArgument("option \"\(key)\" is to be a number, not \"\(signature)\"")
      }
      return try check(value, setting, "option \"\(key)\"")
    }
  }
}
