internal import CommitPoint
internal import LinuxIO
internal import SwipeActions
internal import SwipeClient
internal import SwipeConfig

// Swipes, as swiped tells them.

/// A swipe that fingers are making.
struct SwipeUnderWay {
  struct Key: Hashable {
    var claim: ClaimedSwipe
    var touchpad: String
  }

  /// What it was when it began, whatever becomes of the file meanwhile.
  var swipe: ActionSwipe
  var device: String
  /// The stop that is armed; 0 for none.
  var stop = 0
  var offset: Millimetres = 0
  var velocity: MillimetresPerSecond = 0
  /// Whether a step is still to be told, and from when on.
  var isProgressDue = false
  var nextProgress: Int64 = 0
  var isProgressRunning = false

  func moment(_ step: String, stop: Int? = nil) -> SwipeMoment {
    SwipeMoment(step: step, stop: stop ?? self.stop, device: device, offset: offset)
  }
}

extension SwipeAgent {
  /// How long lies at least between two steps that are told, in µs.
  private static let progressInterval: Int64 = 100_000

  /// How old a commit may be to be acted on, in µs: who has waited longer has seen to it otherwise, or is elsewhere.
  private static let longestDelay: Int64 = 2_000_000

  func hear(_ event: SwipeClientEvent) {
    switch event {
    case .connected:
      report.note("swiped is there")
      manager?.tell(status: status)
    case .disconnected:
      report.note("swiped is gone, waiting for it")
      manager?.tell(status: status)
    case .refused(let claim, let reason):
      guard let swipe = claims[claim] else { return }
      report.warn("swipe \"\(swipe.title)\" cannot be had: \(reason)")
    case .swipe(let claim, let step, let touchpad, let time):
      hear(step, SwipeUnderWay.Key(claim: claim, touchpad: touchpad), at: time)
    case .notDeclined(let claim):
      // It would be felt, and nothing be done.
      if let swipe = claims[claim] { claimAnew(swipe.key.value) }
    case .failed(_, let reason): report.warn("swiped refuses: \(reason)")
    case .touchpads: askSwitches()
    case .notLeftAlone(let node, _, let reason):
      report.warn("swiped does not leave \(node) alone: \(reason)")
    case .claimed, .seen, .service, .entitlement, .leftAlone: break
    }
  }

  private func hear(_ step: SwipeStep, _ key: SwipeUnderWay.Key, at time: Microseconds) {
    if case .began = step { return begin(key) }
    guard var state = underWay[key] else { return }
    switch step {
    case .began: return
    case .progress(let offset, let velocity):
      state.offset = offset
      state.velocity = velocity
      state.isProgressDue = true
      underWay[key] = state
      return followProgress(at: Clock.monotonic)
    case .armed(let stop, let offset):
      state.offset = offset
      state.stop = stop
      underWay[key] = state
      follow(.armed, state.moment("armed"), state.swipe)
    case .disarmed(let stop, let offset):
      state.offset = offset
      state.stop = 0
      underWay[key] = state
      follow(.disarmed, state.moment("disarmed", stop: stop), state.swipe)
    case .committed(let stop, let offset):
      underWay[key] = nil
      state.offset = offset
      guard Clock.monotonic - time.value <= Self.longestDelay else {
        return report.warn(
          "swipe \"\(state.swipe.title)\" was heard of too late, nothing is done for it")
      }
      if let action = state.swipe.action(atStop: stop) {
        runner.perform(action.value, of: state.swipe, at: state.moment("committed", stop: stop))
      }
    case .sprungBack:
      underWay[key] = nil
    case .cancelled(let reason):
      underWay[key] = nil
      // It was never this swipe: the fingers went elsewhere.
      if reason == "ignored" { return }
      var moment = state.moment("cancelled", stop: 0)
      moment.reason = reason
      follow(.cancelled, moment, state.swipe)
    }
  }

  private func begin(_ key: SwipeUnderWay.Key) {
    guard let swipe = claims[key.claim] else { return }
    // The answer comes too late for this swipe's conditions, and in time for its program.
    askEnvironment()
    refreshSwitches(at: Clock.monotonic)
    guard !swipe.isConditional || SessionFacts(environment).allow(swipe) else {
      return client.decline(key.claim)
    }
    // Better no swipe than one that is felt and does nothing.
    guard runner.canDo(swipe) else {
      if swipe.pressesKeys { findKeyToolAgain() }
      return client.decline(key.claim)
    }
    underWay[key] = SwipeUnderWay(
      swipe: swipe,
      device: client.touchpads.first { $0.path == key.touchpad }?.node ?? key.touchpad)
  }

  private func follow(_ step: FollowedStep, _ moment: SwipeMoment, _ swipe: ActionSwipe) {
    guard let action = swipe.followers[step] else { return }
    runner.perform(action.value, of: swipe, at: moment)
  }

  // MARK: Progress

  var progressDeadline: Int64? {
    underWay.values.filter { $0.isProgressDue && !$0.isProgressRunning }.map(\.nextProgress).min()
  }

  /// Tells the steps whose time has come; of those that came too fast the last.
  func followProgress(at now: Int64) {
    for (key, state) in underWay
    where state.isProgressDue && !state.isProgressRunning && state.nextProgress <= now {
      guard let action = state.swipe.followers[.progress] else { continue }
      underWay[key]?.isProgressDue = false
      underWay[key]?.isProgressRunning = true
      underWay[key]?.nextProgress = now + Self.progressInterval
      var moment = state.moment("progress")
      moment.velocity = state.velocity
      runner.perform(action.value, of: state.swipe, at: moment) { [unowned self] in
        underWay[key]?.isProgressRunning = false
      }
    }
  }
}
