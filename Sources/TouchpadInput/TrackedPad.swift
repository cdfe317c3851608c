internal import CommitPoint
internal import LinuxIO

/// A touchpad that is read, and the swipe that is under way on it.
///
///     none ──swipe begin──► gesture ──end: verdict, button, removal──► none
///     none ──scroll of two fingers──► scroll ──both axes 0: verdict──► none
///     none ──scroll of other fingers──► foreignScroll ──both axes 0──► none
///     scroll ──third finger, button──► foreignScroll
final class TrackedPad {
  private enum Swipe {
    case none
    case gesture(fingers: Int)
    case scroll
    /// Scrolling that is no swipe, or no longer.
    case foreignScroll
  }

  let touchpad: Touchpad
  /// Its place among the touchpads, which its events bear.
  private let place: Int
  let number: UInt64
  private let node: EvdevNode
  private let scale: Double
  private let inhibitedPath: String

  private var swipe = Swipe.none
  private var held: Contacts
  private var current: Contacts
  /// How long the machine had slept when the swipe began, in µs.
  private var sleptBefore: Int64 = 0

  /// Two readings of two clocks are never quite the same; no sleep is as short as this, in µs.
  private static let shortestSleep: Int64 = 10_000

  init(
    _ touchpad: Touchpad, at place: Int, node: consuming EvdevNode, of inputNode: InputNode,
    scale: Double
  ) {
    self.touchpad = touchpad
    self.place = place
    self.node = node
    self.scale = scale
    number = inputNode.number
    inhibitedPath = inputNode.inhibitedPath
    held = Contacts(slots: touchpad.slots)
    current = Contacts(slots: touchpad.slots)
  }

  /// Notes which contacts are held right now.
  func holdContacts() {
    guard touchpad.slots > 0 else { return }
    do throws(Errno) {
      try node.read(&held)
    } catch {
      // The end's verdict runs into the same error, and goes by it.
      held.removeAll()
    }
  }

  /// Tells what an event means.
  ///
  /// - Parameter rest: what libinput told after it, at the same time; wanted where the event may be misread.
  func handle(
    _ event: LibinputEvent, before rest: ArraySlice<LibinputEvent>,
    _ emit: (TouchpadEvent) -> Void
  ) {
    func tell(_ input: SwipeInput) { emit(.swipe(touchpad.id, input, at: event.time)) }

    switch event.kind {
    case .swipeBegin(let fingers):
      begin(.gesture(fingers: fingers))
      tell(.begin(fingers: fingers))

    case .swipeUpdate(let dx, let dy):
      guard case .gesture = swipe else { return }
      tell(.motion(dx: Millimetres(dx * scale), dy: Millimetres(dy * scale)))

    case .swipeEnd(let isCancelled):
      guard case .gesture(let fingers) = swipe else { return }
      swipe = .none
      tell(isCancelled ? .cancel(.libinput) : input(endOf: fingers, before: rest))

    case .scroll(let dx, let dy):
      scroll(dx, dy, before: rest, tell)

    case .buttonPressed:
      switch swipe {
      case .none, .foreignScroll: return
      case .gesture: swipe = .none
      case .scroll: swipe = .foreignScroll
      }
      tell(.cancel(.button))

    case .removed:
      switch swipe {
      case .none, .foreignScroll: return
      case .gesture, .scroll: break
      }
      swipe = .none
      tell(.cancel(.unplugged))
    }
  }

  private func scroll(
    _ dx: Double, _ dy: Double, before rest: ArraySlice<LibinputEvent>, _ tell: (SwipeInput) -> Void
  ) {
    let isOver = dx == 0 && dy == 0
    let motion = SwipeInput.motion(dx: Millimetres(dx * scale), dy: Millimetres(dy * scale))
    switch swipe {
    case .none, .gesture:
      guard !isOver else { return }
      // Where a touchpad cannot tell three fingers apart, three that land one by one come out as a scroll.
      guard (try? node.keys().fingers) == 2 else { return swipe = .foreignScroll }
      begin(.scroll)
      tell(.begin(fingers: 2))
      tell(motion)
    case .scroll:
      if isOver {
        swipe = .none
        return tell(input(endOf: 2, before: rest))
      }
      // Fewer say nothing: the fingers may have been lifted since this frame.
      if let fingers = try? node.keys().fingers, fingers > 2 {
        swipe = .foreignScroll
        return tell(.cancel(.fingers))
      }
      tell(motion)
    case .foreignScroll:
      if isOver { swipe = .none }
    }
  }

  private func begin(_ swipe: Swipe) {
    self.swipe = swipe
    sleptBefore = Clock.slept
    holdContacts()
  }

  // MARK: Ends

  /// What the end of a swipe really is.
  private func input(
    endOf fingers: Int, before rest: ArraySlice<LibinputEvent>
  ) -> SwipeInput {
    if let reason = reasonToCancel(in: rest) { return .cancel(reason) }
    do throws(Errno) {
      let keys = try node.keys()
      if touchpad.slots > 0 { try node.read(&current) }
      let verdict = EndVerdict(
        .init(
          fingers: fingers, held: held, current: current, keys: keys,
          wasInterrupted: wasInterrupted))
      return switch verdict {
      case .lift: .end
      case .cancel(let reason): .cancel(reason)
      }
    } catch {
      return .cancel(error == .noSuchDevice ? .unplugged : .libinput)
    }
  }

  /// After a click or an unplug the end comes first, and what caused it at once or a little later.
  private func reasonToCancel(in rest: ArraySlice<LibinputEvent>) -> CancelReason? {
    for event in rest where event.place == place {
      switch event.kind {
      case .buttonPressed: return .button
      case .removed: return .unplugged
      // The next swipe's events tell nothing of this one.
      case .swipeBegin: return nil
      case .swipeUpdate, .swipeEnd, .scroll: continue
      }
    }
    return nil
  }

  private var wasInterrupted: Bool {
    if Clock.slept - sleptBefore > Self.shortestSleep { return true }
    // Kernels before 5.11 cannot inhibit.
    guard let file = try? OwnedDescriptor(path: inhibitedPath, .read),
      let first = try? file.readByte()
    else { return false }
    return first == UInt8(ascii: "1")
  }
}
