import CLibevdev

/// What an input device tells of itself: enough to make one like it by uinput.
struct DeviceDescription {
  struct Axis {
    var code: UInt32
    var minimum: Int32
    var maximum: Int32
    var fuzz: Int32 = 0
    var flat: Int32 = 0
    /// Counts per mm; 0 where the device does not say.
    var resolution: Int32 = 0
  }

  var name: String
  var bus: Int32
  var vendor: Int32
  var product: Int32
  var version: Int32 = 0
  var axes: [Axis] = []
  var relatives: [UInt32] = []
  var keys: [UInt32] = []
  var others: [(type: UInt32, code: UInt32)] = []
  var properties: [UInt32] = []
  /// Whether three fingers can swipe on it, where a fixture says so.
  var swipes: Bool?
  /// What an axis reads while a finger lies on it, where a quarter of its range is not it.
  var touchValues: [UInt32: Int32] = [:]

  func axis(_ code: Int32) -> Axis? { axes.first { $0.code == UInt32(code) } }
  func hasKey(_ code: Int32) -> Bool { keys.contains(UInt32(code)) }
  func hasProperty(_ property: Int32) -> Bool { properties.contains(UInt32(property)) }

  var slots: Int { axis(ABS_MT_SLOT).map { Int($0.maximum) + 1 } ?? 0 }

  /// The axes on which fingers move: per finger where the pad has that.
  var horizontal: Axis? { axis(ABS_MT_POSITION_X) ?? axis(ABS_X) }
  var vertical: Axis? { axis(ABS_MT_POSITION_Y) ?? axis(ABS_Y) }

  /// Width and height, or what libinput assumes of a pad that gives no resolution: 69 × 50 mm.
  var sizeInMillimetres: (width: Double, height: Double) {
    func length(_ axis: Axis?, assumed: Double) -> Double {
      guard let axis, axis.resolution > 0 else { return assumed }
      return Double(axis.maximum - axis.minimum) / Double(axis.resolution)
    }
    return (length(horizontal, assumed: 69), length(vertical, assumed: 50))
  }
}

extension DeviceDescription {
  /// A clickpad as laptops of today have it.
  static func plainTouchpad(
    name: String, width: Double, height: Double, resolution: Int, slots: Int
  ) -> DeviceDescription {
    // A pad without a resolution still counts; ten counts per mm are usual.
    let counts = resolution == 0 ? 10.0 : Double(resolution)
    var device = DeviceDescription(name: name, bus: BUS_I2C, vendor: 0x1209, product: 0x5357)
    func add(_ code: Int32, _ length: Double) {
      device.axes.append(
        Axis(
          code: UInt32(code), minimum: 0, maximum: Int32((length * counts).rounded()),
          resolution: Int32(resolution)))
    }
    add(ABS_X, width)
    add(ABS_Y, height)
    if slots > 0 {
      device.axes.append(
        Axis(code: UInt32(ABS_MT_SLOT), minimum: 0, maximum: Int32(slots - 1)))
      add(ABS_MT_POSITION_X, width)
      add(ABS_MT_POSITION_Y, height)
      device.axes.append(Axis(code: UInt32(ABS_MT_TRACKING_ID), minimum: 0, maximum: 65535))
    }
    device.keys = [
      BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP,
      BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP,
    ].map { UInt32($0) }
    device.properties = [INPUT_PROP_POINTER, INPUT_PROP_BUTTONPAD].map { UInt32($0) }
    return device
  }

  static func keyboard() -> DeviceDescription {
    var device = DeviceDescription(
      name: "Lab Keyboard", bus: BUS_I8042, vendor: 0x1209, product: 0x4b42)
    device.keys = ordinaryKeys
    return device
  }

  static func mouse() -> DeviceDescription {
    var device = DeviceDescription(name: "Lab Mouse", bus: BUS_USB, vendor: 0x1209, product: 0x4d4f)
    device.keys = [BTN_LEFT, BTN_RIGHT, BTN_MIDDLE].map { UInt32($0) }
    device.relatives = [REL_X, REL_Y, REL_WHEEL].map { UInt32($0) }
    return device
  }

  /// Takes the next event number, so that a pad that comes back gets another one.
  static func placeholder() -> DeviceDescription {
    var device = DeviceDescription(
      name: "Lab Placeholder", bus: BUS_VIRTUAL, vendor: 0x1209, product: 0x504c)
    device.keys = [UInt32(KEY_PROG1)]
    return device
  }

  /// Escape to the last key of a PC keyboard: udev calls a device with all of them a keyboard.
  static let ordinaryKeys = (KEY_ESC...KEY_COMPOSE).map { UInt32($0) }
}

// MARK: Fixtures

extension DeviceDescription {
  /// Reads the figures of a real device.
  init(fixture node: Node) throws(Problem) {
    var fields = try Fields(node)
    name = try fields.need("name").string
    let identity = try fields.need("id").list
    guard identity.count == 4 else {
      throw fields.node.problem("'id' is bus, vendor, product and version")
    }
    bus = Int32(try identity[0].integer(in: 0...0xffff))
    vendor = Int32(try identity[1].integer(in: 0...0xffff))
    product = Int32(try identity[2].integer(in: 0...0xffff))
    version = Int32(try identity[3].integer(in: 0...0xffff))
    if let axes = fields.take("axes") {
      guard case .mapping(let pairs) = axes.content else { throw axes.problem("axes by name") }
      for (key, value) in pairs {
        let numbers = try value.list
        guard numbers.count == 5 else {
          throw value.problem("an axis is minimum, maximum, fuzz, flat and resolution")
        }
        let figures = try numbers.map { (node) throws(Problem) in
          Int32(try node.integer(in: -0x7fff_ffff...0x7fff_ffff))
        }
        self.axes.append(
          Axis(
            code: try key.code(of: EV_ABS), minimum: figures[0], maximum: figures[1],
            fuzz: figures[2], flat: figures[3], resolution: figures[4]))
      }
    }
    for key in try fields.take("keys")?.list ?? [] { keys.append(try key.code(of: EV_KEY)) }
    for property in try fields.take("properties")?.list ?? [] {
      properties.append(try property.inputProperty)
    }
    if let touch = fields.take("touch") {
      guard case .mapping(let pairs) = touch.content else { throw touch.problem("axes by name") }
      for (key, value) in pairs {
        touchValues[try key.code(of: EV_ABS)] = Int32(try value.integer(in: 0...65535))
      }
    }
    swipes = try fields.take("swipes")?.bool
    try fields.end()
  }
}

extension Node {
  func code(of type: Int32) throws(Problem) -> UInt32 {
    let name = try string
    let code = unsafe libevdev_event_code_from_name(UInt32(type), name)
    guard code >= 0 else { throw problem("the kernel knows no '\(name)'") }
    return UInt32(code)
  }

  var inputProperty: UInt32 {
    get throws(Problem) {
      let name = try string
      let property = unsafe libevdev_property_from_name(name)
      guard property >= 0 else { throw problem("the kernel knows no '\(name)'") }
      return UInt32(property)
    }
  }
}
