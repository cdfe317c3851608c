internal import CommitPoint
internal import LinuxIO

/// The rungs of a device, of which the best that works is in use. It lives on the device's worker
/// thread: all that it does can block.
struct HapticLadder {
  private let survey: DeviceSurvey
  private let options: HapticOptions
  private let tell: (HapticReport) -> Void
  private var untried: ArraySlice<HapticRung>
  private var skipped: [SkippedRung] = []
  private var backEnd: (any HapticBackEnd)?
  private var lastPlayed = Microseconds(.min)

  init(
    _ survey: DeviceSurvey, _ options: HapticOptions, tell: @escaping (HapticReport) -> Void
  ) {
    self.survey = survey
    self.options = options
    self.tell = tell
    untried = HapticRung.allCases.dropLast()
  }

  /// The rung in use.
  var rung: HapticRung { backEnd?.rung ?? .log }
  var directPlay: DirectPlay? { backEnd?.directPlay }

  /// Whether there is something to play on.
  var plays: Bool { backEnd != nil }

  /// Tries the rungs that are left until one works, and tells which one it is.
  mutating func climb() {
    backEnd = nil
    while let rung = untried.popFirst() {
      guard options.allows(rung) else {
        skipped.append(SkippedRung(rung, .notAsked))
        continue
      }
      do throws(HapticObstacle) {
        let found = try rung.backEnd(survey, options)
        backEnd = found
        tell(
          .settled(
            HapticSettlement(rung: rung, skipped: skipped, arm: found.arm, disarm: found.disarm)))
        return
      } catch { skipped.append(SkippedRung(rung, error)) }
    }
    tell(.settled(HapticSettlement(rung: .log, skipped: skipped)))
  }

  /// A gesture begins: what is in use is looked at, and left for the next rung if it is gone.
  mutating func prepare() {
    guard let backEnd else { return }
    do { try backEnd.prepare() } catch { fall(from: backEnd.rung, error) }
  }

  /// Plays a tick, on the next rung if the one in use fails.
  mutating func selectionChanged(_ request: HapticTickRequest) {
    while let backEnd {
      guard !request.isStale(now) else { return report(request, backEnd.rung, .stale) }
      do {
        try backEnd.selectionChanged(request.tick)
        lastPlayed = now
        return report(request, backEnd.rung, .played)
      } catch { fall(from: backEnd.rung, error) }
    }
    report(request, .log, .logged)
  }

  /// Lets the last tick end, then the device go.
  ///
  /// - Parameter lastDirect: when the loop's thread played the last one by itself.
  mutating func release(lastDirect: Microseconds) {
    lastPlayed = max(lastPlayed, lastDirect)
    if let backEnd {
      let left = (lastPlayed + Microseconds(backEnd.ringsOut) - now).value
      if left > 0, lastPlayed.value > 0 { WorkerThread.sleep(min(left, backEnd.ringsOut)) }
    }
    backEnd = nil
  }

  private mutating func fall(from rung: HapticRung, _ obstacle: HapticObstacle) {
    let fallen = SkippedRung(rung, obstacle)
    skipped.append(fallen)
    tell(.fell(fallen))
    climb()
  }

  private var now: Microseconds { Microseconds(Clock.monotonic) }

  private func report(
    _ request: HapticTickRequest, _ rung: HapticRung, _ outcome: HapticTickReport.Outcome
  ) {
    tell(.tick(request.report(rung, outcome, now)))
  }
}
