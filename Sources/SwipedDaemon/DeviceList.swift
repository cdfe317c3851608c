import CommitPoint
import LinuxIO
import SwipeConfig
import TouchpadInput

/// The lines of `--list-devices`: a touchpad each, with its node first; what is no touchpad has none.
func deviceList(_ reports: [TouchpadReport], _ options: DaemonOptions) -> [String] {
  reports.compactMap { report in
    switch report.result {
    case .success(let touchpad):
      return "\(report.node)\t\(report.name)\t\(touchpad.remarks(for: options.settings))"
    case .failure(.notATouchpad):
      return nil
    case .failure(let refusal):
      return "\(report.node)\t\(report.name)\tnot taken: \(refusal)\(refusal.advice)"
    }
  }
}

extension TouchpadRefusal {
  /// What to do about it, to be put behind the refusal; empty where nothing can be done.
  var advice: String {
    switch self {
    case .cannotOpen(.permissionDenied): "; run swiped as root"
    case .notInitialised: "; is systemd-udevd running?"
    case .notATouchpad, .notAnInputDevice, .alsoKeyboard, .noSuchNode, .swapped, .cannotOpen,
      .libinputRefused:
      ""
    }
  }
}
