internal import CommitPoint
internal import Haptics
internal import LinuxIO
internal import SwipeConfig
internal import TouchpadInput

/// `swipectl feel`, from its start to its end.
public final class FeelProgram {
  private enum Teller {
    case device, bus, recordings
  }

  /// How long is waited for a service to answer before it is taken for absent, in µs.
  private static let patience: Int64 = 1_500_000

  private let request: FeelRequest
  private let loop: FeelLoop
  private var state = FeelState()

  /// Whose news count.
  private var teller: Teller?
  private var source: (any FeelSource)?
  private var device: DeviceSource?
  private var bus: BusSource?
  private var recordings: RecordingSource?
  /// Until when a service may answer.
  private var busDeadline: Int64?

  /// Takes over the terminal.
  public init(_ request: FeelRequest) throws(FeelFailure) {
    self.request = request
    loop = try FeelLoop(isPlain: request.isPlain)
  }

  /// Shows swipes until it is ended.
  public func run() throws(FeelFailure) {
    defer { loop.close() }
    choose()
    try loop.run(
      keys: { [unowned self] key in
        if let command = FeelCommand(key) { obey(command) }
      },
      settle: { [unowned self] in settle() },
      show: { [unowned self] view in view.show(state) })
    source?.end()
    if let failure = loop.failure { throw failure }
  }

  // MARK: Sources

  private func choose() {
    switch request.source {
    case .devices(let paths):
      startDevice(.nodes(paths))
      guard let device else { return loop.fail("no touchpad can be read") }
      if device.isRefused, let reason = device.refusals.first {
        let advice =
          device.isForbidden && BusSource.isBusThere ? "; --service needs no right to it" : ""
        return loop.fail(reason + advice)
      }
      use(device, .device)
      device.introduce()
    case .service: startBus()
    case .recordings: play()
    case .whatever:
      startDevice(.all)
      if let device, device.hasTouchpad {
        use(device, .device)
      } else if device?.isForbidden ?? true, BusSource.isBusThere {
        startBus()
      } else {
        play()
      }
    }
  }

  private func startDevice(_ selection: TouchpadSelection) {
    // What it tells at the start counts, if it comes to be used.
    teller = .device
    do throws(FeelFailure) {
      let device = try DeviceSource(selection, request.configuration, in: loop.loop) {
        [unowned self] news, time in
        hear(news, time, from: .device)
      }
      self.device = device
      try device.start()
    } catch {
      if case .devices = request.source { loop.fail("\(error)") }
    }
  }

  private func startBus() {
    guard BusSource.isBusThere else {
      return loop.fail("there is no system bus here, and so no service")
    }
    do throws(FeelFailure) {
      let bus = try BusSource(request.configuration, in: loop.loop) { [unowned self] news, time in
        hear(news, time, from: .bus)
      }
      self.bus = bus
      try bus.start()
    } catch {
      return loop.fail("\(error)")
    }
    busDeadline = Clock.monotonic + Self.patience
    state.source.note = "asking the running service"
  }

  private func play() {
    guard !request.recordings.isEmpty else {
      return loop.fail("\(noSource), and no recordings are installed: swipectl feel FILE plays one")
    }
    let player = RecordingPlayer(request.recordings, repeats: !request.isPlain)
    teller = .recordings
    state = FeelState(changes: state.changes, clock: 0)
    let source = RecordingSource(
      player, speed: request.speed, stop: request.stop.map { Microseconds($0) }
    ) { [unowned self] news, time in
      hear(news, time, from: .recordings)
    }
    recordings = source
    state.isPaused = source.isPaused
    use(source, .recordings)
    state.advance(to: source.now)
    guard request.source != .recordings else { return }
    state.remark =
      device?.refusals.isEmpty ?? true
      ? "no touchpad here: recordings" : "the touchpad cannot be read: recordings"
    loop.view.say("\(noSource): playing recordings")
  }

  private var noSource: String {
    device?.refusals.first.map { "no touchpad can be read: \($0)" } ?? "no touchpad here"
  }

  private func use(_ source: any FeelSource, _ teller: Teller) {
    self.source = source
    self.teller = teller
    state.fixedKnobs = source.fixedKnobs
    loop.stir()
  }

  private func hear(_ news: FeelNews, _ time: Microseconds, from teller: Teller) {
    guard teller == self.teller else {
      // A touchpad that comes takes over from recordings that were played for want of one.
      guard teller == .device, self.teller == .recordings, let device, device.hasTouchpad
      else { return }
      state = FeelState(changes: state.changes, clock: device.now)
      recordings = nil
      use(device, .device)
      device.use(state.changes)
      return device.introduce()
    }
    state.advance(to: time)
    state.take(news)
    loop.stir()
  }

  private func checkBus() {
    guard let limit = busDeadline, let bus else { return }
    if bus.hasService, !bus.touchpads.isEmpty || Clock.monotonic >= limit {
      busDeadline = nil
      use(bus, .bus)
      bus.introduce()
    } else if Clock.monotonic >= limit {
      busDeadline = nil
      self.bus = nil
      if request.source == .service {
        return loop.fail("swiped does not run: systemctl start swiped")
      }
      play()
    }
  }

  // MARK: Time

  /// Does what is due; when it is to be called again.
  private func settle() -> Int64? {
    checkBus()
    source?.advance()
    if source?.isOver ?? false { loop.end() }
    guard let source else { return busDeadline }
    state.advance(to: source.now)
    var change: Int64?
    // Also what has come to rest, and will not change any more, is to be seen so.
    if let lastChange, source.now >= lastChange { loop.stir() }
    lastChange = loop.view.isAnimated ? state.nextChange : nil
    if let lastChange { change = source.wake(at: lastChange) }
    return [source.deadline, busDeadline, change].compactMap { $0 }.min()
  }

  /// When the state said it would look otherwise by itself.
  private var lastChange: Microseconds?

  // MARK: Keys

  private func obey(_ command: FeelCommand) {
    loop.stir()
    switch command {
    case .quit: loop.end()
    case .redraw: loop.view.redraw()
    case .select(let steps): state.select(steps)
    case .adjust(let steps):
      if state.selected == nil { state.select(1) }
      if let knob = state.selected { turn(knob, steps) }
    case .turn(let knob, let steps): turn(knob, steps)
    case .reset:
      state.changes = FeelChanges()
      source?.use(state.changes)
      report("all is as it was")
    case .write: write()
    case .pause:
      recordings?.togglePause()
      state.isPaused = recordings?.isPaused ?? false
    case .step:
      recordings?.step()
      state.isPaused = recordings?.isPaused ?? false
    case .next: recordings?.skip()
    }
  }

  private func turn(_ knob: FeelKnob, _ steps: Int) {
    guard state.turn(knob, by: steps) else { return report(state.message) }
    source?.use(state.changes)
    loop.view.say("\(knob.label) \(state.choices.value(of: knob))")
  }

  private func report(_ message: String) {
    state.message = message
    loop.view.say(message)
  }

  private func write() {
    guard !state.changes.isEmpty else {
      return report("nothing was changed, so nothing is written")
    }
    do throws(ConfigurationWriteError) {
      report(
        "written to \(try request.target.write(state.choices.entries(state.changes.knobs)))")
    } catch {
      report("not written: \(error)")
    }
  }
}
