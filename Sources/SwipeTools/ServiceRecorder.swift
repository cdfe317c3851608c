internal import CommitPoint
internal import LinuxIO
internal import SwipeClient
internal import SwipeTrace

/// Records what the running service tells of all swipes.
///
/// It tells outcomes, not ends: an `end` or `cancel` of the fingers is put before the outcome that it led to. What the
/// swipe went by is asked for when it begins, and the lines wait for the answer, since a trace's header comes first. The
/// service tells of swipes that nobody has asked for as well, and those have no settings: they wait for one that has.
final class ServiceRecorder: Recorder {
  private let options: RecordOptions
  private let console: Console
  private let output: RecordingOutput
  private let loop: RecordingLoop
  private let client: SwipeClient
  private var pads: [String: PadRecorder] = [:]
  /// What was seen since a header was asked for.
  private var waiting: [(SwipeSighting, touchpad: String, time: Microseconds)] = []
  private var asked = 0
  private var isEnding = false
  private var isConnected = false
  private var failure: FileError?

  /// How long a service that runs may take to answer.
  private static let patience = Microseconds.milliseconds(2000)

  init(_ options: RecordOptions, _ console: Console) throws(FileError) {
    self.options = options
    self.console = console
    do throws(SwipeClientError) { client = try SwipeClient() } catch {
      throw FileError(description: "the system bus cannot be asked: \(error)")
    }
    output = try RecordingOutput(options, console)
    do throws(Errno) { loop = try RecordingLoop(options.span) } catch {
      throw FileError(description: "cannot wait for the service: \(error)")
    }
  }

  func run() throws(FileError) {
    client.monitor(progress: true)
    let patience = Microseconds(Clock.monotonic) + Self.patience
    do throws(Errno) {
      try loop.loop.add(client.descriptor) { [unowned self] _ in
        // Frames first, so that theirs is the first time.
        output.readFrames()
        client.dispatch { take($0) }
      }
      try loop.run(
        deadline: { [unowned self] in isConnected ? nil : patience },
        pass: { [unowned self] now in
          guard !isConnected, now >= patience else { return }
          failure = FileError(
            description: client.absence("systemctl start swiped, or record with --device"))
        }
      ) {
        do throws(FileError) { try output.write() } catch { failure = failure ?? error }
        return failure == nil && !output.isClosed
      }
    } catch {
      failure = failure ?? FileError(description: "cannot wait for the service: \(error)")
    }
    if let failure { throw failure }
    asked = 0
    isEnding = true
    if !output.hasHeader { output.begin(settingsOfNone()) }
    release()
    for path in pads.keys.sorted() { pads[path]?.finish(output) }
    try output.finish()
  }

  private func take(_ event: SwipeClientEvent) {
    switch event {
    case .connected: isConnected = true
    case .touchpads(let touchpads): begin(touchpads)
    case .seen(let sighting, let touchpad, let time):
      waiting.append((sighting, touchpad, time))
      if case .began = sighting { ask(touchpad) }
      release()
    case .failed(_, let reason): failure = FileError(description: "swiped refuses: \(reason)")
    case .disconnected:
      guard isConnected else { return }
      console.error("the service is gone, waiting for it")
    default: break
    }
  }

  private func begin(_ touchpads: [SwipeTouchpad]) {
    let isFirst = pads.isEmpty
    for touchpad in touchpads where pads[touchpad.path] == nil {
      let isOnly = isFirst && touchpads.count == 1
      let label = touchpad.node.split(separator: "/").last.map(String.init)
      pads[touchpad.path] = PadRecorder(label: isOnly ? nil : label)
    }
    guard isFirst, let first = touchpads.first else { return }
    if options.raw != nil {
      guard touchpads.count == 1 else {
        failure = FileError(
          description:
            "--raw records one touchpad, and there are \(touchpads.count): name one with --device")
        return
      }
      do throws(FileError) {
        if let descriptor = try output.openFrames(of: first.node) {
          try? loop.loop.add(descriptor) { [unowned self] _ in output.readFrames() }
        }
      } catch {
        failure = error
      }
    }
    if console.isWatched {
      console.error(
        "recording \(touchpads.map { "\($0.name) (\($0.node))" }.joined(separator: ", ")); Ctrl-C ends it"
      )
    }
  }

  /// Asks what the swipe that has begun goes by.
  private func ask(_ touchpad: String) {
    asked += 1
    client.settings(of: touchpad) { [unowned self] answer in
      asked -= 1
      if case .success(let header) = answer { apply(header) }
      release()
    }
  }

  private func apply(_ line: String) {
    var reader = TraceReader()
    reader.append(line.utf8)
    reader.end()
    guard let item = try? reader.next(), case .header(let header) = item else { return }
    let isWanted = Direction.allCases.contains { header.settings[$0] != nil }
    // A swipe that nobody has asked for has no settings of its own.
    guard isWanted else { return }
    if !output.hasHeader { compareIgnored(with: header.settings) }
    output.begin(header.settings, isExact: header.saysEverything)
  }

  /// Says it where swipes that nobody had asked for would be taken under the header that comes to stand before them.
  private func compareIgnored(with settings: SwipeSettings) {
    var begun: [String: Int] = [:]
    for (sighting, touchpad, _) in waiting {
      if case .began(let fingers) = sighting { begun[touchpad] = fingers }
      guard case .ignored = sighting, let fingers = begun[touchpad],
        settings.fingers?.contains(fingers) ?? true
      else { continue }
      console.error(
        "the swipes before this one had been asked for by nobody: they replay otherwise")
      return
    }
  }

  /// What a recording goes by in which nobody has asked for a swipe: a number of fingers that was not seen, so that a
  /// replay takes none of them either.
  private func settingsOfNone() -> SwipeSettings {
    var settings = SwipeSettings()
    var seen: Set<Int> = []
    for (sighting, _, _) in waiting {
      switch sighting {
      case .began(let fingers): seen.insert(fingers)
      case .committed, .sprungBack: return settings
      default: break
      }
    }
    if let other = [3, 4, 2].first(where: { !seen.contains($0) }) { settings.fingers = [other] }
    return settings
  }

  private func release() {
    guard asked == 0, output.hasHeader || isEnding else { return }
    let seen = waiting
    waiting = []
    for (sighting, touchpad, time) in seen {
      pads[
        touchpad, default: PadRecorder(label: touchpad.split(separator: "/").last.map(String.init))
      ]
      .take(sighting, at: time, output)
    }
  }
}

/// The lines of one touchpad's swipes, in the order in which a trace has them.
struct PadRecorder {
  private let label: String?
  /// Events at the time of a motion that is still to be told.
  private var held: [SwipeEvent] = []
  /// Where the service says that the fingers are, and where they are by the motions that were heard.
  private var x = 0.0
  private var y = 0.0

  private static let tolerance = 0.001

  init(label: String?) { self.label = label }

  mutating func take(_ sighting: SwipeSighting, at time: Microseconds, _ output: RecordingOutput) {
    switch sighting {
    case .began(let fingers):
      finish(output)
      (x, y) = (0, 0)
      output.input(.begin(fingers: fingers), at: time, device: label)
    case .moved(let dx, let dy, let offset, _):
      // What was told at the same time came of this motion.
      let own = held.first.map { $0.time == time } ?? false
      if !own { finish(output) }
      x += dx.value
      y += dy.value
      if offset != 0,
        min((offset.value - x).magnitude, (offset.value - y).magnitude) > Self.tolerance
      {
        // The service leaves out motions that the bus has no room for.
        output.lost(1)
        if (offset.value - x).magnitude < (offset.value - y).magnitude {
          x = offset.value
        } else {
          y = offset.value
        }
      }
      output.input(.motion(dx: dx, dy: dy), at: time, device: label)
      finish(output)
    case .armed(let stop, let offset): hold(.armed(stop, offset: offset), time, output)
    case .disarmed(let stop, let offset): hold(.disarmed(stop, offset: offset), time, output)
    case .ticked(let word):
      let stop = lastArmed ?? Stop(.left, 1)
      hold(.tick(word == "arm" ? .arm(stop) : .disarm), time, output)
    case .committed(let stop, _): end(.committed(stop), time, output)
    case .sprungBack: end(.sprungBack, time, output)
    case .cancelled(let reason):
      end(.cancelled(CancelReason(rawValue: reason) ?? .libinput), time, output)
    case .ignored: end(.ignored, time, output)
    }
  }

  /// Writes what waits for a motion that has not come.
  mutating func finish(_ output: RecordingOutput) {
    let events = held
    held = []
    for event in events { write(event, output) }
  }

  private var lastArmed: Stop?

  private mutating func hold(
    _ kind: SwipeEvent.Kind, _ time: Microseconds, _ output: RecordingOutput
  ) {
    if let first = held.first, first.time != time { finish(output) }
    if case .armed(let stop, _) = kind { lastArmed = stop }
    held.append(SwipeEvent(time: time, kind: kind))
  }

  private mutating func end(
    _ kind: SwipeEvent.Kind, _ time: Microseconds, _ output: RecordingOutput
  ) {
    if let first = held.first, first.time != time { finish(output) }
    var input: SwipeInput?
    switch kind {
    case .committed, .sprungBack: input = .end
    // These come of a motion or of the next begin, not of an end.
    case .cancelled(.vertical), .cancelled(.superseded), .ignored: break
    case .cancelled(let reason): input = .cancel(reason)
    case .armed, .disarmed, .tick: break
    }
    if let input {
      output.input(input, at: time, device: label)
      finish(output)
      write(SwipeEvent(time: time, kind: kind), output)
    } else {
      held.append(SwipeEvent(time: time, kind: kind))
    }
  }

  private func write(_ event: SwipeEvent, _ output: RecordingOutput) {
    output.event(event, device: label)
  }
}
