public import CommitPoint
public import SwipeConfig

extension Setting {
  /// The setting's option on a command line: `--tick-interval`.
  public var optionName: String {
    "--"
      + String(
        decoding: rawValue.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 },
        as: UTF8.self)
  }

  fileprivate var option: CommandLineOption {
    let (argument, help) =
      switch self {
      case .commit: ("DISTANCE", "arm when the fingers have gone farther than this (16mm)")
      case .hysteresis: ("DISTANCE", "disarm when they are back by this much (1.5mm)")
      case .tickInterval: ("TIME", "the least time between two ticks (50ms)")
      case .axisLock: ("DISTANCE", "decide the axis of a swipe from here on (2mm; 0: never)")
      case .wayOut: ("DISTANCE", "cancel a swipe that goes so far across its axis (15mm; 0: never)")
      case .rest: ("TIME", "fingers that are still for longer have no velocity (130ms)")
      case .flickProject: ("TIME", "how far ahead a flick's movement is carried on (80ms)")
      case .flickVelocity: ("SPEED", "the slowest movement that is a flick (150mm/s)")
      case .flickMinFraction: ("PART", "the part of the distance that a flick must have gone (0.4)")
      }
    return CommandLineOption(optionName, argument, help: help)
  }
}

/// The options by which a command line says how swipes feel.
public let feelOptions: [CommandLineOption] =
  [
    CommandLineOption(
      "--fingers", "COUNTS", values: .wordList(["2", "3", "4"]),
      help: "swipe with so many fingers, of 2,3,4 (3); with 2 the window "
        + "under the pointer scrolls as well"),
    CommandLineOption(
      "--directions", "NAMES", values: .wordList(Direction.allCases.map(\.rawValue)),
      help: "those of left,right,up,down that have an action (left,right)"),
    CommandLineOption(
      "--stops", "DISTANCES", help: "several distances, ascending, each armed in turn: 12mm,30mm"),
    CommandLineOption("--flick", help: "commit a short, fast swipe as well"),
    CommandLineOption("--no-cancel-tick", help: "cancel an armed swipe without a tick"),
  ] + Setting.allCases.map(\.option)

extension Configuration {
  /// Lays over this configuration what a command line with `feelOptions` and `hapticCommandLine` asks for.
  ///
  /// `--fingers` and `--directions` take the place of all configured swipes.
  public mutating func overlay(_ commandLine: ParsedCommandLine) throws(UsageError) {
    overridingFeel = try FeelOptions(commandLine)
    overridingHaptics = try HapticChoices(commandLine)
    let fingers = try commandLine.value("--fingers").map(FeelOptions.fingers)
    let directions = try commandLine.value("--directions").map(FeelOptions.directions)
    guard fingers != nil || directions != nil else { return }
    swipes = (fingers ?? [3]).flatMap { count in
      (directions ?? [.left, .right]).map { direction in
        ConfiguredSwipe(
          Sourced(
            SwipeKey(fingers: count, direction: direction),
            from: Origin(source: fingers == nil ? "--directions" : "--fingers")))
      }
    }
  }
}

extension FeelOptions {
  /// What a command line says of how swipes feel.
  init(_ commandLine: ParsedCommandLine) throws(UsageError) {
    self.init()
    var flick = Flick()
    for setting in Setting.allCases {
      guard let text = commandLine.value(setting.optionName) else { continue }
      let value = try setting.value(of: text, for: setting.optionName)
      let distance = Sourced(Millimetres(value), from: Origin(source: setting.optionName))
      let span = Sourced(
        Microseconds(Int64((value * 1000).rounded())), from: distance.origin)
      switch setting {
      case .commit: stops = Sourced([distance.value], from: distance.origin)
      case .hysteresis: hysteresis = distance
      case .tickInterval: tickInterval = span
      case .axisLock: axisLock = distance
      case .wayOut: wayOut = distance
      case .rest: rest = span
      case .flickProject: flick.projection = span.value
      case .flickVelocity: flick.velocity = MillimetresPerSecond(value)
      case .flickMinFraction: flick.minFraction = value
      }
    }
    if let text = commandLine.value("--stops") {
      guard !commandLine.has(Setting.commit.optionName)
      else {
        throw .badValue(option: "--stops", reason: "takes the place of --commit; give one of them")
      }
      stops = Sourced(try Self.stops(text), from: Origin(source: "--stops"))
    }
    if commandLine.has("--flick") { self.flick = Sourced(flick, from: Origin(source: "--flick")) }
    if commandLine.has("--no-cancel-tick") {
      cancelTick = Sourced(false, from: Origin(source: "--no-cancel-tick"))
    }
  }

  private static func stops(_ text: String) throws(UsageError) -> [Millimetres] {
    var stops: [Millimetres] = []
    for part in list(text) {
      let stop = Millimetres(try Setting.commit.value(of: part, for: "--stops"))
      guard stops.last.map({ $0 < stop }) ?? true else {
        throw .badValue(
          option: "--stops", reason: "\"\(part)\" is not farther than the stop before it")
      }
      stops.append(stop)
    }
    return stops
  }

  static func directions(_ text: String) throws(UsageError) -> [Direction] {
    let names = Direction.allCases.map(\.rawValue)
    var directions: [Direction] = []
    for part in list(text) {
      guard let direction = Direction(rawValue: part) else {
        throw .badValue(
          option: "--directions",
          reason: "\"\(part)\" is none of left, right, up, down" + didYouMean(part, among: names))
      }
      directions.append(direction)
    }
    return directions
  }

  static func fingers(_ text: String) throws(UsageError) -> [Int] {
    var counts: [Int] = []
    for part in list(text) {
      guard let count = Int(part), (2...4).contains(count)
      else { throw .badValue(option: "--fingers", reason: "\"\(part)\" is none of 2, 3, 4") }
      counts.append(count)
    }
    return counts
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension Setting {
  fileprivate func value(of text: String, for option: String) throws(UsageError) -> Double {
    do throws(QuantityError) {
      return try value(of: text)
    } catch {
      throw .badValue(option: option, reason: error.description)
    }
  }
}
