/// What the report descriptor of a touchpad says of its haptics.
///
/// Only what lies under an application collection Digitizer/Touch Pad counts: a dial or a pen with
/// the same usages is no touchpad. The usages are those of the HID usage tables' page Haptics
/// (0x0E, HUT 1.4), the layout is that of Microsoft's haptic touchpad guide.
public struct HapticTouchpadDescriptor: Sendable, Hashable {
  public enum Verdict: Sendable, Hashable {
    /// There is no touchpad collection.
    case noTouchpad
    /// The touchpad has no haptics that it tells of.
    case noHaptics
    /// The strength of the touchpad's own click can be set, and that is all.
    case intensityOnly
    /// There are haptics, and no output report to trigger them.
    case noManualTrigger
    /// A tick can be triggered.
    case manualTrigger(ManualTrigger)
  }

  public var verdict: Verdict
  public var waveformList: WaveformList?
  /// Which waveform the touchpad plays by itself at a click; 2 (STOP) leaves it silent.
  public var autoTrigger: FeatureControl?
  /// Whether the device is a keyboard as well, whose keys its hidraw node would give away.
  public var hasKeyboard: Bool

  public init(_ descriptor: HIDReportDescriptor) {
    hasKeyboard = descriptor.hasKeyboard
    let touchpads = descriptor.collections.indices.filter {
      descriptor.collections[$0].application == $0 && descriptor.collections[$0].usage == .touchpad
    }
    guard !touchpads.isEmpty else {
      verdict = .noTouchpad
      return
    }
    // Fields of touchpads only, in one pass however many collections there are.
    let isTouchpad = Set(touchpads)
    let fields = descriptor.fields.filter { field in
      guard let collection = field.collection,
        let application = descriptor.collections[collection].application
      else { return false }
      return isTouchpad.contains(application)
    }
    waveformList = WaveformList(fields, descriptor)
    autoTrigger = Self.feature(.autoTrigger, fields, descriptor)
    if let trigger = ManualTrigger(fields, descriptor) {
      verdict = .manualTrigger(trigger)
    } else if Self.feature(.intensity, fields, descriptor) != nil {
      verdict = .intensityOnly
    } else if autoTrigger != nil || waveformList != nil {
      verdict = .noManualTrigger
    } else {
      verdict = .noHaptics
    }
  }

  /// A value in a feature report.
  public struct FeatureControl: Sendable, Hashable {
    public var reportID: UInt8
    /// The length of the report without its id, in bytes.
    public var length: Int
    public var control: HIDControl
  }

  private static func feature(
    _ usage: HIDUsage, _ fields: [HIDReportDescriptor.Field], _ descriptor: HIDReportDescriptor
  ) -> FeatureControl? {
    for field in fields where field.kind == .feature && field.isVariable {
      guard let index = field.index(of: usage), let control = HIDControl(field, index) else {
        continue
      }
      let bits = descriptor.bitLength(of: .feature, id: field.reportID)
      return FeatureControl(
        reportID: field.reportID, length: (bits + 7) / 8, control: control)
    }
    return nil
  }
}

/// Where a value lies in a report, and between which limits.
public struct HIDControl: Sendable, Hashable {
  /// In bits after the report id.
  public var bitOffset: Int
  /// 1…32 bits.
  public var bitSize: Int
  /// As the descriptor has them, which may be the wrong way round.
  public var logicalMinimum: Int
  public var logicalMaximum: Int

  /// Nil for a control of no bits, or of more than 32.
  init?(_ field: HIDReportDescriptor.Field, _ index: Int) {
    guard (1...32).contains(field.bitSize) else { return nil }
    bitOffset = field.bitOffset(ofControl: index)
    bitSize = field.bitSize
    logicalMinimum = field.logicalMinimum
    logicalMaximum = field.logicalMaximum
  }

  /// The value at `percent` of the way from the minimum to the maximum, rounded to the minimum as
  /// in the kernel's driver; but a strength that is not 0 is never the minimum where the range has
  /// other values.
  func value(percent: Int) -> Int {
    let span = logicalMaximum - logicalMinimum
    let way = percent * span / 100
    return logicalMinimum + (way == 0 && percent > 0 ? span.signum() : way)
  }

  /// The least strength from `percent` on that the kernel's driver, which rounds to the minimum, does
  /// not make nothing of; 0 stays 0.
  func felt(percent: Int) -> Int {
    guard percent > 0 else { return 0 }
    let span = (logicalMaximum - logicalMinimum).magnitude
    guard span > 0 else { return percent }
    let least = (100 + Int(clamping: span) - 1) / Int(clamping: span)
    return min(max(percent, least), 100)
  }

  /// The value of the range that is nearest.
  func clamped(_ value: Int) -> Int {
    let low = min(logicalMinimum, logicalMaximum)
    let high = max(logicalMinimum, logicalMaximum)
    return min(max(value, low), high)
  }

  /// Whether the bits can hold the value.
  func holds(_ value: Int) -> Bool { value >= 0 && value < 1 << bitSize }

  /// Writes the low bits of `value`, in a report of which `start` bytes come before the first
  /// field.
  func write(_ value: Int, into report: inout [UInt8], after start: Int) {
    for bit in 0..<bitSize {
      let place = bitOffset + bit
      let byte = start + place / 8
      guard byte < report.count else { return }
      let mask = UInt8(1) << UInt8(place % 8)
      if value >> bit & 1 == 1 { report[byte] |= mask } else { report[byte] &= ~mask }
    }
  }

  /// The value without a sign, or nil where the report is too short for it.
  func read(from report: [UInt8], after start: Int) -> Int? {
    guard start + (bitOffset + bitSize - 1) / 8 < report.count else { return nil }
    var value = 0
    for bit in 0..<bitSize {
      let place = bitOffset + bit
      value |= Int(report[start + place / 8] >> UInt8(place % 8) & 1) << bit
    }
    return value
  }
}

/// The output report that plays a waveform.
public struct ManualTrigger: Sendable, Hashable {
  public var reportID: UInt8
  /// The length of the report without its id, in bytes.
  public var length: Int
  public var trigger: HIDControl
  public var intensity: HIDControl?
  public var repeatCount: HIDControl?
  public var retriggerPeriod: HIDControl?
  public var cutoffTime: HIDControl?

  init?(_ fields: [HIDReportDescriptor.Field], _ descriptor: HIDReportDescriptor) {
    let outputs = fields.filter { $0.kind == .output && $0.isVariable }
    for field in outputs {
      guard let index = field.index(of: .manualTrigger), let trigger = HIDControl(field, index)
      else { continue }
      self.trigger = trigger
      reportID = field.reportID
      length = (descriptor.bitLength(of: .output, id: field.reportID) + 7) / 8
      let siblings = outputs.filter { $0.reportID == field.reportID }
      intensity = Self.control(.intensity, siblings)
      repeatCount = Self.control(.repeatCount, siblings)
      retriggerPeriod = Self.control(.retriggerPeriod, siblings)
      cutoffTime = Self.control(.cutoffTime, siblings)
      return
    }
    return nil
  }

  private static func control(
    _ usage: HIDUsage, _ fields: [HIDReportDescriptor.Field]
  ) -> HIDControl? {
    for field in fields {
      if let index = field.index(of: usage) { return HIDControl(field, index) }
    }
    return nil
  }

  /// The whole report with its id that plays the waveform of this ordinal once; the id is 0 where
  /// the device numbers no reports, as hidraw wants it. Nil if the ordinal does not fit.
  ///
  /// - Parameters:
  ///   - ordinal: the waveform's place in the device's list.
  ///   - strength: in per cent, 0…100.
  public func report(ordinal: UInt16, strength: Int) -> [UInt8]? {
    guard trigger.holds(Int(ordinal)) else { return nil }
    var report = [UInt8](repeating: 0, count: 1 + length)
    report[0] = reportID
    trigger.write(Int(ordinal), into: &report, after: 1)
    if let intensity {
      intensity.write(
        intensity.value(percent: min(max(strength, 0), 100)), into: &report, after: 1)
    }
    // Once, and for as short a time as the device knows.
    repeatCount.map { $0.write($0.clamped(0), into: &report, after: 1) }
    retriggerPeriod.map { $0.write($0.clamped(0), into: &report, after: 1) }
    cutoffTime.map { $0.write($0.logicalMinimum, into: &report, after: 1) }
    return report
  }
}

/// The feature reports in which the device lists its waveforms and how long each lasts.
public struct WaveformList: Sendable, Hashable {
  /// A place in a list: the ordinal is the usage's id.
  struct Entry: Sendable, Hashable {
    var ordinal: UInt16
    var reportID: UInt8
    var control: HIDControl
  }

  /// More than any device has, so that no descriptor makes us work for long: the usage tables name
  /// 12 waveforms.
  static let entryLimit = 64

  /// Longest first part of a report with an id and what follows it, in bytes, by report id.
  public private(set) var reportLengths: [UInt8: Int] = [:]
  private(set) var waveforms: [Entry] = []
  private(set) var durations: [Entry] = []

  init?(_ fields: [HIDReportDescriptor.Field], _ descriptor: HIDReportDescriptor) {
    for field in fields where field.kind == .feature && field.isVariable {
      guard let collection = field.collection else { continue }
      switch descriptor.collections[collection].usage {
      case .waveformList: Self.add(field, to: &waveforms)
      case .durationList: Self.add(field, to: &durations)
      default: break
      }
    }
    guard !waveforms.isEmpty else { return nil }
    for entry in waveforms + durations {
      let bits = descriptor.bitLength(of: .feature, id: entry.reportID)
      reportLengths[entry.reportID] = 1 + (bits + 7) / 8
    }
  }

  private static func add(_ field: HIDReportDescriptor.Field, to entries: inout [Entry]) {
    var index = 0
    for range in field.usages {
      if index >= field.count { return }
      if range.touches(page: HIDUsage.ordinalPage) {
        // Ordinals 1 and 2 are NONE and STOP and are never listed.
        let low = max(range.first, UInt32(HIDUsage.ordinalPage) << 16 | 3)
        let high = min(range.last, UInt32(HIDUsage.ordinalPage) << 16 | 0xFFFF)
        var usage = low
        while usage <= high, entries.count < entryLimit {
          let place = index + Int(usage - range.first)
          guard place < field.count, let control = HIDControl(field, place) else { break }
          entries.append(
            Entry(
              ordinal: UInt16(truncatingIfNeeded: usage), reportID: field.reportID,
              control: control))
          usage += 1
        }
      }
      index += range.count
    }
  }

  /// The waveforms that the device has, from its feature reports by id, each beginning with its id;
  /// an ordinal that is listed twice counts the first time, and one that lies beyond a report's end
  /// is left out.
  public func decode(_ reports: [UInt8: [UInt8]]) -> [ListedWaveform] {
    var result: [ListedWaveform] = []
    for entry in waveforms {
      guard !result.contains(where: { $0.ordinal == entry.ordinal }),
        let usage = Self.value(of: entry, in: reports), let usage = UInt16(exactly: usage),
        usage != 0
      else { continue }
      let duration = durations.first { $0.ordinal == entry.ordinal }
      result.append(
        ListedWaveform(
          ordinal: entry.ordinal, usage: usage,
          milliseconds: duration.flatMap { Self.value(of: $0, in: reports) }))
    }
    return result
  }

  private static func value(of entry: Entry, in reports: [UInt8: [UInt8]]) -> Int? {
    reports[entry.reportID].flatMap { entry.control.read(from: $0, after: 1) }
  }
}

/// A waveform that a device has.
public struct ListedWaveform: Sendable, Hashable {
  /// The number to trigger it by; nil where it is the kernel that triggers it.
  public var ordinal: UInt16?
  /// On the page Haptics, or 0 where the device leaves the place empty.
  public var usage: UInt16
  /// How long it lasts, if the device says so.
  public var milliseconds: Int?

  public init(ordinal: UInt16?, usage: UInt16, milliseconds: Int? = nil) {
    self.ordinal = ordinal
    self.usage = usage
    self.milliseconds = milliseconds
  }

  /// What it is, or nil if no table that we know names it.
  public var waveform: HapticWaveform? { HapticWaveform(rawValue: usage) }
}

extension HIDUsage {
  static let hapticsPage: UInt16 = 0x0E
  static let ordinalPage: UInt16 = 0x0A
  static let touchpad = HIDUsage(page: 0x0D, id: 0x05)
  static let waveformList = HIDUsage(page: hapticsPage, id: 0x10)
  static let durationList = HIDUsage(page: hapticsPage, id: 0x11)
  static let autoTrigger = HIDUsage(page: hapticsPage, id: 0x20)
  static let manualTrigger = HIDUsage(page: hapticsPage, id: 0x21)
  static let intensity = HIDUsage(page: hapticsPage, id: 0x23)
  static let repeatCount = HIDUsage(page: hapticsPage, id: 0x24)
  static let retriggerPeriod = HIDUsage(page: hapticsPage, id: 0x25)
  static let cutoffTime = HIDUsage(page: hapticsPage, id: 0x28)
}
