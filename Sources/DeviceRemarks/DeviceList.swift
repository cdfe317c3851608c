internal import LinuxIO
public import SwipeConfig
public import TouchpadInput

/// The lines of a device list: a touchpad each, with its node first; what is no touchpad has none.
///
/// - Parameter program: the one that lists them, which may have to be run otherwise.
public func deviceList(
  _ reports: [TouchpadReport], _ configuration: Configuration, program: String
) -> [String] {
  reports.compactMap { report in
    let name = printable(report.name)
    switch report.result {
    case .success(let touchpad):
      return "\(report.node)\t\(name)\t\(touchpad.remarks(for: configuration))"
    case .failure(.notATouchpad):
      return nil
    case .failure(let refusal):
      return "\(report.node)\t\(name)\tnot taken: \(refusal)\(refusal.advice(program))"
    }
  }
}

extension TouchpadRefusal {
  /// What to do about it, to be put behind the refusal; empty where nothing can be done.
  public func advice(_ program: String) -> String {
    switch self {
    case .cannotOpen(.permissionDenied): "; run \(program) as root"
    case .notInitialised: "; is systemd-udevd running?"
    case .notATouchpad, .notAnInputDevice, .alsoKeyboard, .noSuchNode, .swapped, .cannotOpen,
      .libinputRefused:
      ""
    }
  }
}
