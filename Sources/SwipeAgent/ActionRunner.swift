internal import CommitPoint
internal import LinuxIO
internal import SwipeActions
internal import SwipeConfig
internal import SystemBus

/// What a swipe has come to, for what is started on that account.
struct SwipeMoment {
  var step: String
  var stop: Int
  var device: String
  var offset: Millimetres
  var velocity: MillimetresPerSecond?
  var reason: String?

  /// `NAME=value`, each.
  func variables(of swipe: ActionSwipe) -> [String] {
    var list = [
      "SWIPED_STEP=\(step)", "SWIPED_DIRECTION=\(swipe.key.value.direction.rawValue)",
      "SWIPED_STOP=\(stop)", "SWIPED_FINGERS=\(swipe.key.value.fingers)",
      "SWIPED_DEVICE=\(device)", "SWIPED_OFFSET_MM=\(Self.decimal(offset.value))",
      "SWIPED_NAME=\(swipe.name ?? "")",
    ]
    if let velocity { list.append("SWIPED_VELOCITY=\(Self.decimal(velocity.value))") }
    if let reason { list.append("SWIPED_REASON=\(reason)") }
    return list
  }

  /// With two digits behind the point at most.
  private static func decimal(_ number: Double) -> String {
    let hundredths = (abs(number) * 100).rounded()
    guard hundredths < 1e15 else { return String(number) }
    let whole = Int(hundredths)
    var digits = whole % 100
    var text = "\(whole / 100)"
    if digits != 0 {
      let isShort = digits % 10 == 0
      if isShort { digits /= 10 }
      text += "." + (!isShort && digits < 10 ? "0" : "") + "\(digits)"
    }
    return number < 0 && whole != 0 ? "-" + text : text
  }
}

/// Does what swipes are for, and waits for none of it.
final class ActionRunner {
  let programs: ProgramRunner
  private let report: AgentReport
  private let session: () -> BusConnection?
  private let system: () -> BusConnection?
  /// What presses keys; `nil` where nothing can, or it is not known yet.
  var keyTool: KeyTool?
  /// The last message of each swipe, which the next one takes the place of.
  private var notifications: [String: UInt32] = [:]
  /// What has failed over and over is told once.
  private var failing: Set<String> = []
  /// What keeps a swipe from being there, by its title.
  private var obstacles: [String: String] = [:]

  init(
    programs: ProgramRunner, report: AgentReport, session: @escaping () -> BusConnection?,
    system: @escaping () -> BusConnection?
  ) {
    self.programs = programs
    self.report = report
    self.session = session
    self.system = system
  }

  /// What would keep an action from being begun now; `nil` for nothing.
  func obstacle(to action: Action) -> String? {
    switch action {
    case .run(let words):
      programs.canStart(words[0]) ? nil : "\"\(words[0])\" is not there, or cannot be run"
    case .shell: nil
    case .press: keyTool == nil ? Self.noKeyTool : nil
    case .call(let call):
      isConnected(call.bus == .session ? session() : system())
        ? nil : "the \(call.bus == .session ? "session's" : "system's") bus is not there"
    case .notify: isConnected(session()) ? nil : "the session's bus is not there"
    }
  }

  private static let noKeyTool = "press: no program works here that presses keys"

  private func isConnected(_ bus: BusConnection?) -> Bool { bus?.isConnected ?? false }

  /// Whether all can be begun that a commit of a swipe stands for. What cannot is told, once until it can.
  func canDo(_ swipe: ActionSwipe) -> Bool {
    let actions = [swipe.action].compactMap { $0 } + swipe.stopActions.values
    let obstacle = actions.lazy.compactMap { self.obstacle(to: $0.value) }.first
    if let obstacle, obstacles[swipe.title] != obstacle {
      report.warn("swipe \"\(swipe.title)\" is not there: \(obstacle)")
    }
    obstacles[swipe.title] = obstacle
    return obstacle == nil
  }

  /// Begins an action.
  ///
  /// - Parameter ended: called when it is over, however; it may be before this returns.
  func perform(
    _ action: Action, of swipe: ActionSwipe, at moment: SwipeMoment,
    ended: @escaping () -> Void = {}
  ) {
    switch action {
    case .run(let words): start(words, swipe, moment, ended)
    case .shell(let line): start(["/bin/sh", "-c", line], swipe, moment, ended)
    case .press(let chords):
      guard let keyTool else {
        tell(swipe, moment, Self.noKeyTool)
        return ended()
      }
      start(KeyPresser.command(chords, with: keyTool), swipe, moment, ended)
    case .call(let call):
      let bus = call.bus == .session ? session() : system()
      send(
        swipe, moment, on: bus, what: "\(call.interface).\(call.method) of \(call.destination)",
        ended
      ) { bus throws(BusError) in try bus.message(call) }
    case .notify(let notification):
      let title = swipe.title
      send(swipe, moment, on: session(), what: "a notification", ended) {
        [notifications] bus throws(BusError) in
        try bus.message(notification, replacing: notifications[title] ?? 0)
      } answered: { [unowned self] reply in
        if let number = try? reply.readUInt32() { notifications[title] = number }
      }
    }
  }

  /// The numbers of messages mean nothing to another program that shows them, or those of others.
  func forgetNotifications() { notifications = [:] }

  private func start(
    _ words: [String], _ swipe: ActionSwipe, _ moment: SwipeMoment, _ ended: @escaping () -> Void
  ) {
    let program = words[0]
    do throws(Errno) {
      try programs.start(words, moment.variables(of: swipe), title: swipe.title) {
        [unowned self] end in
        if end.isSuccess {
          failing.remove(key(swipe, moment))
        } else {
          tell(swipe, moment, "\"\(program)\" \(end)")
        }
        ended()
      }
    } catch {
      let reason = error == .noSuchFile ? "is not there" : "cannot be started: \(error)"
      tell(swipe, moment, "\"\(program)\" \(reason)")
      ended()
    }
  }

  private func send(
    _ swipe: ActionSwipe, _ moment: SwipeMoment, on bus: BusConnection?, what: String,
    _ ended: @escaping () -> Void,
    _ make: (BusConnection) throws(BusError) -> BusMessage,
    answered: @escaping (BusMessage) -> Void = { _ in }
  ) {
    do throws(BusError) {
      guard let bus, bus.isConnected else { throw BusError.notConnected }
      bus.call(try make(bus)) { [unowned self] reply in
        switch reply {
        case .success(let message):
          failing.remove(key(swipe, moment))
          answered(message)
        case .failure(let error): tell(swipe, moment, "\(what): \(error)")
        }
        ended()
      }
    } catch {
      tell(swipe, moment, "\(what): \(error)")
      ended()
    }
  }

  private func key(_ swipe: ActionSwipe, _ moment: SwipeMoment) -> String {
    swipe.title + "\n" + moment.step
  }

  /// A commit that fails is told each time. What follows the fingers fails many times in one swipe.
  private func tell(_ swipe: ActionSwipe, _ moment: SwipeMoment, _ reason: String) {
    if moment.step == FollowedStep.progress.rawValue,
      !failing.insert(key(swipe, moment)).inserted
    {
      return
    }
    report.warn("swipe \"\(swipe.title)\": \(reason)")
  }
}
