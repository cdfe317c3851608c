public import CommitPoint

/// A touchpad as the bus shows it.
public struct BusTouchpad: Sendable, Hashable {
  /// The number by which the program knows it, and which no other touchpad gets.
  public var id: UInt32
  public var name: String
  /// Such as "/dev/input/event5".
  public var node: String
  /// The seat that it belongs to: udev's ID_SEAT.
  public var seat: String
  public var width, height: Millimetres
  public var sizeIsGuess: Bool
  /// Whether it lies under the lid, so that nothing it says counts while that is closed: udev's
  /// ID_INPUT_TOUCHPAD_INTEGRATION is not "external".
  public var isUnderLid: Bool
  /// What its ticks are played on, in the word of options and lines; "off" where none are to be given, empty as long
  /// as it is not found.
  public var rung: String
  /// The better rungs, in the same words, each with the reason why it is not used.
  public var skippedRungs: [SkippedRung]
  /// What is played for a tick, in the word of options and lines; empty where nothing is.
  public var armWaveform, disarmWaveform: String

  /// A rung that is not used, and why.
  public struct SkippedRung: Sendable, Hashable {
    public var rung: String
    public var reason: String

    public init(rung: String, reason: String) {
      self.rung = rung
      self.reason = reason
    }
  }

  public init(
    id: UInt32, name: String, node: String, seat: String = "seat0", width: Millimetres,
    height: Millimetres, sizeIsGuess: Bool = false, isUnderLid: Bool = true, rung: String = "",
    skippedRungs: [SkippedRung] = [], armWaveform: String = "", disarmWaveform: String = ""
  ) {
    self.id = id
    self.name = name
    self.node = node
    self.seat = seat
    self.width = width
    self.height = height
    self.sizeIsGuess = sizeIsGuess
    self.isUnderLid = isUnderLid
    self.rung = rung
    self.skippedRungs = skippedRungs
    self.armWaveform = armWaveform
    self.disarmWaveform = disarmWaveform
  }
}
