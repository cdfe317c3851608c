import CDevices
import Foundation
import Synchronization

/// A device by uinput that rumbles, and is no touchpad.
final class Gamepad: @unchecked Sendable {
  private let descriptor: Int32
  let node: String
  private let plays = Mutex<[Int32]>([])
  private let isSilent: Bool

  init(isSilent: Bool = false) throws {
    self.isSilent = isSilent
    var path = [CChar](repeating: 0, count: 64)
    let rumble: UInt16 = 0x50
    descriptor = unsafe lab_uinput("Lab Gamepad", [rumble], 1, 16, &path)
    guard descriptor >= 0 else { throw LabError("no uinput: \(descriptor)") }
    node = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    Thread { [self] in while true { serve() } }.start()
  }

  /// The effects that were played.
  var played: [Int32] { plays.withLock { $0 } }

  private func serve() {
    guard !isSilent else {
      usleep(100_000)
      return
    }
    var event = lab_uinput_next(descriptor, 5)
    switch UInt32(event.kind) {
    case LAB_UPLOAD.rawValue, LAB_ERASE.rawValue:
      unsafe lab_uinput_answer(descriptor, &event, 0)
    // The kernel stops what it erases.
    case LAB_PLAY.rawValue where event.value != 0: plays.withLock { $0.append(event.id) }
    default: break
    }
  }
}
