internal import CLibevdev

/// Writes a file that `libinput record` could have written, so that `libinput replay` and whatever else reads those reads
/// this.
///
/// It does no I/O: whoever owns it takes `text` away and empties it. Names of the machine and of the kernel are left out,
/// and so is when it was recorded: times count from the first event.
public struct RawRecordingWriter: Sendable {
  public var text = ""
  private var hasFrames = false

  public init() {}

  /// Writes what comes before the frames.
  ///
  /// - Parameters:
  ///   - withName: whether the device's name is told. It can be that of a person ("Ada's Trackpad").
  ///   - program: who writes it, with a version.
  public mutating func begin(_ device: DeviceDescription, withName: Bool, program: String) {
    text += """
      # \(program)
      version: \(RawRecording.version)
      ndevices: 1
      libinput:
        version: "unknown"
        git: "unknown"
      system:
        kernel: "unknown"
        dmi: "dmi:"
      devices:
      - node: /dev/input/event0
        evdev:

      """
    if let (width, height) = device.size {
      text += "    # Size: \(Int(width.rounded()))x\(Int(height.rounded()))mm\n"
    }
    let name = withName && !device.name.isEmpty ? device.name : "Touchpad"
    text += """
          name: \(quoted(name))
          id: [\(device.bus), \(device.vendor), \(device.product), \(device.version)]
          codes:
            0: [\((0...15).map(String.init).joined(separator: ", "))]

      """
    for (type, codes) in device.codes.sorted(by: { $0.key < $1.key }) {
      text += "      \(type): [\(codes.map(String.init).joined(separator: ", "))]\n"
    }
    text += device.axes.isEmpty ? "    absinfo: {}\n" : "    absinfo:\n"
    for axis in device.axes {
      text +=
        "      \(axis.code): [\(axis.minimum), \(axis.maximum), \(axis.fuzz), \(axis.flat), \(axis.resolution)]\n"
    }
    text += "    properties: [\(device.properties.map(String.init).joined(separator: ", "))]\n"
    // What udev would find out of the rest: that it is a touchpad, and how large.
    text += """
        udev:
          properties:
          - ID_INPUT=1
          - ID_INPUT_TOUCHPAD=1

      """
    if let (width, height) = device.size {
      text += """
            - ID_INPUT_HEIGHT_MM=\(Int(height))
            - ID_INPUT_WIDTH_MM=\(Int(width))

        """
    }
    text += "  quirks:\n  events:\n"
  }

  /// Writes what the device said.
  public mutating func frame(_ frame: EvdevFrame) {
    hasFrames = true
    let time = max(frame.time, 0)
    text += "  - evdev:\n"
    for event in frame.events {
      text +=
        "    - [\(padded(time / 1_000_000, 3)), \(padded(time % 1_000_000, 6)), \(padded(event.type, 3)),"
        + " \(padded(event.code, 3)), \(padded(event.value, 7))]\(remark(event))\n"
    }
  }

  private func remark(_ event: EvdevEvent) -> String {
    guard !event.isReport else { return " # ------------ SYN_REPORT (0) ----------" }
    guard let type = unsafe libevdev_event_type_get_name(UInt32(event.type)),
      let code = unsafe libevdev_event_code_get_name(UInt32(event.type), UInt32(event.code))
    else { return "" }
    return unsafe " # \(String(cString: type)) / \(String(cString: code)) \(event.value)"
  }

  private func padded(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = number.description
    return String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
