internal import LinuxIO

/// Ticks by a HID manual trigger, written to the touchpad's hidraw node. It changes no mode of the
/// touchpad, so that PRESS and RELEASE are as good as any waveform.
final class ManualTriggerBackEnd: HapticBackEnd {
  let rung = HapticRung.hid
  let arm: HapticEffect
  let disarm: HapticEffect
  /// Closing the node stops nothing.
  let ringsOut: Int64 = 0
  /// A write to a hidraw node waits for the device itself.
  let directPlay: DirectPlay? = nil
  private let path: String
  private let node: OwnedDescriptor
  private let armReport: [UInt8]
  private let disarmReport: [UInt8]

  static let armOrder: [HapticWaveform] = [.click, .press, .hover]
  static let disarmOrder: [HapticWaveform] = [.release, .hover]

  init(_ survey: DeviceSurvey, _ options: HapticOptions) throws(HapticObstacle) {
    guard let hidraw = survey.hidraw else { throw .noHidraw }
    let path = hidraw.path
    let (trigger, list) = try survey.descriptor.get().tickReports()
    let node = try hidraw.open()
    let listed = try Self.read(list, node, path)
    guard let choice = Self.choose(from: listed, options),
      let reports = Self.reports(choice, trigger)
    else { throw .noWaveform }
    self.path = path
    self.node = node
    armReport = reports.arm
    disarmReport = reports.disarm
    arm = .waveform(usage: choice.arm.usage, strength: reports.armStrength)
    disarm = .waveform(usage: choice.disarm.usage, strength: choice.disarm.strength)
  }

  /// What the device has.
  static func read(
    _ list: WaveformList, _ node: borrowing OwnedDescriptor, _ path: String
  ) throws(HapticObstacle) -> [ListedWaveform] {
    var reports: [UInt8: [UInt8]] = [:]
    for (id, length) in list.reportLengths {
      do { reports[id] = try HidrawCalls.feature(id, length: length, node) } catch {
        throw .failed(.readFeature, path: path, error)
      }
    }
    return list.decode(reports)
  }

  struct Playable: Hashable {
    var ordinal: UInt16
    var usage: UInt16
    var strength: Int
  }

  /// The waveforms for the two ticks, or nil if there is none that makes a tick. Usages that no
  /// table names are never played, nor are those of a vendor's range, whose meaning is the
  /// vendor's.
  static func choose(
    from listed: [ListedWaveform], _ options: HapticOptions
  ) -> (arm: Playable, disarm: Playable)? {
    let known = listed.filter { $0.waveform.map { $0.isTick && !$0.isVendorDefined } ?? false }
    func find(_ waveforms: [HapticWaveform]) -> ListedWaveform? {
      for waveform in waveforms {
        if let found = known.first(where: { $0.waveform == waveform }) { return found }
      }
      return nil
    }
    let shortest = known.min { ($0.milliseconds ?? .max) < ($1.milliseconds ?? .max) }
    let full = options.clampedStrength
    guard let arm = find(options.candidates(for: .arm, before: armOrder)) ?? shortest,
      let armOrdinal = arm.ordinal
    else { return nil }
    let disarm = find(options.candidates(for: .disarm, before: disarmOrder)) ?? arm
    // The same waveform for both at the same strength could not be told apart.
    return (
      Playable(ordinal: armOrdinal, usage: arm.usage, strength: full),
      Playable(
        ordinal: disarm.ordinal ?? armOrdinal, usage: disarm.usage,
        strength: disarm.usage == arm.usage ? options.halfStrength : full)
    )
  }

  /// The reports for the two ticks, or nil if an ordinal does not fit. On a device with few steps of
  /// intensity the arm tick is raised until it is another than a disarm tick of the same waveform.
  static func reports(
    _ choice: (arm: Playable, disarm: Playable), _ trigger: ManualTrigger
  ) -> (arm: [UInt8], armStrength: Int, disarm: [UInt8])? {
    let disarm = trigger.report(
      ordinal: choice.disarm.ordinal, strength: choice.disarm.strength)
    guard let disarm else { return nil }
    for strength in choice.arm.strength...100 {
      guard let arm = trigger.report(ordinal: choice.arm.ordinal, strength: strength) else {
        return nil
      }
      if arm != disarm || choice.arm.strength == 0 { return (arm, strength, disarm) }
    }
    // It has no intensities: the two feel the same.
    return (disarm, choice.arm.strength, disarm)
  }

  func prepare() throws(HapticObstacle) {
    do { try HidrawCalls.touch(node) } catch { throw .failed(.writeReport, path: path, error) }
  }

  func selectionChanged(_ tick: HapticTick) throws(HapticObstacle) {
    do { try HidrawCalls.output(tick == .arm ? armReport : disarmReport, node) } catch {
      throw .failed(.writeReport, path: path, error)
    }
  }
}
