internal import CommitPoint
internal import Haptics
internal import LinuxIO
internal import SwipeAnalysis
internal import SwipeClient
internal import SwipeCommandLine
internal import SwipePictures
internal import SwipeTrace
internal import YAMLNodes

extension Subcommand {
  static let stats = Subcommand(
    name: "stats", summary: "tell how fast the running service's ticks are",
    usage: "[OPTION…]",
    details: """
      Tells how long the ticks of the running service took since it was started, from
      the touch frame to the end of the write that played them: the median, what 99 of
      100 do not exceed, and the worst. swipectl plot draws them (--latency).

      Exit code: 0; 2 where the service does not run.
      """,
    options: [CommandLineOption("--json", help: "print an object of JSON instead")],
    run: { arguments, console throws(UsageError) in
      if let operand = arguments.operands.first { throw .unexpectedOperand(operand) }
      do throws(FileError) {
        let statistics = try ServiceStatistics.ask()
        console.write(arguments.has("--json") ? statistics.json : statistics.text)
        return ExitCode.success
      } catch {
        console.error("\(error)")
        return ExitCode.failure
      }
    })
}

/// What the running service tells of itself.
struct ServiceStatistics {
  private let figures: [String: SwipeStatistic]

  /// How long a service that runs may take to answer.
  private static let patience = Microseconds.milliseconds(2000)

  static func ask() throws(FileError) -> ServiceStatistics {
    let client: SwipeClient
    do throws(SwipeClientError) { client = try SwipeClient() } catch {
      throw FileError(description: "the system bus cannot be asked: \(error)")
    }
    var answer: Result<[String: SwipeStatistic], SwipeClientError>?
    let deadline = Microseconds(Clock.monotonic) + patience
    while answer == nil, ThisProcess.waitToRead(client.descriptor, until: deadline) {
      client.dispatch { event in
        if case .connected = event { client.statistics { answer = $0 } }
      }
    }
    switch answer {
    case .success(let figures)?: return ServiceStatistics(figures: figures)
    case .failure(let error)?: throw FileError(description: "swiped does not tell: \(error)")
    case nil:
      throw FileError(description: client.absence("systemctl start swiped"))
    }
  }

  private func count(_ name: String) -> Int? {
    guard case .number(let number)? = figures[name] else { return nil }
    return Int(exactly: number)
  }

  var latencies: Latencies {
    var latencies = Latencies()
    if case .distribution(let shares)? = figures["latency_distribution_us"] {
      for share in shares {
        latencies.add(
          Microseconds(Int64(clamping: share.value)), times: UInt32(clamping: share.count))
      }
    }
    return latencies
  }

  private var others: [(name: String, value: Int)] {
    figures.keys.filter { !$0.hasPrefix("latency_") && $0 != "ticks" && $0 != "ticks_dropped" }
      .sorted().compactMap { name in count(name).map { (name, $0) } }
  }

  var text: String {
    let ticks = count("ticks") ?? 0
    let dropped = count("ticks_dropped") ?? 0
    var rows = Rows()
    rows.title("swiped, since it was started")
    rows.row("ticks", "\(ticks)" + (dropped > 0 ? ", and \(dropped) that came too late" : ""))
    for (word, name) in [
      ("median", "latency_median_us"), ("99 %", "latency_99_percent_us"),
      ("worst", "latency_worst_us"),
    ] {
      if let span = count(name) {
        rows.row(word, "\(decimal(Double(span) / 1000, places: 2)) ms from touch to played")
      }
    }
    for (name, value) in others {
      rows.row(String(name.map { $0 == "_" || $0 == "-" ? " " : $0 }), "\(value)")
    }
    return rows.text
  }

  var json: String {
    func member(_ name: String, _ figure: String) -> JSON.Member? {
      count(figure).map { JSON.Member(name, .integer($0)) }
    }
    var members = [
      member("ticks", "ticks"), member("ticks_dropped", "ticks_dropped"),
      member("latency_median_us", "latency_median_us"),
      member("latency_99_percent_us", "latency_99_percent_us"),
      member("latency_worst_us", "latency_worst_us"),
    ].compactMap { $0 }
    members += others.map {
      JSON.Member(String($0.name.map { $0 == "-" ? "_" : $0 }), .integer($0.value))
    }
    members.append(
      JSON.Member(
        Latencies.key,
        .array(
          latencies.distribution.map {
            .array([.integer(Int($0.latency.value)), .integer(Int($0.count))])
          })))
    return JSON.object(members).text + "\n"
  }
}

/// How long ticks took, from traces and from what "swipectl stats --json" has printed.
struct Latencies {
  /// The member of that object that has each latency in µs and how many had it.
  static let key = "latency_distribution_us"

  private var statistics = LatencyStatistics()

  mutating func add(_ latency: Microseconds, times: UInt32 = 1) {
    statistics.add(latency, times: times)
  }

  var count: Int { statistics.count }
  var distribution: [(latency: Microseconds, count: UInt32)] { statistics.distribution }

  /// `nil` where there are none.
  var plot: LatencyPlot? {
    guard let median = statistics.median, let late = statistics.percentile99,
      let worst = statistics.worst
    else { return nil }
    return LatencyPlot(
      distribution.map {
        LatencyPlot.Class(latency: Double($0.latency.value), count: Int($0.count))
      }, median: Double(median.value), percentile99: Double(late.value),
      worst: Double(worst.value))
  }

  /// Adds what a file tells: a trace that was recorded live, or the object of "swipectl stats --json".
  mutating func read(_ path: String) throws(FileError) {
    let bytes = try InputFile.readAll(path)
    if let shares = try Self.shares(bytes, path) {
      for (latency, count) in shares { add(latency, times: count) }
      return
    }
    let name = shownName(path)
    do throws(TraceError) {
      for latency in try Recording(name: name, bytes).latencies { add(latency) }
    } catch {
      throw FileError(description: "\(name):\(error)")
    }
  }

  /// `nil` for what is no such object.
  private static func shares(
    _ bytes: [UInt8], _ path: String
  ) throws(FileError) -> [(Microseconds, UInt32)]? {
    // No line of a trace begins so.
    guard bytes.count < 1 << 20, bytes.starts(with: "{\"ticks\":".utf8),
      case .mapping(let pairs)? = YAMLDocument(bytes).root?.content,
      let pair = pairs.first(where: { $0.key.text == key })
    else { return nil }
    func fault(_ node: YAMLNode) -> FileError {
      FileError(
        description: "\(shownName(path)):\(node.place.line):\(node.place.column): "
          + "\(node.description); expected [[latency in µs, count], …]")
    }
    guard case .list(let rows) = pair.value.content else { throw fault(pair.value) }
    var shares: [(Microseconds, UInt32)] = []
    for row in rows {
      guard case .list(let numbers) = row.content, numbers.count == 2,
        let latency = numbers[0].text.flatMap({ Int64($0) }), latency >= 0,
        let count = numbers[1].text.flatMap({ UInt32($0) })
      else { throw fault(row) }
      shares.append((Microseconds(latency), count))
    }
    return shares
  }
}

extension YAMLNode {
  fileprivate var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }
}
