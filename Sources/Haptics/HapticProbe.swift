internal import LinuxIO

/// What a try of every rung on a device has shown. The device is opened for it, and let go of
/// again; nothing is played.
public struct HapticProbe: Sendable, Hashable {
  public struct RungReport: Sendable, Hashable {
    public var rung: HapticRung
    /// Nil if it works.
    public var obstacle: HapticObstacle?
    /// What would be played for the two ticks; nil where nothing would.
    public var arm: HapticEffect?
    public var disarm: HapticEffect?
    /// The waveforms that can be played on this rung, by what the device says or, on `ff-haptic`,
    /// by what the kernel takes; none on `ff-rumble` and `log`.
    public var waveforms: [ListedWaveform]
  }

  public enum AutoTrigger: Sendable, Hashable {
    /// The touchpad clicks by itself, with the waveform of this ordinal.
    case clicks(ordinal: Int)
    /// A program has silenced the touchpad's own click, and has not brought it back.
    case silenced
    /// The touchpad tells of no auto trigger.
    case none
    /// It has one that cannot be read.
    case unknown(HapticObstacle)
  }

  /// Best first; the last one, `log`, always works.
  public var rungs: [RungReport]
  public var autoTrigger: AutoTrigger
  /// The hidraw node of the device, if the kernel gives one.
  public var hidraw: String?

  /// The rung that `auto` would use.
  public var best: HapticRung { rungs.first { $0.obstacle == nil }?.rung ?? .log }

  /// Tries all rungs, whichever is chosen. It can wait for the device, 30 s at worst: not for a
  /// loop's thread.
  public init(node: String, sysPath: String?, options: HapticOptions = HapticOptions()) {
    let survey = DeviceSurvey(
      node: options.device ?? node, sysPath: options.device == nil ? sysPath : nil,
      root: options.root)
    let listed = Self.listedWaveforms(survey)
    rungs = HapticRung.allCases.map { rung in
      guard rung != .log else { return RungReport(rung: .log, waveforms: []) }
      do throws(HapticObstacle) {
        let backEnd = try rung.backEnd(survey, options)
        return RungReport(
          rung: rung, arm: backEnd.arm, disarm: backEnd.disarm,
          waveforms: Self.waveforms(rung, survey, listed))
      } catch {
        return RungReport(rung: rung, obstacle: error, waveforms: [])
      }
    }
    hidraw = survey.hidraw?.path
    autoTrigger = Self.autoTrigger(survey)
  }

  private static func waveforms(
    _ rung: HapticRung, _ survey: DeviceSurvey, _ listed: [ListedWaveform]
  ) -> [ListedWaveform] {
    switch rung {
    case .hid: listed
    case .ffHaptic:
      ForceFeedbackBackEnd.accepted(survey.node).map { waveform in
        listed.first { $0.usage == waveform.rawValue }
          ?? ListedWaveform(ordinal: nil, usage: waveform.rawValue)
      }
    case .ffRumble, .log: []
    }
  }

  private static func listedWaveforms(_ survey: DeviceSurvey) -> [ListedWaveform] {
    guard case .success(let descriptor) = survey.descriptor, let list = descriptor.waveformList,
      let hidraw = survey.hidraw, let node = try? hidraw.open()
    else { return [] }
    return (try? ManualTriggerBackEnd.read(list, node, hidraw.path)) ?? []
  }

  private static func autoTrigger(_ survey: DeviceSurvey) -> AutoTrigger {
    guard case .success(let descriptor) = survey.descriptor, let trigger = descriptor.autoTrigger
    else { return .none }
    guard let hidraw = survey.hidraw else { return .unknown(.noHidraw) }
    do throws(HapticObstacle) {
      return switch try trigger.value(of: hidraw) {
      // STOP is what the kernel's driver sets when it takes the clicks over; NONE is as silent.
      case ...2: .silenced
      case let ordinal: .clicks(ordinal: ordinal)
      }
    } catch { return .unknown(error) }
  }
}

extension ForceFeedbackBackEnd {
  /// The waveforms that the kernel takes for the device, found by uploading each and erasing it at
  /// once.
  static func accepted(_ deviceNode: DeviceNode) -> [UploadableWaveform] {
    guard let node = try? deviceNode.open() else { return [] }
    ForceFeedbackCalls.silence(node)
    var result: [UploadableWaveform] = []
    for waveform in UploadableWaveform.allCases {
      var id: Int16 = -1
      do throws(Errno) {
        try ForceFeedbackCalls.upload(.haptic(waveform, strength: 100), &id, node)
        result.append(waveform)
        try ForceFeedbackCalls.erase(id, node)
      } catch { continue }
    }
    return result
  }
}

extension HapticTouchpadDescriptor.FeatureControl {
  /// Reads the feature report and takes the value out of it.
  func value(of hidraw: DeviceNode) throws(HapticObstacle) -> Int {
    let node = try hidraw.open()
    return try report(node, hidraw.path).value
  }

  private func report(
    _ node: borrowing OwnedDescriptor, _ path: String
  ) throws(HapticObstacle) -> (bytes: [UInt8], value: Int) {
    do throws(Errno) {
      let bytes = try HidrawCalls.feature(reportID, length: 1 + length, node)
      guard let value = control.read(from: bytes, after: 1) else { throw .invalidArgument }
      return (bytes, value)
    } catch { throw .failed(.readFeature, path: path, error) }
  }

  /// Sets the value in the feature report, and leaves all else in it as it is.
  func set(_ value: Int, of hidraw: DeviceNode) throws(HapticObstacle) {
    let node = try hidraw.open()
    var bytes = try report(node, hidraw.path).bytes
    control.write(value, into: &bytes, after: 1)
    do { try HidrawCalls.setFeature(bytes, node) } catch {
      throw .failed(.writeFeature, path: hidraw.path, error)
    }
  }
}

/// Brings back the click of a touchpad that a program has left silent.
public struct HapticRepair: Sendable, Hashable {
  /// The hidraw node that would be written to.
  public var hidraw: String { node.path }
  /// What the auto trigger is set to.
  public var ordinal: Int
  /// The waveform of that ordinal.
  public var waveform: HapticWaveform

  private var node: DeviceNode
  private var trigger: HapticTouchpadDescriptor.FeatureControl

  /// Finds out what would bring the click back: PRESS or else CLICK as the auto trigger. What it
  /// was before, nothing remembers.
  ///
  /// - Throws: why it cannot be done; ``HapticObstacle/noWaveform`` where the touchpad lists
  ///   neither.
  public init(node: String, sysPath: String?, root: String = "") throws(HapticObstacle) {
    let survey = DeviceSurvey(node: node, sysPath: sysPath, root: root)
    let descriptor = try survey.descriptor.get()
    guard let trigger = descriptor.autoTrigger else { throw .noHaptics }
    guard let hidraw = survey.hidraw else { throw .noHidraw }
    guard let list = descriptor.waveformList else { throw .noWaveformList }
    let raw = try hidraw.open()
    let listed = try ManualTriggerBackEnd.read(list, raw, hidraw.path)
    for waveform in [HapticWaveform.press, .click] {
      if let found = listed.first(where: { $0.waveform == waveform }), let ordinal = found.ordinal,
        trigger.control.clamped(Int(ordinal)) == Int(ordinal)
      {
        self.node = hidraw
        self.ordinal = Int(ordinal)
        self.waveform = waveform
        self.trigger = trigger
        return
      }
    }
    throw .noWaveform
  }

  /// Writes it to the touchpad.
  public func perform() throws(HapticObstacle) { try trigger.set(ordinal, of: node) }
}
