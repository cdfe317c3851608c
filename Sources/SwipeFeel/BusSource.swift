internal import CommitPoint
internal import DeviceRemarks
internal import Haptics
internal import LinuxIO
internal import SwipeClient
internal import SwipeConfig

/// Swipes that a running service tells of: for a person who may not read the touchpad. It claims the swipes for itself, so
/// that they tick and arm as chosen, and nobody else acts on them meanwhile.
final class BusSource: FeelSource {
  private static let socket = "/run/dbus/system_bus_socket"
  /// Who claims last has the swipe. A service that is there again is claimed from by all who lost theirs, at once; feel comes
  /// after them, so much later, in µs.
  private static let others: Int64 = 500_000

  /// Where there is no bus there is no service.
  static var isBusThere: Bool { (try? FileStatus(path: socket)) != nil }

  private let client: SwipeClient
  private let configuration: Configuration
  private let loop: EventLoop
  private let listener: FeelListener
  private var claims: [ClaimedSwipe] = []
  private var changes = FeelChanges()
  private var isTracking = false
  private var isBehind = false
  private var axis: Axis?
  /// The travel since the begin.
  private var x = 0.0
  private var y = 0.0
  private var lastArmed: Stop?
  /// Whether the swipe under way has armed for us, and so for nobody else.
  private var isOurs = false
  /// When the swipes are to be claimed anew.
  private(set) var deadline: Int64?
  private(set) var touchpads: [SwipeTouchpad] = []

  /// How ticks are given is the service's own affair.
  let fixedKnobs: Set<FeelKnob> = [.interval, .strength, .armWaveform, .disarmWaveform]

  init(
    _ configuration: Configuration, in loop: EventLoop, _ listener: @escaping FeelListener
  ) throws(FeelFailure) {
    self.configuration = configuration
    self.loop = loop
    self.listener = listener
    do throws(SwipeClientError) {
      client = try SwipeClient()
    } catch {
      throw FeelFailure(description: "the bus cannot be used: \(error)")
    }
  }

  func start() throws(FeelFailure) {
    do throws(Errno) {
      try loop.add(client.descriptor) { [unowned self] _ in client.dispatch { hear($0) } }
    } catch {
      throw FeelFailure(description: "cannot wait for the bus: \(error)")
    }
  }

  var now: Microseconds { Microseconds(Clock.monotonic) }
  var hasService: Bool { client.isConnected }

  /// Begins to claim and to watch.
  func introduce() {
    client.monitor(progress: true)
    claim()
    present()
    ask()
  }

  /// Whether the swipes come to whoever runs this.
  private func ask() {
    for touchpad in touchpads { client.askEntitlement(touchpad.path) }
  }

  private var settings: SwipeSettings {
    changes.over(configuration.combinedSettings(on: .unknown).settings)
  }

  private func present() {
    let names = touchpads.map(\.name).joined(separator: ", ")
    listener(
      .source(
        FeelSourceFacts(
          name: names.isEmpty ? "no touchpad" : names,
          note: touchpads.first?.ticks ?? "from the running service")), now)
    listener(
      .base(
        FeelChoices(
          configuration.combinedSettings(on: .unknown).settings,
          configuration.haptics(on: .unknown))), now)
    let pad = touchpads.first
    listener(
      .settings(settings.fitted(width: pad?.width ?? 0, height: pad?.height ?? 0)), now)
  }

  private func claim() {
    for claim in claims { client.release(claim) }
    claims = []
    let settings = settings
    for swipe in configuration.activeSwipes {
      let key = swipe.key.value
      guard let feel = settings[key.direction] else { continue }
      claims.append(
        client.claim(
          fingers: key.fingers, direction: key.direction,
          feel: ClaimedFeel(
            stops: feel.stops, hysteresis: feel.hysteresis, flick: feel.flick != nil)))
    }
  }

  private func hear(_ event: SwipeClientEvent) {
    switch event {
    case .touchpads(let touchpads):
      self.touchpads = touchpads
      guard !claims.isEmpty else { return }
      present()
      ask()
    case .disconnected:
      if !claims.isEmpty { listener(.notice("swiped is gone, waiting for it"), now) }
      if isTracking { outcome(.cancelled(.shutdown), now) }
    case .connected:
      guard !claims.isEmpty else { return }
      listener(.notice("swiped is there again"), now)
      deadline = Clock.monotonic + Self.others
    case .refused(_, let reason), .failed(_, let reason): listener(.notice(reason), now)
    case .seen(let sighting, _, let time): see(sighting, time)
    case .entitlement(let entitlement, _):
      if let reason = entitlement.refusal { listener(.notice(reason), now) }
    case .swipe(_, .armed, _, _): isOurs = true
    case .claimed, .swipe, .service, .leftAlone, .notLeftAlone, .notDeclined: break
    }
  }

  private func see(_ sighting: SwipeSighting, _ time: Microseconds) {
    switch sighting {
    case .began:
      (isTracking, axis, x, y) = (true, nil, 0, 0)
      listener(.began, time)
    case .moved(let dx, let dy, let offset, let velocity):
      // The service tells the travel along the axis, but not which that is; of none it tells 0.
      x += dx.value
      y += dy.value
      if axis == nil, offset != 0 {
        axis =
          (x - offset.value).magnitude <= (y - offset.value).magnitude ? .horizontal : .vertical
      }
      listener(.moved(FeelMotion(axis: axis, offset: offset, velocity: velocity)), time)
    case .armed(let stop, let offset):
      axis = stop.direction.axis
      tell(.armed(stop, offset: offset), time)
    case .disarmed(let stop, let offset): tell(.disarmed(stop, offset: offset), time)
    case .ticked(let kind):
      if kind == HapticTick.arm.rawValue, let lastArmed {
        tell(.tick(.arm(lastArmed)), time)
      } else {
        tell(.tick(.disarm), time)
      }
    case .committed(let stop, _): outcome(.committed(stop), time)
    case .sprungBack: outcome(.sprungBack, time)
    case .cancelled(let reason):
      outcome(.cancelled(CancelReason(rawValue: reason) ?? .libinput), time)
    case .ignored: outcome(.ignored, time)
    }
  }

  private func tell(_ kind: SwipeEvent.Kind, _ time: Microseconds) {
    if case .armed(let stop, _) = kind { lastArmed = stop }
    listener(.event(SwipeEvent(time: time, kind: kind)), time)
  }

  private func outcome(_ kind: SwipeEvent.Kind, _ time: Microseconds) {
    isTracking = false
    tell(kind, time)
    if case .committed = kind, !isOurs {
      listener(.notice("another program has acted on it; the next swipe is feel's"), time)
      isBehind = true
    }
    isOurs = false
    if isBehind { use(changes) }
  }

  func advance() {
    guard let due = deadline, due <= Clock.monotonic, !isTracking else { return }
    deadline = nil
    use(changes)
  }

  func use(_ changes: FeelChanges) {
    self.changes = changes
    // A claim that is given back cancels its swipe.
    isBehind = isTracking
    guard !isTracking else { return }
    claim()
    present()
  }

  func end() {
    for claim in claims { client.release(claim) }
    client.dispatch { _ in }
  }
}

extension SwipeTouchpad {
  /// How the service gives its ticks.
  fileprivate var ticks: String {
    let waveforms = armWaveform.isEmpty ? "" : ", arm \(armWaveform), disarm \(disarmWaveform)"
    return "from the running service; ticks: \(rung.isEmpty ? "finding out" : rung)\(waveforms)"
  }
}

extension SwipeEntitlement {
  /// Why nothing will be felt; `nil` where it will.
  fileprivate var refusal: String? {
    switch self {
    case .entitled: nil
    case .locked: "your session is locked: the service tells nothing"
    case .inactive: "your session is not the active one: the service tells nothing"
    case .noSession: "nobody is logged in at the touchpad's seat: the service tells nothing"
    case .asleep: "the machine goes to sleep: the service tells nothing"
    case .unknown: "logind does not answer, and so the service tells nothing"
    case .other(let word): "the service tells nothing: \(word)"
    }
  }
}
