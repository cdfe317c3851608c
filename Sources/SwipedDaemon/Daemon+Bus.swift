import CommitPoint
import DeviceRemarks
import Haptics
import LinuxIO
import SwipeBus
import SwipeClient
import SwipeConfig
import SwipeTrace
import TouchpadInput

// The system bus: as the service, those who ask it for swipes; otherwise, the service that is asked to make way.

extension Daemon {
  /// Where there is no bus there is no service; to wait for one would wake an idle program.
  private static let systemBus = "/run/dbus/system_bus_socket"

  /// A service's connection is begun once it reads touchpads; one to a neighbour that may have them, before.
  func joinBus() throws(Errno) {
    if options.isService {
      let bus = try SwipeBus(loop: loop, version: swipedVersion, handlers: busHandlers)
      bus.setTickOnly(tickOnly)
      self.bus = bus
    } else if (try? FileStatus(path: Self.systemBus)) != nil {
      do throws(SwipeClientError) {
        neighbour = try SwipeClient()
      } catch {
        report.notice(
          "cannot ask a running service to make way: \(error); if there is one, both tick")
      }
      guard let neighbour else { return }
      try loop.add(neighbour.descriptor) { [unowned self] _ in
        neighbour.dispatch { heed($0) }
      }
    }
  }

  /// What the service says to being asked to leave our touchpads alone.
  private func heed(_ event: SwipeClientEvent) {
    switch event {
    case .notLeftAlone(let node, _, let reason):
      guard shared.insert(node).inserted else { return }
      report.notice(
        "the service that runs already does not leave \(node) alone: \(reason). Both tick, so a tick may be the "
          + "other's: start this one as root or from the session at the screen, or stop the service "
          + "(systemctl stop swiped)")
    case .leftAlone(let node):
      if shared.remove(node) != nil { report.notice("the service leaves \(node) alone now") }
    case .connected, .disconnected, .claimed, .refused, .notDeclined, .swipe, .seen, .touchpads,
      .service,
      .entitlement,
      .failed:
      break
    }
  }

  /// The swipes that tick although nobody on the bus has asked for them.
  var tickOnly: Set<SwipeKey> {
    let swipes = configuration.activeSwipes.filter { $0.isTickOnly?.value ?? false }
    return Set(swipes.map(\.key.value))
  }

  func busTouchpad(_ pad: TrackedTouchpad) -> BusTouchpad {
    let touchpad = pad.touchpad
    return BusTouchpad(
      id: touchpad.id.rawValue, name: touchpad.name, node: touchpad.node, seat: touchpad.seat,
      width: touchpad.width, height: touchpad.height, sizeIsGuess: touchpad.sizeIsGuess,
      isUnderLid: !touchpad.isExternal,
      rung: pad.hapticOptions.choice == .off ? "off" : pad.rung?.rawValue ?? "",
      skippedRungs: pad.settlement?.skipped.map {
        BusTouchpad.SkippedRung(rung: $0.rung.rawValue, reason: $0.obstacle.description)
      } ?? [],
      armWaveform: pad.settlement?.arm?.description ?? "",
      disarmWaveform: pad.settlement?.disarm?.description ?? "")
  }

  /// What a swipe that begins now goes by: those who have asked for it are frozen with it.
  func settings(
    forBeginOf count: Int, on pad: TrackedTouchpad, at time: Microseconds, _ bus: SwipeBus
  ) -> SwipeSettings {
    let identity = pad.touchpad.candidate.identity
    return bus.settings(
      forBeginOf: count, on: pad.touchpad.id.rawValue,
      over: configuration.settings(forFingers: count, on: identity),
      fallback: configuration.feel(on: identity), at: time)
  }

  func settings(ofSwipeOn pad: TrackedTouchpad, _ bus: SwipeBus) -> SwipeSettings? {
    let identity = pad.touchpad.candidate.identity
    return bus.settings(
      ofSwipeOn: pad.touchpad.id.rawValue,
      over: configuration.settings(forFingers: pad.fingers, on: identity),
      fallback: configuration.feel(on: identity))
  }

  /// The swipe under way has passed to others, and goes on as they have it.
  private func reconsider(_ id: TouchpadID) {
    guard let pad = touchpad(id), let settings = bus.flatMap({ settings(ofSwipeOn: pad, $0) })
    else {
      return
    }
    do throws(SettingsError) {
      _ = try pad.tracker.reconsider(settings, at: Microseconds(Clock.monotonic)) {
        tell($0, of: pad)
      }
    } catch {
      report.notice("bug: checked settings are refused: \(error)")
    }
    // What that armed has waited for the tick that mostly comes with it.
    followChange(of: pad)
  }

  /// Tells a step of a swipe that was under way to those who want to hear of every one.
  func follow(
    _ input: SwipeInput, at time: Microseconds, on pad: TrackedTouchpad, _ bus: SwipeBus
  ) {
    let id = pad.touchpad.id.rawValue
    guard case .motion(let dx, let dy, _) = input, bus.isFollowed(id) else { return }
    bus.moved(
      on: id, at: time, dx: dx, dy: dy, axis: pad.tracker.axis, offset: pad.tracker.offset,
      velocity: pad.tracker.velocity(at: time))
  }

  private var busHandlers: SwipeBusHandlers {
    var handlers = SwipeBusHandlers()
    handlers.cancel = { [unowned self] id, reason in
      guard let pad = touchpad(TouchpadID(rawValue: id)), pad.tracker.isTracking else { return }
      handle(.cancel(reason), at: Microseconds(Clock.monotonic), on: pad)
    }
    handlers.axis = { [unowned self] id in touchpad(TouchpadID(rawValue: id))?.tracker.axis }
    handlers.reconsider = { [unowned self] in reconsider(TouchpadID(rawValue: $0)) }
    handlers.isBusy = { [unowned self] in
      touchpads.contains {
        $0.tracker.isTracking || $0.tracker.deadline != nil || !$0.unplayed.isEmpty
      }
    }
    handlers.tick = { [unowned self] id in
      touchpad(TouchpadID(rawValue: id))?.haptics.selectionChanged(
        .arm, frameTime: Microseconds(Clock.monotonic))
    }
    handlers.prepare = { [unowned self] id in
      touchpad(TouchpadID(rawValue: id))?.haptics.prepare(at: Microseconds(Clock.monotonic))
    }
    handlers.reload = { [unowned self] in reload() }
    handlers.paused = { [unowned self] isPaused in
      if isPaused { notice("paused", .paused) } else { report.notice("resumed") }
    }
    handlers.leaveAlone = { [unowned self] node, isLeft in
      if isLeft {
        notice("leaving \(node) alone, as another program asks", .leftAlone)
      } else {
        report.notice("taking \(node) back")
      }
    }
    handlers.settings = { [unowned self] id in
      touchpad(TouchpadID(rawValue: id)).map { traceHeader($0.tracker.settings) }
    }
    handlers.statistics = { [unowned self] in statistics }
    handlers.notice = { [unowned self] in
      switch $0 {
      case .noBus: notice("\($0)", .noBus)
      case .nameTaken, .nameRefused: notice("\($0)", .nameNotHad)
      case .connected, .sleepNotDelayed, .noLogind: report.notice("\($0)")
      }
    }
    return handlers
  }

  private var statistics: [(name: String, value: SwipeBusStatistic)] {
    var figures: [(name: String, value: SwipeBusStatistic)] = [
      ("ticks", .count(UInt64(latencies.count))), ("ticks_dropped", .count(UInt64(dropped))),
    ]
    for (name, span) in [
      ("latency_median_us", latencies.median), ("latency_99_percent_us", latencies.percentile99),
      ("latency_worst_us", latencies.worst),
    ] {
      if let span { figures.append((name, .count(UInt64(clamping: span.value)))) }
    }
    let shares = latencies.distribution.map { latency, count in
      SwipeBusStatistic.Share(value: UInt64(clamping: latency.value), count: UInt64(count))
    }
    if !shares.isEmpty { figures.append(("latency_distribution_us", .distribution(shares))) }
    return figures
  }

  /// The first line of a trace of swipes that go by these settings.
  private func traceHeader(_ settings: SwipeSettings) -> String {
    var writer = TraceWriter()
    writer.header(TraceHeader(source: "swiped \(swipedVersion)", settings: settings))
    return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
  }
}
