import CDevices
import CLibevdev
import Glibc
import LabDevices

/// Three fingers on a touchpad of 100 × 60 mm, which has a motor (FF_RUMBLE): what is felt is what the kernel tells that.
final class Fingers {
  /// Milliseconds from frame to frame.
  private static let frame = 8
  private static let count = 3

  /// `nil` while it is unplugged.
  private var touchpad: UinputDevice?
  private var device: Int32 { touchpad?.descriptor ?? -1 }
  private let ticks: Int32
  /// Where the one in the middle is, in millimetres.
  private var place = (x: 50.0, y: 30.0)
  private var nextID: Int32 = 0

  init(ticks file: String) throws {
    touchpad = try UinputDevice.touchpad(hasMotor: true)
    ticks = unsafe open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard ticks >= 0 else { throw LabFailure("'\(file)' cannot be written: \(errno)") }
  }

  /// Says the node, does what each line of the standard input says, and says so when it is done.
  func obey() throws {
    say(touchpad?.node ?? "")
    while true {
      var entries = [
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
        pollfd(fd: device, events: Int16(POLLIN), revents: 0),
      ]
      _ = unsafe poll(&entries, 2, -1)
      if entries[1].revents != 0 { serve(within: 0) }
      guard entries[0].revents != 0 else { continue }
      guard let line = readLine() else { return }
      try perform(line.split(separator: " "))
      say("done")
    }
  }

  private func perform(_ words: [Substring]) throws {
    let numbers = words.dropFirst().compactMap { Double($0) }
    switch (words.first, numbers.count) {
    case ("touch", 0):
      place = (50, 30)
      put(tracking: (0..<Self.count).map { nextID + Int32($0) })
      nextID += Int32(Self.count)
      wait(Self.frame)
    case ("move", 2):
      let frames = max(1, Int(numbers[1]) / Self.frame)
      let start = place.x
      for number in 1...frames {
        place.x = start + numbers[0] * Double(number) / Double(frames)
        put()
        wait(Self.frame)
      }
    case ("lift", 0): put(tracking: Array(repeating: -1, count: Self.count))
    case ("wait", 1): wait(Int(numbers[0]))
    case ("unplug", 0): touchpad = nil
    case ("plug", 0): touchpad = try UinputDevice.touchpad(hasMotor: true)
    default: throw LabFailure("there is no '\(words.joined(separator: " "))'")
    }
  }

  private func put(tracking: [Int32]? = nil) {
    let isDown = tracking?.first != -1
    func send(_ type: Int32, _ code: Int32, _ value: Int32) { touchpad?.send(type, code, value) }
    for finger in 0..<Self.count {
      send(EV_ABS, ABS_MT_SLOT, Int32(finger))
      if let tracking { send(EV_ABS, ABS_MT_TRACKING_ID, tracking[finger]) }
      guard isDown else { continue }
      send(EV_ABS, ABS_MT_POSITION_X, Int32(((place.x + Double(finger - 1) * 10) * 10).rounded()))
      send(EV_ABS, ABS_MT_POSITION_Y, Int32((place.y * 10).rounded()))
    }
    if isDown {
      send(EV_ABS, ABS_X, Int32(((place.x - 10) * 10).rounded()))
      send(EV_ABS, ABS_Y, Int32((place.y * 10).rounded()))
    }
    send(EV_KEY, BTN_TOUCH, isDown ? 1 : 0)
    send(EV_KEY, BTN_TOOL_TRIPLETAP, isDown ? 1 : 0)
    send(EV_SYN, SYN_REPORT, 0)
  }

  private func wait(_ milliseconds: Int) {
    let end = now() + milliseconds * 1000
    while true {
      let left = end - now()
      guard left > 0 else { return }
      let span = Int32((left + 999) / 1000)
      if touchpad == nil { usleep(UInt32(span) * 1000) } else { serve(within: span) }
    }
  }

  private func now() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  /// Does as a driver would, and notes what is played.
  private func serve(within milliseconds: Int32) {
    var event = lab_uinput_next(device, milliseconds)
    switch UInt32(event.kind) {
    case LAB_UPLOAD.rawValue, LAB_ERASE.rawValue: unsafe lab_uinput_answer(device, &event, 0)
    case LAB_PLAY.rawValue where event.value != 0:
      let line = Array("tick \(event.id)\n".utf8)
      _ = unsafe line.withUnsafeBytes { unsafe write(ticks, $0.baseAddress, $0.count) }
    default: break
    }
  }
}
