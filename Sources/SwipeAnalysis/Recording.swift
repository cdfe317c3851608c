public import CommitPoint
public import SwipeTrace

/// A trace in memory: read once, replayed as often as one likes.
public struct Recording: Sendable {
  /// What one touchpad's fingers did, in order.
  public struct Stream: Sendable {
    public var device: String?
    public var inputs: [(time: Microseconds, input: SwipeInput)]
  }

  /// Where it was read, as it was named there.
  public var name: String
  /// Its file without the folders, whose names are no one's business.
  public var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }
  /// What it is called to a person: what it calls itself, or its file.
  public var title: String { header.name ?? fileName }
  public var header: TraceHeader
  public var streams: [Stream] = []
  /// How long the ticks took that were played while it was recorded.
  public var latencies: [Microseconds] = []
  /// How many lines were lost while it was recorded.
  public var lost = 0

  /// Reads a whole trace.
  ///
  /// - Throws: where it is no trace, with line and column.
  public init(name: String, _ bytes: [UInt8]) throws(TraceError) {
    self.name = name
    header = TraceHeader()
    var reader = TraceReader()
    reader.append(bytes)
    reader.end()
    var places: [String?: Int] = [:]
    while let item = try reader.next() {
      switch item {
      case .header(let header): self.header = header
      case .line(let line): add(line, &places)
      }
    }
  }

  private mutating func add(_ line: TraceLine, _ places: inout [String?: Int]) {
    switch line.content {
    case .input(let input, let time):
      let place = places[line.device] ?? streams.count
      if place == streams.count {
        streams.append(Stream(device: line.device, inputs: []))
        places[line.device] = place
      }
      streams[place].inputs.append((time, input))
    case .outcome: if let latency = line.latency { latencies.append(max(0, latency)) }
    case .lost(let count): lost += count
    case .expect: break
    }
  }

  /// How many swipes begin in it.
  public var swipeCount: Int {
    streams.reduce(0) { sum, stream in
      sum + stream.inputs.count { if case .begin = $0.input { true } else { false } }
    }
  }
}
