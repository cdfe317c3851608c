import Glibc

/// A touchpad made by /dev/uhid: its driver is the kernel's own, haptics included.
final class HapticTouchpad: Touchpad {
  private let setup: PadSetup
  let descriptor: Int32
  private(set) var node = ""
  private var before: [Contact] = []
  private let features: [UInt8: [UInt8]]

  // Layout of struct uhid_event, which is packed.
  private static let eventSize = 4376
  private enum Kind {
    static let output: UInt32 = 6
    static let getReport: UInt32 = 9
    static let getReportReply: UInt32 = 10
    static let create2: UInt32 = 11
    static let input2: UInt32 = 12
    static let setReport: UInt32 = 13
    static let setReportReply: UInt32 = 14
  }

  init(_ setup: PadSetup, descriptor report: [UInt8], number: Int) throws(LabFailure) {
    self.setup = setup
    features = Self.features(of: setup.kind)
    descriptor = unsafe open("/dev/uhid", O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw LabFailure("/dev/uhid cannot be opened: \(errorText(errno))")
    }
    let unique = "lab-\(number)"
    var event = Event(Kind.create2, size: Self.eventSize)
    event.put(Array(setup.device.name.utf8.prefix(127)), at: 4)
    event.put(Array(unique.utf8), at: 4 + 128 + 64)
    event.put(UInt16(report.count), at: 260)
    event.put(UInt16(truncatingIfNeeded: setup.device.bus), at: 262)
    event.put(UInt32(truncatingIfNeeded: setup.device.vendor), at: 264)
    event.put(UInt32(truncatingIfNeeded: setup.device.product), at: 268)
    event.put(report, at: 280)
    try send(event)
    node = try waitForNode(unique)
  }

  deinit {
    // To lose a pad that is bound to hid-haptic crashes the kernel (7.3 at least): such a pad stays
    // until power-off.
    if setup.kind != .hidHaptic { close(descriptor) }
  }

  /// The kernel asks for reports while the driver binds; the node comes after that.
  private func waitForNode(_ unique: String) throws(LabFailure) -> String {
    let deadline = now() + 5_000_000
    while now() < deadline {
      _ = try serve()
      for name in names(in: "/sys/class/input") where name.hasPrefix("event") {
        let folder = "/sys/class/input/\(name)/device"
        if readLine("\(folder)/uniq") == unique, readLine("\(folder)/capabilities/abs") != "0" {
          return "/dev/input/\(name)"
        }
      }
      usleep(1000)
    }
    throw LabFailure("the kernel made no input device of '\(setup.device.name)'")
  }

  func report(_ frame: Frame) throws(LabFailure) {
    // A finger that has lifted is told once more, without the tip.
    let lifted = before.filter { old in !frame.contacts.contains { $0.number == old.number } }
    before = frame.contacts
    let all = frame.contacts.map { ($0, true) } + lifted.map { ($0, false) }
    // The pad tells five fingers at a time; there are 4096 × 2560 counts on it.
    var bytes: [UInt8] = [1]
    func add16(_ value: Double) {
      let value = UInt16(max(0, min(65535, value.rounded())))
      bytes += [UInt8(value & 0xff), UInt8(value >> 8)]
    }
    for index in 0..<5 {
      guard index < all.count else {
        bytes += [UInt8](repeating: 0, count: 7)
        continue
      }
      let (contact, down) = all[index]
      bytes.append(1 | (down ? 2 : 0) | UInt8(contact.number & 0x3f) << 2)
      add16(contact.x * 4096 / setup.width)
      add16(contact.y * 2560 / setup.height)
      add16(down ? 120 : 0)
    }
    add16(Double((now() / 100) % 65536))
    bytes += [UInt8(min(all.count, 5)), frame.pressed ? 1 : 0]
    var event = Event(Kind.input2, size: 6 + bytes.count)
    event.put(UInt16(bytes.count), at: 4)
    event.put(bytes, at: 6)
    try send(event)
  }

  func send(_ events: [Recording.Event]) throws(LabFailure) {
    throw LabFailure("a recording cannot be played on a \(setup.kind.rawValue) pad")
  }

  func serve() throws(LabFailure) -> [String] {
    var outputs: [String] = []
    while let event = receive() {
      switch event.kind {
      case Kind.output:
        let size = min(Int(event.word(at: 4100)), 4096)
        outputs.append(event.bytes[4..<(4 + size)].map(hexadecimal).joined(separator: " "))
      case Kind.getReport:
        let feature = features[event.bytes[8]]
        var reply = Event(Kind.getReportReply, size: Self.eventSize)
        reply.put(Array(event.bytes[4..<8]), at: 4)
        reply.put(UInt16(feature == nil ? EIO : 0), at: 8)
        reply.put(UInt16(feature?.count ?? 0), at: 10)
        reply.put(feature ?? [], at: 12)
        try send(reply)
      case Kind.setReport:
        var reply = Event(Kind.setReportReply, size: 10)
        reply.put(Array(event.bytes[4..<8]), at: 4)
        try send(reply)
      default: break
      }
    }
    return outputs
  }

  /// By id, the id first, as on the wire.
  private static func features(of kind: PadSetup.Kind) -> [UInt8: [UInt8]] {
    var features: [UInt8: [UInt8]] = [
      2: [0x02, 0x15],
      3: [0x03] + [UInt8](repeating: 0, count: 256),
    ]
    switch kind {
    case .manualTrigger:
      features[0x42] = [
        0x42, 0x06, 0x10, 0x07, 0x10, 0x08, 0x10, 0x09, 0x10, 0x0a, 0x10, 0x32, 0x32, 0x14, 0x1e,
        0x1e,
      ]
    case .hidHaptic:
      features[4] = [
        0x04, 0x03, 0x10, 0x06, 0x10, 0x07, 0x10, 0x08, 0x10, 0x09, 0x10, 0x0c, 0x0a, 0x08, 0x06,
        0x1e, 0x04,
      ]
    case .plain, .rumble, .recording: break
    }
    return features
  }

  // MARK: Events

  private struct Event {
    var bytes: [UInt8]

    init(_ kind: UInt32, size: Int) {
      bytes = [UInt8](repeating: 0, count: size)
      put(kind, at: 0)
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    var kind: UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[$1]) << (8 * UInt32($1)) } }

    func word(at offset: Int) -> UInt16 { UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8 }

    mutating func put(_ value: some FixedWidthInteger, at offset: Int) {
      for index in 0..<(value.bitWidth / 8) {
        bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
      }
    }

    mutating func put(_ value: [UInt8], at offset: Int) {
      bytes.replaceSubrange(offset..<(offset + value.count), with: value)
    }
  }

  private func send(_ event: Event) throws(LabFailure) {
    let count = event.bytes.count
    let written = unsafe event.bytes.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress, count)
    }
    guard written == count else {
      throw LabFailure("/dev/uhid does not take an event: \(errorText(errno))")
    }
  }

  private func receive() -> Event? {
    var bytes = [UInt8](repeating: 0, count: Self.eventSize)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    return count > 0 ? Event(bytes: bytes) : nil
  }
}

private func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16)
  return digits.count == 1 ? "0" + digits : digits
}

/// Reads bytes written in hexadecimal, as in the descriptors' files.
func readHexadecimal(_ path: String) throws(FileProblem) -> [UInt8] {
  try readText(path).split { $0 == " " || $0 == "\n" }.map { (word) throws(FileProblem) in
    guard let byte = UInt8(word, radix: 16) else {
      throw FileProblem(file: path, message: "'\(word)' is no byte in hexadecimal")
    }
    return byte
  }
}
