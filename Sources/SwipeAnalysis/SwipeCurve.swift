public import CommitPoint
internal import SwipeTrace

/// One swipe of a recording as a picture shows it: where the fingers were, and what they felt.
public struct SwipeCurve: Sendable {
  public struct Point: Sendable {
    public var time: Microseconds
    public var offset: Millimetres

    public init(time: Microseconds, offset: Millimetres) {
      self.time = time
      self.offset = offset
    }
  }

  public struct FeltTick: Sendable {
    public var time: Microseconds
    public var offset: Millimetres
    public var tick: Tick
  }

  public struct ArmedSpan: Sendable {
    public var start, end: Microseconds
    public var stop: Stop
  }

  public var device: String?
  public var fingers: Int
  public var axis = Axis.horizontal
  /// The signed travel along the axis, the begin at 0 included.
  public var points: [Point]
  public var armed: [ArmedSpan] = []
  public var ticks: [FeltTick] = []
  /// `nil` where the recording ends before.
  public var ending: SwipeEvent?
  /// How close the call was, for a swipe that was let go: see `SwipeTracker.distanceToOtherRelease`.
  public var distance: Millimetres?

  public var start: Microseconds { points.first?.time ?? 0 }
  public var end: Microseconds { max(ending?.time ?? 0, points.last?.time ?? 0) }
  /// The farthest that the fingers were from where they began.
  public var farthest: Millimetres { points.map(\.offset.magnitude).max() ?? 0 }
}

extension Recording {
  /// The swipes under the recording's own settings, in the order in which they began.
  public var curves: [SwipeCurve] {
    var curves: [SwipeCurve] = []
    for stream in streams {
      var drawing = CurveDrawing(device: stream.device)
      guard var tracker = try? SwipeTracker(header.settings) else { return [] }
      for (time, input) in stream.inputs { drawing.play(input, at: time, &tracker) }
      while let deadline = tracker.deadline { drawing.advance(to: deadline, &tracker) }
      curves += drawing.finish()
    }
    return curves.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }
}

/// The swipes of one touchpad, as they are played.
private struct CurveDrawing {
  private let device: String?
  private var done: [SwipeCurve] = []
  private var current: SwipeCurve?
  /// Where the fingers are on each axis, and where they have been, as long as it is open which one counts.
  private var x: [Millimetres] = []
  private var y: [Millimetres] = []

  init(device: String?) { self.device = device }

  mutating func play(_ input: SwipeInput, at time: Microseconds, _ tracker: inout SwipeTracker) {
    advance(to: time, &tracker)
    let time = max(time, tracker.clock)
    switch input {
    case .begin(let fingers):
      // What is still open is superseded, which belongs to it.
      if tracker.isTracking { handle(.cancel(.superseded), time, &tracker) }
      close()
      current = SwipeCurve(
        device: device, fingers: fingers, points: [SwipeCurve.Point(time: time, offset: 0)])
      x = [0]
      y = [0]
    case .motion(let dx, let dy, _):
      guard current?.ending == nil, dx.value.isFinite, dy.value.isFinite, let lastX = x.last,
        let lastY = y.last
      else { break }
      x.append(Self.drawable(lastX + dx))
      y.append(Self.drawable(lastY + dy))
      current?.points.append(SwipeCurve.Point(time: time, offset: 0))
    case .end: current?.distance = tracker.distanceToOtherRelease
    case .cancel: break
    }
    handle(input, time, &tracker)
    if let axis = tracker.axis { current?.axis = axis }
  }

  /// Within a kilometre: sums of what a recording may hold are infinite otherwise, and no picture has room for them.
  private static func drawable(_ offset: Millimetres) -> Millimetres {
    Millimetres(min(max(offset.value, -1e6), 1e6))
  }

  mutating func advance(to time: Microseconds, _ tracker: inout SwipeTracker) {
    var events: [SwipeEvent] = []
    tracker.advance(to: time) { events.append($0) }
    take(events)
  }

  private mutating func handle(
    _ input: SwipeInput, _ time: Microseconds, _ tracker: inout SwipeTracker
  ) {
    var events: [SwipeEvent] = []
    tracker.handle(input, at: time) { events.append($0) }
    take(events)
  }

  private mutating func take(_ events: [SwipeEvent]) {
    for event in events {
      switch event.kind {
      case .armed(let stop, _):
        endArmed(event.time)
        current?.armed.append(
          SwipeCurve.ArmedSpan(start: event.time, end: event.time, stop: stop))
        current?.axis = stop.direction.axis
      case .disarmed:
        endArmed(event.time)
        isArmed = false
        continue
      case .tick(let tick):
        current?.ticks.append(SwipeCurve.FeltTick(time: event.time, offset: 0, tick: tick))
        continue
      case .committed, .sprungBack, .cancelled, .ignored:
        guard current?.ending == nil else { continue }
        endArmed(event.time)
        isArmed = false
        current?.ending = event
        continue
      }
      isArmed = true
    }
  }

  private var isArmed = false

  private mutating func endArmed(_ time: Microseconds) {
    guard isArmed, let last = current?.armed.indices.last else { return }
    current?.armed[last].end = time
  }

  private mutating func close() {
    guard var curve = current else { return }
    current = nil
    isArmed = false
    // An ignored swipe has no axis: the larger one is shown.
    if curve.armed.isEmpty, curve.ending.map({ $0.kind == .ignored }) ?? true,
      (y.map(\.magnitude).max() ?? 0) > (x.map(\.magnitude).max() ?? 0)
    {
      curve.axis = .vertical
    }
    let offsets = curve.axis == .horizontal ? x : y
    for index in curve.points.indices { curve.points[index].offset = offsets[index] }
    for index in curve.ticks.indices {
      let time = curve.ticks[index].time
      curve.ticks[index].offset =
        curve.points.last { $0.time <= time }?.offset ?? 0
    }
    if let ending = curve.ending {
      curve.points.append(
        SwipeCurve.Point(time: max(ending.time, curve.end), offset: offsets.last ?? 0))
    } else if let last = curve.armed.indices.last, isArmed {
      curve.armed[last].end = curve.end
    }
    done.append(curve)
  }

  mutating func finish() -> [SwipeCurve] {
    close()
    return done
  }
}
