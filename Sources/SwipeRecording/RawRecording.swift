public import YAMLNodes

/// The evdev frames of a touchpad: a file of `libinput record`.
///
/// Of what such a file can hold this is what a replay needs: the first device's description and what it said. Where it
/// was recorded, by which libinput, and what libinput made of it is passed over.
public struct RawRecording: Sendable {
  /// The version of the format that is read and written, that of all libinputs so far (1.11 to 1.30).
  public static let version = 1

  public var device: DeviceDescription
  /// By time, from 0.
  public var frames: [EvdevFrame]

  /// - Throws: what is wrong first, with its place.
  public init(_ bytes: [UInt8]) throws(YAMLFault) {
    let document = YAMLDocument(bytes)
    if let fault = document.faults.first { throw fault }
    let start = YAMLPlace(line: 1, column: 1)
    guard let root = document.root, let version = root["version"], root["devices"] != nil else {
      throw YAMLFault(
        document.root?.place ?? start,
        "no recording of libinput record's: expected \"version\" and \"devices\"")
    }
    guard try version.whole(0...Int64(Int32.max), "a version") == Self.version else {
      throw YAMLFault(
        version.place, "version is \(version.description); expected \(Self.version)")
    }
    let devices = try root.required("devices", of: "the recording").elements("a list of devices")
    guard let first = devices.first else {
      throw YAMLFault(root["devices"]?.place ?? start, "there is no device; expected one")
    }
    guard devices.count == 1 else {
      throw YAMLFault(
        devices[1].place, "a second device; expected one (record a touchpad alone)")
    }
    device = try DeviceDescription(try first.required("evdev", of: "the device"))
    frames = try Self.frames(first)
  }

  private static func frames(_ device: YAMLNode) throws(YAMLFault) -> [EvdevFrame] {
    var frames: [EvdevFrame] = []
    guard let events = device["events"], !events.isEmpty else { return [] }
    var origin: Int64?
    var open: [EvdevEvent] = []
    for entry in try events.elements("a list of events") {
      // What libinput made of it, and what was sent over hidraw, stands there too.
      guard let evdev = entry["evdev"], !evdev.isEmpty else { continue }
      for row in try evdev.elements("a list of events") {
        let numbers = try row.wholes(5, "an event: [seconds, microseconds, type, code, value]")
        let (sum, overflow) = numbers[0].multipliedReportingOverflow(by: 1_000_000)
        guard !overflow, numbers[0] >= 0, (0..<1_000_000).contains(numbers[1]),
          sum <= .max - 1_000_000
        else { throw YAMLFault(row.place, "the time of the event is out of range") }
        guard let type = UInt16(exactly: numbers[2]), type <= 0x1F,
          let code = UInt16(exactly: numbers[3]), code <= 0x2FF,
          let value = Int32(exactly: numbers[4])
        else { throw YAMLFault(row.place, "type, code or value of the event is out of range") }
        let time = sum + numbers[1]
        let start = origin ?? time
        origin = start
        open.append(EvdevEvent(type: type, code: code, value: value))
        guard open.last?.isReport == true else { continue }
        frames.append(
          EvdevFrame(time: max(time - start, frames.last?.time ?? 0), events: open))
        open = []
      }
    }
    return frames
  }
}

extension DeviceDescription {
  init(_ evdev: YAMLNode) throws(YAMLFault) {
    let id = try evdev.required("id", of: "evdev")
    let numbers = try id.wholes(4, "an id: [bus, vendor, product, version]")
    let parts = numbers.compactMap { UInt16(exactly: $0) }
    guard parts.count == 4 else { throw YAMLFault(id.place, "a number of the id is out of range") }
    self.init(
      name: try evdev["name"]?.text("a name") ?? "", bus: parts[0], vendor: parts[1],
      product: parts[2], version: parts[3])
    for pair in try evdev.required("codes", of: "evdev").pairs("codes by their type") {
      let type = UInt16(try pair.key.whole(0...0x1F, "a type of event, 0…31"))
      var codes: [UInt16] = []
      for code in try pair.value.elements("a list of codes") {
        codes.append(UInt16(try code.whole(0...0x2FF, "a code, 0…767")))
      }
      if type != 0 { self.codes[type] = codes }
    }
    if let info = evdev["absinfo"], !info.isEmpty {
      for pair in try info.pairs("axes by their code") {
        let code = UInt16(try pair.key.whole(0...0x3F, "the code of an axis, 0…63"))
        let wanted = "an axis: [minimum, maximum, fuzz, flat, resolution]"
        let figures = try pair.value.wholes(5, wanted).compactMap { Int32(exactly: $0) }
        guard figures.count == 5, figures[0] <= figures[1] else {
          throw YAMLFault(pair.value.place, "a number of the axis is out of range")
        }
        axes.append(
          Axis(
            code: code, minimum: figures[0], maximum: figures[1], fuzz: figures[2],
            flat: figures[3], resolution: figures[4]))
      }
    }
    for code in codes[3] ?? [] where axis(code) == nil {
      throw YAMLFault(
        evdev["absinfo"]?.place ?? evdev.place, "the axis \(code) lacks its range in \"absinfo\"")
    }
    if let list = evdev["properties"], !list.isEmpty {
      for property in try list.elements("a list of properties") {
        properties.append(UInt16(try property.whole(0...0x1F, "a property, 0…31")))
      }
    }
  }
}

extension YAMLNode {
  fileprivate subscript(key: String) -> YAMLNode? {
    guard case .mapping(let pairs) = content else { return nil }
    return pairs.first {
      if case .scalar(let text, _) = $0.key.content { text == key } else { false }
    }?.value
  }

  fileprivate func required(_ key: String, of what: String) throws(YAMLFault) -> YAMLNode {
    guard let value = self[key] else { throw YAMLFault(place, "\(what) lacks \"\(key)\"") }
    return value
  }

  private func expected(_ what: String) -> YAMLFault {
    YAMLFault(place, "\(description); expected \(what)")
  }

  fileprivate func elements(_ what: String) throws(YAMLFault) -> [YAMLNode] {
    guard case .list(let nodes) = content else { throw expected(what) }
    return nodes
  }

  fileprivate func pairs(_ what: String) throws(YAMLFault) -> [YAMLPair] {
    guard case .mapping(let pairs) = content else { throw expected(what) }
    return pairs
  }

  fileprivate func text(_ what: String) throws(YAMLFault) -> String {
    guard case .scalar(let text, _) = content else { throw expected(what) }
    return text
  }

  fileprivate func whole(_ range: ClosedRange<Int64>, _ what: String) throws(YAMLFault) -> Int64 {
    guard case .scalar(let text, isQuoted: false) = content, let number = Int64(text),
      range.contains(number)
    else { throw expected(what) }
    return number
  }

  fileprivate func wholes(_ count: Int, _ what: String) throws(YAMLFault) -> [Int64] {
    let nodes = try elements(what)
    guard nodes.count == count else {
      throw YAMLFault(place, "a list of \(nodes.count); expected \(what)")
    }
    var numbers: [Int64] = []
    for node in nodes {
      numbers.append(try node.whole(Int64(Int32.min)...Int64(UInt32.max), "a whole number"))
    }
    return numbers
  }
}
