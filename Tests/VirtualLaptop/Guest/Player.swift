import CLibevdev
import Glibc

/// Plays one scenario: makes the devices, starts swiped, lets the fingers move, ends swiped.
final class Player {
  struct Options {
    var lab = "."
    var swiped = ""
    var traceCalls = false
    /// A system call that is to fail, in strace's words: `ioctl:error=EIO:when=3`.
    var fault: String?
    /// Where swiped's output goes, a folder for each scenario.
    var into = "/run/lab"
  }

  /// What came of it.
  struct Result {
    var stdout = ""
    var stderr = ""
    var calls: String?
    var status: Int?
    var endedByItself = false
    /// From the signal to the end, in microseconds.
    var exitTime: Int64?
    var threads: Int?
    var wakeups: Int?
    var unopened: [String] = []
    /// Every node that a device had.
    var nodes: [String: [String]] = [:]
    /// Where the fingers of each pad were, frame by frame.
    var history: [[(time: Int64, frame: Frame)]] = []
    /// How many effects are on the pads after swiped's end, and whether one was for ever.
    var effectsLeft = 0
    var hasEndlessEffect = false
    /// What the kernel said to pads' motors.
    var outputs: [(time: Int64, pad: Int, text: String)] = []
    /// What udev found out of each device.
    var properties: [String: [String]] = [:]
  }

  let scenario: Scenario
  let options: Options
  private let number: Int
  private let folder: String
  var pads: [(any Touchpad)?] = []
  /// What udev keeps of the devices.
  private var announcements: [String] = []
  /// A pad that is being made.
  private var newcomer: (any Touchpad)?
  private var others: [UinputDevice] = []
  private var mouse: UinputDevice?
  private var nextMouseReport: Int64 = 0
  private var mouseStep: Int32 = 1
  private var swiped: ChildProcess?
  var result = Result()

  /// Deferred ticks and libinput's time-outs (0.1 s at most) are over by then.
  private static let settling: Int64 = 500_000
  private static let patience: Int64 = 5_000_000

  init(_ scenario: Scenario, _ options: Options, number: Int) {
    self.scenario = scenario
    self.options = options
    self.number = number
    folder = "\(options.into)/\(number)"
  }

  func play() throws(LabFailure) -> Result {
    for part in [options.into, folder] { _ = unsafe mkdir(part, 0o755) }
    try makeDevices()
    let timeline: Timeline
    do {
      timeline = try Timeline(scenario)
    } catch {
      throw LabFailure(error.message)
    }
    let child = try start()
    swiped = child
    defer { if !child.hasEnded() { child.send(SIGKILL) } }
    if endsByItself && scenario.steps.isEmpty {
      try wait(for: Self.patience) { child.hasEnded() }
    } else {
      try waitUntilOpen()
      try wait(for: 100_000)
      var start = now()
      try play(timeline.entries, since: &start, child)
      try wait(for: Self.settling)
      try observe(child)
      try end(child)
    }
    result.status = child.status
    // The kernel has the effects erased when their owner is gone.
    try wait(for: 20_000)
    for case let pad as UinputTouchpad in pads {
      result.effectsLeft += pad.effects
      if pad.hasEndlessEffect { result.hasEndlessEffect = true }
    }
    collect()
    try removeDevices()
    return result
  }

  // MARK: Devices

  func makeDevices() throws(LabFailure) {
    if scenario.keyboard { try makeOther("keyboard", .keyboard()) }
    if scenario.mouseHertz != nil { mouse = try makeOther("mouse", .mouse()) }
    result.history = Array(repeating: [], count: scenario.pads.count)
    for setup in scenario.pads { pads.append(setup.plugged ? try makePad(setup) : nil) }
  }

  @discardableResult
  private func makeOther(
    _ name: String, _ description: DeviceDescription
  ) throws(LabFailure) -> UinputDevice {
    let device = try UinputDevice(description)
    others.append(device)
    try announced(name, device.node)
    return device
  }

  private func makePad(_ setup: PadSetup) throws(LabFailure) -> any Touchpad {
    // No two pads of a boot are alike to the kernel.
    let made = number * 100 + result.nodes.reduce(0) { $0 + $1.value.count }
    let pad: any Touchpad
    switch setup.kind {
    case .plain, .rumble, .recording: pad = try UinputTouchpad(setup)
    case .hidHaptic, .manualTrigger:
      do {
        let path = "\(options.lab)/descriptors/\(setup.kind.rawValue).hex"
        let report = try readHexadecimal(path)
        pad = try HapticTouchpad(setup, descriptor: report, number: made)
      } catch let failure as LabFailure {
        throw failure
      } catch {
        throw LabFailure("\(error)")
      }
    }
    // The kernel asks while udev looks, too.
    newcomer = pad
    defer { newcomer = nil }
    try announced(setup.name, pad.node)
    return pad
  }

  /// Waits until udev has looked at a device.
  private func announced(_ name: String, _ node: String) throws(LabFailure) {
    result.nodes[name, default: []].append(node)
    guard let number = readLine("/sys/class/input/\(lastPart(node))/dev") else {
      throw LabFailure("'\(node)' is not in /sys")
    }
    let data = "/run/udev/data/c\(number)"
    guard try wait(for: Self.patience, until: { unsafe access(data, R_OK) == 0 }) else {
      throw LabFailure("udev does not announce '\(node)'")
    }
    announcements.append(data)
    let text = String(decoding: readBytes(data) ?? [], as: UTF8.self)
    result.properties[name] = text.split(separator: "\n").filter { $0.hasPrefix("E:") }
      .map { String($0.dropFirst(2)) }
  }

  /// The next scenario gets the same numbers, and must not find what udev knew of these.
  func removeDevices() throws(LabFailure) {
    pads = pads.map { $0 is HapticTouchpad ? $0 : nil }
    others = []
    mouse = nil
    for data in announcements {
      try wait(for: 200_000) { unsafe access(data, F_OK) != 0 }
    }
  }

  // MARK: swiped

  /// With these it says something and ends.
  private var onlyTells: Bool {
    scenario.swiped.contains { ["--list-devices", "--help", "--version"].contains($0) }
  }

  private var endsByItself: Bool { scenario.expect.endsByItself || onlyTells }

  private func start() throws(LabFailure) -> ChildProcess {
    var words = [options.swiped]
    if !scenario.expect.neverOpened.isEmpty || options.traceCalls {
      // Detached, so that the process which is started is swiped itself.
      let calls = options.traceCalls ? "all" : "open,openat,openat2,open_by_handle_at"
      words = [
        "strace", "-D", "-f", "-y", "-ttt", "-o", "\(folder)/calls", "-e", "trace=\(calls)",
        options.swiped,
      ]
    }
    if let fault = options.fault, let call = fault.split(separator: ":").first {
      words = [
        "strace", "-D", "-f", "--seccomp-bpf", "-o", "\(folder)/calls", "-e", "trace=\(call)", "-e",
        "inject=\(fault)", options.swiped,
      ]
    }
    if scenario.json && !onlyTells { words.append("--json") }
    if let config = scenario.config { words += ["--config", config] }
    for option in scenario.swiped { words.append(withNodes(option)) }
    if let lines = scenario.readerLines {
      let script = "mkfifo \"$0\" && { head -n \(lines) <\"$0\" & exec \"$@\" >\"$0\"; }"
      words = ["sh", "-c", script, "\(folder)/pipe"] + words
    }
    // A child inherits the slack of timers. Ours is none, swiped's is the usual one.
    setTimerSlack("0")
    defer { setTimerSlack("1") }
    return try ChildProcess(words, stdout: "\(folder)/stdout", stderr: "\(folder)/stderr")
  }

  /// In nanoseconds; "0" stands for what the process began with.
  private func setTimerSlack(_ nanoseconds: String) {
    let descriptor = unsafe open("/proc/self/timerslack_ns", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = unsafe write(descriptor, nanoseconds, nanoseconds.utf8.count)
    close(descriptor)
  }

  private func withNodes(_ option: String) -> String {
    guard let open = option.firstIndex(of: "{"), let close = option.lastIndex(of: "}") else {
      return option
    }
    let name = String(option[option.index(after: open)..<close])
    return option[..<open] + (result.nodes[name]?.last ?? name)
      + option[option.index(after: close)...]
  }

  private func waitUntilOpen() throws(LabFailure) {
    for setup in scenario.pads
    where setup.plugged && !scenario.expect.neverOpened.contains(setup.name) {
      try waitUntilOpen(setup.name)
    }
    for name in scenario.expect.opened { try waitUntilOpen(name) }
  }

  private func waitUntilOpen(_ name: String) throws(LabFailure) {
    guard let child = swiped, let node = result.nodes[name]?.last else { return }
    try wait(for: Self.patience) { child.hasEnded() || child.hasOpen(node) }
    if !child.hasOpen(node) { result.unopened.append(name) }
  }

  private func observe(_ child: ChildProcess) throws(LabFailure) {
    guard !child.hasEnded() else { return }
    result.threads = child.threads
    guard let duration = scenario.expect.noWakeups else { return }
    let before = child.switches
    try wait(for: duration)
    result.wakeups = child.switches - before
  }

  private func end(_ child: ChildProcess) throws(LabFailure) {
    if child.hasEnded() {
      result.endedByItself = result.exitTime == nil && !endsByItself
      return
    }
    try stop(child, by: SIGTERM)
    if !child.hasEnded() {
      child.send(SIGKILL)
      try wait(for: Self.patience) { child.hasEnded() }
    }
  }

  private func stop(_ child: ChildProcess, by signal: Int32) throws(LabFailure) {
    let start = now()
    child.send(signal)
    if try wait(for: Self.patience, until: { child.hasEnded() }) {
      result.exitTime = now() - start
    }
  }

  private func collect() {
    func text(_ name: String) -> String? {
      readBytes("\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }
    result.stdout = text("stdout") ?? ""
    result.stderr = text("stderr") ?? ""
    result.calls = text("calls")
  }

  // MARK: The steps

  /// - Parameter start: when their times began; later, where devices were waited for.
  func play(
    _ entries: [Timeline.Entry], since start: inout Int64, _ child: ChildProcess? = nil
  ) throws(LabFailure) {
    for entry in entries {
      try wait(until: start + entry.at)
      let before = now()
      switch entry.action {
      case .frame(let frame):
        result.history[entry.pad].append((before, frame))
        try pads[entry.pad]?.report(frame)
      case .events(let events): try pads[entry.pad]?.send(events)
      case .unplug: pads[entry.pad] = nil
      case .replug:
        // Who takes the number that the pad had makes it come back under another one.
        pads[entry.pad] = nil
        if result.nodes[scenario.pads[entry.pad].name] != nil {
          others.append(try UinputDevice(.placeholder()))
        }
        pads[entry.pad] = try makePad(scenario.pads[entry.pad])
        try waitUntilOpen(scenario.pads[entry.pad].name)
        start += now() - before
      case .signal(let number) where number == SIGTERM || number == SIGINT || number == SIGKILL:
        if let child { try stop(child, by: number) }
        start += now() - before
      case .signal(let number): child?.send(number)
      case .nothing: break
      }
    }
  }

  // MARK: Time

  private func wait(for duration: Int64) throws(LabFailure) { try wait(until: now() + duration) }

  @discardableResult
  private func wait(for duration: Int64, until condition: () -> Bool) throws(LabFailure) -> Bool {
    let start = now()
    while !condition() {
      let passed = now() - start
      guard passed < duration else { return false }
      // To the millisecond at first; who is still waiting later can wait for a tenth more.
      try wait(for: max(1000, passed / 10))
    }
    return true
  }

  /// Lets time pass, while it answers the kernel and moves the mouse.
  private func wait(until deadline: Int64) throws(LabFailure) {
    while true {
      let time = now()
      moveMouse(time)
      guard time < deadline else { return }
      let moment =
        mouse != nil && (scenario.mouseHertz ?? 0) > 0
        ? min(deadline, nextMouseReport) : deadline
      var descriptors = (pads + [newcomer]).compactMap { $0 }.map {
        pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
      }
      let left = max(0, moment - time)
      // poll counts in milliseconds and may be late by a thousandth of its time-out, so it waits for
      // a little less; the last part is slept through.
      let timeout = Int32(clamping: (left - left / 500) / 1000)
      guard timeout > 0 else {
        usleep(UInt32(left))
        continue
      }
      guard unsafe poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { continue }
      try serve()
    }
  }

  /// Answers the kernel, and notes what it says to motors.
  func serve() throws(LabFailure) {
    _ = try newcomer?.serve()
    for (index, pad) in pads.enumerated() {
      for text in try pad?.serve() ?? [] { result.outputs.append((now(), index, text)) }
    }
  }

  private func moveMouse(_ time: Int64) {
    guard let mouse, let hertz = scenario.mouseHertz, hertz > 0, time >= nextMouseReport else {
      return
    }
    nextMouseReport = max(nextMouseReport + 1_000_000 / Int64(hertz), time)
    // To and fro, as a hand that rests on it.
    mouseStep = -mouseStep
    try? mouse.send([.init(type: UInt16(EV_REL), code: UInt16(REL_X), value: mouseStep)])
  }
}
