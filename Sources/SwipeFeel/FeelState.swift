public import CommitPoint
public import Haptics
internal import SwipeTrace

/// What a source of swipes tells.
public enum FeelNews: Sendable {
  /// Where the swipes come from now, and how their ticks are given.
  case source(FeelSourceFacts)
  /// What swipes go by from now on, before anything was changed.
  case base(FeelChoices)
  /// What swipes go by, fitted to the touchpad.
  case settings(SwipeSettings)
  /// The fingers have begun to move.
  case began
  /// They have moved.
  case moved(FeelMotion)
  /// What the engine says.
  case event(SwipeEvent)
  /// A tick was played; from the touch frame to the finished write.
  case played(HapticTick, HapticRung, latency: Microseconds?)
  /// Ticks are given in another way now: whether they can be felt.
  case ticksChanged(canBeFelt: Bool)
  /// Something to be known, in words.
  case notice(String)
  /// Another story begins: the times of its lines count from here.
  case restarted(Microseconds)
}

/// Where swipes come from, in words.
public struct FeelSourceFacts: Sendable, Hashable {
  /// The touchpad's name or the recording's; empty while there is none.
  public var name: String
  /// What is to be known of it, in a line.
  public var note: String
  /// What stands on the row; empty for how to swipe.
  public var headline: String
  /// Whether it is played from a recording, so that it can be stopped and stepped.
  public var isRecording: Bool

  public init(name: String, note: String, headline: String = "", isRecording: Bool = false) {
    self.name = name
    self.note = note
    self.headline = headline
    self.isRecording = isRecording
  }
}

/// Where the fingers are.
public struct FeelMotion: Sendable, Hashable {
  /// `nil` while it is not decided.
  public var axis: Axis?
  public var offset: Millimetres
  public var velocity: MillimetresPerSecond

  public init(axis: Axis?, offset: Millimetres, velocity: MillimetresPerSecond) {
    self.axis = axis
    self.offset = offset
    self.velocity = velocity
  }
}

/// How a line or a part of the screen is meant.
public enum FeelTone: Sendable, Hashable {
  case plain, armed, disarmed
}

/// A line of the story.
public struct FeelLogLine: Sendable, Hashable {
  /// Since the story began.
  public var time: Microseconds
  public var tone: FeelTone
  public var what: String
  /// Where the fingers were, for a tick.
  public var offset: Millimetres?
  public var meaning: String
}

/// All that the screen shows, and what becomes of it as news come; no clock and no I/O.
public struct FeelState: Sendable {
  /// How long the row takes to be back in its place: 300 ms, as a list's row on a phone does.
  public static let springBack = Microseconds.milliseconds(300)
  /// How long an outcome is shown before the row asks for the next swipe.
  public static let outcomeStays = Microseconds.milliseconds(2500)
  /// More lines than the highest terminal shows.
  private static let storyLimit = 200

  public var source = FeelSourceFacts(name: "", note: "looking for a touchpad")
  /// What swipes go by, changes and the touchpad's size included.
  public var settings = SwipeSettings()
  /// What they go by without the changes.
  public var base = FeelChoices()
  public var changes = FeelChanges()
  public var selected: FeelKnob?
  /// The knobs that cannot be turned here, and why.
  public var fixedKnobs: Set<FeelKnob> = []
  public var isPaused = false
  /// Why it is these swipes, beside the title; may be empty.
  public var remark = ""
  /// The last thing that a key came to, in words.
  public var message = ""

  /// The axis that the row lies along.
  public private(set) var axis = Axis.horizontal
  public private(set) var isTracking = false
  public private(set) var offset = Millimetres(0)
  public private(set) var velocity = MillimetresPerSecond(0)
  public private(set) var armed: Stop?
  public private(set) var outcome: SwipeEvent.Kind?
  public private(set) var ticks = 0
  public private(set) var lastTick: HapticTick?
  public private(set) var lastLatency: Microseconds?
  public private(set) var story: [FeelLogLine] = []
  /// How many lines the story has had, those included that are no longer kept.
  public private(set) var storyCount = 0

  public private(set) var now = Microseconds(0)
  private var start: Microseconds?
  private var lastMotion: Microseconds?
  private var ended: (time: Microseconds, offset: Millimetres)?
  private var change: (time: Microseconds, offset: Millimetres)?

  public init() {}

  /// What is left when the swipes come from elsewhere, whose clock shows `clock`.
  init(changes: FeelChanges, clock: Microseconds) {
    self.changes = changes
    now = clock
  }

  public var choices: FeelChoices { changes.over(base) }

  // MARK: Time

  /// Lets time pass, on the clock that the news go by.
  public mutating func advance(to time: Microseconds) {
    now = max(now, time)
    // The engine's rule: fingers that are silent for so long rest.
    if let lastMotion, now - lastMotion > settings.rest { velocity = 0 }
    if let ended, now - ended.time > Self.outcomeStays {
      self.ended = nil
      outcome = nil
    }
  }

  /// When it looks otherwise though nothing has come: while the row springs back, and when an outcome has been shown.
  public var nextChange: Microseconds? {
    if let ended {
      let isMoving = ended.offset != 0 && now - ended.time < Self.springBack
      return isMoving ? now + .milliseconds(16) : ended.time + Self.outcomeStays + 1
    }
    guard let lastMotion, velocity != 0 else { return nil }
    return lastMotion + settings.rest + 1
  }

  /// The fingers' travel, or what is left of it while the row springs back.
  public var shownOffset: Millimetres {
    guard !isTracking, let ended else { return offset }
    let part = Double((now - ended.time).value) / Double(Self.springBack.value)
    let left = max(0, 1 - part)
    // Of a recording the offset may be infinite, of which nothing is left either.
    guard left > 0 else { return 0 }
    return ended.offset * (left * left * left)
  }

  /// How far it is to the next stop on the side where the fingers are; `nil` behind the last one.
  public var distanceToCommit: Millimetres? {
    let direction = offset < 0 ? axis.negative : axis.positive
    let stops = offset == 0 ? nearestStops : settings[direction]?.stops ?? []
    // On a stop it is not armed yet.
    return stops.first { $0 >= offset.magnitude }.map { $0 - offset.magnitude }
  }

  /// How far back the fingers have to go for release to do nothing.
  public var distanceToDisarm: Millimetres? {
    guard let armed, let feel = settings[armed.direction], let first = feel.stops.first
    else { return nil }
    return offset.magnitude - (first - feel.hysteresis)
  }

  private var nearestStops: [Millimetres] {
    [axis.negative, axis.positive].compactMap { settings[$0]?.stops }
      .min { ($0.first ?? 0) < ($1.first ?? 0) } ?? []
  }

  // MARK: News

  public mutating func take(_ news: FeelNews) {
    switch news {
    case .source(let facts): source = facts
    case .base(let choices): base = choices
    case .settings(let settings):
      self.settings = settings
      if !isTracking { showAxisWithActions() }
    case .began: begin()
    case .moved(let motion): move(motion)
    case .event(let event): hear(event)
    case .played(let tick, _, let latency):
      lastTick = tick
      lastLatency = latency
    case .ticksChanged: break
    case .notice(let text): tell(.plain, text, "")
    case .restarted(let time): start = time
    }
  }

  private mutating func showAxisWithActions() {
    if !settings.hasAction(on: axis) {
      axis = Axis.allCases.first(where: settings.hasAction) ?? .horizontal
    }
  }

  private mutating func begin() {
    isTracking = true
    (offset, velocity, armed, outcome, ended) = (0, 0, nil, nil, nil)
    lastMotion = now
    if start == nil { start = now }
  }

  private mutating func move(_ motion: FeelMotion) {
    guard isTracking else { return }
    axis = motion.axis ?? axis
    offset = motion.offset
    velocity = motion.velocity
    lastMotion = now
  }

  private mutating func hear(_ event: SwipeEvent) {
    advance(to: event.time)
    switch event.kind {
    case .armed(let stop, let offset):
      armed = stop
      axis = stop.direction.axis
      change = (event.time, offset)
    case .disarmed(_, let offset):
      armed = nil
      change = (event.time, offset)
    case .tick(.arm(let stop)):
      tick(.arm)
      tell(.armed, "tick: armed \(stop.words)", "let go now and it commits", event)
    case .tick(.disarm):
      tick(.disarm)
      tell(.disarmed, "tick: disarmed", "let go now and nothing happens", event)
    case .committed(let stop):
      finish(event)
      tell(.armed, "committed \(stop.words)", "", event)
    case .sprungBack:
      finish(event)
      tell(.plain, "sprung back", "nothing was armed", event)
    case .cancelled(let reason):
      finish(event)
      tell(.plain, "cancelled", reason.explanation, event)
    case .ignored:
      finish(event)
      tell(.plain, "ignored", "not a swipe of ours", event)
    }
  }

  private mutating func tick(_ kind: HapticTick) {
    ticks += 1
    lastTick = kind
    lastLatency = nil
  }

  private mutating func finish(_ event: SwipeEvent) {
    // A row stands where it is drawn, not where the fingers have got to.
    ended = (event.time, isTracking ? offset : 0)
    (isTracking, armed, offset, velocity, lastMotion) = (false, nil, 0, 0, nil)
    outcome = event.kind
  }

  private mutating func tell(
    _ tone: FeelTone, _ what: String, _ meaning: String, _ event: SwipeEvent? = nil
  ) {
    let time = event?.time ?? now
    let start = start ?? time
    self.start = start
    var place: Millimetres?
    if case .tick = event?.kind, let change, change.time == time { place = change.offset }
    story.append(
      FeelLogLine(
        time: max(0, time - start), tone: tone, what: what, offset: place, meaning: meaning))
    storyCount += 1
    if story.count > Self.storyLimit { story.removeFirst(story.count - Self.storyLimit) }
  }
}

extension Stop {
  /// The stop to a person: `left`, `left 2`.
  var words: String {
    number == 1 ? direction.rawValue : "\(direction.rawValue) \(number)"
  }
}
