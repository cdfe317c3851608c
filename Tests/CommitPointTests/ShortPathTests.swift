import Testing

@testable import CommitPoint

/// Nearly every sample takes the short path: it is only added. What the fingers feel does not tell whether it does.
@Suite("The travel in which nothing changes")
struct ShortPathTests {
  /// A tracker whose fingers have gone so far.
  private func moved(
    _ dx: Millimetres, _ dy: Millimetres = 0, _ settings: SwipeSettings = SwipeSettings()
  ) throws -> SwipeTracker {
    var tracker = try SwipeTracker(settings)
    tracker.handle(.begin(fingers: 3), at: 0) { _ in }
    tracker.handle(.motion(dx: dx, dy: dy), at: 8000) { _ in }
    return tracker
  }

  private func expect(
    _ band: SteadyBand, x: ClosedRange<Double>, y: ClosedRange<Double>,
    _ place: SourceLocation = #_sourceLocation
  ) {
    for (x, y, isIn) in [
      (x.lowerBound, y.lowerBound, true), (x.upperBound, y.upperBound, true),
      (x.lowerBound.nextDown, y.lowerBound, false), (x.upperBound.nextUp, y.upperBound, false),
      (x.lowerBound, y.lowerBound.nextDown, false), (x.upperBound, y.upperBound.nextUp, false),
    ] {
      #expect(band.contains(x: x, y: y) == isIn, "\(x), \(y)", sourceLocation: place)
    }
  }

  private let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  @Test("is none before the axis is decided, and none after the end")
  func none() throws {
    var tracker = try moved(1)
    #expect(!tracker.steady.contains(x: 1, y: 0))
    tracker.handle(.end, at: 9000) { _ in }
    #expect(!tracker.steady.contains(x: 1, y: 0))
  }

  @Test("reaches up to the first stops, and to less than the way out")
  func tracking() throws {
    let y = (-15.0).nextUp...15.0.nextDown
    expect(try moved(3).steady, x: -16...16, y: y)
    let oneSided = SwipeSettings(right: nil)
    expect(try moved(3, 0, oneSided).steady, x: -16...Double.greatestFiniteMagnitude, y: y)
    let otherSided = SwipeSettings(left: nil)
    expect(try moved(3, 0, otherSided).steady, x: -Double.greatestFiniteMagnitude...16, y: y)
  }

  @Test("is as high as any pad where there is no way out")
  func noWayOut() throws {
    expect(try moved(3, 0, SwipeSettings(wayOut: 0)).steady, x: -16...16, y: all)
    expect(
      try moved(3, 0, SwipeSettings(wayOut: 0.5)).steady, x: -16...16,
      y: (-0.5).nextUp...0.5.nextDown)
  }

  @Test("lies between the place where a stop is left and the next stop")
  func armed() throws {
    let y = (-15.0).nextUp...15.0.nextDown
    let feel = Feel(stops: [16, 30])
    let settings = SwipeSettings(left: feel, right: feel)
    expect(try moved(20, 0, settings).steady, x: 14.5.nextUp...30, y: y)
    expect(try moved(-20, 0, settings).steady, x: -30...(-14.5).nextDown, y: y)
    expect(
      try moved(40, 0, settings).steady, x: 28.5.nextUp...Double.greatestFiniteMagnitude, y: y)
  }

  @Test("turns with the axis")
  func vertical() throws {
    let settings = SwipeSettings(left: nil, right: nil, up: Feel(), down: Feel())
    expect(try moved(0, 3, settings).steady, x: (-15.0).nextUp...15.0.nextDown, y: -16...16)
  }
}

@Suite("The latest samples")
struct VelocityWindowTests {
  @Test("are none at first, and have no velocity then")
  func none() {
    let window = VelocityWindow()
    #expect(window.lastMotion == nil)
    #expect(window.velocity(along: .horizontal) == 0)
    #expect(window.velocity(along: .vertical) == 0)
  }

  @Test("are none again after they were thrown away")
  func removed() {
    var window = VelocityWindow()
    window.append(time: 5, dx: 1, dy: 1)
    #expect(window.lastMotion == 5)
    window.removeAll()
    #expect(window.lastMotion == nil)
  }
}
