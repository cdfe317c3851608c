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

  /// A ring whose size is a power of two; samples that are too old stay in it until they are
  /// overwritten.
  private var ring: [Sample]
  /// How many samples there were; the next one's place in the ring is this, modulo the ring's size.
  private var total = 0

  init() {
    // What was never written is no number, so that it cannot be taken for one.
    ring = Array(
      repeating: Sample(time: Microseconds(.min), dx: .nan, dy: .nan),
      count: VelocityWindow.initialCapacity)
  }

  /// The place of the sample that is number `index` since the first.
  private func place(_ index: Int) -> Int { index & (ring.count &- 1) }

  /// The sample that is so many before the last.
  private func sample(back: Int) -> Sample { ring[place(total &- 1 &- back)] }

  /// When the last sample was taken; `nil` before the first.
  var lastMotion: Microseconds? { total == 0 ? nil : sample(back: 0).time }

  mutating func removeAll() { total = 0 }

  /// Adds a sample; `time` is never before the last one's.
  @inline(__always)
  mutating func append(time: Microseconds, dx: Millimetres, dy: Millimetres) {
    if total >= ring.count, ring[place(total)].time >= time - VelocityWindow.span { grow() }
    ring[place(total)] = Sample(time: time, dx: dx.value, dy: dy.value)
    total &+= 1
  }

  /// Doubles the ring, which is full.
  @inline(never)
  private mutating func grow() {
    let oldest = place(total)
    ring = Array(ring[oldest...] + ring[..<oldest])
    total = ring.count
    ring += ring
  }

  /// The velocity at the last sample: what the window's samples moved after its first one, by the time
  /// that they span.
  func velocity(along axis: Axis) -> MillimetresPerSecond {
    guard let last = lastMotion else { return 0 }
    let kept = min(total, ring.count)
    var oldest = 0
    while oldest + 1 < kept {
      let older = sample(back: oldest + 1).time
      guard sample(back: oldest).time - older <= VelocityWindow.gap,
        last - older <= VelocityWindow.span
      else { break }
      oldest += 1
    }
    let span = last - sample(back: oldest).time
    guard oldest + 1 >= VelocityWindow.fewestSamples, span >= VelocityWindow.shortestSpan
    else { return 0 }
    var travel = 0.0
    for back in stride(from: oldest - 1, through: 0, by: -1) {
      travel += axis == .horizontal ? sample(back: back).dx : sample(back: back).dy
    }
    return MillimetresPerSecond(travel * 1_000_000 / Double(span.value))
  }
}
