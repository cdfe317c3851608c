internal import DesktopSettings
internal import LinuxIO
internal import SwipeClient
internal import SwipeConfig
internal import SystemBus

// Touchpads that the desktop has switched off: swiped is to leave them alone, since it reads them past the desktop.

/// What is known of the desktop's switches.
struct TouchpadSwitches {
  /// The nodes of those that are off.
  var off: Set<String> = []
  /// Who is being asked, by node.
  var readers: [String: ProgramReader] = [:]
  /// When they were asked last, in µs of `Clock.monotonic`.
  var lastAsked: Int64 = 0
  var dconf: BusSlot?
}

extension SwipeAgent {
  /// How long an answer holds, in µs, of a desktop that does not tell of changes.
  private static let switchesHold: Int64 = 10_000_000
  /// How often a desktop is asked while a touchpad is off, since no swipe then tells that it is on again.
  private static let offHolds: Int64 = 5_000_000

  /// How long a desktop's tool may take to answer, in µs.
  private static let longestAnswer: Int64 = 2_000_000

  private var desktop: DesktopEnvironment {
    DesktopEnvironment { [environment] in environment[$0] }
  }

  /// GNOME and those that go by its settings tell of every change.
  private var desktopTells: Bool {
    switch desktop {
    case .gnome, .cinnamon, .mate: switches.dconf != nil
    case .kde, .sway, .hyprland, .niri, .other: false
    }
  }

  var switchesDeadline: Int64? {
    switches.off.isEmpty || desktopTells ? nil : switches.lastAsked + Self.offHolds
  }

  /// Listens to dconf, which holds GNOME's settings and tells of those that were written.
  func listenToSettings() {
    switches.dconf = try? session?.match(
      "type='signal',interface='ca.desrt.dconf.Writer',member='Notify'"
    ) { [unowned self] message in
      guard let prefix = try? message.readString() else { return }
      var changes: [String] = []
      try? message.readArray(of: "s") { () throws(BusError) in
        changes.append(try message.readString())
      }
      guard SettingsChange.concernsTouchpads(prefix: prefix, changes: changes) else { return }
      askSwitches()
    }
  }

  /// At a swipe's begin, and when it is time.
  func refreshSwitches(at now: Int64) {
    guard !desktopTells,
      now - switches.lastAsked >= Self.switchesHold || switchesDeadline ?? .max <= now
    else { return }
    askSwitches()
  }

  /// Asks the desktop about each touchpad; the answer is awaited on the loop.
  func askSwitches() {
    let now = Clock.monotonic
    // What has not answered yet never will, and must not keep the question from being asked.
    if now - switches.lastAsked >= Self.longestAnswer { switches.readers = [:] }
    switches.lastAsked = now
    let nodes = Set(client.touchpads.map(\.node))
    // Without swiped it is not known which are there.
    if client.isConnected {
      // The wish would be renewed for ever, and hold for whatever comes at that node.
      for node in switches.off.subtracting(nodes) {
        switches.off.remove(node)
        client.takeUp(node: node)
      }
    }
    for touchpad in client.touchpads where switches.readers[touchpad.node] == nil {
      guard let question = TouchpadQuestion(desktop, node: touchpad.node) else { continue }
      switch question {
      case .program(let words): ask(words, question, touchpad)
      case .configuration(let path):
        let home =
          environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { $0 + "/.config" } ?? ""
        let bytes = (try? ConfigurationFile.bytes(of: home + "/" + path)) ?? []
        heard(
          question.answer(String(decoding: bytes, as: UTF8.self), name: touchpad.name),
          touchpad.node)
      }
    }
  }

  private func ask(_ words: [String], _ question: TouchpadQuestion, _ touchpad: SwipeTouchpad) {
    // Where the desktop's tool is not installed there is nothing to be known.
    do throws(Errno) {
      let pipe = try Pipe()
      try programs.start(words, [], title: "touchpad", output: pipe.writing.rawValue) { _ in }
      switches.readers[touchpad.node] = try ProgramReader(pipe.takeReading(), in: loop) {
        [unowned self] text in
        switches.readers[touchpad.node] = nil
        heard(question.answer(text, name: touchpad.name), touchpad.node)
      }
    } catch {
      return
    }
  }

  private func heard(_ answer: TouchpadSwitch?, _ node: String) {
    guard client.touchpads.contains(where: { $0.node == node }) else { return }
    switch answer {
    case .off:
      guard switches.off.insert(node).inserted else { return }
      report.note("the desktop has switched \(node) off, swiped is to leave it alone")
      client.leaveAlone(node: node)
    case .on, .offBesideMouse:
      guard switches.off.remove(node) != nil else { return }
      report.note("the desktop has switched \(node) on again")
      client.takeUp(node: node)
    case nil: break
    }
  }
}
