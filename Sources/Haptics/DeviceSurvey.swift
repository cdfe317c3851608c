internal import LinuxIO

/// What sysfs tells of a device's haptics, without a node being opened.
struct DeviceSurvey: Sendable {
  /// The evdev node.
  var node: DeviceNode
  /// The FF_* bits, as the kernel's words of `capabilities/ff`, least first.
  var forceFeedback: [UInt]
  var descriptor: Result<HapticTouchpadDescriptor, HapticObstacle>
  /// The hidraw node of the same HID device.
  var hidraw: DeviceNode?
  var noFFHaptic: HapticObstacle.NoFFHaptic
  /// Why there is nothing to be found out about the node: there is none.
  var missing: Errno?

  /// - Parameters:
  ///   - sysPath: the node's directory in sysfs, such as `/sys/devices/…/input/input5/event5`;
  ///     where it is nil, it is found by the node's device number.
  ///   - root: set before `/sys`, `/dev`, `/boot` and `/lib`.
  ///   - release: the running kernel's.
  init(
    node: String, sysPath: String?, root: String, release: String = SystemFiles.kernelRelease
  ) {
    do { _ = try FileStatus(path: node) } catch { missing = error }
    let path = sysPath ?? Self.sysPath(of: node, root: root) ?? ""
    self.node = DeviceNode(path: node, directory: root + path)
    let input = Self.parent(of: path)
    forceFeedback = Self.words(SystemFiles.text(root + input + "/capabilities/ff") ?? "")
    guard let hid = Self.hidDevice(of: input, root: root) else {
      descriptor = .failure(.notHID)
      noFFHaptic =
        Self.hasFFHaptic(release) ? .unknown(release: release) : .kernelTooOld(release: release)
      return
    }
    do throws(HapticObstacle) {
      descriptor = .success(try HapticTouchpadDescriptor(path: root + hid + "/report_descriptor"))
    } catch { descriptor = .failure(error) }
    hidraw = SystemFiles.names(in: root + hid + "/hidraw").first { $0.hasPrefix("hidraw") }
      .map { DeviceNode(path: root + "/dev/" + $0, directory: root + hid + "/hidraw/" + $0) }
    noFFHaptic = .unknown(release: release)
    if forceFeedback.isEmpty || !has(ForceFeedbackBit.haptic) {
      noFFHaptic = whyNoFFHaptic(release, root: root)
    }
  }

  func has(_ bit: Int) -> Bool {
    let word = bit / UInt.bitWidth
    return word < forceFeedback.count && forceFeedback[word] >> UInt(bit % UInt.bitWidth) & 1 == 1
  }

  /// Why the rung cannot work, as far as can be told without trying.
  func obstacle(to rung: HapticRung) -> HapticObstacle? {
    if let missing { return .failed(.open, path: node.path, missing) }
    return switch rung {
    case .ffHaptic: has(ForceFeedbackBit.haptic) ? nil : .noFFHaptic(noFFHaptic)
    case .hid: obstacleToHID
    case .ffRumble:
      has(ForceFeedbackBit.rumble) || has(ForceFeedbackBit.periodic) ? nil : .noRumble
    case .log: nil
    }
  }

  private var obstacleToHID: HapticObstacle? {
    do throws(HapticObstacle) {
      _ = try descriptor.get().tickReports()
      return hidraw == nil ? .noHidraw : nil
    } catch { return error }
  }

  private func whyNoFFHaptic(_ release: String, root: String) -> HapticObstacle.NoFFHaptic {
    if case .success(let descriptor) = descriptor {
      guard case .manualTrigger = descriptor.verdict, descriptor.autoTrigger != nil else {
        return .notForTheDriver
      }
    }
    guard Self.hasFFHaptic(release) else { return .kernelTooOld(release: release) }
    guard case .success = descriptor else { return .unknown(release: release) }
    return Self.configuration(release, root: root) == false
      ? .configOff(release: release) : .unknown(release: release)
  }

  // MARK: The kernel

  /// Whether Linux of this release has FF_HAPTIC in its sources: from 6.18 on.
  static func hasFFHaptic(_ release: String) -> Bool {
    let numbers = release.split(separator: ".", maxSplits: 2)
    guard let major = numbers.first.flatMap({ Int($0) }) else { return true }
    let minor =
      numbers.dropFirst().first.flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) } ?? 0
    return (major, minor) >= (6, 18)
  }

  /// Whether the kernel was built with CONFIG_HID_HAPTIC, or nil if that cannot be told.
  private static func configuration(_ release: String, root: String) -> Bool? {
    // Distributions leave the configuration in the one place or in the other, of about 300 KiB.
    for path in ["/boot/config-\(release)", "/lib/modules/\(release)/config"] {
      guard let bytes = try? SystemFiles.read(root + path, limit: 1 << 20), !bytes.isEmpty else {
        continue
      }
      let wanted = Array("CONFIG_HID_HAPTIC=".utf8)
      return bytes.split(separator: 0x0A).contains { $0.starts(with: wanted) }
    }
    return nil
  }

  // MARK: sysfs

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The directory of a node in sysfs, by its device number.
  static func sysPath(of node: String, root: String) -> String? {
    guard let status = try? FileStatus(path: node), status.kind == .characterDevice else {
      return nil
    }
    let (major, minor) = DeviceNumber.parts(of: status.device)
    // It leads to ../../devices/….
    guard var link = SystemFiles.link(root + "/sys/dev/char/\(major):\(minor)")?[...] else {
      return nil
    }
    while link.hasPrefix("../") { link = link.dropFirst(3) }
    return "/sys/" + link
  }

  /// The HID device that an input device belongs to: the nearest directory above that has a report
  /// descriptor.
  private static func hidDevice(of input: String, root: String) -> String? {
    var path = input
    // …/0018:04F3:3231.0001/input/input5: it is two levels up; deeper nesting is not known.
    for _ in 0..<4 {
      path = parent(of: path)
      guard path.hasPrefix("/sys/devices/") else { return nil }
      if SystemFiles.exists(root + path + "/report_descriptor") { return path }
    }
    return nil
  }

  /// The words of a capability file: hexadecimal, the most significant first.
  static func words(_ text: String) -> [UInt] {
    text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
  }
}

extension HapticTouchpadDescriptor {
  /// Reads a file `report_descriptor` of sysfs.
  init(path: String) throws(HapticObstacle) {
    let bytes: [UInt8]
    do { bytes = try SystemFiles.read(path, limit: HIDReportDescriptor.lengthLimit + 1) } catch {
      throw .descriptorUnreadable(path: path, error)
    }
    do { self.init(try HIDReportDescriptor(bytes)) } catch { throw .descriptorMalformed(error) }
  }

  /// The reports that a tick needs: the one that triggers it and the ones that tell what there is
  /// to trigger.
  func tickReports() throws(HapticObstacle) -> (trigger: ManualTrigger, list: WaveformList) {
    switch verdict {
    case .noTouchpad: throw .noTouchpadCollection
    case .noHaptics: throw .noHaptics
    case .intensityOnly: throw .intensityOnly
    case .noManualTrigger: throw .noManualTrigger
    case .manualTrigger(let trigger):
      guard let waveformList else { throw .noWaveformList }
      return (trigger, waveformList)
    }
  }
}
