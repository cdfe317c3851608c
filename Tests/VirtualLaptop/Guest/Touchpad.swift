import CLibevdev
import Glibc

/// A touchpad that exists: what fingers do becomes what a pad's driver sends.
protocol Touchpad: AnyObject {
  var node: String { get }
  /// A descriptor on which the kernel asks and says things, to be served when it is readable.
  var descriptor: Int32 { get }
  func report(_ frame: Frame) throws(LabFailure)
  func send(_ events: [Recording.Event]) throws(LabFailure)
  /// Answers what the kernel asks; what it said to the pad's motor comes back, as hexadecimal.
  func serve() throws(LabFailure) -> [String]
}

/// Multitouch protocol B, or single touch where the pad has no slots, as drivers send it.
final class UinputTouchpad: Touchpad {
  private let setup: PadSetup
  private let device: UinputDevice
  /// By slot: the finger in it, and the tracking id under which it is known.
  private var slots: [(finger: Int, id: Int32)?]
  private var nextID: Int32 = 0
  /// How many effects are on it now.
  var effects: Int { uploaded.count }
  private var uploaded: Set<UInt8> = []
  /// Whether an effect was to go on until it is stopped.
  private(set) var hasEndlessEffect = false

  init(_ setup: PadSetup) throws(LabFailure) {
    self.setup = setup
    device = try UinputDevice(setup.device)
    slots = Array(repeating: nil, count: setup.device.slots)
  }

  var node: String { device.node }
  var descriptor: Int32 { device.descriptor }

  func send(_ events: [Recording.Event]) throws(LabFailure) { try device.send(events) }

  func report(_ frame: Frame) throws(LabFailure) {
    var events: [Recording.Event] = []
    func add(_ type: Int32, _ code: Int32, _ value: Int32) {
      events.append(.init(type: UInt16(type), code: UInt16(code), value: value))
    }
    multitouch(slotted(frame.contacts), add)
    if let oldest = frame.contacts.first {
      if let axis = setup.device.axis(ABS_X) { add(EV_ABS, ABS_X, horizontal(oldest.x, axis)) }
      if let axis = setup.device.axis(ABS_Y) { add(EV_ABS, ABS_Y, vertical(oldest.y, axis)) }
    }
    for code in [ABS_PRESSURE, ABS_TOOL_WIDTH] {
      guard let axis = setup.device.axis(code) else { continue }
      add(EV_ABS, code, frame.contacts.isEmpty ? axis.minimum : touchValue(axis))
    }
    if setup.device.hasKey(BTN_TOUCH) { add(EV_KEY, BTN_TOUCH, frame.contacts.isEmpty ? 0 : 1) }
    let tool = tool(for: frame.contacts.count)
    for (_, code) in Self.tools where setup.device.hasKey(code) {
      add(EV_KEY, code, code == tool ? 1 : 0)
    }
    if setup.device.hasKey(BTN_LEFT) { add(EV_KEY, BTN_LEFT, frame.pressed ? 1 : 0) }
    try device.send(events)
  }

  private static let tools = [
    (1, BTN_TOOL_FINGER), (2, BTN_TOOL_DOUBLETAP), (3, BTN_TOOL_TRIPLETAP), (4, BTN_TOOL_QUADTAP),
    (5, BTN_TOOL_QUINTTAP),
  ]

  /// A pad that cannot count so far tells as many fingers as it can.
  private func tool(for count: Int) -> Int32? {
    Self.tools.last { $0.0 <= count && setup.device.hasKey($0.1) }?.1
  }

  /// The contacts as the pad can tell them apart. A semi-mt pad knows only the corners of the
  /// rectangle around all fingers.
  private func slotted(_ contacts: [Contact]) -> [Contact] {
    guard setup.device.hasProperty(INPUT_PROP_SEMI_MT), contacts.count > 1 else {
      return contacts.enumerated().map { index, contact in
        setup.device.hasProperty(INPUT_PROP_SEMI_MT)
          ? Contact(number: 1, x: contact.x, y: contact.y) : contact
      }
    }
    let x = contacts.map(\.x)
    let y = contacts.map(\.y)
    return [
      Contact(number: 1, x: x.min() ?? 0, y: y.min() ?? 0),
      Contact(number: 2, x: x.max() ?? 0, y: y.max() ?? 0),
    ]
  }

  private func multitouch(_ contacts: [Contact], _ add: (Int32, Int32, Int32) -> Void) {
    for (index, slot) in slots.enumerated() {
      guard let slot, !contacts.contains(where: { $0.number == slot.finger }) else { continue }
      slots[index] = nil
      add(EV_ABS, ABS_MT_SLOT, Int32(index))
      add(EV_ABS, ABS_MT_TRACKING_ID, -1)
    }
    for contact in contacts {
      let known = slots.firstIndex { $0?.finger == contact.number }
      // A finger beyond the slots only counts.
      guard let index = known ?? slots.firstIndex(where: { $0 == nil }) else { continue }
      add(EV_ABS, ABS_MT_SLOT, Int32(index))
      if known == nil {
        slots[index] = (contact.number, nextID)
        add(EV_ABS, ABS_MT_TRACKING_ID, nextID)
        nextID = (nextID + 1) & 0xffff
      }
      for axis in setup.device.axes {
        switch Int32(axis.code) {
        case ABS_MT_POSITION_X: add(EV_ABS, ABS_MT_POSITION_X, horizontal(contact.x, axis))
        case ABS_MT_POSITION_Y: add(EV_ABS, ABS_MT_POSITION_Y, vertical(contact.y, axis))
        case ABS_MT_TOUCH_MAJOR, ABS_MT_TOUCH_MINOR, ABS_MT_WIDTH_MAJOR, ABS_MT_WIDTH_MINOR,
          ABS_MT_PRESSURE:
          add(EV_ABS, Int32(axis.code), touchValue(axis))
        case ABS_MT_ORIENTATION, ABS_MT_TOOL_TYPE, ABS_MT_DISTANCE:
          add(EV_ABS, Int32(axis.code), 0)
        default: break
        }
      }
    }
  }

  private func touchValue(_ axis: DeviceDescription.Axis) -> Int32 {
    setup.device.touchValues[axis.code] ?? axis.minimum + (axis.maximum - axis.minimum) / 4
  }

  private func horizontal(_ millimetres: Double, _ axis: DeviceDescription.Axis) -> Int32 {
    counts(millimetres, axis, of: setup.width)
  }

  private func vertical(_ millimetres: Double, _ axis: DeviceDescription.Axis) -> Int32 {
    counts(millimetres, axis, of: setup.height)
  }

  private func counts(
    _ millimetres: Double, _ axis: DeviceDescription.Axis, of length: Double
  ) -> Int32 {
    let perMillimetre =
      axis.resolution > 0
      ? Double(axis.resolution) : Double(axis.maximum - axis.minimum) / max(length, 1)
    return axis.minimum + Int32((millimetres * perMillimetre).rounded())
  }

  // MARK: Force feedback

  /// Says yes to every effect that is uploaded: without an answer an upload blocks for 30 s.
  func serve() throws(LabFailure) -> [String] {
    var event = input_event()
    var said: [String] = []
    let size = MemoryLayout<input_event>.size
    while unsafe read(descriptor, &event, size) == size {
      switch (Int32(event.type), Int32(event.code)) {
      case (EV_FF, _): said.append("ff \(event.code) \(event.value)")
      case (Self.evUinput, 1):
        let upload = try answer(event.value, begin: 200, end: 201, size: 104)
        // `effect` is at 8 in `struct uinput_ff_upload`, and `replay.length` at 10 in that.
        if upload[18] == 0, upload[19] == 0 { hasEndlessEffect = true }
        // `id` is at 2 in that; an effect that is there already is changed by it.
        uploaded.insert(upload[10])
      case (Self.evUinput, 2):
        // `effect_id` is at 8 in `struct uinput_ff_erase`.
        uploaded.remove(try answer(event.value, begin: 202, end: 203, size: 12)[8])
      default: break
      }
    }
    return said
  }

  private static let evUinput: Int32 = 0x0101

  /// `UI_BEGIN_FF_UPLOAD` to `UI_END_FF_ERASE`; both structs begin with request id and result.
  @discardableResult
  private func answer(
    _ request: Int32, begin: UInt, end: UInt, size: Int
  ) throws(LabFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    unsafe bytes.withUnsafeMutableBytes { unsafe $0.storeBytes(of: request, as: Int32.self) }
    let base: UInt = UInt(size) << 16 | UInt(UInt8(ascii: "U")) << 8
    // Begin fills the struct in (_IOWR), end hands it back (_IOW).
    guard unsafe ioctl(descriptor, 3 << 30 | base | begin, &bytes) == 0,
      unsafe ioctl(descriptor, 1 << 30 | base | end, &bytes) == 0
    else { throw LabFailure("an effect cannot be answered: \(errorText(errno))") }
    return bytes
  }
}
