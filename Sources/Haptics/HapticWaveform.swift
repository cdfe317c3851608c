/// The waveforms that the HID usage tables' page Haptics names (0x0E, HUT 1.4), and those of
/// Google's vendor range that Chromebooks have.
public enum HapticWaveform: UInt16, Sendable, Hashable, CaseIterable {
  case none = 0x1001
  case stop = 0x1002
  case click = 0x1003
  case buzz = 0x1004
  case rumble = 0x1005
  case press = 0x1006
  case release = 0x1007
  case hover = 0x1008
  case success = 0x1009
  case error = 0x100A
  case snap = 0x2003
  case snapReverse = 0x2004
  case knock = 0x2005
  case tick = 0x2006
  case toggleOn = 0x2007
  case toggleOff = 0x2008

  /// The name in options and messages, such as `snap-reverse`.
  public var name: String {
    switch self {
    case .none: "none"
    case .stop: "stop"
    case .click: "click"
    case .buzz: "buzz"
    case .rumble: "rumble"
    case .press: "press"
    case .release: "release"
    case .hover: "hover"
    case .success: "success"
    case .error: "error"
    case .snap: "snap"
    case .snapReverse: "snap-reverse"
    case .knock: "knock"
    case .tick: "tick"
    case .toggleOn: "toggle-on"
    case .toggleOff: "toggle-off"
    }
  }

  /// The waveform with this name, or nil.
  public init?(name: String) {
    guard let waveform = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = waveform
  }

  /// Whether it can be a tick: buzz and rumble go on until they are stopped, none and stop are not
  /// felt.
  public var isTick: Bool {
    switch self {
    case .none, .stop, .buzz, .rumble: false
    case .click, .press, .release, .hover, .success, .error: true
    case .snap, .snapReverse, .knock, .tick, .toggleOn, .toggleOff: true
    }
  }

  /// Whether its usage means this with Google's vendor id and page only.
  var isVendorDefined: Bool { rawValue >= 0x2001 }
}

/// The waveforms that may be uploaded to the kernel as an FF_HAPTIC effect.
///
/// PRESS (0x1006) and RELEASE (0x1007) are missing on purpose, and nothing else can be uploaded:
/// the upload of either makes the driver (hid-haptic, Linux 6.18 to 7.3) stop the pad's own clicks,
/// and neither erasing the effect nor the end of the process brings them back.
enum UploadableWaveform: UInt16, CaseIterable {
  case click = 0x1003
  case hover = 0x1008
  case success = 0x1009
  case error = 0x100A
  case snap = 0x2003
  case snapReverse = 0x2004
  case knock = 0x2005
  case tick = 0x2006
  case toggleOn = 0x2007
  case toggleOff = 0x2008

  /// Nil for a waveform that must not be uploaded.
  init?(_ waveform: HapticWaveform) { self.init(rawValue: waveform.rawValue) }

  var waveform: HapticWaveform {
    switch self {
    case .click: .click
    case .hover: .hover
    case .success: .success
    case .error: .error
    case .snap: .snap
    case .snapReverse: .snapReverse
    case .knock: .knock
    case .tick: .tick
    case .toggleOn: .toggleOn
    case .toggleOff: .toggleOff
    }
  }
}
