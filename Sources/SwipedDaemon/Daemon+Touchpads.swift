import CommitPoint
import DeviceRemarks
import LinuxIO
import SwipeBus
import SwipeClient
import SwipeConfig
import TouchpadInput

// Touchpads that come and go.

extension Daemon {
  /// Takes all that touchpads and udev have to tell.
  func read(_ descriptor: Int32) { input.dispatch(descriptor) { take($0) } }

  @inline(__always)
  func take(_ event: TouchpadEvent) {
    guard case .swipe(let id, let input, let time) = event else { return takeRare(event) }
    // What begins after the end would have no outcome, or commit after all.
    guard farewell == nil, let pad = touchpad(id) else { return }
    handle(input, at: time, on: pad)
  }

  @inline(never)
  private func takeRare(_ event: TouchpadEvent) {
    switch event {
    case .swipe: return
    case .taken(let touchpad):
      add(touchpad)
    case .released(let id):
      guard let pad = touchpad(id) else { return }
      remove(pad)
    case .refused(let node, let name, let refusal):
      refuse(node: node, name: name, refusal)
    case .waiting(let path, let refusal):
      report.notice("\"\(path)\" \(refusal), waiting for it")
    case .announcementsLost:
      report.notice("udev announced more than could be read in time, looked at all devices anew")
    }
  }

  func add(_ touchpad: Touchpad) {
    let identity = touchpad.candidate.identity
    let feel = TouchpadFeel(configuration, identity)
    do {
      let pad = try TrackedTouchpad(
        touchpad, feel, configuration.haptics(on: identity), label: label(of: touchpad))
      try listenToHaptics(of: pad)
      touchpads.append(pad)
      report.taken(touchpad, feel.combined, isExact: feel.isExact)
      if !isStarting { manager?.tell(status: status) }
      bus?.add(busTouchpad(pad))
      neighbour?.leaveAlone(node: touchpad.node)
      // Where nothing can be played this is known already.
      drainHaptics(of: pad)
    } catch {
      report.notice("cannot give ticks for \(touchpad.title): \(error), ignoring the touchpad")
    }
  }

  func remove(_ pad: TrackedTouchpad) {
    // A disarm tick that is still owed would have no tracker to play it when it is due.
    if let deadline = pad.tracker.deadline {
      pad.tracker.advance(to: deadline) { tell($0, of: pad) }
    }
    closeHaptics(of: pad, within: 0)
    touchpads.removeAll { $0 === pad }
    if lastHeard === pad { lastHeard = nil }
    report.released(pad.touchpad)
    bus?.remove(pad.touchpad.id.rawValue)
    // The node's name may be another touchpad's next.
    neighbour?.takeUp(node: pad.touchpad.node)
    shared.remove(pad.touchpad.node)
    manager?.tell(status: status)
  }

  func refuse(node: String, name: String?, _ refusal: TouchpadRefusal) {
    let subject = name.map { "\($0) (\(node))" } ?? "\"\(node)\""
    let message = "\(subject) \(refusal)\(refusal.advice("swiped"))"
    switch refusal {
    case .cannotOpen(.permissionDenied): notice(message, .touchpadNotOpened)
    case .alsoKeyboard: notice(message, .touchpadHasKeys)
    case .cannotOpen, .notATouchpad, .notAnInputDevice, .noSuchNode, .notInitialised, .swapped,
      .libinputRefused:
      report.notice(message)
    }
    // What was asked for by its path is there, and is nothing that swiped can read.
    if isStarting, case .nodes = options.selection { isRefused = true }
  }

  /// In a trace every line names its touchpad, unless there can be only one.
  func label(of touchpad: Touchpad) -> String? {
    if case .nodes(let nodes) = options.selection, nodes.count == 1 { return nil }
    return touchpad.node.split(separator: "/").last.map(String.init)
  }

  @inline(__always)
  func touchpad(_ id: TouchpadID) -> TrackedTouchpad? {
    if let lastHeard, lastHeard.touchpad.id == id { return lastHeard }
    return find(id)
  }

  @inline(never)
  private func find(_ id: TouchpadID) -> TrackedTouchpad? {
    lastHeard = touchpads.first { $0.touchpad.id == id }
    return lastHeard
  }
}
