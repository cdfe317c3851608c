import CommitPoint
import SwipeBus
import Testing

@Suite("Who has a swipe")
final class ClaimRegistryTests {
  static let left3 = SwipeKey(fingers: 3, direction: .left)
  static let right3 = SwipeKey(fingers: 3, direction: .right)
  static let up3 = SwipeKey(fingers: 3, direction: .up)
  static let left4 = SwipeKey(fingers: 4, direction: .left)
  static let ann = ClaimOwner.client(":1.1")
  static let ben = ClaimOwner.client(":1.2")
  static let feel = ClaimFeel(stops: [20, 40], hysteresis: 1, flick: .off)

  var registry = ClaimRegistry()

  func claim(_ key: SwipeKey, _ owner: ClaimOwner, _ feel: ClaimFeel = ClaimFeel()) throws
    -> Claim
  {
    let claim = registry.claim(key, by: owner, feel: feel)
    return try #require(claim)
  }

  func begin(
    _ fingers: Int = 3, on pad: UInt32 = 1, entitled: Set<ClaimOwner> = [ann, ben, .configuration]
  ) -> FrozenSwipe? {
    registry.begin(fingers: fingers, on: pad) { entitled.contains($0) }
  }

  @Test func `is nobody where nobody has asked`() {
    #expect(begin() == nil)
    #expect(registry.touchpadsUnderWay.isEmpty)
  }

  @Test func `is the newest claim, and the one before when that is released`() throws {
    let old = try claim(Self.left3, Self.ann)
    let new = try claim(Self.left3, Self.ben)
    #expect(begin()?.winner(.left) == new)
    registry.release(new.id)
    #expect(begin()?.winner(.left) == old)
    registry.release(old.id)
    #expect(begin() == nil)
  }

  @Test func `is the newest whose owner is entitled`() throws {
    let old = try claim(Self.left3, Self.ann)
    _ = try claim(Self.left3, Self.ben)
    #expect(begin(entitled: [Self.ann])?.winner(.left) == old)
    #expect(begin(entitled: []) == nil)
  }

  @Test func `is somebody for their fingers and their direction alone`() throws {
    let three = try claim(Self.left3, Self.ann)
    let four = try claim(Self.left4, Self.ben)
    #expect(begin(3)?.winners == [three])
    #expect(begin(4)?.winners == [four])
    #expect(begin(2) == nil)
    #expect(begin(3)?.winner(.right) == nil)
  }

  @Test func `stays the same to its end, whoever else claims it`() throws {
    let first = try claim(Self.left3, Self.ann)
    _ = begin()
    _ = try claim(Self.left3, Self.ben)
    #expect(registry.swipe(on: 1)?.winner(.left) == first)
    registry.release(first.id)
    #expect(registry.swipe(on: 1)?.winner(.left) == first)
  }

  @Test func `is frozen for each touchpad by itself`() throws {
    let first = try claim(Self.left3, Self.ann)
    _ = begin(on: 1)
    let second = try claim(Self.left3, Self.ben)
    _ = begin(on: 2)
    #expect(registry.swipe(on: 1)?.winners == [first])
    #expect(registry.swipe(on: 2)?.winners == [second])
    registry.forget(1)
    #expect(registry.touchpadsUnderWay == [2])
  }

  @Test func `is the configuration, beneath all clients`() throws {
    registry.setTickOnly([Self.left3, Self.right3])
    let client = try claim(Self.left3, Self.ann)
    let swipe = try #require(begin())
    #expect(swipe.winner(.left) == client)
    #expect(swipe.winner(.right)?.owner == .configuration)
    #expect(begin(entitled: [Self.ann])?.winner(.right) == nil)
  }

  @Test func `is passed on by who does not want it, until its own stop is armed`() throws {
    let beneath = try claim(Self.right3, Self.ann)
    let left = try claim(Self.left3, Self.ben)
    let right = try claim(Self.right3, Self.ben)
    _ = begin()
    registry.hear(
      SwipeEvent(time: 0, kind: .armed(Stop(.left, 1), offset: -17)), on: 1, offset: -17
    ) { _, _ in }
    #expect(registry.decline(left.id) { _, _ in true } == nil)
    let passed = try #require(registry.decline(right.id) { _, _ in true })
    #expect(passed.map(\.touchpad) == [1])
    #expect(passed.first?.next == beneath)
    #expect(registry.swipe(on: 1)?.winner(.left) == left)
    #expect(registry.swipe(on: 1)?.armed == Stop(.left, 1))
  }

  @Test func `is withdrawn from where a swipe goes on without it, and ends there once`() throws {
    let left = try claim(Self.left3, Self.ann)
    let up = try claim(Self.up3, Self.ben)
    _ = begin(on: 1)
    _ = begin(4, on: 2)
    #expect(registry.withdraw(up.id) == [1])
    registry.release(up.id)
    #expect(registry.withdraw(up.id) == [])
    var heard: [Claim] = []
    registry.hear(SwipeEvent(time: 0, kind: .sprungBack), on: 1, offset: 0) { claim, _ in
      heard.append(claim)
    }
    #expect(heard == [left])
  }

  @Test func `is lost when its claim is, if the swipe can still be its`() throws {
    let left = try claim(Self.left3, Self.ann)
    let up = try claim(Self.up3, Self.ben)
    _ = begin()
    func lost(_ claim: Claim, _ axis: Axis?) -> [UInt32] {
      registry.touchpads(losing: { other, _ in other == claim }, axis: { _ in axis }).map(
        \.touchpad)
    }
    #expect(lost(left, nil) == [1])
    #expect(lost(up, nil) == [1])
    #expect(lost(left, .horizontal) == [1])
    #expect(lost(up, .horizontal) == [])
    #expect(lost(left, .vertical) == [])
  }

  @Test func `is lost to the configuration when that says so no more`() throws {
    registry.setTickOnly([Self.left3])
    let swipe = try #require(begin())
    #expect(registry.isStillConfigured(swipe.winners[0]))
    registry.setTickOnly([])
    #expect(!registry.isStillConfigured(swipe.winners[0]))
    #expect(registry.isStillConfigured(try claim(Self.left3, Self.ann)))
  }

  @Test func `has no room for more claims of one owner than a person can have use for`()
    throws
  {
    for _ in 0..<ClaimRegistry.limitOfOwner { _ = try claim(Self.left3, Self.ann) }
    let another = registry.claim(Self.left3, by: Self.ann)
    #expect(another == nil)
    let other = try claim(Self.left3, Self.ben)
    registry.release(registry.claims(of: Self.ann)[0].id)
    let late = registry.claim(Self.right3, by: Self.ann)
    #expect(late != nil)
    #expect(registry[other.id] == other)
  }

  @Test func `has no room for more claims of all than it has memory for`() {
    var owner = 0
    while registry.count < ClaimRegistry.limit {
      owner += 1
      for _ in 0..<ClaimRegistry.limitOfOwner {
        _ = registry.claim(Self.left3, by: .client(":1.\(owner)"))
      }
    }
    let another = registry.claim(Self.left3, by: .client(":2.0"))
    #expect(another == nil)
  }

  @Test func `knows the claims of an owner, the oldest first`() throws {
    let claims = [
      try claim(Self.up3, Self.ann), try claim(Self.left4, Self.ann),
      try claim(Self.left3, Self.ann),
    ]
    _ = try claim(Self.left3, Self.ben)
    #expect(registry.claims(of: Self.ann) == claims)
    for claim in claims { registry.release(claim.id) }
    registry.release(claims[0].id)
    #expect(registry.claims(of: Self.ann) == [])
    #expect(registry.count == 1)
  }

  @Test func `is asked for with some numbers of fingers, by clients or the configuration`() throws {
    let claim = try claim(Self.left3, Self.ann)
    registry.setTickOnly([Self.left4])
    #expect(registry.claimedFingers { _ in true } == [3, 4])
    #expect(registry.claimedFingers { $0 == .configuration } == [4])
    #expect(registry.claimedFingers { $0 != .configuration } == [3])
    registry.release(claim.id)
    registry.setTickOnly([])
    #expect(registry.claimedFingers { _ in true } == [])
  }

  @Test func `never gives a number twice`() throws {
    let first = try claim(Self.left3, Self.ann)
    registry.release(first.id)
    #expect(try claim(Self.left3, Self.ann).id != first.id)
    #expect(registry[first.id] == nil)
  }
}

@Suite("How a claimed swipe feels")
struct ClaimFeelTests {
  static let base = SwipeSettings(
    left: Feel(stops: [19], hysteresis: 2), right: Feel(), up: Feel(), fingers: [2, 3],
    tickInterval: .milliseconds(70), axisLock: 3, wayOut: 20)

  static func swipe(_ claims: (Direction, ClaimFeel)...) -> FrozenSwipe {
    FrozenSwipe(
      fingers: 3,
      winners: claims.map { direction, feel in
        Claim(
          id: 1, key: SwipeKey(fingers: 3, direction: direction), owner: .client(":1.1"), feel: feel
        )
      })
  }

  @Test func `is as its claimant says, in its direction alone`() {
    let feel = ClaimFeel(stops: [20, 40], hysteresis: 0, flick: .on(Flick()))
    let settings = Self.swipe((.left, feel)).settings(over: Self.base, fallback: Feel())
    #expect(settings.left == Feel(stops: [20, 40], hysteresis: 0, flick: Flick()))
    #expect(settings.right == nil)
    #expect(settings.up == nil)
    #expect(settings.down == nil)
  }

  @Test func `is the touchpad's where its claimant says nothing`() {
    let settings = Self.swipe((.left, ClaimFeel()), (.down, ClaimFeel(hysteresis: 1)))
      .settings(over: Self.base, fallback: Feel(stops: [30], hysteresis: 3, flick: Flick()))
    #expect(settings.left == Feel(stops: [19], hysteresis: 2))
    #expect(settings.down == Feel(stops: [30], hysteresis: 1, flick: Flick()))
  }

  @Test func `has no flick where its claimant wants none`() {
    let settings = Self.swipe((.left, ClaimFeel(flick: .off)))
      .settings(over: Self.base, fallback: Feel(flick: Flick()))
    #expect(settings.left?.flick == nil)
  }

  @Test func `leaves axis lock, way out and interval to the touchpad`() {
    let settings = Self.swipe((.left, ClaimFeel())).settings(over: Self.base, fallback: Feel())
    #expect(settings.axisLock == 3)
    #expect(settings.wayOut == 20)
    #expect(settings.tickInterval == .milliseconds(70))
    #expect(settings.fingers == [3])
  }

  @Test func `is nothing where nobody has it`() throws {
    var tracker = try SwipeTracker(FrozenSwipe.nobodys(over: Self.base))
    var events: [SwipeEvent.Kind] = []
    tracker.handle(.begin(fingers: 3), at: 0) { events.append($0.kind) }
    tracker.handle(.motion(dx: -50, dy: 0), at: 8000) { events.append($0.kind) }
    tracker.handle(.end, at: 16000) { events.append($0.kind) }
    #expect(events == [.ignored])
  }
}
