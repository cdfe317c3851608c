import LinuxIO

/// What the journal's catalogue explains (systemd/swiped.catalog): messages that somebody reads who wonders why a swipe
/// did nothing, or was not felt. The values are the messages' identities there.
enum Explanation: String, CaseIterable {
  case touchpadNotOpened = "499cc1cec04d43b8958d69c0d37b5bb2"
  case touchpadHasKeys = "3cfddb347673499ca62a9157bc871f41"
  case configurationKept = "142f677bc0114e7f9619632d5e06ec00"
  case rungFell = "dfa1bf4f9d8a4f5faf4216372befb2d3"
  case tickDropped = "cb9850627363402e9c6378c8d882ccf6"
  case leftAlone = "614dc741d19e4ae5acacf80024c17220"
  case paused = "2821ab9b32c34ee0a8ee8c22a704201d"
  case noBus = "e8e39e483f1247dda7d71b9648d633fa"
  case nameNotHad = "d1e6a11a97254a48bd3a63c6171b29d5"

  var priority: Journal.Priority {
    switch self {
    case .touchpadNotOpened, .configurationKept, .rungFell, .tickDropped, .noBus, .nameNotHad:
      .warning
    case .touchpadHasKeys, .leftAlone, .paused: .notice
    }
  }
}
