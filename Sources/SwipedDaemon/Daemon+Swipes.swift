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
    // After most frames nothing has happened.
    if isStirred { followChange(of: pad) }
    if let bus, wasUnderWay { follow(input, at: time, on: pad, bus) }
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
    switch event.kind {
    case .tick(let tick):
      // It is played before anybody is told: a message or a line would take as long as the play.
      let number = play(tick, event, on: pad)
      publishChange(of: pad)
      bus?.told(event, on: pad.touchpad.id.rawValue, offset: pad.offsetBefore)
      report(tick, event, number: number, on: pad)
    case .armed, .disarmed:
      publishChange(of: pad)
      pad.change = event
    case .committed, .sprungBack, .cancelled, .ignored:
      publishChange(of: pad)
      publish(event, of: pad)
    }
  }

  /// Tells what is armed now, which has waited for the tick that mostly comes with it.
  func publishChange(of pad: TrackedTouchpad) {
    guard let event = pad.change else { return }
    pad.change = nil
    publish(event, of: pad)
  }

  /// Tells what is armed now, and has the contacts noted that are to be lifted for it.
  func followChange(of pad: TrackedTouchpad) {
    publishChange(of: pad)
    guard pad.hasArmed else { return }
    pad.hasArmed = false
    input.holdContacts(of: pad.touchpad.id)
  }

  private func publish(_ event: SwipeEvent, of pad: TrackedTouchpad) {
    bus?.told(event, on: pad.touchpad.id.rawValue, offset: pad.offsetBefore)
    switch event.kind {
    // The tick that follows is not to wait for the contacts to be noted.
    case .armed: pad.hasArmed = true
    // The next swipe begins with nothing armed, and nobody expects to be told.
    case .committed: pad.felt = .disarm
    case .tick, .disarmed, .sprungBack, .cancelled, .ignored: break
    }
    report.event(event, device: pad.label)
  }

  func passTime() {
    // Frames that are there already come first: they are older than now, and may change what is owed.
    for descriptor in input.descriptors { read(descriptor) }
    let now = Microseconds(Clock.monotonic)
    var isTimeToRest = manager?.advance(to: now.value) == true
    if let firstRest, firstRest <= now {
      self.firstRest = nil
      isTimeToRest = true
    }
    let isOver = farewell.map { $0 <= now } ?? false
    playOwed(by: isOver ? Microseconds(.max) : now)
    if isTimeToRest { rest() }
    attempt("read the timer") { () throws(Errno) in try timer.acknowledge() }
    isStirred = true
  }

  /// Gives back the memory that the start, swipes and plugging have needed; where nothing was done there is nothing to give,
  /// and where something is under way nobody is to wait for it.
  private func rest() {
    let isBusy = touchpads.contains { $0.tracker.isTracking || $0.tracker.deadline != nil }
    guard farewell == nil, !isBusy else { return }
    if turns > 1 { IdleMemory.giveBack() }
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
