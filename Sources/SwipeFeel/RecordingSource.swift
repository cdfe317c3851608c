internal import CommitPoint
internal import LinuxIO

/// Recordings, played at their own pace or another; they can be stopped, and stepped through.
final class RecordingSource: FeelSource {
  private var player: RecordingPlayer
  private let speed: Double
  private let listener: FeelListener
  /// The time on the recordings' clock, as it was at `since`.
  private var position = Microseconds(0)
  private var since: Int64
  private(set) var isPaused = false

  /// 30 years, in µs: what a recording has for later is not waited for.
  private static let longest = 1e15

  let fixedKnobs: Set<FeelKnob> = [.strength, .armWaveform, .disarmWaveform]

  /// - Parameters:
  ///   - speed: how much faster than it was; more than 0.
  ///   - stop: the moment to stop at, on the recordings' clock; `nil` for none.
  init(
    _ player: RecordingPlayer, speed: Double, stop: Microseconds?,
    _ listener: @escaping FeelListener
  ) {
    self.player = player
    self.speed = speed
    self.listener = listener
    since = Clock.monotonic
    player.introduce(listener)
    guard let stop else { return }
    isPaused = true
    position = stop
    self.player.advance(to: stop, listener)
  }

  var isOver: Bool { player.isOver }

  var now: Microseconds {
    guard !isPaused else { return position }
    return position + Microseconds(Int64(Double(Clock.monotonic - since) * speed))
  }

  var deadline: Int64? {
    player.deadline.flatMap(wake(at:))
  }

  func wake(at time: Microseconds) -> Int64? {
    guard !isPaused else { return nil }
    // Rounded up: woken before its time it would only be woken again.
    let wait = (Double((time - position).value) / speed).rounded(.up)
    return since + Int64(min(wait, Self.longest)) + 1
  }

  func advance() {
    guard !isPaused else { return }
    player.advance(to: now, listener)
  }

  func use(_ changes: FeelChanges) { player.use(changes, at: now, listener) }

  func end() {}

  // MARK: By hand

  func togglePause() {
    position = now
    since = Clock.monotonic
    isPaused.toggle()
  }

  /// Stops, and goes on by as much as is due next.
  func step() {
    if !isPaused { togglePause() }
    guard let next = player.deadline else { return }
    position = max(position, next)
    player.step(listener)
  }

  func skip() {
    player.goOn(at: now, listener)
  }
}
