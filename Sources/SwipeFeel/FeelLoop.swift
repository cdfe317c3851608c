internal import LinuxIO

/// The loop of a program that somebody watches: signals, keys, time and pictures. Nothing waits on it.
final class FeelLoop {
  /// A new picture at most this often, in µs: 60 a second.
  private static let frame: Int64 = 16_666

  let loop: EventLoop
  let view: any FeelView
  private let isPlain: Bool
  private let signals: Signals
  private var timer: Timer
  private var isDirty = true
  private var lastFrame: Int64 = 0
  private(set) var isEnding = false
  private(set) var failure: FeelFailure?

  init(isPlain: Bool) throws(FeelFailure) {
    self.isPlain = isPlain
    do throws(Errno) {
      Signals.ignoreFailedWrites()
      signals = try Signals([.terminate, .interrupt, .hangup, .windowChanged, .suspend, .resume])
      timer = try Timer()
      loop = try EventLoop()
    } catch {
      throw FeelFailure(description: "cannot set up the event loop: \(error)")
    }
    // The terminal comes last: what fails before it is told where one stands.
    view = isPlain ? PlainView() : try ScreenView()
  }

  /// Waits, and shows what there is, until `end()`.
  ///
  /// - Parameters:
  ///   - keys: what to do when a key was pressed.
  ///   - settle: does what is due, and gives when it wants to be called again, in µs of `Clock.monotonic`.
  ///   - show: gives the view its picture.
  func run(
    keys: @escaping (FeelKey) -> Void, settle: @escaping () -> Int64?,
    show: @escaping (any FeelView) -> Void
  ) throws(FeelFailure) {
    do throws(Errno) {
      try loop.add(signals.descriptor) { [unowned self] _ in takeSignals() }
      try loop.add(timer.descriptor) { [unowned self] _ in try? timer.acknowledge() }
      try listen(keys)
      if !isEnding {
        try loop.run { [unowned self] in
          let next = settle()
          if view.isGone { end() }
          showIfDue(show)
          setTimer(next)
        }
      }
    } catch {
      failure = failure ?? FeelFailure(description: "cannot go on: \(error)")
    }
    // What a screen showed is gone with it; of lines none is to be missing.
    if isPlain { show(view) }
    failure = failure ?? view.failure
  }

  func close() { view.close() }

  func end() {
    isEnding = true
    loop.stop()
  }

  func fail(_ reason: String) {
    failure = failure ?? FeelFailure(description: reason)
    end()
  }

  /// Has the picture drawn anew.
  func stir() { isDirty = true }

  private func listen(_ keys: @escaping (FeelKey) -> Void) throws(Errno) {
    do throws(Errno) {
      try loop.add(0) { [unowned self] readiness in
        view.readKeys(keys)
        guard view.isInputOver || !readiness.contains(.readable) else { return }
        loop.remove(0)
        // Lines are wanted without keys as well; before a terminal that is gone there is nobody.
        if !isPlain { end() }
      }
    } catch {
      if !isPlain { throw error }
      // A file, of which all is there.
      while !view.isInputOver, !isEnding { view.readKeys(keys) }
    }
  }

  private func showIfDue(_ show: (any FeelView) -> Void) {
    let now = Clock.monotonic
    guard isDirty, now - lastFrame >= Self.frame else { return }
    // A terminal that takes nothing now is asked again a frame later.
    lastFrame = now
    guard view.isReady else { return }
    isDirty = false
    show(view)
  }

  private func setTimer(_ next: Int64?) {
    let picture = isDirty ? lastFrame + Self.frame : nil
    do throws(Errno) {
      try timer.set([next, picture].compactMap { $0 }.min())
    } catch {
      fail("cannot set the timer: \(error)")
    }
  }

  private func takeSignals() {
    while let signal = try? signals.next() {
      isDirty = true
      switch signal {
      case .terminate, .interrupt, .hangup: end()
      case .windowChanged: view.fit()
      case .suspend: view.stop()
      case .resume: view.comeBack()
      case .user1, .user2, .child: break
      }
    }
  }
}
