import CommitPoint
import Glibc
import SwipeClient
import SwipeTrace

/// swiped as the service, with touchpads, programs that have claims, and what is known of each.
///
/// One life of it plays any list of happenings.
final class SoakedSwiped {
  /// What is wrong, and when.
  struct Fault: Error {
    var message: String
    /// What swiped said last.
    var lines: [String] = []
  }

  private struct Pad {
    let setup: PadSetup
    var device: UinputTouchpad?
    var frame = Frame()
    var landed = 0
    var shadow: Shadow?
  }

  private final class Program {
    let client: SwipeClient
    var claims: [(swipe: ClaimedSwipe, claim: SoakSettings.Claim)] = []
    var pending: Set<ClaimedSwipe> = []
    /// What it has heard of, and what it was to hear.
    var outcomes = 0, expectedOutcomes = 0
    var commits = 0, expectedCommits = 0
    init() throws(LabFailure) {
      do {
        client = try SwipeClient()
      } catch {
        throw LabFailure("\(error)")
      }
    }
  }

  /// What swiped has at rest, and must not have more of for having been used.
  struct Held: CustomStringConvertible {
    var descriptors: Int
    /// On the touchpads.
    var effects: Int
    /// What it has allocated and not freed; nil where nobody counts that.
    var heap: Heap?
    /// Memory of its own, in kB, as the kernel gives it: by pages.
    var kilobytes: Int

    var description: String {
      "\(descriptors) descriptors, \(effects) effects, "
        + (heap.map { "\($0.bytes) bytes in \($0.blocks) blocks, " } ?? "") + "\(kilobytes) kB"
    }
  }

  struct Heap {
    var bytes: Int
    var blocks: Int
  }

  /// How often the service manager wants to hear of it, in µs; at half of that it also gives back memory that it does not need.
  private static let watchdog = 30_000_000

  private static let frame: Int64 = 8000
  private let child: ChildProcess
  private let folder: String
  private let heapCounts: String?
  /// What the service manager reads, so that swiped has room to write.
  private let manager: Int32
  private var pads: [Pad]
  private var others: [UinputDevice] = []
  private var programs: [Int: Program] = [:]
  private var claims: [SoakSettings.Claim] = []
  private var variant = 0
  private var reader = TraceReader()
  private let output: Int32
  /// The end of what swiped said.
  private var recent: [UInt8] = []
  private(set) var begins = 0
  private(set) var ticks = 0
  private(set) var outcomes: [String: Int] = [:]
  private(set) var clientCommits = 0

  /// - Parameter heap: a library that counts what is allocated (Tests/Soak/heap.c), if it is to be counted.
  init(swiped: String, heap: String?, folder: String, pads setups: [PadSetup]) throws {
    self.folder = folder
    heapCounts = heap == nil ? nil : "\(folder)/heap"
    manager = try Self.makeManager("\(folder)/manager")
    _ = unsafe mkdir(folder, 0o755)
    pads = setups.map { Pad(setup: $0) }
    let pipe = "\(folder)/stdout"
    _ = unsafe unlink(pipe)
    _ = unsafe mkfifo(pipe, 0o644)
    output = unsafe open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard output >= 0 else { throw LabFailure("'\(pipe)' cannot be read: \(errorText(errno))") }
    try Self.write(SoakSettings.variants[0].yaml, to: "\(folder)/config")
    child = try ChildProcess(
      [swiped, "--service", "--json", "--config", "\(folder)/config"], stdout: pipe,
      stderr: "\(folder)/stderr",
      environment: ["NOTIFY_SOCKET=\(folder)/manager", "WATCHDOG_USEC=\(Self.watchdog)"]
        + (heap.map { ["LD_PRELOAD=\($0)", "SWIPED_LAB_HEAP=\(folder)/heap"] } ?? []))
    for index in pads.indices { try plug(index) }
  }

  deinit {
    close(output)
    close(manager)
    if !child.hasEnded() {
      child.send(SIGKILL)
      while !child.hasEnded() { usleep(1000) }
    }
  }

  private static func makeManager(_ path: String) throws(LabFailure) -> Int32 {
    _ = unsafe unlink(path)
    let type = SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(AF_UNIX, Int32(type), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let result = unsafe withUnsafeBytes(of: &address) { bytes in
      unsafe bind(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    guard result == 0 else {
      throw LabFailure("'\(path)' cannot be listened to: \(errorText(errno))")
    }
    return descriptor
  }

  private static func write(_ text: String, to path: String) throws(LabFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard descriptor >= 0, unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw LabFailure("'\(path)' cannot be written: \(errorText(errno))")
    }
  }

  // MARK: What is there

  var held: Held {
    let status = readBytes("/proc/\(child.pid)/status") ?? []
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let memory = lines.first { $0.hasPrefix("RssAnon:") }?.split(separator: " ").dropFirst().first
    return Held(
      descriptors: names(in: "/proc/\(child.pid)/fd").count,
      effects: pads.reduce(0) { $0 + ($1.device?.effects ?? 0) }, heap: heap,
      kilobytes: memory.flatMap { Int($0) } ?? 0)
  }

  private var heap: Heap? {
    guard let heapCounts, let bytes = readBytes(heapCounts), bytes.count == 16 else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    return Heap(bytes: number(bytes[..<8]), blocks: number(bytes[8...]))
  }

  /// Ends it as its user would.
  func end() throws {
    child.send(SIGTERM)
    try wait(milliseconds: 200)
    guard child.hasEnded(), child.status == 0 else {
      throw Fault(message: "swiped did not end when it was told to")
    }
  }

  // MARK: Playing

  func play(_ happening: Happening) throws {
    if child.hasEnded() {
      throw Fault(message: "swiped has ended: \(child.status ?? -1), \(lastNotices)")
    }
    switch happening {
    case .touch(let pad, let fingers, let x, let y, let apart):
      try touch(pad, fingers, x, y, apart)
    case .move(let pad, let dx, let dy, let milliseconds, let fingers):
      try move(pad, dx, dy, milliseconds, fingers)
    case .lift(let pad, let fingers, let milliseconds): try lift(pad, fingers, milliseconds)
    case .click(let pad):
      guard pads[pad].device != nil else { return }
      pads[pad].frame.pressed = true
      try report(pad)
      try wait(milliseconds: 80)
      pads[pad].frame.pressed = false
      try report(pad)
    case .wait(let milliseconds): try wait(milliseconds: milliseconds)
    case .unplug(let pad): try unplug(pad)
    case .replug(let pad): if pads[pad].device == nil { try plug(pad) }
    case .suspend: try suspend()
    case .reload(let number): try reload(number)
    case .claim(let client, let fingers, let direction, let stops, let hysteresis):
      try claim(
        .init(
          client: client, fingers: fingers, direction: direction, stops: stops,
          hysteresis: hysteresis))
    case .release(let client): try release(client)
    case .leave(let client): try leave(client)
    case .check: try check()
    }
  }

  private func report(_ pad: Int) throws {
    try pads[pad].device?.report(pads[pad].frame)
    try wait(until: now() + Self.frame)
  }

  private func touch(_ pad: Int, _ fingers: Int, _ x: Double, _ y: Double, _ apart: Double) throws {
    guard pads[pad].device != nil else { return }
    if pads[pad].frame.contacts.isEmpty { pads[pad].landed = 0 }
    for index in 0..<fingers where pads[pad].frame.contacts.count < pads[pad].setup.device.slots {
      pads[pad].landed += 1
      let offset = (Double(index) - Double(fingers - 1) / 2) * apart
      pads[pad].frame.contacts.append(
        Contact(
          number: pads[pad].landed, x: min(max(x + offset, 0), pads[pad].setup.width),
          y: min(max(y, 0), pads[pad].setup.height)))
    }
    try report(pad)
  }

  private func move(
    _ pad: Int, _ dx: Double, _ dy: Double, _ milliseconds: Int, _ fingers: Int?
  ) throws {
    let start = pads[pad].frame.contacts
    guard pads[pad].device != nil, !start.isEmpty else { return }
    let (width, height) = (pads[pad].setup.width, pads[pad].setup.height)
    // At the edge of the pad the fingers stop.
    let part = start.prefix(fingers ?? start.count).reduce(1.0) { part, contact in
      let roomX = dx == 0 ? 1 : ((dx < 0 ? contact.x : width - contact.x) / dx.magnitude)
      let roomY = dy == 0 ? 1 : ((dy < 0 ? contact.y : height - contact.y) / dy.magnitude)
      // A palm at the edge does not hold the fingers.
      let isPalm = contact.x <= 1 || contact.x >= width - 1
      return isPalm ? part : min(part, roomX, roomY)
    }
    let frames = max(1, Int64(milliseconds) * 1000 / Self.frame)
    for step in 1...frames {
      let done = part * Double(step) / Double(frames)
      for index in start.prefix(fingers ?? start.count).indices {
        guard start[index].x > 1, start[index].x < width - 1 else { continue }
        pads[pad].frame.contacts[index].x = start[index].x + dx * done
        pads[pad].frame.contacts[index].y = start[index].y + dy * done
      }
      try report(pad)
    }
  }

  private func lift(_ pad: Int, _ fingers: Int?, _ milliseconds: Int) throws {
    guard pads[pad].device != nil else { return }
    let count = min(fingers ?? .max, pads[pad].frame.contacts.count)
    guard count > 0 else { return }
    for number in 1...count {
      pads[pad].frame.contacts.removeLast()
      guard number < count else { break }
      if milliseconds / count > 0 {
        try pads[pad].device?.report(pads[pad].frame)
        pads[pad].shadow?.releases.append(now())
        try wait(milliseconds: milliseconds / count)
      }
    }
    // Any finger that leaves may be what ends the swipe: the others can be resting ones.
    pads[pad].shadow?.releases.append(now())
    try report(pad)
  }

  private func unplug(_ pad: Int) throws {
    guard pads[pad].device != nil else { return }
    try drain()
    pads[pad].shadow?.isGone = true
    pads[pad].device = nil
    pads[pad].frame = Frame()
    try wait(milliseconds: 300)
    try check(pad)
    pads[pad].shadow = nil
  }

  private func plug(_ pad: Int) throws {
    let device = try UinputTouchpad(pads[pad].setup)
    pads[pad].device = device
    pads[pad].frame = Frame()
    pads[pad].shadow = Shadow(device: lastPart(device.node))
    for _ in 0..<5000 {
      if child.hasOpen(device.node) || child.hasEnded() { break }
      try wait(milliseconds: 1)
    }
    guard child.hasOpen(device.node) else {
      throw Fault(message: "'\(device.node)' was plugged in and not read, \(lastNotices)")
    }
    // The effects are uploaded before the fingers come.
    try wait(milliseconds: 200)
  }

  private func suspend() throws {
    for pad in pads.indices { pads[pad].shadow?.hasSlept = true }
    for (path, text) in [
      ("/sys/class/rtc/rtc0/wakealarm", "0"), ("/sys/class/rtc/rtc0/wakealarm", "+2"),
      ("/sys/power/mem_sleep", "s2idle"), ("/sys/power/state", "mem"),
    ] { try Self.write(text, to: path) }
    try wait(milliseconds: 10)
  }

  private func reload(_ number: Int) throws {
    try wait(milliseconds: 10)
    try Self.write(SoakSettings.variants[number].yaml, to: "\(folder)/config")
    variant = number
    child.send(SIGHUP)
    try wait(milliseconds: 10)
  }

  // MARK: Programs

  private func claim(_ claim: SoakSettings.Claim) throws {
    try wait(milliseconds: 10)
    let program = try programs[claim.client] ?? Program()
    programs[claim.client] = program
    for _ in 0..<1000 where !program.client.isConnected { try wait(milliseconds: 1) }
    guard program.client.isConnected else { throw Fault(message: "swiped is not on the bus") }
    guard program.claims.count < 8 else { return }
    let swipe = program.client.claim(
      fingers: claim.fingers, direction: claim.direction,
      feel: ClaimedFeel(
        stops: claim.stops.map { Millimetres($0) },
        hysteresis: claim.hysteresis.map { Millimetres($0) }))
    program.pending.insert(swipe)
    for _ in 0..<1000 where program.pending.contains(swipe) { try wait(milliseconds: 1) }
    guard !program.pending.contains(swipe) else { throw Fault(message: "a claim has no answer") }
    program.claims.append((swipe, claim))
    claims.append(claim)
  }

  private func release(_ client: Int) throws {
    guard let program = programs[client], !program.claims.isEmpty else { return }
    try wait(milliseconds: 10)
    let (swipe, claim) = program.claims.removeFirst()
    program.client.release(swipe)
    if let index = claims.firstIndex(of: claim) { claims.remove(at: index) }
    try wait(milliseconds: 10)
  }

  private func leave(_ client: Int) throws {
    guard programs[client] != nil else { return }
    try wait(milliseconds: 10)
    programs[client] = nil
    claims.removeAll { $0.client == client }
    try wait(milliseconds: 10)
  }

  // MARK: Checks

  private func check() throws {
    for pad in pads.indices {
      if pads[pad].device == nil { try plug(pad) }
      try lift(pad, nil, 0)
    }
    try wait(milliseconds: 400)
    for pad in pads.indices { try check(pad) }
    for (number, program) in programs {
      guard program.outcomes == program.expectedOutcomes, program.commits == program.expectedCommits
      else {
        throw Fault(
          message:
            "client \(number) heard \(program.outcomes) outcomes with \(program.commits) commits, "
            + "there were \(program.expectedOutcomes) with \(program.expectedCommits)")
      }
      clientCommits += program.commits
      (program.outcomes, program.expectedOutcomes) = (0, 0)
      (program.commits, program.expectedCommits) = (0, 0)
    }
  }

  private func check(_ pad: Int) throws {
    guard let shadow = pads[pad].shadow else { return }
    if let fault = shadow.fault(at: now()) {
      throw Fault(message: "touchpad \(pad): \(fault)", lines: lastLines)
    }
    let counted = shadow.takeCounts()
    begins += counted.begins
    ticks += counted.ticks
    for (name, count) in counted.outcomes { outcomes[name, default: 0] += count }
  }

  /// The last lines of the trace, without motion, and the last notices.
  private var lastLines: [String] {
    let lines = String(decoding: recent, as: UTF8.self).split(separator: "\n")
    return lines.filter { !$0.contains("\"event\":\"motion\"") }.suffix(12).map { String($0) }
      + [lastNotices]
  }

  private var lastNotices: String {
    let text = String(decoding: readBytes("\(folder)/stderr") ?? [], as: UTF8.self)
    return text.split(separator: "\n").suffix(2).joined(separator: " / ")
  }

  // MARK: Time

  func wait(milliseconds: Int) throws { try wait(until: now() + Int64(milliseconds) * 1000) }

  private func wait(until deadline: Int64) throws {
    while true {
      let left = deadline - now()
      guard left > 0 else { return try drain() }
      var entries = pads.compactMap { pad in
        pad.device.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      }
      entries.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0))
      for program in programs.values {
        entries.append(
          pollfd(fd: program.client.descriptor, events: Int16(POLLIN), revents: 0))
      }
      let timeout = Int32(clamping: (left - left / 500) / 1000)
      guard timeout > 0 else {
        usleep(UInt32(left))
        continue
      }
      if unsafe poll(&entries, nfds_t(entries.count), timeout) > 0 { try drain() }
    }
  }

  /// Takes what there is: plays, lines of the trace, signals.
  private func drain() throws {
    for pad in pads.indices {
      guard let device = pads[pad].device else { continue }
      for text in try device.serve() {
        let words = text.split(separator: " ").compactMap { Int($0) }
        if text.hasPrefix("ff "), words.count == 2, words[1] != 0 {
          pads[pad].shadow?.played(effect: words[0], at: now())
        }
      }
    }
    var part = [UInt8](repeating: 0, count: 65536)
    while unsafe recv(manager, &part, part.count, 0) > 0 {}
    while true {
      let count = unsafe read(output, &part, part.count)
      guard count > 0 else { break }
      reader.append(part[..<count])
      recent.append(contentsOf: part[..<count])
      if recent.count > 100_000 { recent.removeFirst(50_000) }
      if count < part.count { break }
    }
    while let item = try nextItem() {
      if case .line(let line) = item { try take(line) }
    }
    for program in programs.values { hear(program) }
  }

  private func nextItem() throws(Fault) -> TraceReader.Item? {
    do throws(TraceError) {
      return try reader.next()
    } catch {
      throw Fault(message: "swiped's trace: \(error)")
    }
  }

  private func take(_ line: TraceLine) throws {
    if case .lost(let count) = line.content { throw Fault(message: "\(count) lines were lost") }
    guard let pad = pads.firstIndex(where: { $0.shadow?.device == line.device }) else { return }
    let setup = pads[pad].setup
    let outcome = pads[pad].shadow?.take(line.content) { fingers in
      SoakSettings.variants[variant].swipe(
        of: fingers, claims: claims, width: setup.width, height: setup.height)
    }
    guard let outcome else { return }
    for winner in outcome.winners {
      programs[winner.client]?.expectedOutcomes += 1
      if outcome.committed?.direction == winner.direction {
        programs[winner.client]?.expectedCommits += 1
      }
    }
  }

  private func hear(_ program: Program) {
    program.client.dispatch { event in
      switch event {
      case .claimed(let swipe), .refused(let swipe, _): program.pending.remove(swipe)
      case .swipe(_, let step, _, _):
        if step.isOutcome { program.outcomes += 1 }
        if case .committed = step { program.commits += 1 }
      default: break
      }
    }
  }
}
