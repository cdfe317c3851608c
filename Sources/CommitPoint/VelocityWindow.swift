/// The latest motion samples, from which the fingers' velocity is told.
struct VelocityWindow: Sendable {
  /// Samples older than this before the last one tell nothing of how the fingers move now.
  static let span = Microseconds.milliseconds(100)
  /// A longer pause between two samples ends the movement that is looked at.
  static let gap = Microseconds.milliseconds(40)
  /// With fewer samples, or over a shorter time, a velocity would be noise.
  static let fewestSamples = 3
  static let shortestSpan = Microseconds.milliseconds(20)
  /// Room for 100 ms at 1000 Hz, the fastest that touchpads report. More samples than that make it grow.
  private static let initialCapacity = 128

  private struct Sample {
    var time: Microseconds
    var dx, dy: Double
  }

  /// A ring whose size is a power of two.
  private var ring: [Sample]
  private var first = 0
  private var count = 0

  init() {
    ring = Array(
      repeating: Sample(time: 0, dx: 0, dy: 0), count: VelocityWindow.initialCapacity)
  }

  private subscript(index: Int) -> Sample { ring[(first &+ index) & (ring.count &- 1)] }

  /// When the last sample was taken; `nil` before the first.
  var lastMotion: Microseconds? { count == 0 ? nil : self[count &- 1].time }

  mutating func removeAll() { count = 0 }

  /// Adds a sample; `time` is never before the last one's.
  mutating func append(time: Microseconds, dx: Millimetres, dy: Millimetres) {
    let horizon = time - VelocityWindow.span
    while count > 0, ring[first].time < horizon {
      first = (first &+ 1) & (ring.count &- 1)
      count &-= 1
    }
    if count == ring.count { grow() }
    ring[(first &+ count) & (ring.count &- 1)] = Sample(time: time, dx: dx.value, dy: dy.value)
    count &+= 1
  }

  private mutating func grow() {
    let samples = (0..<count).map { self[$0] }
    ring = samples + samples
    first = 0
  }

  /// The velocity at the last sample: what the window's samples moved after its first one, by the time
  /// that they span.
  func velocity(along axis: Axis) -> MillimetresPerSecond {
    guard count >= VelocityWindow.fewestSamples else { return 0 }
    var oldest = count - 1
    // `append` has let go of all that is older than the span.
    while oldest > 0, self[oldest].time - self[oldest - 1].time <= VelocityWindow.gap {
      oldest -= 1
    }
    let span = self[count - 1].time - self[oldest].time
    guard count - oldest >= VelocityWindow.fewestSamples, span >= VelocityWindow.shortestSpan
    else { return 0 }
    var travel = 0.0
    for index in (oldest + 1)..<count {
      travel += axis == .horizontal ? self[index].dx : self[index].dy
    }
    return MillimetresPerSecond(travel * 1_000_000 / Double(span.value))
  }
}
