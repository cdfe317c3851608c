public import LinuxIO

/// Why a rung of the ladder cannot be used.
public enum HapticObstacle: Error, Sendable, Hashable {
  /// The options ask for something else.
  case notAsked
  /// The kernel offers no FF_HAPTIC for the device.
  case noFFHaptic(NoFFHaptic)
  /// The device is no HID device: a PS/2 or RMI touchpad.
  case notHID
  /// The report descriptor cannot be read.
  case descriptorUnreadable(path: String, Errno)
  /// The report descriptor is none.
  case descriptorMalformed(HIDReportDescriptor.Malformed)
  /// The report descriptor has no touchpad collection.
  case noTouchpadCollection
  /// The touchpad has no haptics that it tells of.
  case noHaptics
  /// The strength of the touchpad's own click can be set, and that is all.
  case intensityOnly
  /// The touchpad has haptics, but no output report that triggers them.
  case noManualTrigger
  /// The touchpad does not say what waveforms it has.
  case noWaveformList
  /// The device is a keyboard as well, whose keys its hidraw node would give away.
  case keyboard
  /// The kernel gives no hidraw node for the device.
  case noHidraw
  /// The device has neither FF_RUMBLE nor FF_PERIODIC.
  case noRumble
  /// The device takes none of the waveforms that make a tick.
  case noWaveform
  /// A call failed on a node.
  case failed(Operation, path: String, Errno)

  public enum NoFFHaptic: Sendable, Hashable {
    /// FF_HAPTIC came with Linux 6.18; this is an older one.
    case kernelTooOld(release: String)
    /// The kernel was built without CONFIG_HID_HAPTIC.
    case configOff(release: String)
    /// The kernel's driver takes touchpads that have both an auto trigger and a manual trigger.
    case notForTheDriver
    /// None of these, or it cannot be told.
    case unknown(release: String)
  }

  public enum Operation: String, Sendable, Hashable {
    case open, upload, play
    case readFeature = "read the feature report of"
    case writeFeature = "write the feature report of"
    case writeReport = "write the output report to"
    case startThread = "start a thread for"
  }
}

extension HapticObstacle: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAsked: "another one was asked for"
    case .noFFHaptic(.kernelTooOld(let release)):
      "Linux \(release) is older than 6.18, the first with FF_HAPTIC"
    case .noFFHaptic(.configOff(let release)):
      "Linux \(release) was built with CONFIG_HID_HAPTIC off"
    case .noFFHaptic(.notForTheDriver):
      "the kernel's driver takes only touchpads with an auto trigger and a manual trigger"
    case .noFFHaptic(.unknown(let release)): "Linux \(release) offers no FF_HAPTIC for it"
    case .notHID: "it is no HID device"
    case .descriptorUnreadable(let path, let error): "cannot read '\(path)': \(error)"
    case .descriptorMalformed: "its report descriptor is malformed"
    case .noTouchpadCollection: "its report descriptor has no touchpad collection"
    case .noHaptics: "its report descriptor has no haptics"
    case .intensityOnly:
      "its report descriptor has the intensity only: it can click, but a program cannot make it tick"
    case .noManualTrigger: "its report descriptor has no manual trigger output"
    case .noWaveformList: "its report descriptor has no waveform list"
    case .keyboard: "it is a keyboard as well, whose keys its hidraw node would give away"
    case .noHidraw: "the kernel gives no hidraw node for it"
    case .noRumble: "it has neither FF_RUMBLE nor FF_PERIODIC"
    case .noWaveform: "it takes none of the waveforms that make a tick"
    case .failed(let operation, let path, let error):
      "cannot \(operation.rawValue) '\(path)': \(error)"
    }
  }

  /// The one command that mends it, or nil.
  public var remedy: String? {
    switch self {
    case .failed(.open, let path, .permissionDenied): "sudo setfacl -m u:$USER:rw \(path)"
    default: nil
    }
  }
}
