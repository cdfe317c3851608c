internal import CommitPoint
internal import DeviceRemarks
internal import Haptics
internal import LinuxIO
internal import SwipeClient
internal import SwipeConfig
internal import TouchpadInput

/// Touchpads that are read by this program itself, as `swiped --device` reads them. A running service is asked to leave
/// them alone as long.
final class DeviceSource: FeelSource {
  /// A knob is turned in several steps; the device is made ready once, this long after the last.
  private static let hapticsDelay: Int64 = 150_000
  /// How long a disarm tick that is owed is waited for at the end.
  private static let farewell = Microseconds.milliseconds(60)

  private let input: TouchpadInput
  private var configuration: Configuration
  private let loop: EventLoop
  private let listener: FeelListener
  private var neighbour: SwipeClient?
  private var pads: [FeelPad] = []
  private var changes = FeelChanges()
  /// The tick to be felt when the ticks are others, and when that is to be.
  private var hapticsDue: (time: Int64, trial: HapticTick)?
  private var isWaitingForRelease = false

  let fixedKnobs: Set<FeelKnob> = []
  /// Why touchpads that are there cannot be read.
  private(set) var refusals: [String] = []
  /// Whether one of them may be read by root only.
  private(set) var isForbidden = false
  /// Whether there was something at the start, and none of it can be read.
  private(set) var isRefused = false

  init(
    _ selection: TouchpadSelection, _ configuration: Configuration, in loop: EventLoop,
    _ listener: @escaping FeelListener
  ) throws(FeelFailure) {
    self.configuration = configuration
    self.loop = loop
    self.listener = listener
    do throws(TouchpadInputError) {
      input = try TouchpadInput(
        selection: selection, twoFingerSwipes: configuration.fingerCounts().contains(2))
    } catch {
      throw FeelFailure(description: "\(error)")
    }
    input.isWanted = { configuration.isEnabled($0.identity) }
  }

  /// Takes the touchpads that are there.
  func start() throws(FeelFailure) {
    for descriptor in input.descriptors {
      do throws(Errno) {
        try loop.add(descriptor) { [unowned self] _ in input.dispatch(descriptor) { take($0) } }
      } catch {
        throw FeelFailure(description: "cannot wait for touchpads: \(error)")
      }
    }
    input.start { take($0) }
    isRefused = pads.isEmpty && !refusals.isEmpty
  }

  var hasTouchpad: Bool { !pads.isEmpty }
  /// The touchpads' names.
  var names: String { pads.map(\.touchpad.name).joined(separator: ", ") }
  var now: Microseconds { Microseconds(Clock.monotonic) }

  /// Tells what there is, to whoever begins to listen.
  func introduce() {
    guard let pad = pads.first else {
      return listener(
        .source(FeelSourceFacts(name: "", note: "no touchpad here, waiting for one")), now)
    }
    present(pad)
  }

  private func present(_ pad: FeelPad) {
    listener(.source(pad.facts), now)
    listener(.base(pad.base), now)
    listener(.settings(pad.tracker.settings), now)
  }

  // MARK: Touchpads

  private func take(_ event: TouchpadEvent) {
    switch event {
    case .swipe(let id, let input, let time):
      guard let pad = pads.first(where: { $0.touchpad.id == id }) else { return }
      handle(input, at: time, on: pad)
    case .taken(let touchpad): add(touchpad)
    case .released(let id):
      guard let place = pads.firstIndex(where: { $0.touchpad.id == id }) else { return }
      remove(pads.remove(at: place))
    case .refused(let node, let name, let refusal):
      refusals.append("\(name.map { "\($0) (\(node))" } ?? "\"\(node)\"") \(refusal)")
      if case .cannotOpen(.permissionDenied) = refusal { isForbidden = true }
    case .waiting(let path, let refusal):
      listener(.notice("\"\(path)\" \(refusal), waiting for it"), now)
    case .announcementsLost: break
    }
  }

  private func add(_ touchpad: Touchpad) {
    do {
      let pad = try FeelPad(touchpad, configuration, changes)
      try listen(to: pad)
      pads.append(pad)
      leaveAlone(touchpad.node)
      present(pad)
      listener(.notice("\(touchpad.name) is there"), now)
      pad.drainHaptics(listener)
    } catch {
      listener(.notice("\(touchpad.title) cannot be used: \(error)"), now)
    }
  }

  private func listen(to pad: FeelPad) throws(Errno) {
    try loop.add(pad.haptics.descriptor) { [unowned self, unowned pad] _ in
      pad.drainHaptics(listener)
    }
  }

  private func remove(_ pad: FeelPad) {
    if let deadline = pad.tracker.deadline { pad.advance(to: deadline, listener) }
    loop.remove(pad.haptics.descriptor)
    pad.haptics.close(within: 0)
    neighbour?.takeUp(node: pad.touchpad.node)
    introduce()
    listener(.notice("\(pad.touchpad.name) is gone, waiting for it"), now)
  }

  /// Asks a service that runs to leave the touchpad to us.
  private func leaveAlone(_ node: String) {
    if neighbour == nil, BusSource.isBusThere, let client = try? SwipeClient() {
      guard (try? loop.add(client.descriptor) { _ in client.dispatch { _ in } }) != nil else {
        return
      }
      neighbour = client
    }
    neighbour?.leaveAlone(node: node)
  }

  // MARK: Swipes

  private var last: FeelPad?

  private func handle(_ input: SwipeInput, at time: Microseconds, on pad: FeelPad) {
    if case .begin = input, last !== pad {
      last = pad
      if pads.count > 1 { present(pad) }
    }
    if pad.handle(input, at: time, listener) { self.input.holdContacts(of: pad.touchpad.id) }
    if isWaitingForRelease, !pad.tracker.isTracking { useChanges() }
  }

  var deadline: Int64? {
    let owed = pads.compactMap { $0.tracker.deadline?.value }.min()
    let isTracking = pads.contains { $0.tracker.isTracking }
    return [owed, isTracking ? nil : hapticsDue?.time].compactMap { $0 }.min()
  }

  func advance() {
    // Frames that are there already are older than now.
    for descriptor in input.descriptors { input.dispatch(descriptor) { take($0) } }
    for pad in pads {
      if let deadline = pad.tracker.deadline, deadline <= now {
        pad.advance(to: deadline, listener)
      }
    }
    guard let due = hapticsDue, due.time <= now.value,
      !pads.contains(where: { $0.tracker.isTracking })
    else { return }
    hapticsDue = nil
    for pad in pads where pad.needsOtherHaptics { replaceHaptics(of: pad, trial: due.trial) }
  }

  private func replaceHaptics(of pad: FeelPad, trial: HapticTick?) {
    loop.remove(pad.haptics.descriptor)
    do throws(Errno) {
      try pad.replaceHaptics(trial: trial)
      try listen(to: pad)
      pad.drainHaptics(listener)
    } catch {
      listener(.notice("cannot change the ticks of \(pad.touchpad.name): \(error)"), now)
    }
  }

  func use(_ changes: FeelChanges) {
    let before = self.changes
    self.changes = changes
    useChanges()
    let standard = HapticOptions()
    guard before.over(standard) != changes.over(standard) else { return }
    let isDisarm = before.over(standard).disarmWaveform != changes.over(standard).disarmWaveform
    hapticsDue = (Clock.monotonic + Self.hapticsDelay, isDisarm ? .disarm : .arm)
  }

  /// Goes by another configuration; between swipes only.
  func use(_ configuration: Configuration) {
    self.configuration = configuration
    input.twoFingerSwipes = configuration.fingerCounts().contains(2)
    for pad in pads {
      pad.use(configuration, at: now, listener)
      // Also where the ticks stay as they are: how long this takes is not to tell which feel it is.
      replaceHaptics(of: pad, trial: nil)
    }
  }

  private func useChanges() {
    var isUsed = true
    for pad in pads where !pad.use(changes, at: now, listener) { isUsed = false }
    isWaitingForRelease = !isUsed
  }

  func end() {
    for pad in pads where pad.tracker.isTracking {
      _ = pad.handle(.cancel(.shutdown), at: now, listener)
    }
    for pad in pads {
      // The disarm tick that an armed swipe still owes, a little sooner than it would have been.
      if let deadline = pad.tracker.deadline, deadline - now < Self.farewell {
        pad.advance(to: deadline, listener)
      }
      pad.haptics.beginClose()
    }
    for pad in pads { pad.haptics.close() }
  }
}
