/// One scenario: the devices, what the fingers do, how swiped is started, and what should come of it.
struct Scenario {
  var file: String
  var place: Place
  var name: String
  var pads: [PadSetup] = []
  var keyboard = false
  /// The mouse's reports a second; a mouse at rest has 0.
  var mouseHertz: Int?
  var swiped: [String] = []
  var json = true
  var config: String?
  /// Whoever reads swiped's output goes away after so many lines.
  var readerLines: Int?
  var steps: [Step] = []
  var expect = Expectation()
}

/// A touchpad of a scenario.
struct PadSetup {
  enum Kind: String {
    case plain
    case hidHaptic = "hid-haptic"
    case manualTrigger = "manual-trigger"
    case rumble
    case recording
  }

  /// The name that the scenario's steps use.
  var name: String
  var kind: Kind
  var device: DeviceDescription
  var width: Double
  var height: Double
  /// Between two frames, in microseconds.
  var interval: Int64
  /// Whether it is there when swiped starts.
  var plugged = true
}

struct Step {
  indirect enum Kind {
    case touch(fingers: Int, x: Double, y: Double, apart: Double)
    case move(dx: Double, dy: Double, over: Int64, fingers: [Int]?)
    case tremble(amplitude: Double, hertz: Double, over: Int64, fingers: [Int]?)
    case lift(fingers: [Int]?, spread: Int64)
    case click(down: Int64)
    case wait(Int64)
    case unplug
    case replug
    case play(Recording)
    case signal(Int32)
    /// Several rows of steps that begin at the same moment.
    case together([[Step]])
  }

  var place: Place
  /// An index into the scenario's pads.
  var pad: Int
  var kind: Kind
}

struct Expectation {
  /// What a trace says, of all pads together or of one.
  struct Trace {
    var ticks: [String]?
    var outcomes: [String]?
    var reasons: [String]?
  }

  struct ArmOffset {
    var at: Double
    var within: Double
  }

  var trace = Trace()
  var pads: [(pad: Int, trace: Trace)] = []
  var armOffset: ArmOffset?
  var stdout: [String]?
  var stderr: [String]?
  var list: [String]?
  var outputs: [String]?
  var opened: [String] = []
  var neverOpened: [String] = []
  var exitStatus: Int?
  /// swiped says something and ends, without a signal.
  var endsByItself = false
  var exitWithin: Int64?
  var threads: Int?
  var noWakeups: Int64?
}
