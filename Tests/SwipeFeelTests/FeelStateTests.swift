import CommitPoint
import Haptics
import SwipeConfig
import SwipeFeel
import Testing

@Suite struct FeelStateTests {
  private func released(at offset: Millimetres) -> FeelState {
    var state = FeelState()
    state.take(.began)
    state.take(.moved(FeelMotion(axis: .horizontal, offset: offset, velocity: -80)))
    state.take(.event(SwipeEvent(time: 100_000, kind: .sprungBack)))
    return state
  }

  @Test("The row springs back from where it was, without a jump, and comes to rest")
  func springBack() {
    var state = released(at: -12)
    var last = state.shownOffset
    #expect(last == -12)
    for time in stride(from: Int64(100_000), through: 400_000, by: 1000) {
      state.advance(to: Microseconds(time))
      let now = state.shownOffset
      #expect(now >= last && now <= 0 && (now - last).value < 0.2)
      last = now
    }
    #expect(last == 0)
    #expect(state.nextChange == 100_000 + FeelState.outcomeStays + 1)
    state.advance(to: state.nextChange ?? 0)
    #expect(state.outcome == nil && state.nextChange == nil)
  }

  @Test("Infinite travel springs back to rest, and is drawn on the way")
  func infinite() {
    var state = FeelState()
    state.take(.began)
    for offset in [Millimetres(-.infinity), -1e300, .init(.nan)] {
      state.take(.moved(FeelMotion(axis: .horizontal, offset: offset, velocity: -80)))
      #expect(FeelScreen.draw(state, width: 80, height: 24).width == 80)
    }
    state.take(.moved(FeelMotion(axis: .horizontal, offset: .init(-.infinity), velocity: 0)))
    state.take(.event(SwipeEvent(time: 100_000, kind: .sprungBack)))
    for time in stride(from: Int64(100_000), through: 500_000, by: 50_000) {
      state.advance(to: Microseconds(time))
      #expect(FeelScreen.draw(state, width: 80, height: 24).width == 80)
    }
    #expect(state.shownOffset == 0)
  }

  @Test("A new swipe begins at 0 while the row still springs back")
  func nextSwipe() {
    var state = released(at: -12)
    state.advance(to: 150_000)
    state.take(.began)
    #expect(state.shownOffset == 0 && state.outcome == nil)
  }

  @Test("Fingers that are silent for the engine's rest have no velocity")
  func rest() {
    var state = FeelState()
    state.take(.began)
    state.take(.moved(FeelMotion(axis: .horizontal, offset: -5, velocity: -80)))
    state.advance(to: 130_000)
    #expect(state.velocity == -80)
    state.advance(to: state.nextChange ?? 0)
    #expect(state.velocity == 0)
  }

  @Test("The distances are to the next stop, and back to where nothing is armed")
  func distances() {
    var state = FeelState()
    state.take(.settings(SwipeSettings(left: Feel(stops: [14, 30]), right: nil)))
    #expect(state.distanceToCommit == 14)
    state.take(.began)
    state.take(.moved(FeelMotion(axis: .horizontal, offset: -20, velocity: 0)))
    #expect(state.distanceToCommit == 10)
    #expect(state.distanceToDisarm == nil)
    // On a stop nothing is armed yet: it arms beyond.
    state.take(.moved(FeelMotion(axis: .horizontal, offset: -14, velocity: 0)))
    #expect(state.distanceToCommit == 0)
    state.take(.moved(FeelMotion(axis: .horizontal, offset: -20, velocity: 0)))
    state.take(.event(SwipeEvent(time: 1, kind: .armed(Stop(.left, 1), offset: -20))))
    #expect(state.distanceToDisarm == 7.5)
    state.take(.moved(FeelMotion(axis: .horizontal, offset: 3, velocity: 0)))
    // No action on that side.
    #expect(state.distanceToCommit == nil)
  }

  @Test("The verdict under the row is what release will do")
  func verdict() throws {
    var state = FeelState()
    var player = RecordingPlayer([try Recording(shipped: "back-out")], repeats: false)
    var words: [String] = []
    while player.deadline != nil {
      player.step { news, time in
        state.advance(to: time)
        state.take(news)
        if words.last != state.verdict.words { words.append(state.verdict.words) }
      }
    }
    #expect(
      words == [
        "let go now: nothing happens", "let go now: it commits left", "let go now: nothing happens",
        "sprung back: nothing was armed",
      ])
  }

  @Test(
    "The shipped recordings give what they say",
    arguments: [
      ("commit", "committed left"), ("back-out", "sprung back"), ("hover", "committed left"),
      ("flick", "sprung back"), ("drift", "cancelled"), ("two-stops", "committed left"),
    ])
  func recordings(_ name: String, _ last: String) throws {
    var player = RecordingPlayer([try Recording(shipped: name)], repeats: false)
    var state = FeelState()
    player.advance(to: .milliseconds(60_000)) { news, time in
      state.advance(to: time)
      state.take(news)
    }
    #expect(player.isOver)
    #expect(state.story.last?.what == last)
  }

  @Test("Recordings follow each other, and start over")
  func order() throws {
    var player = RecordingPlayer(
      try ["commit", "back-out"].map { try Recording(shipped: $0) }, repeats: true)
    var names: [String] = []
    player.introduce { news, _ in
      if case .source(let facts) = news { names.append(facts.name) }
    }
    player.advance(to: .milliseconds(9000)) { news, _ in
      if case .source(let facts) = news { names.append(facts.name) }
    }
    #expect(
      names.prefix(3) == [
        "recording 1 of 2: commit", "recording 2 of 2: back-out", "recording 1 of 2: commit",
      ])
  }

  @Test("What is changed in mid-swipe counts from the next one on")
  func changes() throws {
    var player = RecordingPlayer([try Recording(shipped: "commit")], repeats: true)
    var state = FeelState()
    func take(_ news: FeelNews, _ time: Microseconds) {
      state.advance(to: time)
      state.take(news)
    }
    player.introduce(take)
    player.advance(to: .milliseconds(600), take)
    #expect(state.armed != nil)
    for _ in 0..<40 { _ = state.turn(.commit, by: 1) }
    player.use(state.changes, at: .milliseconds(600), take)
    player.advance(to: .milliseconds(2000), take)
    #expect(state.story.map(\.what).contains("committed left"))
    // 36 mm is farther than the fingers go.
    player.advance(to: .milliseconds(4500), take)
    #expect(state.settings.left?.stops == [36])
    #expect(state.story.last?.what == "sprung back")
  }
}

@Suite struct FeelChoicesTests {
  @Test(
    "A knob stays within its range, and is in force as a configuration",
    arguments: FeelKnob.allCases)
  func ranges(_ knob: FeelKnob) {
    for direction in [-1, 1] {
      var choices = FeelChoices()
      for _ in 0..<150 {
        choices = choices.turning(knob, by: direction)
        let text = choices.entries([knob]).map { "\($0.section): {\($0.key): \($0.value)}\n" }
          .joined()
        let loaded = Configuration.parse(Array(text.utf8), name: "test", for: .check)
        #expect(!loaded.hasErrors, "\(text)")
      }
    }
  }

  @Test("Stops make way for the first, and stay ascending")
  func stops() {
    var choices = FeelChoices(stops: [14, 30, 31])
    for _ in 0..<150 { choices = choices.turning(.commit, by: 1) }
    #expect(choices.stops == [58, 59, 60])
  }

  @Test("From between two steps a knob goes to the next one")
  func odd() {
    let choices = FeelChoices(stops: [16.2], hysteresis: 1.4)
    #expect(choices.turning(.commit, by: 1).stops == [16.5])
    #expect(choices.turning(.commit, by: -1).stops == [16])
    #expect(choices.turning(.hysteresis, by: 1).hysteresis == 1.5)
  }

  @Test("A knob that is back where it was is no change")
  func noChange() {
    var state = FeelState()
    let turned = [-1, 1, 1].map { steps in
      let hasTurned = state.turn(.strength, by: steps)
      return (hasTurned, state.changes.knobs)
    }
    #expect(turned.map(\.0) == [true, true, false])
    #expect(turned.map(\.1) == [[.strength], [], []])
    #expect(state.message == "strength goes no further than 100 %")
  }

  @Test("Every letter of the help is a key, and no key means two things")
  func keys() {
    for knob in FeelKnob.allCases {
      #expect(FeelCommand(knob.key) == .turn(knob, -1))
      #expect(FeelCommand(Character(knob.key.uppercased())) == .turn(knob, 1))
    }
    #expect(FeelCommand("w") == .write)
    #expect(FeelCommand("z") == nil)
  }
}
