// Feeds the engine with so many motion samples of a scene and prints how many events came out of it:
//
//     engine-bench SCENE SAMPLES
//
// What a sample costs is the difference between two runs, divided by the difference of their SAMPLES:
// whatever starting the program costs falls out of it. `Benchmarks/run engine` does so.

import CommitPoint

/// Movement to measure the engine with: strokes of some samples each.
struct Scene {
  var settings = SwipeSettings()
  /// The travel of a swipe's first sample.
  var start: (dx: Double, dy: Double)
  /// The travel of every other one.
  var step = (dx: -0.125, dy: 0.0625)
  /// The samples of a stroke.
  var stroke = 64
  /// Whether a stroke is a swipe that is ended, instead of being followed by the way back.
  var ends = false
}

let severalStops = Feel(stops: [12, 24, 36])
let severalOnBothAxes = SwipeSettings(
  left: severalStops, right: severalStops, up: severalStops, down: severalStops)

func scene(_ name: String) -> Scene? {
  switch name {
  // With the default settings: left and right, 16 mm.
  case "unarmed": Scene(start: (dx: -3, dy: 0))
  case "armed": Scene(start: (dx: -25, dy: 0))
  // From 13 mm to 21 mm and back, over the commit point and the disarm point.
  case "crossing": Scene(start: (dx: -13, dy: 0))
  // Swipes of 31 mm in 31 samples: the axis is decided, they arm, tick and commit.
  case "swipes": Scene(start: (dx: -1, dy: 0), step: (dx: -1, dy: 0.125), stroke: 30, ends: true)
  case "several-unarmed": Scene(settings: severalOnBothAxes, start: (dx: -3, dy: 0))
  case "several-between":
    Scene(settings: severalOnBothAxes, start: (dx: 0, dy: 25), step: (dx: 0.0625, dy: 0.125))
  case "several-armed": Scene(settings: severalOnBothAxes, start: (dx: -45, dy: 0))
  case "several-crossing":
    Scene(settings: severalOnBothAxes, start: (dx: -10, dy: 0), step: (dx: -0.5, dy: 0))
  default: nil
  }
}

func run(_ scene: Scene, samples: Int) throws(SettingsError) -> Int {
  var tracker = try SwipeTracker(scene.settings)
  var events = 0
  var time = Microseconds(0)
  var dx = Millimetres(scene.step.dx)
  var dy = Millimetres(scene.step.dy)

  var samplesLeft = samples
  var begun = false
  repeat {
    if !begun {
      tracker.handle(.begin(fingers: 3), at: time) { _ in events &+= 1 }
      let start = scene.start
      tracker.handle(
        .motion(dx: Millimetres(start.dx), dy: Millimetres(start.dy)), at: time
      ) { _ in events &+= 1 }
      begun = true
      samplesLeft -= 1
    }
    let stroke = max(0, min(scene.stroke, samplesLeft))
    for _ in 0..<stroke {
      time.value &+= 7000
      tracker.handle(.motion(dx: dx, dy: dy), at: time) { _ in events &+= 1 }
    }
    samplesLeft -= stroke
    if scene.ends {
      tracker.handle(.end, at: time) { _ in events &+= 1 }
      begun = false
    } else {
      dx = -dx
      dy = -dy
    }
  } while samplesLeft > 0
  return events
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let scene = scene(arguments[1]), let samples = Int(arguments[2]),
  samples >= 0
else { fatalError("usage: engine-bench SCENE SAMPLES") }
print(try run(scene, samples: samples))
