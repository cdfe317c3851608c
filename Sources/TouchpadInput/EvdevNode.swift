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
    let descriptor = try Self.open(path, number: number)
    // Nothing is to queue up. Kernels before 4.4 have no masks; there the queue fills, and nobody is woken.
    _ = clinux_evdev_mask_all(descriptor.rawValue)
    self.descriptor = descriptor
  }

  /// Opens the node at `path`, for reading only, if it is the device `number` and no keyboard.
  static func open(_ path: String, number: UInt64) throws(TouchpadRefusal) -> OwnedDescriptor {
    let descriptor = try open(path)
    guard let status = try? descriptor.status(), status.kind == .characterDevice,
      status.device == number, !descriptor.hasTypingKeys
    else { throw .swapped }
    return descriptor
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
    try ask {
      unsafe contacts.withRequest { buffer in
        unsafe clinux_evdev_slots(descriptor.rawValue, buffer.baseAddress, UInt32(buffer.count))
      }
    }
  }

  /// What the device can do.
  func capabilities() throws(Errno) -> Capabilities {
    let axes = try bits(of: EV_ABS)
    let keys = try bits(of: EV_KEY)
    let properties = try unsafe bits { buffer, size in
      unsafe clinux_evdev_properties(descriptor.rawValue, buffer, size)
    }
    var slots = 0
    if axes.contains(ABS_MT_SLOT), axes.contains(ABS_MT_TRACKING_ID) {
      // The kernel itself allows for 1024.
      slots = Int(min(max(try axis(ABS_MT_SLOT).maximum, 0), 1023)) + 1
    }
    let tools = [
      (BTN_TOOL_QUINTTAP, 5), (BTN_TOOL_QUADTAP, 4), (BTN_TOOL_TRIPLETAP, 3),
      (BTN_TOOL_DOUBLETAP, 2),
    ]
    let counted = tools.first { keys.contains($0.0) }?.1 ?? 1
    let (x, y) = (try axis(ABS_X), try axis(ABS_Y))
    return Capabilities(
      slots: slots, fingers: max(slots, counted),
      isSemiMultitouch: properties.contains(INPUT_PROP_SEMI_MT),
      hasResolution: x.resolution > 0 && y.resolution > 0,
      range: (Int(x.maximum) - Int(x.minimum), Int(y.maximum) - Int(y.minimum)))
  }

  private func axis(_ code: Int32) throws(Errno) -> input_absinfo {
    var info = input_absinfo()
    try ask { unsafe clinux_evdev_axis(descriptor.rawValue, UInt32(code), &info) }
    return info
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
    try ask {
      unsafe withUnsafeMutableBytes(of: &bits.bytes) {
        unsafe request($0.baseAddress, UInt32($0.count))
      }
    }
    return bits
  }

  /// Asks the kernel, a second time where it has no answer: it may lack the memory for one at the moment, and the end
  /// of a swipe whose fingers cannot be told is no release.
  private func ask(_ question: () -> Int32) throws(Errno) {
    if question() >= 0 { return }
    let error = Errno(rawValue: errno)
    guard error != .noSuchDevice, question() >= 0 else { throw error }
  }
}

extension OwnedDescriptor {
  /// Whether the evdev node that was opened can tell what is typed; one that does not answer is taken for the worst.
  ///
  /// udev has been asked before. But the number that a touchpad leaves behind is given to the next device, and what
  /// was announced may be another one by the time that it is opened: only the descriptor itself knows.
  var hasTypingKeys: Bool {
    var keys = KernelBits()
    let result = unsafe withUnsafeMutableBytes(of: &keys.bytes) {
      unsafe clinux_evdev_bits(rawValue, UInt32(EV_KEY), $0.baseAddress, UInt32($0.count))
    }
    return result < 0 || keys.hasTypingKeys
  }
}

/// What a touchpad's node says of itself.
struct Capabilities {
  var slots: Int
  var fingers: Int
  var isSemiMultitouch: Bool
  /// Whether it says how many counts a millimetre has.
  var hasResolution: Bool
  /// How many counts there are on each axis.
  var range: (x: Int, y: Int)

  /// The size that libinput makes up for a touchpad without a resolution, 69 × 50 mm; in whole counts a
  /// millimetre, so that it comes out somewhat larger (tp_init_default_resolution).
  var assumedSize: (width: Double, height: Double) {
    func size(_ counts: Int, assumed: Int) -> Double {
      let resolution = counts / assumed
      return resolution > 0 ? Double(counts) / Double(resolution) : Double(assumed)
    }
    return (size(range.x, assumed: 69), size(range.y, assumed: 50))
  }

  /// The size to go by. What libinput tells is none where the touchpad says that a millimetre has fewer
  /// than no counts, which the kernel lets pass.
  func size(told: (width: Double, height: Double)?) -> (width: Double, height: Double) {
    guard let told, told.width > 0, told.height > 0 else { return assumedSize }
    return told
  }

  /// Whether `size`, as libinput has it, is made up. One of its quirk files may know better than the
  /// touchpad itself.
  func isGuess(_ size: (width: Double, height: Double)) -> Bool {
    guard !hasResolution else { return false }
    let assumed = assumedSize
    return (size.width - assumed.width).magnitude < 0.01
      && (size.height - assumed.height).magnitude < 0.01
  }
}
