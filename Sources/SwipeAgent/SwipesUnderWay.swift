internal import CommitPoint
internal import SwipeActions
internal import SwipeClient
internal import SwipeConfig

/// The swipes that fingers are making, and what is to be done for what they come to. It does nothing itself, and has no clock.
struct SwipesUnderWay {
  struct Key: Hashable {
    var claim: ClaimedSwipe
    var touchpad: String
  }

  /// An action whose time has come.
  struct Due {
    var action: Action
    var swipe: ActionSwipe
    var moment: SwipeMoment
  }

  enum Outcome {
    case nothing
    case due(Due)
    /// It was committed, and is heard of too late to be acted on.
    case tooLate(ActionSwipe)
  }

  private struct Swipe {
    /// What it was when it began, whatever becomes of the file meanwhile.
    var swipe: ActionSwipe
    var device: String
    /// The stop that is armed; 0 for none.
    var stop = 0
    var offset: Millimetres = 0
    var velocity: MillimetresPerSecond = 0
    /// Whether a step is still to be told, and from when on.
    var isProgressDue = false
    var nextProgress: Int64 = 0
    var isProgressRunning = false

    func moment(_ step: String, stop: Int? = nil) -> SwipeMoment {
      SwipeMoment(step: step, stop: stop ?? self.stop, device: device, offset: offset)
    }

    func following(_ step: FollowedStep, _ moment: SwipeMoment) -> Outcome {
      guard let action = swipe.followers[step] else { return .nothing }
      return .due(Due(action: action.value, swipe: swipe, moment: moment))
    }
  }

  /// How long lies at least between two steps that are told, in µs.
  static let progressInterval: Int64 = 100_000

  /// How old a commit may be to be acted on, in µs: who has waited longer has seen to it otherwise, or is elsewhere.
  static let longestDelay: Int64 = 2_000_000

  private var swipes: [Key: Swipe] = [:]

  mutating func begin(_ key: Key, _ swipe: ActionSwipe, device: String) {
    swipes[key] = Swipe(swipe: swipe, device: device)
  }

  /// What is to be done for a step of a swipe. Progress only makes some ``due(at:)``.
  ///
  /// - Parameters:
  ///   - time: when it was.
  ///   - now: in µs of the same clock.
  mutating func hear(
    _ step: SwipeStep, _ key: Key, at time: Microseconds, now: Int64
  ) -> Outcome {
    guard var state = swipes[key] else { return .nothing }
    switch step {
    case .began: return .nothing
    case .progress(let offset, let velocity):
      state.offset = offset
      state.velocity = velocity
      state.isProgressDue = state.swipe.followers[.progress] != nil
      swipes[key] = state
      return .nothing
    case .armed(let stop, let offset):
      state.offset = offset
      state.stop = stop
      swipes[key] = state
      return state.following(.armed, state.moment("armed"))
    case .disarmed(let stop, let offset):
      state.offset = offset
      state.stop = 0
      swipes[key] = state
      return state.following(.disarmed, state.moment("disarmed", stop: stop))
    case .committed(let stop, let offset):
      swipes[key] = nil
      state.offset = offset
      guard now - time.value <= Self.longestDelay else { return .tooLate(state.swipe) }
      guard let action = state.swipe.action(atStop: stop) else { return .nothing }
      return .due(
        Due(
          action: action.value, swipe: state.swipe, moment: state.moment("committed", stop: stop)))
    case .sprungBack:
      swipes[key] = nil
      return .nothing
    case .cancelled(let reason):
      swipes[key] = nil
      // It was never this swipe: the fingers went elsewhere.
      if reason == "ignored" { return .nothing }
      var moment = state.moment("cancelled", stop: 0)
      moment.reason = reason
      return state.following(.cancelled, moment)
    }
  }

  // MARK: Progress

  /// When ``due(at:)`` has something, in µs.
  var progressDeadline: Int64? {
    swipes.values.filter { $0.isProgressDue && !$0.isProgressRunning }.map(\.nextProgress).min()
  }

  /// The steps whose time has come; of those that came too fast the last. Each counts as under way until
  /// ``progressEnded(_:)``.
  mutating func due(at now: Int64) -> [(key: Key, due: Due)] {
    var found: [(key: Key, due: Due)] = []
    for (key, state) in swipes
    where state.isProgressDue && !state.isProgressRunning && state.nextProgress <= now {
      guard let action = state.swipe.followers[.progress] else { continue }
      swipes[key]?.isProgressDue = false
      swipes[key]?.isProgressRunning = true
      swipes[key]?.nextProgress = now + Self.progressInterval
      var moment = state.moment("progress")
      moment.velocity = state.velocity
      found.append((key, Due(action: action.value, swipe: state.swipe, moment: moment)))
    }
    return found
  }

  /// What was done for a step is over.
  mutating func progressEnded(_ key: Key) { swipes[key]?.isProgressRunning = false }
}
