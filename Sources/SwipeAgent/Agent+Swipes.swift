internal import CommitPoint
internal import LinuxIO
internal import SwipeActions
internal import SwipeClient
internal import SwipeConfig

// Swipes, as swiped tells them.

extension SwipeAgent {
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
      hear(step, SwipesUnderWay.Key(claim: claim, touchpad: touchpad), at: time)
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

  private func hear(_ step: SwipeStep, _ key: SwipesUnderWay.Key, at time: Microseconds) {
    if case .began = step { return begin(key) }
    let now = Clock.monotonic
    switch underWay.hear(step, key, at: time, now: now) {
    case .nothing: break
    case .due(let due): runner.perform(due.action, of: due.swipe, at: due.moment)
    case .tooLate(let swipe):
      report.warn("swipe \"\(swipe.title)\" was heard of too late, nothing is done for it")
    }
    if case .progress = step { followProgress(at: now) }
  }

  private func begin(_ key: SwipesUnderWay.Key) {
    guard let swipe = claims[key.claim] else { return }
    stir()
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
    let node = client.touchpads.first { $0.path == key.touchpad }?.node
    underWay.begin(key, swipe, device: node ?? key.touchpad)
  }

  /// Tells the steps whose time has come.
  func followProgress(at now: Int64) {
    for (key, due) in underWay.due(at: now) {
      runner.perform(due.action, of: due.swipe, at: due.moment) { [unowned self] in
        underWay.progressEnded(key)
      }
    }
  }
}
