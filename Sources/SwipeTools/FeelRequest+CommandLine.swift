internal import DeviceRemarks
internal import LinuxIO
internal import SwipeCommandLine
internal import SwipeConfig
internal import SwipeFeel

/// Why a command line does not come to something that can be felt.
enum FeelCommandError: Error {
  case usage(UsageError)
  case failure(String)
}

extension FeelRequest {
  /// What a command line asks for.
  init(_ arguments: ParsedCommandLine, _ console: Console) throws(FeelCommandError) {
    let (configuration, target) = try Self.configuration(arguments, console)
    self.init(configuration, target: target, recordings: try Self.recordings(arguments))
    isPlain = arguments.has("--plain")
    source = try Self.source(arguments)
    try readPace(arguments)
  }

  /// What is in force, and the file that a choice is written to.
  static func configuration(
    _ arguments: ParsedCommandLine, _ console: Console
  ) throws(FeelCommandError) -> (Configuration, ConfigurationTarget) {
    let file = arguments.value("--config")
    let target = file.map { ConfigurationTarget(file: $0) } ?? ConfigurationTarget()
    // A file to be written need not be there yet.
    if let file, (try? FileStatus(path: file)) == nil {
      return (try overlaid(Configuration(), arguments), target)
    }
    let loaded = target.load()
    for message in loaded.messages { console.error("\(message)") }
    if file != nil, loaded.hasErrors { throw .failure("mend the configuration first") }
    return (try overlaid(loaded.configuration, arguments), target)
  }

  private static func overlaid(
    _ configuration: Configuration, _ arguments: ParsedCommandLine
  ) throws(FeelCommandError) -> Configuration {
    var configuration = configuration
    do throws(UsageError) {
      try configuration.overlay(arguments)
    } catch {
      throw .usage(error)
    }
    return configuration
  }

  /// What a configuration comes to where no rule for some touchpads counts.
  static func plainFeel(_ configuration: Configuration) -> FeelChoices {
    FeelChoices(
      configuration.combinedSettings(on: .unknown).settings, configuration.haptics(on: .unknown))
  }

  private static func source(_ arguments: ParsedCommandLine) throws(FeelCommandError) -> Source {
    let devices = arguments.values("--device")
    var asked: [(option: String, source: Source)] = []
    if !devices.isEmpty { asked.append(("--device", .devices(devices))) }
    if arguments.has("--service") { asked.append(("--service", .service)) }
    if arguments.has("--recordings") { asked.append(("--recordings", .recordings)) }
    if !arguments.operands.isEmpty { asked.append(("FILE", .recordings)) }
    if devices.contains("") {
      throw .usage(.badValue(option: "--device", reason: "a path is expected"))
    }
    if asked.count > 1, asked[1].option != "FILE" || asked[0].option != "--recordings" {
      throw .usage(
        .badValue(option: asked[0].option, reason: "cannot be had together with \(asked[1].option)")
      )
    }
    if asked.isEmpty, arguments.has("--at") || arguments.has("--speed") { return .recordings }
    return asked.first?.source ?? .whatever
  }

  private mutating func readPace(_ arguments: ParsedCommandLine) throws(FeelCommandError) {
    for option in ["--at", "--speed"] where arguments.has(option) {
      guard case .recordings = source else {
        throw .usage(.badValue(option: option, reason: "is for recordings"))
      }
    }
    if let text = arguments.value("--speed") {
      guard let factor = Double(text), (0.01...100).contains(factor) else {
        throw .usage(
          .badValue(option: "--speed", reason: "\"\(text)\" is not a number from 0.01 to 100"))
      }
      speed = factor
    }
    guard let text = arguments.value("--at") else { return }
    guard let time = Self.time(text) else {
      throw .usage(
        .badValue(option: "--at", reason: "\"\(text)\" is not a time such as 800ms or 1.2s"))
    }
    stop = time
  }

  /// A time up to an hour, in µs.
  private static func time(_ text: String) -> Int64? {
    for (suffix, factor) in [("ms", 1000.0), ("us", 1), ("s", 1_000_000), ("", 1000)]
    where text.hasSuffix(suffix) {
      guard let number = Double(text.dropLast(suffix.count)), number >= 0, number * factor <= 3.6e9
      else { return nil }
      return Int64((number * factor).rounded())
    }
    return nil
  }

  // MARK: Recordings

  private static func recordings(
    _ arguments: ParsedCommandLine
  ) throws(FeelCommandError) -> [Recording] {
    var paths = arguments.operands
    if paths.isEmpty { paths = ShippedRecordings.paths() }
    do throws(RecordingError) {
      var recordings: [Recording] = []
      for path in paths { recordings.append(try Recording(path: path)) }
      return recordings
    } catch {
      throw .failure("\(error)")
    }
  }
}

/// The recordings that come with swiped.
enum ShippedRecordings {
  /// In the order in which they tell what a commit point is.
  private static let names = ["commit", "back-out", "hover", "two-stops", "flick", "drift"]

  /// Where they are: beside the program that is installed, wherever that is, or in the checkout that it was built in.
  /// Empty where there are none.
  static func paths() -> [String] {
    guard let program = ThisProcess.path else { return [] }
    var folder = program.split(separator: "/").dropLast()
    var candidates = [
      "/" + (folder.dropLast() + ["share", "swiped", "recordings"]).joined(separator: "/")
    ]
    // .build/x86_64-unknown-linux-gnu/release
    for _ in 0..<4 where !folder.isEmpty {
      if folder.last == ".build" {
        candidates.append("/" + (folder.dropLast() + ["Recordings"]).joined(separator: "/"))
      }
      folder = folder.dropLast()
    }
    for candidate in candidates {
      let paths = names.map { "\(candidate)/\($0).jsonl" }
      let there = paths.filter { (try? FileStatus(path: $0)) != nil }
      if !there.isEmpty { return there }
    }
    return []
  }
}
