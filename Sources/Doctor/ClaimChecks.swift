internal import CommitPoint
internal import SwipeActions
internal import SwipeConfig

/// Other clients of the user's that have claimed a swipe that is also in swipes.yaml.
struct ClaimChecks {
  let view: SystemView
  let swipes: [ActionSwipe]
  let isOnTheBus: Bool

  func findings() -> [Finding] {
    guard isOnTheBus,
      let text = view.output([
        "busctl", "--system", "--json=short", "--timeout=3", "call", "org.swiped.Swiped1",
        "/org/swiped/Swiped1", "org.swiped.Swiped1.Manager", "GetClaims",
      ])
    else { return [] }
    // By what is swiped, the clients in the order in which they have claimed it: the last one has it.
    var clients: [String: [String]] = [:]
    for claim in BusAnswers(text)[0]?.elements.first?.elements ?? [] {
      let values = claim.elements.compactMap(\.text)
      guard values.count == 3 else { continue }
      clients["\(values[0]) \(values[1])", default: []].append(values[2])
    }
    var told: Set<String> = []
    return swipes.compactMap { swipe in
      let key = swipe.key.value
      let name = "\(key.fingers) \(key.direction.rawValue)"
      guard let all = clients[name], let last = all.last, all.contains(where: { $0 != last }),
        told.insert(name).inserted
      else { return nil }
      return .problem(
        "claimed-twice",
        "\(key.fingers) fingers \(key.direction.rawValue) are claimed by \(Set(all).count) programs, of which \(last) came last and"
          + " has them",
        .command("busctl --system status \(last)"))
    }
  }
}
