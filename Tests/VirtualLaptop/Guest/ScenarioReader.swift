import CLibevdev
import Glibc

/// Reads scenario files. Whatever it does not understand is an error with its line and column.
struct ScenarioReader {
  let file: String
  /// The folder of the devices' figures.
  let fixtures: String

  static func read(_ file: String, fixtures: String) throws(FileProblem) -> [Scenario] {
    let reader = ScenarioReader(file: file, fixtures: fixtures)
    let text = try readText(file)
    do throws(Problem) {
      let documents = try Node.documents(in: text)
      guard !documents.isEmpty else {
        throw Problem(place: Place(line: 1, column: 1), message: "there is no scenario in it")
      }
      return try documents.map { (node) throws(Problem) in try reader.scenario(node) }
    } catch {
      throw FileProblem(file: file, problem: error)
    }
  }

  /// A step that is told by itself, as in `move: {dx: -24, over_ms: 192}`.
  static func step(_ text: String, for scenario: Scenario) throws(Problem) -> Step {
    let reader = ScenarioReader(file: scenario.file, fixtures: "")
    guard let node = try Node.documents(in: text).first else {
      throw Problem(place: Place(line: 1, column: 1), message: "there is no step in it")
    }
    return try StepReader(reader: reader, pads: scenario.pads).step(node)
  }

  private func scenario(_ node: Node) throws(Problem) -> Scenario {
    var fields = try Fields(node)
    var scenario = Scenario(
      file: file, place: node.place, name: try fields.take("name")?.string ?? lastPart(file))
    if let touchpad = fields.take("touchpad") {
      scenario.pads = [try pad(touchpad, name: nil)]
    }
    if let touchpads = fields.take("touchpads") {
      guard scenario.pads.isEmpty else {
        throw touchpads.problem("either 'touchpad' or 'touchpads'")
      }
      guard case .mapping(let pairs) = touchpads.content else {
        throw touchpads.problem("touchpads by name")
      }
      for (key, value) in pairs {
        let name = try key.string
        guard !scenario.pads.contains(where: { $0.name == name }) else {
          throw key.problem("'\(name)' is given twice")
        }
        scenario.pads.append(try pad(value, name: name))
      }
    }
    scenario.keyboard = try fields.take("keyboard")?.bool ?? false
    if let mouse = fields.take("mouse") {
      var mouseFields = try Fields(mouse)
      scenario.mouseHertz = try mouseFields.take("hz")?.integer(in: 0...1000) ?? 0
      try mouseFields.end()
    }
    let options = fields.take("swiped")
    scenario.swiped = try options?.strings ?? []
    scenario.json = try fields.take("json")?.bool ?? true
    if let config = fields.take("config") {
      scenario.config = try path(config)
    }
    scenario.readerLines = try fields.take("reader_lines")?.integer(in: 1...1_000_000)
    if let options { try check(options, in: scenario) }
    let steps = fields.take("steps")
    for step in try steps?.list ?? [] {
      scenario.steps.append(try StepReader(reader: self, pads: scenario.pads).step(step))
    }
    if let expect = fields.take("expect") {
      scenario.expect = try ExpectationReader(scenario: scenario).expectation(expect)
    }
    try fields.end()
    // Fingers that leave the pad, or lift without having landed, are found here.
    _ = try Timeline(scenario)
    return scenario
  }

  private func pad(_ node: Node, name: String?) throws(Problem) -> PadSetup {
    var fields = try Fields(node)
    var kind = PadSetup.Kind.plain
    if let word = fields.take("kind") {
      guard let known = PadSetup.Kind(rawValue: try word.string) else {
        throw word.problem("no kind of touchpad is called '\(try word.string)'")
      }
      kind = known
    }
    let title = try fields.take("name")?.string
    let size = try fields.take("size_mm")?.millimetrePair
    let interval = try fields.take("frame_ms")?.number(in: 0.5...200) ?? 8
    var device: DeviceDescription
    if let fixture = fields.take("fixture") {
      device = try self.fixture(fixture)
      if let title { device.name = title }
    } else if kind == .recording {
      device = try Recording.device(try path(try fields.need("file")))
      if let title { device.name = title }
    } else {
      let resolution = try fields.take("resolution")?.integer(in: 0...1000) ?? 10
      let slots = try fields.take("slots")?.integer(in: 0...16) ?? 5
      device = .plainTouchpad(
        name: title ?? "Lab Touchpad", width: size?.0 ?? 100, height: size?.1 ?? 60,
        resolution: resolution, slots: slots)
      if kind == .rumble {
        device.others.append((UInt32(EV_FF), UInt32(FF_RUMBLE)))
      }
      if let bus = fields.take("bus") { device.bus = try bus.bus }
      if let vendor = fields.take("vendor") {
        device.vendor = Int32(try vendor.integer(in: 0...0xffff))
      }
      if let product = fields.take("product") {
        device.product = Int32(try product.integer(in: 0...0xffff))
      }
      if try fields.take("keyboard")?.bool ?? false {
        device.keys += DeviceDescription.ordinaryKeys
      }
    }
    let plugged = try fields.take("plugged")?.bool ?? true
    try fields.end()
    let lengths = size ?? device.sizeInMillimetres
    return PadSetup(
      name: name ?? "pad", kind: kind, device: device, width: lengths.0, height: lengths.1,
      interval: Int64((interval * 1000).rounded()), plugged: plugged)
  }

  private func fixture(_ node: Node) throws(Problem) -> DeviceDescription {
    let name = try node.string
    let path = "\(fixtures)/\(name).yaml"
    guard !name.contains("/"), unsafe access(path, R_OK) == 0 else {
      throw node.problem("there is no fixture '\(name)'")
    }
    do {
      return try DeviceDescription.fixture(at: path)
    } catch {
      throw node.problem(error.description)
    }
  }

  /// `{pad}` in an option is the node of that pad, `{keyboard}` and `{mouse}` are theirs.
  private func check(_ options: Node, in scenario: Scenario) throws(Problem) {
    for option in try options.list {
      let text = try option.string
      guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}") else {
        continue
      }
      let name = String(text[text.index(after: open)..<close])
      guard scenario.deviceNames.contains(name) else {
        throw option.problem("there is no device '\(name)'")
      }
    }
  }

  /// A path of the scenario file counts from its folder.
  func path(_ node: Node) throws(Problem) -> String {
    let path = try node.string
    let whole = path.hasPrefix("/") ? path : folder(of: file) + "/" + path
    guard unsafe access(whole, R_OK) == 0 else {
      throw node.problem("'\(path)' cannot be read: \(errorText(errno))")
    }
    return whole
  }
}

extension Scenario {
  /// The names by which options and expectations speak of the devices.
  var deviceNames: [String] {
    pads.map(\.name) + (keyboard ? ["keyboard"] : []) + (mouseHertz == nil ? [] : ["mouse"])
  }
}

extension DeviceDescription {
  static func fixture(at path: String) throws(FileProblem) -> DeviceDescription {
    let text = try readText(path)
    do throws(Problem) {
      guard let node = try Node.documents(in: text).first else {
        throw Problem(place: Place(line: 1, column: 1), message: "there is no device in it")
      }
      return try DeviceDescription(fixture: node)
    } catch {
      throw FileProblem(file: path, problem: error)
    }
  }
}

extension Node {
  var millimetrePair: (Double, Double) {
    get throws(Problem) {
      let numbers = try list
      guard numbers.count == 2 else { throw problem("two numbers in mm are expected here") }
      return (
        try numbers[0].number(in: 0...1000), try numbers[1].number(in: 0...1000)
      )
    }
  }

  fileprivate var bus: Int32 {
    get throws(Problem) {
      switch try string {
      case "usb": return BUS_USB
      case "bluetooth": return BUS_BLUETOOTH
      case "i2c": return BUS_I2C
      case "spi": return BUS_SPI
      case "ps2": return BUS_I8042
      default: throw problem("a bus is usb, bluetooth, i2c, spi or ps2")
      }
    }
  }
}
