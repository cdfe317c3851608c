import CommitPoint
import EngineModel
import Testing

@Suite("The engine and a plain model of its law")
struct ModelTests {
  @Test("say the same whatever fingers do", arguments: UInt64(1)...24)
  func sayTheSame(seed: UInt64) throws {
    var seeds = SplitMix64(seed: seed)
    for _ in 0..<25 {
      let runSeed = seeds.next()
      var hand = RandomHand(seed: runSeed)
      var tracker = try SwipeTracker(hand.settings)
      var model = Model(hand.settings)
      var events: [SwipeEvent] = []
      for number in 0..<600 {
        let step = hand.step(isTracking: tracker.isTracking, deadline: tracker.deadline)
        try tracker.take(step) { events.append($0) }
        model.take(step)
        guard events == model.events, tracker.deadline?.value == model.deadline else {
          Issue.record(
            """
            seed \(runSeed), step \(number), \(step):
            the engine says \(events.map(\.kind.words)), due \(String(describing: tracker.deadline)),
            the law \(model.events.map(\.kind.words)), due \(String(describing: model.deadline)),
            with \(hand.settings)
            """)
          return
        }
        if !events.isEmpty {
          events.removeAll(keepingCapacity: true)
          model.events.removeAll(keepingCapacity: true)
        }
      }
    }
  }
}
