internal import DeviceRemarks
internal import Haptics
internal import LinuxIO
internal import SwipeCommandLine
internal import TouchpadInput

/// A device that ticks are to be played on, or a touchpad that stays closed.
struct TickDevice: Sendable {
  /// Nil for a device that was named by its path and is no touchpad.
  var name: String?
  var node: String
  var sysPath: String?
  /// Why swiped does not read it.
  var refusal: TouchpadRefusal?

  /// "Name (/dev/input/event5)".
  var title: String { name.map { "\($0) (\(node))" } ?? node }

  /// Whether it may be opened: what swiped leaves closed because of what it is, the tools leave closed as well.
  var isOpen: Bool {
    switch refusal {
    case nil, .cannotOpen: true
    case .notATouchpad, .notAnInputDevice, .alsoKeyboard, .noSuchNode, .notInitialised, .swapped,
      .libinputRefused:
      false
    }
  }
}

/// Why devices that a command line asks for cannot be had, a line each.
struct SearchError: Error {
  var lines: [String]
}

extension TickDevice {
  static let deviceOption = CommandLineOption(
    "--device", "PATH", values: .inputDevice, help: "this touchpad only; may be repeated")

  /// The touchpads that a command line's `--device` options name, all where there are none; or the one device that
  /// its `--haptic-device` names.
  static func asked(
    _ commandLine: ParsedCommandLine, hapticDevice: String? = nil
  ) throws(UsageError) -> Result<[TickDevice], SearchError> {
    let paths = commandLine.values("--device")
    if paths.contains("") { throw .badValue(option: "--device", reason: "a path is expected") }
    if hapticDevice != nil, !paths.isEmpty {
      throw .badValue(
        option: "--device",
        reason: "--haptic-device names the device of all ticks; give one of them")
    }
    do throws(SearchError) {
      if let hapticDevice { return .success([try named(hapticDevice)]) }
      return .success(try touchpads(paths))
    } catch { return .failure(error) }
  }

  /// The touchpads at these paths, all where there are none.
  static func touchpads(_ paths: [String]) throws(SearchError) -> [TickDevice] {
    let input: TouchpadInput
    do throws(TouchpadInputError) {
      input = try TouchpadInput(
        selection: paths.isEmpty ? .all : .nodes(paths), twoFingerSwipes: false)
    } catch { throw SearchError(lines: ["\(error)"]) }
    var found: [TickDevice] = []
    var errors: [String] = []
    input.start { event in
      switch event {
      case .taken(let touchpad):
        found.append(
          TickDevice(name: touchpad.name, node: touchpad.node, sysPath: touchpad.sysPath))
      case .refused(let node, let name, let refusal):
        let device = TickDevice(name: name, node: node, refusal: refusal)
        if paths.isEmpty || (device.isOpen && name != nil) {
          found.append(device)
        } else {
          errors.append("\(name == nil ? "\"\(node)\"" : device.title) \(refusal)")
        }
      case .waiting(let path, let refusal): errors.append("\"\(path)\" \(refusal)")
      case .released, .swipe, .announcementsLost: break
      }
    }
    guard errors.isEmpty else { throw SearchError(lines: errors) }
    return found
  }

  /// The device at a path, whatever input device it is.
  static func named(_ path: String) throws(SearchError) -> TickDevice {
    let file: FileStatus
    do throws(Errno) { file = try FileStatus(path: path) } catch {
      throw SearchError(lines: ["\"\(path)\" cannot be had: \(error)"])
    }
    let kind: FileKind
    switch file.kind {
    // 13 is INPUT_MAJOR, and numbers as small as that have it in these bits.
    case .characterDevice:
      if file.device >> 8 & 0xFFF == 13 { return TickDevice(name: nil, node: path) }
      kind = .characterDevice
    case .directory: kind = .directory
    case .blockDevice: kind = .blockDevice
    case .pipe: kind = .pipe
    case .socket: kind = .socket
    case .regular, .other: kind = .regular
    }
    throw SearchError(lines: ["\"\(path)\" \(TouchpadRefusal.notAnInputDevice(kind))"])
  }
}
