public import CommitPoint
internal import SwipeTrace

/// What recorded fingers come to under some settings.
public struct WhatIfOutcome: Sendable, Hashable {
  /// The swipes that were let go or cancelled, ignored ones not counted.
  public var swipes = 0
  public var commits = 0
  public var springBacks = 0
  public var cancels = 0
  public var ignored = 0
  public var ticks = 0
  /// How many swipes end otherwise than under the settings that they were recorded with.
  public var changed = 0
  /// Of all releases, the least distance of the fingers from where release would have done something else.
  public var closest: Millimetres?
  /// How many releases were closer than ``closeCall``.
  public var closeCalls = 0

  /// Fingers roll back 0.5 to 1 mm as they lift: a release that is closer than that may be taken either way.
  public static let closeCall: Millimetres = 1

  public init() {}

  /// Adds what other recordings come to.
  public mutating func add(_ other: WhatIfOutcome) {
    swipes += other.swipes
    commits += other.commits
    springBacks += other.springBacks
    cancels += other.cancels
    ignored += other.ignored
    ticks += other.ticks
    changed += other.changed
    closeCalls += other.closeCalls
    if let distance = other.closest { note(distance) }
  }

  fileprivate mutating func note(_ distance: Millimetres) {
    closest = closest.map { min($0, distance) } ?? distance
  }
}

/// A recording that is played under other settings, over and over.
public struct WhatIf: Sendable {
  private let streams: [Recording.Stream]
  /// What it was recorded with.
  public let settings: SwipeSettings
  /// How each swipe of each stream ends under `settings`.
  private var recorded: [[Int32]] = []
  /// What it comes to under `settings`.
  public private(set) var asRecorded = WhatIfOutcome()

  public init(_ recording: Recording) {
    streams = recording.streams
    settings = recording.header.settings
    for stream in streams {
      var endings: [Int32] = []
      play(stream, settings, &asRecorded) { _, ending in endings.append(ending) }
      recorded.append(endings)
    }
  }

  /// Plays it under other settings; nothing is allocated for a sample.
  ///
  /// - Returns: `nil` where a setting is out of its range.
  public func outcome(under settings: SwipeSettings) -> WhatIfOutcome? {
    var result = WhatIfOutcome()
    for (index, stream) in streams.enumerated() {
      let known = recorded[index]
      var changed = 0
      let isPlayed = play(stream, settings, &result) { number, ending in
        if number >= known.count || known[number] != ending { changed += 1 }
      }
      guard isPlayed else { return nil }
      result.changed += changed
    }
    return result
  }

  /// - Parameter tell: called with each swipe's number in the stream and how it ended: 0 for one that sprang back,
  ///   less for one that was cancelled or ignored, a number for each stop where it committed.
  @discardableResult
  private func play(
    _ stream: Recording.Stream, _ settings: SwipeSettings, _ result: inout WhatIfOutcome,
    _ tell: (Int, Int32) -> Void
  ) -> Bool {
    guard var tracker = try? SwipeTracker(settings) else { return false }
    var outcome = result
    var number = 0
    func count(_ event: SwipeEvent) {
      let ending: Int32
      switch event.kind {
      case .armed, .disarmed: return
      case .tick:
        outcome.ticks += 1
        return
      case .committed(let stop):
        outcome.commits += 1
        ending = Int32(truncatingIfNeeded: stop.number) * 4 + stop.direction.code
      case .sprungBack:
        outcome.springBacks += 1
        ending = 0
      case .cancelled:
        outcome.cancels += 1
        ending = -1
      case .ignored:
        outcome.ignored += 1
        ending = -2
      }
      if ending != -2 { outcome.swipes += 1 }
      tell(number, ending)
      number += 1
    }
    for (time, input) in stream.inputs {
      if case .end = input {
        // A tick that is due comes first, as it would.
        tracker.advance(to: time, count)
        let isArmed = tracker.armed != nil
        let distance = tracker.distanceToOtherRelease
        let before = outcome.commits
        tracker.handle(input, at: time, count)
        // A flick commits by its speed: how far away the place was is no call of its own.
        if let distance, isArmed || outcome.commits == before {
          outcome.note(distance)
          if distance < WhatIfOutcome.closeCall { outcome.closeCalls += 1 }
        }
      } else {
        tracker.handle(input, at: time, count)
      }
    }
    while let deadline = tracker.deadline { tracker.advance(to: deadline, count) }
    result = outcome
    return true
  }
}

extension Direction {
  fileprivate var code: Int32 {
    switch self {
    case .left: 0
    case .right: 1
    case .up: 2
    case .down: 3
    }
  }
}
