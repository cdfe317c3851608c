internal import Glibc
internal import LinuxIO
internal import SystemBus

/// Starts programs and sees to it that nothing remains of them.
final class ProgramRunner {
  /// What was started and why.
  private struct Run {
    var title: String
    var program: String
    var ended: (ProcessEnd) -> Void
  }

  /// How long after a start the programs that still run get scopes of their own, in µs. What is over by then needs none,
  /// and the service manager has no work with it.
  private static let scopeDelay: Int64 = 100_000

  private static let mostRefusals = 3

  private let output: CommandOutput
  private let null: OwnedDescriptor
  private var running: [Int32: Run] = [:]
  /// The sessions of programs that have not been looked for in our control group since they were started, with their title.
  private var unscoped: [Int32: String] = [:]
  /// How often the scope of a session was refused.
  private var refusals: [Int32: Int] = [:]
  private var paths: [String: String] = [:]
  private var variables: CStrings
  private var search: ProgramSearch
  private let manager: () -> BusConnection?

  /// Whether the service manager has started this very process, so that its control group has nobody else's programs: by
  /// hand it is in the terminal's.
  private let isAlone =
    unsafe getenv("SYSTEMD_EXEC_PID").map {
      unsafe String(cString: $0) == "\(getpid())"
    } ?? false

  /// When ``advance(to:)`` wants to be called, in µs of `Clock.monotonic`.
  private(set) var deadline: Int64?

  /// - Parameter manager: the bus on which the user's service manager is, where there is one.
  init(output: CommandOutput, manager: @escaping () -> BusConnection?) throws(Errno) {
    self.output = output
    self.manager = manager
    null = try OwnedDescriptor(path: "/dev/null", .read)
    variables = CStrings([])
    search = ProgramSearch(path: "")
    Processes.prepare()
  }

  var runningCount: Int { running.count }

  /// What programs find in their environment, and where they are looked for.
  func use(_ environment: SessionEnvironment) {
    variables = CStrings(environment.list)
    search = environment.programs
    paths = [:]
  }

  /// Whether a program is there and may be run.
  func canStart(_ program: String) -> Bool {
    paths[program] = try? search.find(program)
    return paths[program] != nil
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - title: of the swipe; what the program prints is found under it.
  ///   - own: where it prints to instead.
  ///   - ended: called when it has ended.
  func start(
    _ words: [String], _ more: [String], title: String, output own: Int32? = nil,
    ended: @escaping (ProcessEnd) -> Void
  ) throws(Errno) {
    let program = words[0]
    let path: String
    if let known = paths[program] { path = known } else { path = try search.find(program) }
    do throws(Errno) {
      let process = try Processes.start(
        path, words, environment: variables, and: CStrings(more), input: null.rawValue,
        output: own ?? output.descriptor(CommandOutput.name(title)))
      paths[program] = path
      running[process] = Run(title: title, program: program, ended: ended)
      unscoped[process] = title
      if deadline == nil { deadline = Clock.monotonic + Self.scopeDelay }
    } catch {
      // It may have moved.
      paths[program] = nil
      throw error
    }
  }

  /// Takes leave of what has ended: after every SIGCHLD.
  func reap() {
    while let (process, end) = Processes.nextEnded() {
      running.removeValue(forKey: process)?.ended(end)
    }
  }

  // MARK: Scopes

  func advance(to now: Int64) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    let started = unscoped
    let ownSession = Processes.session(of: 0)
    unscoped = [:]
    guard let bus = manager(), bus.isConnected, let group = ControlGroup.own else { return }
    // A program may be over while what it has started is not.
    var processes: [Int32: [Int32]] = [:]
    for process in group.processes {
      guard let session = Processes.session(of: process) else { continue }
      // One that has left its session, as daemons do, is nobody's that is known.
      guard started[session] != nil || isAlone && session != ownSession && running[session] == nil
      else { continue }
      processes[session, default: []].append(process)
    }
    // What has ended needs none.
    refusals = refusals.filter { processes[$0.key] != nil }
    for (session, members) in processes {
      try? scope(members, session, started[session], on: bus)
    }
  }

  private func scope(
    _ processes: [Int32], _ session: Int32, _ title: String?, on bus: BusConnection
  ) throws(BusError) {
    let call = try bus.methodCall(
      to: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
      interface: "org.freedesktop.systemd1.Manager", member: "StartTransientUnit")
    try call.append("app-swiped-\(session).scope")
    try call.append("fail")
    func property(
      _ name: String, _ signature: String, _ body: () throws(BusError) -> Void
    ) throws(BusError) {
      try call.structure("sv") { () throws(BusError) in
        try call.append(name)
        try call.variant(signature, body)
      }
    }
    try call.array(of: "(sv)") { () throws(BusError) in
      try property("Description", "s") { () throws(BusError) in
        try call.append(
          title.map { "Started by the swipe \"\($0)\"" } ?? "Started by what a swipe has started")
      }
      try property("CollectMode", "s") { () throws(BusError) in
        try call.append("inactive-or-failed")
      }
      try property("PIDs", "au") { () throws(BusError) in
        try call.array(of: "u") { () throws(BusError) in
          for process in processes { try call.append(UInt32(bitPattern: process)) }
        }
      }
    }
    try call.array(of: "(sa(sv))") { () throws(BusError) in }
    bus.call(call) { [weak self] reply in
      switch reply {
      case .success: self?.refusals[session] = nil
      case .failure: if let title { self?.scopeRefused(session, title) }
      }
    }
  }

  /// One process that has ended in the meantime has the service manager refuse the scope of all: those that are left are
  /// looked for again.
  private func scopeRefused(_ session: Int32, _ title: String) {
    let count = (refusals.removeValue(forKey: session) ?? 0) + 1
    guard count < Self.mostRefusals else { return }
    refusals[session] = count
    unscoped[session] = title
    if deadline == nil { deadline = Clock.monotonic + Self.scopeDelay }
  }
}

extension CommandOutput {
  /// The name in the journal under which a swipe's programs print.
  static func name(_ title: String) -> String { "swipe " + printable(title) }
}

/// The control group that this process is in.
private struct ControlGroup {
  /// Where its processes are listed.
  let list: String

  /// `nil` where it is not a service's own, in which a program could have a scope.
  static var own: ControlGroup? {
    guard let file = try? OwnedDescriptor(path: "/proc/self/cgroup", .read),
      let bytes = try? file.read(upTo: 4096)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      return nil
    }
    return ControlGroup(list: "/sys/fs/cgroup" + line.dropFirst(3) + "/cgroup.procs")
  }

  var processes: [Int32] {
    guard let file = try? OwnedDescriptor(path: list, .read),
      let bytes = try? file.read(upTo: 1 << 20)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
  }
}
