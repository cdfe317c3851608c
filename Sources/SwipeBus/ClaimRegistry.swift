public import CommitPoint

/// Who has asked for which swipes, and who has them: the newest claim whose owner is entitled, found when a swipe
/// begins and kept to its end.
public struct ClaimRegistry: Sendable {
  /// How many claims one owner can have.
  public static let limitOfOwner = 64
  /// How many claims there can be.
  public static let limit = 1024

  /// For each key the claims on it, the newest last.
  private var stacks: [SwipeKey: [Claim]] = [:]
  private var keys: [UInt64: SwipeKey] = [:]
  private var counts: [ClaimOwner: Int] = [:]
  private var lastID: UInt64 = 0
  /// What ticks by configuration, where no client has a claim.
  private var tickOnly: Set<SwipeKey> = []
  /// The swipes under way, by touchpad.
  private var frozen: [UInt32: FrozenSwipe] = [:]

  public init() {}

  // MARK: Claims

  public subscript(id: UInt64) -> Claim? {
    keys[id].flatMap { stacks[$0]?.first { $0.id == id } }
  }

  public var count: Int { keys.count }

  /// How many claims `owner` has.
  public func count(of owner: ClaimOwner) -> Int { counts[owner, default: 0] }

  /// Lays a claim on top of those that there are.
  ///
  /// - Returns: `nil` if there are too many, of this owner or at all.
  public mutating func claim(
    _ key: SwipeKey, by owner: ClaimOwner, feel: ClaimFeel = ClaimFeel(),
    wantsProgress: Bool = false
  ) -> Claim? {
    guard keys.count < Self.limit, counts[owner, default: 0] < Self.limitOfOwner else {
      return nil
    }
    lastID += 1
    let claim = Claim(
      id: lastID, key: key, owner: owner, feel: feel, wantsProgress: wantsProgress)
    stacks[key, default: []].append(claim)
    keys[lastID] = key
    counts[owner, default: 0] += 1
    return claim
  }

  /// Takes a claim away. A swipe under way keeps it: ask `touchpads(losing:axis:)` before.
  public mutating func release(_ id: UInt64) {
    guard let key = keys.removeValue(forKey: id),
      let claim = stacks[key]?.first(where: { $0.id == id })
    else { return }
    stacks[key]?.removeAll { $0.id == id }
    if stacks[key]?.isEmpty == true { stacks[key] = nil }
    counts[claim.owner, default: 0] -= 1
    if counts[claim.owner] == 0 { counts[claim.owner] = nil }
  }

  /// With how many fingers swipes are asked for by those who are entitled.
  public func claimedFingers(isEntitled: (ClaimOwner) -> Bool) -> Set<Int> {
    var counts = Set(stacks.filter { $1.contains { isEntitled($0.owner) } }.map(\.key.fingers))
    if isEntitled(.configuration) { counts.formUnion(tickOnly.map(\.fingers)) }
    return counts
  }

  /// All claims, the oldest first.
  public var claims: [Claim] { stacks.values.joined().sorted { $0.id < $1.id } }

  /// The claims of `owner`, the oldest first.
  public func claims(of owner: ClaimOwner) -> [Claim] {
    guard counts[owner] != nil else { return [] }
    return stacks.values.joined().filter { $0.owner == owner }.sorted { $0.id < $1.id }
  }

  /// Has the configuration's swipes tick where no client has a claim.
  public mutating func setTickOnly(_ keys: Set<SwipeKey>) { tickOnly = keys }

  // MARK: Swipes

  /// Freezes who has the swipes with so many fingers, now that one begins on `touchpad`.
  ///
  /// - Returns: `nil` if nobody has, and then nothing is under way.
  public mutating func begin(
    fingers: Int, on touchpad: UInt32, isEntitled: (ClaimOwner) -> Bool
  ) -> FrozenSwipe? {
    var winners: [Claim] = []
    for direction in Direction.allCases {
      let key = SwipeKey(fingers: fingers, direction: direction)
      if let claim = stacks[key]?.last(where: { isEntitled($0.owner) }) {
        winners.append(claim)
      } else if tickOnly.contains(key), isEntitled(.configuration) {
        winners.append(Claim(id: 0, key: key, owner: .configuration))
      }
    }
    frozen[touchpad] = winners.isEmpty ? nil : FrozenSwipe(fingers: fingers, winners: winners)
    return frozen[touchpad]
  }

  /// Passes the swipes that a claim has won on to the claim beneath, since its owner does not want them; or to nobody.
  ///
  /// - Returns: the touchpads, each with the claim that has the swipe now; `nil`, and all is as it was, where a stop of the
  ///   claim's own is armed already.
  public mutating func decline(
    _ id: UInt64, isEntitled: (ClaimOwner, UInt32) -> Bool
  ) -> [(touchpad: UInt32, next: Claim?)]? {
    guard let claim = self[id] else { return [] }
    let touchpads = touchpads(wonBy: claim)
    guard touchpads.allSatisfy({ frozen[$0]?.armed?.direction != claim.key.direction }) else {
      return nil
    }
    return touchpads.map { touchpad in
      var next = stacks[claim.key]?.prefix { $0.id != id }.last { isEntitled($0.owner, touchpad) }
      if next == nil, tickOnly.contains(claim.key), isEntitled(.configuration, touchpad) {
        next = Claim(id: 0, key: claim.key, owner: .configuration)
      }
      frozen[touchpad]?.pass(claim, to: next)
      return (touchpad, next)
    }
  }

  /// Takes a claim out of the swipes under way that go on without it, since they keep to the other axis.
  ///
  /// - Returns: their touchpads. The claim's owner has heard them begin, and will hear of no outcome.
  public mutating func withdraw(_ id: UInt64) -> [UInt32] {
    guard let claim = self[id] else { return [] }
    let touchpads = touchpads(wonBy: claim)
    for touchpad in touchpads { frozen[touchpad]?.pass(claim, to: nil) }
    return touchpads
  }

  private func touchpads(wonBy claim: Claim) -> [UInt32] {
    touchpadsUnderWay.filter { touchpad in
      frozen[touchpad]?.winners.contains { $0.id == claim.id } ?? false
    }
  }

  /// The swipe under way on `touchpad`.
  public func swipe(on touchpad: UInt32) -> FrozenSwipe? { frozen[touchpad] }

  /// The touchpads on which swipes are under way.
  public var touchpadsUnderWay: [UInt32] { frozen.keys.sorted() }

  /// Tells the winners of the swipe on `touchpad` what happened, and ends it with its outcome.
  public mutating func hear(
    _ event: SwipeEvent, on touchpad: UInt32, offset: Millimetres,
    _ tell: (Claim, FrozenSwipe.Signal) -> Void
  ) {
    if frozen[touchpad]?.hear(event, offset: offset, tell) == true { frozen[touchpad] = nil }
  }

  /// Forgets the swipe on a touchpad that is gone.
  public mutating func forget(_ touchpad: UInt32) { frozen[touchpad] = nil }

  /// The touchpads whose swipe cannot go on since it is lost to a winner of it, with the first that `isLost`.
  ///
  /// - Parameter axis: the axis that a touchpad's swipe keeps to; `nil` while it can still go along either. What
  ///   becomes of the other axis is nothing to it.
  public func touchpads(
    losing isLost: (Claim, UInt32) -> Bool, axis: (UInt32) -> Axis?
  ) -> [(touchpad: UInt32, claim: Claim)] {
    touchpadsUnderWay.compactMap { touchpad in
      let axis = axis(touchpad)
      let lost = frozen[touchpad]?.winners.first { claim in
        (axis == nil || claim.key.direction.axis == axis) && isLost(claim, touchpad)
      }
      return lost.map { (touchpad, $0) }
    }
  }

  /// Whether the configuration still wants what this claim of its own is for; `true` for those of clients.
  public func isStillConfigured(_ claim: Claim) -> Bool {
    claim.owner != .configuration || tickOnly.contains(claim.key)
  }
}

extension FrozenSwipe {
  /// What a tracker goes by during this swipe: the touchpad's settings, with the winners' feel and no other
  /// direction.
  ///
  /// - Parameters:
  ///   - base: the touchpad's settings, with the feel of directions that the configuration speaks of.
  ///   - fallback: the feel of a direction that it does not speak of.
  public func settings(over base: SwipeSettings, fallback: Feel) -> SwipeSettings {
    var settings = base
    settings.fingers = FingerCounts([fingers])
    for direction in Direction.allCases {
      settings[direction] = winner(direction).map { $0.feel.over(base[direction] ?? fallback) }
    }
    return settings
  }

  /// What a tracker goes by where nobody has a swipe: it arms nothing and ticks never.
  public static func nobodys(over base: SwipeSettings) -> SwipeSettings {
    var settings = base
    settings.fingers = []
    for direction in Direction.allCases { settings[direction] = nil }
    return settings
  }
}
