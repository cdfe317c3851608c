import CommitPoint
import DeviceRemarks
import Haptics
import LinuxIO
import SwipeBus
import SwipeConfig
import TouchpadInput

// What fingers do, and what their trackers make of it.

extension Daemon {
  func handle(_ input: SwipeInput, at time: Microseconds, on pad: TrackedTouchpad) {
    if case .begin(let fingers) = input { prepare(pad, forFingers: fingers, at: time) }
    if options.format == .json {
      // A deferred tick may have been played since the frame was stamped: a trace has the stamp that counts.
      report.input(input, at: max(time, pad.tracker.clock), device: pad.label)
    }
    // The motion that ends a swipe, since it goes off across, is one of its steps.
    let wasUnderWay = bus != nil && pad.tracker.isTracking
    if bus != nil { pad.offsetBefore = pad.tracker.offset }
    pad.tracker.handle(input, at: time) { tell($0, of: pad) }
    if let bus, wasUnderWay { follow(input, at: time, on: pad, bus) }
    if pad.hasArmed {
      pad.hasArmed = false
      self.input.holdContacts(of: pad.touchpad.id)
    }
    if showsBar { report.follow(pad.tracker) }
  }

  /// Makes a touchpad ready for a swipe: its ticks, and what swipes of so many fingers go by.
  func prepare(_ pad: TrackedTouchpad, forFingers count: Int, at time: Microseconds) {
    pad.haptics.prepare(at: time)
    if bus == nil, pad.settingsToUse(forFingers: count) == nil { return }
    // A swipe that is still open would otherwise be taken for one that a reload has ended.
    if pad.tracker.isTracking { handle(.cancel(.superseded), at: time, on: pad) }
    guard
      let settings = bus.map({ settings(forBeginOf: count, on: pad, at: time, $0) })
        ?? pad.settingsToUse(forFingers: count)
    else { return }
    do throws(SettingsError) {
      try pad.use(settings, forFingers: count, at: time) { tell($0, of: pad) }
    } catch {
      report.notice("bug: checked settings are refused: \(error)")
    }
  }

  func tell(_ event: SwipeEvent, of pad: TrackedTouchpad) {
    isStirred = true
    bus?.told(event, on: pad.touchpad.id.rawValue, offset: pad.offsetBefore)
    switch event.kind {
    case .tick(let tick): play(tick, event, on: pad)
    case .armed:
      // The tick that follows is not to wait for the contacts to be noted.
      pad.hasArmed = true
      report.event(event, device: pad.label)
    case .committed:
      // The next swipe begins with nothing armed, and nobody expects to be told.
      pad.felt = .disarm
      report.event(event, device: pad.label)
    case .disarmed, .sprungBack, .cancelled, .ignored:
      report.event(event, device: pad.label)
    }
  }

  func passTime() {
    // Frames that are there already come first: they are older than now, and may change what is owed.
    for descriptor in input.descriptors { input.dispatch(descriptor) { take($0) } }
    let now = Microseconds(Clock.monotonic)
    if manager?.advance(to: now.value) == true { rest() }
    let isOver = farewell.map { $0 <= now } ?? false
    playOwed(by: isOver ? Microseconds(.max) : now)
    attempt("read the timer") { () throws(Errno) in try timer.acknowledge() }
    isStirred = true
  }

  /// Gives back what the start or a swipe has had read of the programs' files, some seconds later; where nothing was
  /// done there is nothing to give.
  private func rest() {
    guard !touchpads.contains(where: { $0.tracker.isTracking }) else { return }
    if turns > 1 { StartUpMemory.giveBack() }
    turns = 0
  }

  /// Plays the ticks that are owed by `time`.
  func playOwed(by time: Microseconds = Microseconds(.max)) {
    for pad in touchpads {
      guard let deadline = pad.tracker.deadline, deadline <= time else { continue }
      pad.tracker.advance(to: deadline) { tell($0, of: pad) }
    }
  }
}
