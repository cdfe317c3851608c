import CDevices
import Foundation
import Synchronization

/// A touchpad by uhid, whose owner answers on a thread of its own and notes what it is told.
final class HapticPad: @unchecked Sendable {
  private struct State {
    var features: [UInt8: [UInt8]]
    var told: [String] = []
    var isSilent = false
  }

  private let state: Mutex<State>
  private let descriptor: Int32
  private(set) var node = ""
  private(set) var hidraw = ""

  /// With the kernel's own driver: the auto trigger is the last byte of report 4.
  static let hidHaptic: [UInt8: [UInt8]] = [
    2: [2, 0x15], 3: [3] + [UInt8](repeating: 0, count: 256),
    4: [4, 3, 0x10, 6, 0x10, 7, 0x10, 8, 0x10, 9, 0x10, 0x0C, 0x0A, 8, 6, 0x1E, 4],
  ]
  static let manualTrigger: [UInt8: [UInt8]] = [
    2: [2, 0x15], 3: [3] + [UInt8](repeating: 0, count: 256),
    0x42: [0x42, 6, 0x10, 7, 0x10, 8, 0x10, 9, 0x10, 0x0A, 0x10, 0x32, 0x32, 0x14, 0x1E, 0x1E],
  ]

  init(_ name: String, _ bytes: [UInt8], _ features: [UInt8: [UInt8]]) throws {
    state = Mutex(State(features: features))
    descriptor = unsafe lab_uhid(name, bytes, Int32(bytes.count))
    guard descriptor >= 0 else { throw LabError("no uhid: \(descriptor)") }
    Thread { [self] in while true { serve() } }.start()
    try find(name)
  }

  /// The bytes of a descriptor file: hexadecimal numbers, with comments.
  static func bytes(_ file: String) throws -> [UInt8] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("=") }.flatMap { $0.prefix { $0 != "#" }.split(separator: " ") }
      .compactMap { UInt8($0, radix: 16) }
  }

  /// What the device was written: "output 05 03 …" and "set 04 …".
  var told: [String] { state.withLock { $0.told } }
  func forget() { state.withLock { $0.told = [] } }
  func keepSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

  /// The waveform with which it clicks by itself.
  var autoTrigger: UInt8? { state.withLock { $0.features[4]?.last } }

  /// What was written to the report of the auto trigger; the kernel's driver writes others whenever the pad is opened.
  var autoTriggerWrites: [String] { told.filter { $0.hasPrefix("set 04") } }

  /// Leaves it as a program does that takes the clicks over and does not give them back.
  func silence() {
    state.withLock {
      $0.features[4] = ($0.features[4]?.dropLast() ?? []) + [2]
      $0.told = []
    }
  }

  /// The outputs, without the STOP (ordinal 2) that the kernel's driver puts before each waveform and at the end.
  var waveforms: [String] {
    told.filter { $0.hasPrefix("output") && !$0.hasPrefix("output 05 02") }
  }

  private func serve() {
    let event = lab_uhid_next(descriptor, 5)
    let bytes = unsafe withUnsafeBytes(of: event.bytes) { unsafe Array($0.prefix(Int(event.size))) }
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    let isSilent = state.withLock { $0.isSilent }
    switch UInt32(event.kind) {
    case LAB_OUTPUT.rawValue: state.withLock { $0.told.append("output \(text)") }
    case LAB_GET_FEATURE.rawValue where !isSilent:
      let feature = state.withLock { $0.features[UInt8(truncatingIfNeeded: event.id)] }
      unsafe lab_uhid_answer_get(
        descriptor, event.request, feature == nil ? EIO : 0, feature ?? [],
        Int32(feature?.count ?? 0))
    case LAB_SET_FEATURE.rawValue where !isSilent:
      state.withLock {
        $0.told.append("set \(text)")
        $0.features[UInt8(truncatingIfNeeded: event.id)] = bytes
      }
      lab_uhid_answer_set(descriptor, event.request, 0)
    default: break
    }
  }

  /// Waits until the kernel and udev have made a touchpad of it.
  private func find(_ name: String) throws {
    for _ in 0..<3000 {
      usleep(1000)
      for entry in Self.names("/sys/class/hidraw") {
        let facts = Self.text("/sys/class/hidraw/\(entry)/device/uevent")
        if facts.contains("HID_UNIQ=\(name)\n") { hidraw = "/dev/" + entry }
      }
      for entry in Self.names("/sys/class/input") where entry.hasPrefix("event") {
        let device = "/sys/class/input/\(entry)"
        let number = Self.text(device + "/dev").trimmingCharacters(in: .newlines)
        guard Self.text(device + "/device/uniq") == name + "\n",
          Self.text("/run/udev/data/c\(number)").contains("ID_INPUT_TOUCHPAD=1")
        else { continue }
        node = "/dev/input/" + entry
        return
      }
    }
    throw LabError("no touchpad \(name)")
  }

  private static func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func text(_ file: String) -> String {
    (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
  }
}

struct LabError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
