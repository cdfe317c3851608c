internal import CommitPoint
internal import SwipeAnalysis

/// Time from left to right, with the long pauses between swipes left out.
struct TimeAxis {
  private struct Segment {
    /// Seconds since the first swipe began.
    var start, end: Double
    /// Where it begins, in seconds of drawn time.
    var position: Double
  }

  /// A pause that is longer tells nothing more, in seconds.
  private static let longestPause = 1.0
  /// What is drawn of it.
  private static let drawnPause = 0.25

  private var segments: [Segment] = []
  private let origin: Microseconds
  /// Seconds that are drawn.
  private(set) var length: Double

  init(length: Double) {
    origin = 0
    self.length = length
    segments = [Segment(start: 0, end: length, position: 0)]
  }

  /// - Parameter curves: at least one, by their begin.
  init(_ curves: [SwipeCurve]) {
    let origin = curves.first?.start ?? 0
    self.origin = origin
    for curve in curves {
      let start = Self.seconds(curve.start, since: origin)
      // A last tick may be played after the end.
      let last = max(curve.end, curve.ticks.last?.time ?? curve.end)
      let end = max(Self.seconds(last, since: origin), start)
      if let last = segments.last, start - last.end <= Self.longestPause {
        segments[segments.count - 1].end = max(last.end, end)
      } else {
        let position =
          segments.last.map { $0.position + $0.end - $0.start + Self.drawnPause } ?? 0
        segments.append(Segment(start: start, end: end, position: position))
      }
    }
    length = segments.last.map { $0.position + $0.end - $0.start } ?? 0
    // A little room for what is written at the end.
    length = max(length * 1.03, 0.01)
  }

  private static func seconds(_ time: Microseconds, since origin: Microseconds) -> Double {
    Double((time - origin).value) / 1_000_000
  }

  /// Where a time lies, in seconds of drawn time.
  func position(_ time: Microseconds) -> Double {
    let seconds = Self.seconds(time, since: origin)
    let segment = segments.last { $0.start <= seconds } ?? segments[0]
    return segment.position + min(max(seconds - segment.start, 0), segment.end - segment.start)
  }

  /// The middles of the pauses that are left out.
  var cuts: [Double] { segments.dropFirst().map { $0.position - Self.drawnPause / 2 } }

  /// Where times are written, and what.
  func marks(width: Double) -> [(position: Double, label: String)] {
    let count = max(1, Int(width / 70))
    let drawn = segments.reduce(0) { $0 + $1.end - $1.start }
    let graduation = Graduation(from: 0, to: max(drawn, 1e-3), about: count)
    var marks: [(position: Double, label: String)] = []
    for segment in segments {
      let own = Graduation(
        from: segment.start, to: max(segment.end, segment.start + 1e-6),
        about: max(1, Int((segment.end - segment.start) / graduation.step)))
      for value in own.values {
        let position = segment.position + value - segment.start
        // Numbers that would touch each other are left out.
        if let last = marks.last, (position - last.position) / length * width < 40 { continue }
        marks.append((position, own.label(value)))
      }
    }
    return marks
  }
}
