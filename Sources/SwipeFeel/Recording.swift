public import CommitPoint
internal import LinuxIO
internal import SwipeTrace

/// Why a recording cannot be played: file, line, column and reason.
public struct RecordingError: Error, Sendable, CustomStringConvertible {
  public var description: String
}

/// A trace, as far as it is played.
public struct Recording: Sendable {
  struct Input: Sendable {
    var device: String?
    var input: SwipeInput
    /// Since the recording's start.
    var time: Microseconds
  }

  /// The file's name without its folder and ending.
  public var title: String
  /// What the trace says of itself; may be empty.
  public var name: String
  public var why: String
  public var settings: SwipeSettings
  var inputs: [Input]

  /// More bytes than that are no recording that somebody would watch: 64 MiB.
  private static let sizeLimit = 64 << 20
  /// What comes before the first begin, so that an eye is there in time; the shipped recordings have it themselves.
  private static let lead = Microseconds.milliseconds(300)

  /// 30 years: what comes later comes then, so that no clock overflows that counts over many recordings.
  private static let longest = Microseconds(1_000_000_000_000_000)

  /// Reads a trace.
  public init(path: String) throws(RecordingError) {
    let bytes: [UInt8]
    do throws(Errno) {
      let file = try OwnedDescriptor(path: path, .read)
      bytes = try file.read(upTo: Self.sizeLimit)
    } catch {
      throw RecordingError(description: "\(path): \(error)")
    }
    let base = path.split(separator: "/").last.map(String.init) ?? path
    try self.init(
      bytes, title: base.hasSuffix(".jsonl") ? String(base.dropLast(6)) : base, path: path)
  }

  /// - Parameter path: what it is called in messages.
  init(_ bytes: [UInt8], title: String, path: String) throws(RecordingError) {
    self.title = title
    (name, why, settings, inputs) = ("", "", SwipeSettings(), [])
    var reader = TraceReader()
    reader.append(bytes)
    reader.end()
    do throws(TraceError) {
      while let item = try reader.next() {
        switch item {
        case .header(let header):
          name = header.name ?? ""
          why = header.why ?? ""
          settings = header.settings
        case .line(let line):
          guard case .input(let input, let time) = line.content else { continue }
          inputs.append(Input(device: line.device, input: input, time: time))
        }
      }
    } catch {
      throw RecordingError(description: "\(path):\(error)")
    }
    guard let first = inputs.first?.time else {
      throw RecordingError(description: "\(path): no swipe in it to be played")
    }
    for index in inputs.indices {
      inputs[index].time = min(max(0, inputs[index].time - first), Self.longest) + Self.lead
    }
  }
}

/// Plays recordings one after the other; no clock of its own.
public struct RecordingPlayer: Sendable {
  /// How long the last outcome of a recording is looked at before the next one begins.
  static let pause = Microseconds.milliseconds(1800)

  public let recordings: [Recording]
  public private(set) var index = 0
  /// Whether all were played, where they are not played over and over.
  public private(set) var isOver = false
  private var changes = FeelChanges()

  private let repeats: Bool
  private var trackers: [(device: String?, tracker: SwipeTracker)] = []
  private var next = 0
  /// When the recording that is played began.
  private var start = Microseconds(0)
  private var applied = FeelChanges()

  /// - Parameter recordings: at least one.
  public init(_ recordings: [Recording], repeats: Bool) {
    self.recordings = recordings
    self.repeats = repeats
    isOver = recordings.isEmpty
  }

  private var recording: Recording { recordings[index] }

  /// When `advance(to:_:)` is to be called next.
  public var deadline: Microseconds? {
    guard !isOver else { return nil }
    let owed = trackers.compactMap(\.tracker.deadline).min()
    return min(nextLine, owed ?? nextLine)
  }

  private var nextLine: Microseconds {
    next < recording.inputs.count ? start + recording.inputs[next].time : end
  }

  private var end: Microseconds { start + (recording.inputs.last?.time ?? 0) + Self.pause }

  /// Tells what is to be shown before anything is played.
  public func introduce(_ emit: (FeelNews, Microseconds) -> Void) {
    guard !isOver else { return }
    emit(.restarted(start), start)
    emit(
      .source(
        FeelSourceFacts(
          name: "recording \(index + 1) of \(recordings.count): \(recording.title)",
          note: recording.why, headline: recording.name, isRecording: true)), start)
    emit(.base(FeelChoices(recording.settings)), start)
    emit(.settings(changes.over(recording.settings)), start)
  }

  /// Plays all that is due by `time`.
  public mutating func advance(to time: Microseconds, _ emit: (FeelNews, Microseconds) -> Void) {
    while let deadline, deadline <= time { step(emit) }
  }

  /// Plays what is due next, and nothing more.
  public mutating func step(_ emit: (FeelNews, Microseconds) -> Void) {
    guard let deadline else { return }
    useChanges(at: deadline, emit)
    for index in trackers.indices {
      trackers[index].tracker.advance(to: deadline) { emit(.event($0), $0.time) }
    }
    guard nextLine <= deadline else { return }
    guard next < recording.inputs.count else { return goOn(at: deadline, emit) }
    let line = recording.inputs[next]
    next += 1
    play(line, emit)
  }

  private mutating func play(_ line: Recording.Input, _ emit: (FeelNews, Microseconds) -> Void) {
    let time = start + line.time
    guard let place = tracker(of: line.device) else { return }
    if case .begin = line.input { emit(.began, time) }
    trackers[place].tracker.handle(line.input, at: time) { emit(.event($0), $0.time) }
    let tracker = trackers[place].tracker
    guard case .motion = line.input, tracker.isTracking else { return }
    emit(
      .moved(
        FeelMotion(
          axis: tracker.axis, offset: tracker.offset, velocity: tracker.velocity(at: time))), time)
  }

  private mutating func tracker(of device: String?) -> Int? {
    if let place = trackers.firstIndex(where: { $0.device == device }) { return place }
    guard let tracker = try? SwipeTracker(changes.over(recording.settings)) else { return nil }
    trackers.append((device, tracker))
    return trackers.count - 1
  }

  /// Goes by what was changed: at once, or when the swipe under way is over.
  public mutating func use(
    _ changes: FeelChanges, at time: Microseconds, _ emit: (FeelNews, Microseconds) -> Void
  ) {
    self.changes = changes
    useChanges(at: time, emit)
  }

  /// A swipe goes on as it began; what was changed in the meantime is for the next one.
  private mutating func useChanges(
    at time: Microseconds, _ emit: (FeelNews, Microseconds) -> Void
  ) {
    guard !isOver, changes != applied, !trackers.contains(where: { $0.tracker.isTracking }) else {
      return
    }
    applied = changes
    let settings = changes.over(recording.settings)
    emit(.settings(settings), time)
    for index in trackers.indices {
      try? trackers[index].tracker.use(settings, at: time) { emit(.event($0), $0.time) }
    }
  }

  /// Goes on to the next recording, at once.
  public mutating func goOn(
    at time: Microseconds, _ emit: (FeelNews, Microseconds) -> Void
  ) {
    for index in trackers.indices where trackers[index].tracker.isTracking {
      trackers[index].tracker.handle(.cancel(.superseded), at: time) { emit(.event($0), $0.time) }
    }
    guard repeats || index + 1 < recordings.count else {
      isOver = true
      return
    }
    index = (index + 1) % recordings.count
    (trackers, next, start) = ([], 0, time)
    introduce(emit)
  }
}
