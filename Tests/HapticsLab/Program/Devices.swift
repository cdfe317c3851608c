import CDevices
import Foundation
import Synchronization

/// What a device was told, in words that a test can compare.
typealias Told = String

/// A virtual device whose owner answers on a thread of its own, and writes down what it is told.
class VirtualDevice: @unchecked Sendable {
  enum Manner: Sendable, Equatable {
    case answers
    /// With this error.
    case refuses(Int32)
    /// Not at all.
    case isSilent
  }

  struct State {
    var told: [Told] = []
    var manner = Manner.answers
    var isGone = false
    var stamps: [UInt64] = []
  }

  let state = Mutex(State())
  fileprivate(set) var descriptor: Int32 = -1
  fileprivate(set) var node = ""

  var told: [Told] { state.withLock { $0.told } }
  func forget() {
    state.withLock {
      $0.told = []
      $0.stamps = []
    }
  }
  func behave(_ manner: Manner) { state.withLock { $0.manner = manner } }

  /// Waits until so many lines that begin with the word were told, then a little longer for one too
  /// many.
  func wait(for count: Int, _ word: String, milliseconds: Int = 2000) -> [Told] {
    for _ in 0..<milliseconds where lines(word).count < count { usleep(1000) }
    usleep(30_000)
    return lines(word)
  }

  func lines(_ word: String) -> [Told] { told.filter { $0.hasPrefix(word) } }

  fileprivate func serve(_ step: @escaping @Sendable () -> Void) {
    let thread = Thread { [self] in while !state.withLock({ $0.isGone }) { step() } }
    thread.start()
  }

  fileprivate func note(_ line: Told) {
    state.withLock {
      $0.told.append(line)
      $0.stamps.append(DispatchTime.now().uptimeNanoseconds / 1000)
    }
  }
}

final class RumbleDevice: VirtualDevice, @unchecked Sendable {
  static let haptic: UInt16 = 0x4F
  static let rumble: UInt16 = 0x50
  static let periodic: UInt16 = 0x51
  static let sine: UInt16 = 0x5A

  init(_ name: String, _ bits: [UInt16], slots: Int = 16, _ manner: Manner = .answers) {
    super.init()
    var path = [CChar](repeating: 0, count: 64)
    descriptor = unsafe lab_uinput(name, bits, Int32(bits.count), Int32(slots), &path)
    precondition(descriptor >= 0, "uinput: \(descriptor)")
    node = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    behave(manner)
    serve { [unowned self] in step() }
  }

  /// Types of effects that are refused with EINVAL, whatever the manner.
  let refusedTypes = Mutex<Set<Int32>>([])

  private func step() {
    let manner = state.withLock { $0.manner }
    if manner == .isSilent {
      usleep(1000)
      return
    }
    var event = lab_uinput_next(descriptor, 5)
    switch UInt32(event.kind) {
    case LAB_UPLOAD.rawValue:
      note(
        "upload \(event.id) type \(String(event.type, radix: 16)) \(String(event.first, radix: 16))"
          + " \(event.second) \(event.milliseconds) ms")
    case LAB_ERASE.rawValue: note("erase \(event.id)")
    case LAB_PLAY.rawValue:
      note("play \(event.id) \(event.value)")
      return
    default: return
    }
    if case .refuses(let error) = manner {
      unsafe lab_uinput_answer(descriptor, &event, error)
    } else if refusedTypes.withLock({ $0.contains(event.type) }) {
      unsafe lab_uinput_answer(descriptor, &event, EINVAL)
    } else {
      unsafe lab_uinput_answer(descriptor, &event, 0)
    }
  }

  func unplug() {
    state.withLock { $0.isGone = true }
    usleep(20_000)
    lab_uinput_destroy(descriptor)
  }
}

final class HIDPad: VirtualDevice, @unchecked Sendable {
  private let features: Mutex<[UInt8: [UInt8]]>
  private(set) var hidraw = ""

  static let hidHapticFeatures: [UInt8: [UInt8]] = [
    2: [2, 0x15], 3: [3] + [UInt8](repeating: 0, count: 256),
    4: [4, 3, 0x10, 6, 0x10, 7, 0x10, 8, 0x10, 9, 0x10, 0x0C, 0x0A, 8, 6, 0x1E, 4],
  ]
  static let manualTriggerFeatures: [UInt8: [UInt8]] = [
    2: [2, 0x15], 3: [3] + [UInt8](repeating: 0, count: 256),
    0x42: [0x42, 6, 0x10, 7, 0x10, 8, 0x10, 9, 0x10, 0x0A, 0x10, 0x32, 0x32, 0x14, 0x1E, 0x1E],
  ]

  /// All evdev nodes of the device.
  private(set) var nodes: [String] = []

  convenience init(_ name: String, _ descriptorBytes: [UInt8], _ features: [UInt8: [UInt8]]) {
    self.init(hidraw: name, descriptorBytes, features)
    find(name)
  }

  /// Waits for the hidraw node only: the kernel makes no touchpad of some descriptors.
  init(hidraw name: String, _ descriptorBytes: [UInt8], _ features: [UInt8: [UInt8]]) {
    self.features = Mutex(features)
    super.init()
    descriptor = unsafe lab_uhid(name, descriptorBytes, Int32(descriptorBytes.count))
    precondition(descriptor >= 0, "uhid: \(descriptor)")
    serve { [unowned self] in step() }
    findHidraw(name)
  }

  var autoTrigger: UInt8? { features.withLock { $0[4]?.last } }

  private func step() {
    var event = lab_uhid_next(descriptor, 5)
    let manner = state.withLock { $0.manner }
    let bytes = unsafe withUnsafeBytes(of: &event.bytes) {
      unsafe Array($0.prefix(Int(event.size)))
    }
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    switch UInt32(event.kind) {
    case LAB_OUTPUT.rawValue: note("output \(text)")
    case LAB_GET_FEATURE.rawValue:
      note("get \(event.id)")
      if manner == .isSilent { return }
      let feature = features.withLock { $0[UInt8(truncatingIfNeeded: event.id)] }
      var error: Int32 = feature == nil ? EIO : 0
      if case .refuses(let number) = manner { error = number }
      unsafe lab_uhid_answer_get(
        descriptor, event.request, error, feature ?? [], Int32(feature?.count ?? 0))
    case LAB_SET_FEATURE.rawValue:
      note("set \(text)")
      if manner == .isSilent { return }
      features.withLock { $0[UInt8(truncatingIfNeeded: event.id)] = bytes }
      lab_uhid_answer_set(descriptor, event.request, 0)
    default: break
    }
  }

  private func findHidraw(_ name: String) {
    let files = FileManager.default
    for _ in 0..<3000 {
      for entry in (try? files.contentsOfDirectory(atPath: "/sys/class/hidraw")) ?? [] {
        let device = "/sys/class/hidraw/\(entry)/device"
        let facts = try? String(contentsOfFile: device + "/uevent", encoding: .utf8)
        guard facts?.contains("HID_UNIQ=\(name)\n") == true else { continue }
        hidraw = "/dev/" + entry
        usleep(100_000)
        let inputs = (try? files.contentsOfDirectory(atPath: device + "/input")) ?? []
        nodes = inputs.sorted().flatMap { input in
          ((try? files.contentsOfDirectory(atPath: "\(device)/input/\(input)")) ?? [])
            .filter { $0.hasPrefix("event") }.map { "/dev/input/" + $0 }
        }
        return
      }
      usleep(1000)
    }
    preconditionFailure("no hidraw node for \(name)")
  }

  private func find(_ name: String) {
    let files = FileManager.default
    for _ in 0..<3000 {
      for entry in (try? files.contentsOfDirectory(atPath: "/sys/class/input")) ?? []
      where entry.hasPrefix("event") {
        let device = "/sys/class/input/\(entry)/device"
        let unique = try? String(contentsOfFile: device + "/uniq", encoding: .utf8)
        let axes = try? String(contentsOfFile: device + "/capabilities/abs", encoding: .utf8)
        guard unique?.trimmingCharacters(in: .newlines) == name,
          axes?.trimmingCharacters(in: .newlines) != "0"
        else { continue }
        node = "/dev/input/\(entry)"
        usleep(50_000)
        return
      }
      usleep(1000)
    }
    preconditionFailure("no node for \(name)")
  }
}
