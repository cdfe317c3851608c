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
  /// What its ticks are played on, in the word of options and lines; empty as long as it is not found.
  public var rung: String
  /// What is played for a tick, in the word of options and lines; empty where nothing is.
  public var armWaveform, disarmWaveform: String
  /// Whether the configuration has it used.
  public var isEnabled: Bool

  public init(
    id: UInt32, name: String, node: String, seat: String = "seat0", width: Millimetres,
    height: Millimetres, sizeIsGuess: Bool = false, isUnderLid: Bool = true, rung: String = "",
    armWaveform: String = "", disarmWaveform: String = "", isEnabled: Bool = true
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
    self.armWaveform = armWaveform
    self.disarmWaveform = disarmWaveform
    self.isEnabled = isEnabled
  }

  /// The last part of its object's path: the node's name, as far as D-Bus allows its characters.
  var label: String {
    let name = node.split(separator: "/").last ?? ""
    let label = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return label.isEmpty ? "_" : label
  }
}
