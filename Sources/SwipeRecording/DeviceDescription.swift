/// What an evdev device tells of itself: enough to make one like it.
public struct DeviceDescription: Sendable, Hashable {
  public struct Axis: Sendable, Hashable {
    public var code: UInt16
    public var minimum, maximum, fuzz, flat: Int32
    /// Counts a millimetre; 0 where the device does not say.
    public var resolution: Int32

    public init(
      code: UInt16, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0,
      resolution: Int32 = 0
    ) {
      self.code = code
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
    }
  }

  /// Empty where a recording leaves it out.
  public var name: String
  public var bus, vendor, product, version: UInt16
  /// The codes that it can send, by their type; those of `EV_SYN` are not told.
  public var codes: [UInt16: [UInt16]]
  public var axes: [Axis]
  /// `INPUT_PROP_*`.
  public var properties: [UInt16]

  public init(
    name: String = "", bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0,
    version: UInt16 = 0, codes: [UInt16: [UInt16]] = [:], axes: [Axis] = [],
    properties: [UInt16] = []
  ) {
    self.name = name
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
    self.codes = codes
    self.axes = axes
    self.properties = properties
  }

  public func axis(_ code: UInt16) -> Axis? { axes.first { $0.code == code } }

  /// Width and height in millimetres; `nil` where it gives no resolution.
  public var size: (width: Double, height: Double)? {
    func length(_ code: UInt16) -> Double? {
      guard let axis = axis(code), axis.resolution > 0 else { return nil }
      return (Double(axis.maximum) - Double(axis.minimum)) / Double(axis.resolution)
    }
    // ABS_X and ABS_Y.
    guard let width = length(0), let height = length(1) else { return nil }
    return (width, height)
  }
}

/// One thing that a device said.
public struct EvdevEvent: Sendable, Hashable {
  public var type, code: UInt16
  public var value: Int32

  public init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether it ends a frame: `SYN_REPORT`.
  public var isReport: Bool { type == 0 && code == 0 }
}

/// What a device said at one time; the last event is the report that ends it.
public struct EvdevFrame: Sendable, Hashable {
  /// µs; in a recording since its first event.
  public var time: Int64
  public var events: [EvdevEvent]

  public init(time: Int64, events: [EvdevEvent]) {
    self.time = time
    self.events = events
  }
}
