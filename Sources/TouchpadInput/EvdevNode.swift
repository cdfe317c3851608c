internal import CLinux
internal import Glibc
internal import LinuxIO

/// Our own descriptor of a touchpad's node, for questions only.
///
/// It is not libinput's, for two reasons: `EVIOCGKEY` empties the queue of key events of the descriptor that it is
/// asked on, and what libinput has read so far is older than what the kernel knows.
struct EvdevNode: ~Copyable {
  private let descriptor: OwnedDescriptor

  /// Opens the node at `path`, for reading only, if it is the device `number`.
  init(path: String, number: UInt64) throws(TouchpadRefusal) {
    let descriptor = try Self.open(path)
    guard let status = try? descriptor.status(), status.kind == .characterDevice,
      status.device == number
    else { throw .swapped }
    // Nothing is to queue up. Kernels before 4.4 have no masks; there the queue fills, and nobody is woken.
    _ = clinux_evdev_mask_all(descriptor.rawValue)
    self.descriptor = descriptor
  }

  private static func open(_ path: String) throws(TouchpadRefusal) -> OwnedDescriptor {
    do throws(Errno) {
      return try OwnedDescriptor(path: path, .read)
    } catch {
      switch error {
      case .noSuchFile, .noSuchDevice, .noSuchAddress: throw .noSuchNode
      default: throw .cannotOpen(error)
      }
    }
  }

  /// The keys that are down.
  func keys() throws(Errno) -> KeyState {
    KeyState(
      try unsafe bits { buffer, size in
        unsafe clinux_evdev_keys(descriptor.rawValue, buffer, size)
      })
  }

  /// Notes which contact is in each slot.
  func read(_ contacts: inout Contacts) throws(Errno) {
    try unsafe check(
      contacts.withRequest { buffer in
        unsafe clinux_evdev_slots(descriptor.rawValue, buffer.baseAddress, UInt32(buffer.count))
      })
  }

  /// What the device can do.
  func capabilities() throws(Errno) -> (slots: Int, fingers: Int, isSemiMultitouch: Bool) {
    let axes = try bits(of: EV_ABS)
    let keys = try bits(of: EV_KEY)
    var slots = 0
    if axes.contains(ABS_MT_SLOT), axes.contains(ABS_MT_TRACKING_ID) {
      var info = input_absinfo()
      try unsafe check(clinux_evdev_axis(descriptor.rawValue, UInt32(ABS_MT_SLOT), &info))
      // The kernel itself allows for 1024.
      slots = Int(min(max(info.maximum, 0), 1023)) + 1
    }
    let tools = [
      (BTN_TOOL_QUINTTAP, 5), (BTN_TOOL_QUADTAP, 4), (BTN_TOOL_TRIPLETAP, 3),
      (BTN_TOOL_DOUBLETAP, 2),
    ]
    let counted = tools.first { keys.contains($0.0) }?.1 ?? 1
    let properties = try unsafe bits { buffer, size in
      unsafe clinux_evdev_properties(descriptor.rawValue, buffer, size)
    }
    return (slots, max(slots, counted), properties.contains(INPUT_PROP_SEMI_MT))
  }

  private func bits(of type: Int32) throws(Errno) -> KernelBits {
    try unsafe bits { buffer, size in
      unsafe clinux_evdev_bits(descriptor.rawValue, UInt32(type), buffer, size)
    }
  }

  @unsafe
  private func bits(
    _ request: (UnsafeMutableRawPointer?, UInt32) -> Int32
  ) throws(Errno) -> KernelBits {
    var bits = KernelBits()
    try unsafe check(
      withUnsafeMutableBytes(of: &bits.bytes) { unsafe request($0.baseAddress, UInt32($0.count)) })
    return bits
  }

  /// None of these calls waits, so none is interrupted.
  private func check(_ result: Int32) throws(Errno) {
    if result < 0 { throw Errno(rawValue: errno) }
  }
}
