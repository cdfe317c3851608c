import CommitPoint
import SwipeBus
import Testing

/// A registry as one would write it without caring how long it takes: a list of claims, and for each touchpad a
/// copy of the winners.
private struct PlainRegistry {
  struct Entry {
    var id: UInt64
    var key: SwipeKey
    var owner: ClaimOwner
  }

  var entries: [Entry] = []
  var tickOnly: Set<SwipeKey> = []
  var swipes: [UInt32: [Direction: UInt64]] = [:]

  func winners(_ fingers: Int, _ entitled: Set<ClaimOwner>) -> [Direction: UInt64] {
    var winners: [Direction: UInt64] = [:]
    for direction in Direction.allCases {
      let key = SwipeKey(fingers: fingers, direction: direction)
      if tickOnly.contains(key), entitled.contains(.configuration) { winners[direction] = 0 }
      for entry in entries where entry.key == key && entitled.contains(entry.owner) {
        winners[direction] = entry.id
      }
    }
    return winners
  }
}

/// Numbers that look random and are the same in every run (Steele, Lea and Flood's SplitMix64).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite("Any order of claims, releases and swipes")
struct RandomClaimsTests {
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `is answered as by a plain list`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var registry = ClaimRegistry()
    var plain = PlainRegistry()
    let owners = (0..<5).map { ClaimOwner.client(":1.\($0)") }

    for _ in 0..<400 {
      let key = SwipeKey(
        fingers: .random(in: 2...4, using: &random),
        direction: try #require(Direction.allCases.randomElement(using: &random)))
      let owner = try #require(owners.randomElement(using: &random))
      let touchpad = UInt32.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        guard let claim = registry.claim(key, by: owner) else {
          #expect(plain.entries.count(where: { $0.owner == owner }) == ClaimRegistry.limitOfOwner)
          continue
        }
        plain.entries.append(.init(id: claim.id, key: key, owner: owner))
      case 3:
        guard let entry = plain.entries.randomElement(using: &random) else { continue }
        registry.release(entry.id)
        plain.entries.removeAll { $0.id == entry.id }
      case 4:
        for claim in registry.claims(of: owner) { registry.release(claim.id) }
        plain.entries.removeAll { $0.owner == owner }
      case 5:
        plain.tickOnly.formSymmetricDifference([key])
        registry.setTickOnly(plain.tickOnly)
      case 6...7:
        let entitled = Set((owners + [.configuration]).filter { _ in .random(using: &random) })
        _ = registry.begin(fingers: key.fingers, on: touchpad) { entitled.contains($0) }
        let winners = plain.winners(key.fingers, entitled)
        plain.swipes[touchpad] = winners.isEmpty ? nil : winners
      case 8:
        var told: [UInt64] = []
        registry.hear(
          SwipeEvent(time: 0, kind: .cancelled(.button)), on: touchpad, offset: 0
        ) { claim, _ in told.append(claim.id) }
        #expect(told.sorted() == (plain.swipes[touchpad]?.values.sorted() ?? []))
        plain.swipes[touchpad] = nil
      default:
        let lost = registry.touchpads(
          losing: { claim, _ in claim.owner == owner }, axis: { _ in nil })
        let ids = Set(plain.entries.filter { $0.owner == owner }.map(\.id))
        // Claims that were released in mid-swipe are lost when that is said, which the caller does.
        let known = lost.filter { registry[$0.claim.id] != nil }.map(\.touchpad)
        let expected = plain.swipes.filter { !ids.isDisjoint(with: $0.value.values) }.keys.sorted()
        #expect(Set(known).isSubset(of: Set(lost.map(\.touchpad))))
        #expect(Set(expected).isSubset(of: Set(lost.map(\.touchpad))))
      }
      #expect(registry.count == plain.entries.count)
      #expect(registry.touchpadsUnderWay == plain.swipes.keys.sorted())
      for (touchpad, winners) in plain.swipes {
        for direction in Direction.allCases {
          #expect(registry.swipe(on: touchpad)?.winner(direction)?.id == winners[direction])
        }
      }
    }
  }
}
