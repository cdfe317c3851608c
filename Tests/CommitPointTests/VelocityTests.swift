import CommitPoint
import Testing

@Suite("Velocity")
struct VelocityTests {
  /// The velocity after samples, each so many milliseconds after the one before it, at the last of them.
  private func velocity(
    of samples: [(dx: Double, after: Double)], rest: Double = 0,
    _ settings: SwipeSettings = SwipeSettings(axisLock: 0)
  ) throws -> Double {
    var hand = try Hand(settings)
    hand.touch()
    for sample in samples { hand.move(sample.dx, after: sample.after) }
    return hand.tracker.velocity(at: Microseconds(hand.time + Int64(rest * 1000))).value
  }

  @Test("is what the samples after the first moved, by the time that they took")
  func isTravelByTime() throws {
    #expect(try velocity(of: [(5, 8), (1, 10), (2, 10)]) == 150)
    #expect(try velocity(of: [(-5, 8), (-1, 10), (-2, 10)]) == -150)
    #expect(try velocity(of: [(0, 8), (3, 16), (-1, 16)]) == 62.5)
  }

  @Test("is told along the axis only")
  func alongTheAxis() throws {
    for axis in Axis.allCases {
      var hand = try Hand(SwipeSettings(up: Feel(), wayOut: 0))
      hand.touch()
      for (along, across) in [(4.0, 0.0), (1, 7), (1, -3)] {
        if axis == .horizontal {
          hand.move(along, across, after: 16)
        } else {
          hand.move(across, along, after: 16)
        }
      }
      #expect(hand.tracker.axis == axis)
      #expect(hand.tracker.velocity(at: Microseconds(hand.time)) == 62.5)
    }
  }

  @Test("needs three samples")
  func threeSamples() throws {
    #expect(try velocity(of: []) == 0)
    #expect(try velocity(of: [(1, 8)]) == 0)
    #expect(try velocity(of: [(1, 8), (1, 32)]) == 0)
    #expect(try velocity(of: [(1, 8), (1, 16), (1, 16)]) == 62.5)
  }

  @Test("counts no begin as a sample")
  func aBeginIsNoSample() throws {
    // The begin is at 0, the samples at 10 and at 40.
    #expect(try velocity(of: [(1, 10), (1, 30)]) == 0)
  }

  @Test("needs a span of 20 ms")
  func spanOf20() throws {
    #expect(try velocity(of: [(1, 8), (1, 10), (1, 9.999)]) == 0)
    #expect(try velocity(of: [(1, 8), (1, 10), (1, 10)]) == 100)
  }

  @Test("looks back 100 ms from the last motion")
  func looksBack100() throws {
    #expect(try velocity(of: [(9, 0), (3, 40), (3, 40), (4, 20)]) == 100)
    #expect(try velocity(of: [(9, 0), (3, 40), (3, 40), (3, 20.001)]) == 6e6 / 60_001)
  }

  @Test("looks back over no gap of more than 40 ms")
  func looksBackToAGap() throws {
    #expect(try velocity(of: [(9, 0), (2, 40), (1, 10), (2, 10)]) == 5e6 / 60_000)
    #expect(try velocity(of: [(9, 0), (2, 40.001), (1, 10), (2, 10)]) == 150)
    #expect(try velocity(of: [(9, 0), (2, 10), (2, 10), (1, 40.001)]) == 0)
    #expect(try velocity(of: [(9, 0), (9, 50), (9, 40), (2, 10), (3, 10)]) == 14e6 / 60_000)
  }

  @Test("counts samples with the same stamp")
  func equalStamps() throws {
    #expect(try velocity(of: [(1, 0), (1, 0), (2, 20)]) == 150)
    #expect(try velocity(of: [(1, 0), (1, 0), (1, 0)]) == 0)
  }

  @Test("is 0 once the fingers have rested for more than 130 ms")
  func rest() throws {
    let swipe = [(1.0, 8.0), (1, 16), (1, 16)]
    #expect(try velocity(of: swipe, rest: 130) == 62.5)
    #expect(try velocity(of: swipe, rest: 130.001) == 0)
    #expect(try velocity(of: swipe, rest: 0.001, SwipeSettings(axisLock: 0, rest: 0)) == 0)
    #expect(try velocity(of: swipe, rest: 0, SwipeSettings(axisLock: 0, rest: 0)) == 62.5)
  }

  @Test("is 0 where there is no swipe, or no axis yet")
  func noAxis() throws {
    #expect(try velocity(of: [(0.5, 8), (0.5, 16), (0.5, 16)], SwipeSettings()) == 0)
    #expect(try velocity(of: [(0.5, 8), (0.5, 16), (1, 16)], SwipeSettings()) == 46.875)
    var hand = try Hand()
    hand.touch()
    for _ in 0..<5 { hand.move(-3) }
    #expect(hand.tracker.velocity(at: Microseconds(hand.time)) == -375)
    hand.lift()
    #expect(hand.tracker.velocity(at: Microseconds(hand.time)) == 0)
  }

  @Test("does not hear of samples that are not finite")
  func notFinite() throws {
    #expect(try velocity(of: [(1, 8), (1, 10), (.nan, 5), (2, 5), (.infinity, 9)]) == 150)
    #expect(try velocity(of: [(1, 8), (.nan, 10), (2, 10)]) == 0)
  }

  @Test("is the same at any rate of samples, 8000 in a second too")
  func anyRate() throws {
    for rate in [50, 80, 125, 500, 1000, 2000, 8000] {
      let samples = rate * 2
      let step = 100.0 / Double(rate)
      let velocity = try velocity(
        of: Array(repeating: (step, 1000 / Double(rate)), count: samples))
      #expect(abs(velocity - 100) < 1e-6, "\(rate) Hz")
    }
  }

  @Test("forgets nothing that it needs when a fast pad fills its memory")
  func manySamples() throws {
    for count in [126, 127, 128, 129, 130, 255, 256, 257, 400, 1000] {
      // 0.1 ms apart: all of them lie within the window. The first moves farthest.
      var samples = Array(repeating: (dx: 0.0, after: 0.1), count: count)
      samples[0].dx = 64
      samples[1].dx = 1
      samples[count / 2].dx = 2
      samples[count - 1].dx = 4
      samples.append((0, 20))
      let expected = 7 / ((Double(count - 1) * 0.1 + 20) / 1000)
      let velocity = try velocity(of: samples)
      if count < 800 { #expect(abs(velocity - expected) < 1e-6, "\(count) samples") }
      if count == 1000 { #expect(abs(velocity - 6 / 0.1) < 0.2, "\(velocity)") }
    }
  }

  @Test("keeps a sample that is exactly 100 ms old, however many came since")
  func exactly100() throws {
    var samples = Array(repeating: (dx: 0.0, after: 0.5), count: 128)
    samples.append((10, 36.5))
    #expect(try velocity(of: samples) == 100)
  }

  @Test("is right when samples come faster after a while")
  func faster() throws {
    for count in [30, 100, 128, 200, 300] {
      let slow = Array(repeating: (dx: 0.5, after: 8.0), count: count)
      let fast = Array(repeating: (dx: 0.0625, after: 0.25), count: 400)
      #expect(try velocity(of: slow + fast) == 250, "\(count)")
    }
  }

  @Test("does not reach back into the swipe before")
  func notTheSwipeBefore() throws {
    var hand = try Hand(SwipeSettings(axisLock: 0))
    hand.touch()
    for _ in 0..<300 { hand.move(0.125, after: 1) }
    hand.lift(after: 0)
    hand.touch(after: 0)
    hand.move(1, after: 10)
    hand.move(1, after: 10)
    #expect(hand.tracker.velocity(at: Microseconds(hand.time)) == 0)
    hand.move(2, after: 10)
    #expect(hand.tracker.velocity(at: Microseconds(hand.time)) == 150)
  }

  @Test("tells where the fingers would end")
  func predictedEnd() throws {
    var hand = try Hand(
      SwipeSettings(
        left: Feel(flick: Flick(projection: .milliseconds(200))), right: nil, axisLock: 0))
    hand.touch()
    #expect(hand.tracker.predictedEndOffset(at: Microseconds(hand.time)) == 0)
    for _ in 0..<3 { hand.move(-1, after: 10) }
    #expect(hand.tracker.predictedEndOffset(at: Microseconds(hand.time)) == -23)
    #expect(hand.tracker.predictedEndOffset(at: Microseconds(hand.time + 130_000)) == -23)
    #expect(hand.tracker.predictedEndOffset(at: Microseconds(hand.time + 130_001)) == -3)
    // Without a flick of its own a side is looked ahead of by 80 ms.
    for _ in 0..<5 { hand.move(1, after: 10) }
    #expect(hand.tracker.offset == 2)
    #expect(
      hand.tracker.predictedEndOffset(at: Microseconds(hand.time)).value
        == 2 + (5 - 2) / 0.07 * 0.08)
  }

  @Test("looks ahead as the side says on which the fingers are, however near to the middle")
  func predictedNearTheMiddle() throws {
    let feel = Feel(flick: Flick(projection: .milliseconds(200)))
    for end in [-1, -0.75, 0.75, 1] {
      var hand = try Hand(
        SwipeSettings(left: end < 0 ? feel : nil, right: end < 0 ? nil : feel, axisLock: 0))
      hand.touch()
      for _ in 0..<4 { hand.move(end / 4, after: 10) }
      let now = Microseconds(hand.time)
      #expect(hand.tracker.offset.value == end)
      let velocity = hand.tracker.velocity(at: now).value
      #expect(velocity != 0)
      #expect(hand.tracker.predictedEndOffset(at: now).value == end + velocity * 0.2)
    }
  }
}

@Suite("A flick")
struct FlickTests {
  private static let left = SwipeSettings(left: Feel(flick: Flick()), right: nil)

  /// What a swipe of `count` samples of `dx` comes to.
  private func said(
    _ settings: SwipeSettings, _ dx: Double, _ dy: Double = 0, count: Int,
    every milliseconds: Double = 10, lift: Double = 8
  ) throws -> [String] {
    var hand = try Hand(settings)
    hand.touch()
    for _ in 0..<count { hand.move(dx, dy, after: milliseconds) }
    hand.lift(after: lift)
    return hand.said
  }

  @Test("arms, is felt, and commits")
  func commits() throws {
    #expect(
      try said(Self.left, -2, count: 4) == [
        "armed left 1 at -8.0", "tick arm left 1", "committed left 1",
      ])
    #expect(
      try said(SwipeSettings(left: nil, right: nil, down: Feel(flick: Flick())), 0, 2, count: 4)
        == ["armed down 1 at 8.0", "tick arm down 1", "committed down 1"])
  }

  @Test("is nothing unless it is asked for")
  func notByDefault() throws {
    #expect(try said(SwipeSettings(), -2, count: 4) == ["sprung back"])
    #expect(try said(Self.left.with { $0.right = Feel() }, 2, count: 4) == ["sprung back"])
    #expect(try said(Self.left, 2, count: 4) == ["sprung back"])
  }

  @Test("is 80 ms ahead at the stop, or past it")
  func projection() throws {
    // 4 samples of 1.6 mm are 6.4 mm at 160 mm/s: 12.8 mm ahead.
    let flick = Flick(velocity: 0, minFraction: 0)
    #expect(
      try said(SwipeSettings(left: Feel(stops: [19.25], flick: flick)), -1.75, count: 3)
        == ["armed left 1 at -5.25", "tick arm left 1", "committed left 1"])
    #expect(
      try said(
        SwipeSettings(left: Feel(stops: [Millimetres(19.25.nextUp)], flick: flick)), -1.75, count: 3
      )
        == ["sprung back"])
    // It looks no farther than it was asked to.
    var short = flick
    short.projection = .milliseconds(40)
    #expect(
      try said(SwipeSettings(left: Feel(stops: [12.25], flick: short)), -1.75, count: 3).count == 3)
    #expect(
      try said(SwipeSettings(left: Feel(stops: [12.375], flick: short)), -1.75, count: 3).count == 1
    )
  }

  @Test("is at least 150 mm/s fast")
  func fastEnough() throws {
    let near = Flick(projection: .milliseconds(500))
    let settings = SwipeSettings(left: Feel(flick: near))
    #expect(try said(settings, -1.5, count: 5).last == "committed left 1")
    #expect(try said(settings, -1.484375, count: 5) == ["sprung back"])
  }

  @Test("has gone 0.4 of the way itself")
  func farEnough() throws {
    let settings = SwipeSettings(left: Feel(stops: [20], flick: Flick()))
    #expect(try said(settings, -2, count: 4).last == "committed left 1")
    var hand = try Hand(settings)
    hand.touch()
    hand.move(-1.875)
    for _ in 0..<3 { hand.move(-2) }
    hand.lift()
    #expect(hand.said == ["sprung back"])
  }

  @Test("goes the swipe's own way")
  func theSwipesWay() throws {
    var hand = try Hand(Self.left)
    hand.touch()
    hand.move(-15, after: 100)
    for _ in 0..<3 { hand.move(2, after: 10) }
    hand.lift()
    #expect(hand.said == ["sprung back"])
  }

  @Test("has no way where the fingers are back at their begin")
  func atTheBegin() throws {
    for sign in [-1.0, 1] {
      let flick = Flick(projection: .milliseconds(500), minFraction: 0)
      var hand = try Hand(SwipeSettings(left: Feel(flick: flick), right: Feel(flick: flick)))
      hand.touch()
      hand.move(-6 * sign)
      for _ in 0..<3 { hand.move(2 * sign, after: 10) }
      hand.lift()
      #expect(hand.said == ["sprung back"])
    }
  }

  @Test("is over when the fingers have rested")
  func rested() throws {
    #expect(try said(Self.left, -2, count: 4, lift: 130).last == "committed left 1")
    #expect(try said(Self.left, -2, count: 4, lift: 130.001) == ["sprung back"])
  }

  @Test("reaches the first stop, however fast it is")
  func theFirstStop() throws {
    let settings = SwipeSettings(left: Feel(stops: [12, 14, 16], flick: Flick()))
    #expect(
      try said(settings, -3, count: 4)
        == ["armed left 1 at -12.0", "tick arm left 1", "committed left 1"])
  }

  @Test("does not lift an armed swipe to a farther stop")
  func notFromAStop() throws {
    let settings = SwipeSettings(left: Feel(stops: [12, 24], flick: Flick()))
    #expect(try said(settings, -4, count: 4).last == "committed left 1")
  }

  @Test("is not needed in a cancelled swipe, nor before the axis is decided")
  func onlyAtAnEndOfOurs() throws {
    var hand = try Hand(Self.left)
    hand.touch()
    for _ in 0..<5 { hand.move(-2) }
    hand.cancel(.libinput)
    #expect(hand.said == ["cancelled libinput"])
    let locked = SwipeSettings(
      left: Feel(flick: Flick(projection: .milliseconds(500), velocity: 0, minFraction: 0)),
      axisLock: 20)
    #expect(try said(locked, -3, count: 5) == ["sprung back"])
  }

  @Test("back to what the hand still feels needs no other tick")
  func annihilates() throws {
    var hand = try Hand(
      SwipeSettings(left: Feel(flick: Flick(velocity: 100)), tickInterval: .milliseconds(200)))
    hand.touch()
    hand.move(-17)
    hand.move(4, after: 10)
    hand.move(-0.5, after: 41)
    for _ in 0..<4 { hand.move(-0.5, after: 5) }
    hand.move(-0.5, after: 0)
    hand.lift(after: 0)
    #expect(
      hand.said == [
        "armed left 1 at -17.0", "tick arm left 1", "disarmed left 1 at -13.0",
        "armed left 1 at -16.0", "committed left 1",
      ])
    #expect(hand.tracker.deadline == nil)
    hand.wait(1000)
    #expect(hand.said.last == "committed left 1")
  }
}
