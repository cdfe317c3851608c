internal import CommitPoint
internal import DeviceRemarks
internal import LinuxIO
internal import SwipeRecording
internal import SwipeTrace
internal import TouchpadInput
internal import YAMLNodes

/// Raw frames, played to the real libinput by a touchpad that is made for it.
struct RawReplay {
  /// What the fingers did, as libinput tells it; times count from the first frame.
  private(set) var lines: [TraceLine] = []
  private(set) var header: TraceHeader
  /// What the trace beside it came to; `nil` where there is none.
  private(set) var expectation: TraceExpectation?

  /// udev's rules have their time; libinput itself waits 2 s for them.
  private static let patience = Microseconds.milliseconds(5000)
  /// libinput waits up to 100 ms for fingers that lift one by one, and up to 300 ms for what may become a drag.
  private static let afterwards = Microseconds.milliseconds(500)

  /// Plays the file at `path`, which takes as long as it was recorded.
  init(path: String) throws(FileError) {
    let recording = try Self.read(path)
    let beside = try Self.traceBeside(path)
    header = beside?.header ?? TraceHeader()
    expectation = beside?.expectation
    guard !recording.frames.isEmpty else {
      throw FileError(description: "\(path): there are no events in it")
    }
    let device: ReplayDevice
    do throws(Errno) { device = try ReplayDevice(recording.device) } catch {
      throw FileError(
        description: "a touchpad cannot be made to play \(path) on: /dev/uinput: \(error)"
          + (error == .permissionDenied ? " (sudo swipectl replay --raw)" : ""))
    }
    let fingers = header.settings.fingers
    let input: TouchpadInput
    do throws(TouchpadInputError) {
      // Alone, so that neither the desktop nor a running swiped takes it for somebody's fingers.
      input = try TouchpadInput(
        selection: .nodes([device.node]), twoFingerSwipes: fingers?.contains(2) ?? true,
        isAlone: true)
    } catch {
      throw FileError(description: "\(error)")
    }
    let touchpad = try Self.waitForTouchpad(input, device, path)
    let tracker: SwipeTracker
    do throws(SettingsError) {
      // A trace's header has the stops as they were drawn in already.
      tracker =
        beside == nil
        ? try SwipeTracker(header.settings, width: touchpad.width, height: touchpad.height)
        : try SwipeTracker(header.settings)
    } catch {
      throw FileError(description: "\(path): its settings cannot be used")
    }
    header.settings = tracker.settings
    try play(recording, device, input, touchpad, tracker, path)
    withExtendedLifetime(device) {}
  }

  private static func read(_ path: String) throws(FileError) -> RawRecording {
    let bytes = try InputFile.readAll(path)
    // A trace is lines of JSON, of which YAML would take the first for a recording that lacks everything.
    guard bytes.first != UInt8(ascii: "{") else {
      throw FileError(
        description:
          "\(shownName(path)):1:1: a trace, which has no raw frames (swipectl replay plays it without --raw)"
      )
    }
    do throws(YAMLFault) { return try RawRecording(bytes) } catch {
      throw FileError(
        description:
          "\(shownName(path)):\(error.place.line):\(error.place.column): \(error.message)")
    }
  }

  /// The trace that `swipectl record --raw` has written beside it.
  private static func traceBeside(
    _ path: String
  ) throws(FileError) -> (header: TraceHeader, expectation: TraceExpectation?)? {
    guard path.hasSuffix(".yml") else { return nil }
    let name = path.dropLast(4) + ".jsonl"
    guard (try? FileStatus(path: String(name))) != nil else { return nil }
    let bytes = try InputFile.readAll(String(name))
    do throws(TraceError) {
      return try RecordedOutcome.read(bytes)
    } catch {
      throw FileError(description: "\(name):\(error)")
    }
  }

  private static func waitForTouchpad(
    _ input: TouchpadInput, _ device: ReplayDevice, _ path: String
  ) throws(FileError) -> Touchpad {
    var found: Touchpad?
    var refusal: TouchpadRefusal?
    let take = { (event: TouchpadEvent) in
      switch event {
      case .taken(let touchpad): found = touchpad
      case .refused(_, _, let reason): refusal = reason
      case .released, .waiting, .swipe, .announcementsLost: break
      }
    }
    let deadline = Microseconds(Clock.monotonic) + patience
    input.start(take)
    while found == nil, refusal == nil,
      ThisProcess.waitToRead(anyOf: input.descriptors, until: deadline)
    {
      for descriptor in input.descriptors { input.dispatch(descriptor, take) }
    }
    if let found { return found }
    let reason = refusal.map { "\($0)" } ?? "is not announced by udev"
    throw FileError(
      description: "\(path): the touchpad made of it (\(device.node)) \(reason)")
  }

  private mutating func play(
    _ recording: RawRecording, _ device: ReplayDevice, _ input: TouchpadInput,
    _ touchpad: Touchpad, _ tracker: SwipeTracker, _ path: String
  ) throws(FileError) {
    var tracker = tracker
    var heard: [(input: SwipeInput, time: Microseconds)] = []
    let take = { (event: TouchpadEvent) in
      guard case .swipe(_, let swipe, let time) = event else { return }
      heard.append((swipe, time))
      var hasArmed = false
      tracker.handle(swipe, at: time) { if case .armed = $0.kind { hasArmed = true } }
      if hasArmed { input.holdContacts(of: touchpad.id) }
    }
    func listen(until deadline: Microseconds) {
      while ThisProcess.waitToRead(anyOf: input.descriptors, until: deadline) {
        for descriptor in input.descriptors { input.dispatch(descriptor, take) }
      }
    }
    var origin: Microseconds?
    for frame in recording.frames {
      if let origin { listen(until: origin + Microseconds(frame.time)) }
      let now = Microseconds(Clock.monotonic)
      if origin == nil { origin = now }
      do throws(Errno) { try device.send(frame) } catch {
        throw FileError(description: "\(path): a frame cannot be played: \(error)")
      }
    }
    listen(until: Microseconds(Clock.monotonic) + Self.afterwards)
    let start = origin ?? 0
    lines = heard.enumerated().map { index, entry in
      TraceLine(
        number: index + 1, content: .input(entry.input, at: max(0, entry.time - start)))
    }
  }
}

/// What a recorded trace came to, as its outcome lines have it.
enum RecordedOutcome {
  static func read(
    _ bytes: [UInt8]
  ) throws(TraceError) -> (header: TraceHeader, expectation: TraceExpectation?) {
    var header = TraceHeader()
    var ticks: [TraceExpectation.Tick] = []
    var outcomes: [TraceExpectation.Outcome] = []
    var reader = TraceReader()
    reader.append(bytes)
    reader.end()
    while let item = try reader.next() {
      switch item {
      case .header(let found): header = found
      case .line(let line):
        guard case .outcome(let outcome, _) = line.content else { continue }
        switch outcome {
        case .tick(.arm): ticks.append(.arm)
        case .tick(.disarm): ticks.append(.disarm)
        case .committed(let stop): outcomes.append(.committed(stop))
        case .sprungBack: outcomes.append(.sprungBack)
        case .cancelled: outcomes.append(.cancelled)
        case .ignored: outcomes.append(.ignored)
        case .armed, .disarmed: break
        }
      }
    }
    let isEmpty = ticks.isEmpty && outcomes.isEmpty
    return (header, isEmpty ? nil : TraceExpectation(ticks: ticks, outcomes: outcomes))
  }
}
