import CLibevdev

/// What a device once sent: a file of `libinput record`, or of evemu.
struct Recording {
  struct Event {
    var type: UInt16
    var code: UInt16
    var value: Int32
  }

  struct Frame {
    /// Microseconds since the first frame.
    var at: Int64
    var events: [Event]
  }

  private(set) var frames: [Frame] = []

  static func read(_ path: String) throws(FileProblem) -> Recording {
    let text = try readText(path)
    do throws(Problem) {
      return try isEvemu(text) ? Recording(evemu: text) : Recording(libinput: text)
    } catch {
      throw FileProblem(file: path, problem: error)
    }
  }

  static func device(_ path: String) throws(Problem) -> DeviceDescription {
    do throws(FileProblem) {
      let text = try readText(path)
      do throws(Problem) {
        return try isEvemu(text)
          ? DeviceDescription(evemu: text) : DeviceDescription(libinputRecord: text)
      } catch {
        throw FileProblem(file: path, problem: error)
      }
    } catch {
      throw Problem(place: Place(line: 1, column: 1), message: error.description)
    }
  }

  private static func isEvemu(_ text: String) -> Bool {
    lines(of: text).contains { $0.line.hasPrefix("N: ") }
  }

  private init(libinput text: String) throws(Problem) {
    var first: Int64?
    var events: [Event] = []
    for entry in try recordedDevice(text)["events"]?.list ?? [] {
      for row in try entry["evdev"]?.list ?? [] {
        let numbers = try row.list.map { (node) throws(Problem) in try node.integer }
        guard numbers.count == 5 else { throw row.problem("an event is five numbers") }
        let event = try Recording.event(numbers[2], numbers[3], numbers[4], row.place)
        let time = Int64(numbers[0]) * 1_000_000 + Int64(numbers[1])
        add(event, at: time, &first, &events)
      }
    }
  }

  private init(evemu text: String) throws(Problem) {
    var first: Int64?
    var events: [Event] = []
    for (place, line) in lines(of: text) where line.hasPrefix("E: ") {
      let words = words(line)
      let time = words.count > 1 ? words[1].split(separator: ".") : []
      guard words.count >= 5, time.count == 2, let seconds = Int64(time[0]),
        let micros = Int64(time[1]), let type = Int(words[2], radix: 16),
        let code = Int(words[3], radix: 16), let value = Int(words[4])
      else {
        throw Problem(place: place, message: "an event is 'E: seconds type code value'")
      }
      let event = try Recording.event(type, code, value, place)
      add(event, at: seconds * 1_000_000 + micros, &first, &events)
    }
  }

  private static func event(
    _ type: Int, _ code: Int, _ value: Int, _ place: Place
  ) throws(Problem) -> Event {
    guard let type = UInt16(exactly: type), let code = UInt16(exactly: code),
      let value = Int32(exactly: value)
    else { throw Problem(place: place, message: "a number is out of range") }
    return Event(type: type, code: code, value: value)
  }

  private mutating func add(
    _ event: Event, at time: Int64, _ first: inout Int64?, _ events: inout [Event]
  ) {
    let start = first ?? time
    first = start
    events.append(event)
    guard event.type == UInt16(EV_SYN), event.code == UInt16(SYN_REPORT) else { return }
    frames.append(Frame(at: max(time - start, frames.last?.at ?? 0), events: events))
    events = []
  }
}

private func lines(of text: String) -> [(place: Place, line: Substring)] {
  text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
    (Place(line: index + 1, column: 1), line)
  }
}

private func words(_ line: Substring) -> [Substring] { line.split(separator: " ") }

/// The first device of a `libinput record` file.
private func recordedDevice(_ text: String) throws(Problem) -> Node {
  let place = Place(line: 1, column: 1)
  guard let file = try Node.documents(in: text).first, let device = try file["devices"]?.list.first
  else { throw Problem(place: place, message: "no file of 'libinput record' or evemu") }
  return device
}

extension DeviceDescription {
  fileprivate init(libinputRecord text: String) throws(Problem) {
    let device = try recordedDevice(text)
    guard let evdev = device["evdev"], let name = evdev["name"], let id = evdev["id"] else {
      throw device.problem("the device has no name and id")
    }
    let identity = try id.list.map { (node) throws(Problem) in try node.integer(in: 0...0xffff) }
    guard identity.count == 4 else { throw id.problem("an id is four numbers") }
    self.init(
      name: try name.string, bus: Int32(identity[0]), vendor: Int32(identity[1]),
      product: Int32(identity[2]), version: Int32(identity[3]))
    if case .mapping(let types)? = evdev["codes"]?.content {
      for (type, codes) in types {
        for code in try codes.list {
          enable(UInt32(try type.integer(in: 0...31)), UInt32(try code.integer(in: 0...0x2ff)))
        }
      }
    }
    if case .mapping(let ranges)? = evdev["absinfo"]?.content {
      for (code, figures) in ranges {
        let numbers = try figures.list.map { (node) throws(Problem) in
          Int32(truncatingIfNeeded: try node.integer)
        }
        guard numbers.count == 5 else { throw figures.problem("an axis is five numbers") }
        axes.append(
          Axis(
            code: UInt32(try code.integer(in: 0...63)), minimum: numbers[0], maximum: numbers[1],
            fuzz: numbers[2], flat: numbers[3], resolution: numbers[4]))
      }
    }
    for property in try evdev["properties"]?.list ?? [] {
      properties.append(UInt32(try property.integer(in: 0...31)))
    }
  }

  fileprivate init(evemu text: String) throws(Problem) {
    self.init(name: "", bus: 0, vendor: 0, product: 0)
    // The masks of one type stand in several lines, eight bytes each.
    var bytesBefore: [Int: Int] = [:]
    for (place, line) in lines(of: text) {
      let words = words(line)
      guard let tag = words.first else { continue }
      let hex = words.dropFirst().compactMap { Int($0, radix: 16) }
      switch tag {
      case "N:": name = String(line.dropFirst(3))
      case "I:":
        guard hex.count == 4 else { throw Problem(place: place, message: "an id is four numbers") }
        (bus, vendor, product, version) = (
          Int32(hex[0]), Int32(hex[1]), Int32(hex[2]), Int32(hex[3])
        )
      case "P:":
        let before = bytesBefore[-1, default: 0]
        properties += bits(hex, from: before)
        bytesBefore[-1] = before + hex.count
      case "B:":
        guard let type = hex.first else { continue }
        let before = bytesBefore[type, default: 0]
        for code in bits(hex.dropFirst(), from: before) { enable(UInt32(type), code) }
        bytesBefore[type] = before + hex.count - 1
      case "A:":
        let numbers = words.dropFirst(2).compactMap { Int32($0) }
        guard let code = hex.first, numbers.count >= 4 else {
          throw Problem(place: place, message: "an axis is 'A: code minimum maximum fuzz flat'")
        }
        axes.append(
          Axis(
            code: UInt32(code), minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2],
            flat: numbers[3], resolution: numbers.count > 4 ? numbers[4] : 0))
      default: break
      }
    }
  }

  /// Axes are left out: they come with their ranges.
  private mutating func enable(_ type: UInt32, _ code: UInt32) {
    switch Int32(type) {
    case EV_SYN, EV_ABS, EV_REP, EV_FF: break
    case EV_KEY: keys.append(code)
    case EV_REL: relatives.append(code)
    default: others.append((type, code))
    }
  }
}

private func bits(_ bytes: some Sequence<Int>, from offset: Int) -> [UInt32] {
  bytes.enumerated().flatMap { index, byte in
    (0..<8).filter { byte & (1 << $0) != 0 }.map { UInt32((offset + index) * 8 + $0) }
  }
}
