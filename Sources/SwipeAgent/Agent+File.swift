internal import CommitPoint
internal import LinuxIO
internal import SwipeActions
internal import SwipeClient
internal import SwipeConfig
internal import SystemBus

// The file of swipes, and what is asked of swiped on its account.

extension SwipeAgent {
  func load() -> LoadedSwipeActions {
    SwipeActions.load(
      path: options.path, isExpected: options.isNamed, for: .service, programs: environment.programs
    )
  }

  /// Reads the file again. If there is an error in it, all stays as it is.
  func reload(isAsked: Bool) {
    reloadAt = nil
    stir()
    if isAsked { manager?.tell(.reloading(since: Clock.monotonic)) }
    defer { if isAsked { manager?.tell(.ready, status: status) } }
    let loaded = load()
    let isNews = loaded.messages != toldMessages
    if isNews || isAsked { tell(loaded.messages) }
    if let error = loaded.messages.first(where: { $0.severity == .error }) {
      if isNews || isAsked {
        report.warn(
          "\(options.path) has errors, "
            + (isBrokenSinceStart ? "nothing of it is used" : "going on with what was there before")
        )
        notify(of: error)
      }
      return
    }
    isBrokenSinceStart = false
    guard loaded.actions != actions else {
      // What is the same may still come from other lines.
      actions = loaded.actions
      if isAsked { report.note("nothing has changed in \(options.path)") }
      return
    }
    report.note("read \(options.path)")
    use(loaded.actions)
    manager?.tell(status: status)
  }

  func tell(_ messages: [ConfigurationMessage]) {
    toldMessages = messages
    for message in messages {
      if message.severity == .note {
        report.note("\(message)")
      } else {
        report.warn("\(message)")
      }
    }
  }

  /// There was nobody to be told when the file was read at the start.
  func tellBrokenStart() {
    guard isBrokenSinceStart, let error = toldMessages.first(where: { $0.severity == .error })
    else { return }
    notify(of: error)
  }

  /// Whoever has just saved the file looks at the desktop, not at the journal.
  private func notify(of error: ConfigurationMessage) {
    guard let session, session.isConnected else { return }
    // Its text may be read as markup.
    let text = error.description.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }.joined()
    let message = DesktopNotification(
      summary: isBrokenSinceStart
        ? "You have no swipes until the file is mended" : "Your swipes are as they were",
      body: text, icon: "dialog-error")
    guard let call = try? session.message(message, replacing: fileNotification) else { return }
    session.call(call) { [unowned self] reply in
      if let number = try? reply.get().readUInt32() { fileNotification = number }
    }
  }

  /// Another program that shows messages has its own numbers for them.
  func listenToNotifications() {
    notificationOwner = try? session?.match(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
        + "member='NameOwnerChanged',arg0='org.freedesktop.Notifications'"
    ) { [unowned self] _ in
      fileNotification = 0
      runner.forgetNotifications()
    }
  }

  // MARK: What is asked for

  func use(_ new: SwipeActions) {
    actions = new
    output.prepare(Set(new.swipes.map { CommandOutput.name($0.title) }))
    useSystemBus()
    if new.pressesKeys { findKeyTool() } else { runner.keyTool = nil }
    var wanted: [SwipeKey: [ActionSwipe]] = [:]
    for swipe in new.swipes {
      wanted[swipe.key.value, default: []].append(swipe)
    }
    for (key, swipes) in claimed {
      let before = swipes.reversed().compactMap { claims[$0] }
      let after = wanted[key] ?? []
      if before.count == after.count, zip(before, after).allSatisfy({ $0.asksTheSame(as: $1) }) {
        // What is done is another matter: a swipe under way keeps what it began with.
        for (claim, swipe) in zip(swipes.reversed(), after) { claims[claim] = swipe }
        wanted[key] = nil
        continue
      }
      release(key)
    }
    func line(_ swipes: [ActionSwipe]) -> Int { swipes.first?.key.origin.line ?? 0 }
    for (key, swipes) in wanted.sorted(by: { line($0.value) < line($1.value) }) {
      claim(key, swipes)
    }
  }

  private func claim(_ key: SwipeKey, _ swipes: [ActionSwipe]) {
    // The claim that is laid last has the swipe first.
    claimed[key] = swipes.reversed().map { swipe in
      let claim = client.claim(
        fingers: key.fingers, direction: key.direction, feel: swipe.claimedFeel,
        progress: swipe.followers[.progress] != nil)
      claims[claim] = swipe
      return claim
    }
  }

  private func release(_ key: SwipeKey) {
    for claim in claimed.removeValue(forKey: key) ?? [] {
      client.release(claim)
      claims[claim] = nil
    }
  }

  /// Asks for the swipes of a key once more; one that is under way is cancelled.
  func claimAnew(_ key: SwipeKey) {
    let swipes = (claimed[key] ?? []).reversed().compactMap { claims[$0] }
    release(key)
    claim(key, swipes)
  }

  private func useSystemBus() {
    let isNeeded = actions.swipes.contains { swipe in
      swipe.allActions.contains {
        if case .call(let call) = $0.value { call.bus == .system } else { false }
      }
    }
    if !isNeeded, let systemBus {
      loop.remove(systemBus.descriptor)
      self.systemBus = nil
    } else if isNeeded, systemBus == nil, let bus = try? BusConnection(address: nil) {
      guard (try? add(bus)) != nil else { return }
      systemBus = bus
      bus.start()
    }
  }

  // MARK: The session

  /// Asks the service manager what programs of the session find in their environment; it knows the desktop's variables, which
  /// came after the agent was started.
  func askEnvironment() {
    desktopAskedAt = Clock.monotonic
    guard let session, session.isConnected,
      let call = try? session.methodCall(
        to: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
        interface: "org.freedesktop.DBus.Properties", member: "Get"),
      (try? call.append("org.freedesktop.systemd1.Manager")) != nil,
      (try? call.append("Environment")) != nil
    else { return }
    session.call(call) { [unowned self] reply in
      var list: [String] = []
      guard let message = try? reply.get() else { return }
      do throws(BusError) {
        try message.readVariant { signature throws(BusError) in
          guard signature == "as" else { return false }
          try message.readArray(of: "s") { () throws(BusError) in
            list.append(try message.readString())
          }
          return true
        }
      } catch {
        return
      }
      // What a service has of a desktop is of the one that was there when it started.
      let own = manager == nil ? ownEnvironment : ownEnvironment.withoutDesktop
      let new = own.overlaid(with: list)
      if !new.desktops.isEmpty { desktopWait = Self.firstDesktopWait }
      guard new != environment else { return }
      let isOtherDesktop =
        new.desktops != environment.desktops || new.isWayland != environment.isWayland
        || new.isX11 != environment.isX11
      environment = new
      programs.use(new)
      if isOtherDesktop {
        use(actions)
        askSwitches()
      }
    }
  }

  /// When to ask again for a desktop that was not there yet. It tells the service manager, which tells nobody; and the first
  /// swipe of a session is to be had as well.
  var desktopDeadline: Int64? {
    guard environment.desktops.isEmpty, !actions.swipes.isEmpty, session?.isConnected ?? false
    else { return nil }
    return desktopAskedAt + desktopWait
  }

  func awaitDesktop(at now: Int64) {
    guard let deadline = desktopDeadline, deadline <= now else { return }
    desktopWait = min(desktopWait * 2, Self.longestDesktopWait)
    askEnvironment()
  }

  static let firstDesktopWait: Int64 = 1_000_000
  private static let longestDesktopWait: Int64 = 60_000_000

  // MARK: Keys

  /// How long a program may take to say whether it can press keys, in µs, until all are asked again.
  private static let longestKeyTrial: Int64 = 5_000_000

  private func findKeyTool() {
    keyTrial.number += 1
    keyTrial.began = Clock.monotonic
    tryKeyTools(KeyPresser.candidates(environment), failures: [], trial: keyTrial.number)
  }

  /// Looks again for what presses keys: what was not there may have been installed or started since.
  func findKeyToolAgain() {
    if runner.keyTool != nil { return }
    if let began = keyTrial.began, Clock.monotonic - began < Self.longestKeyTrial { return }
    findKeyTool()
  }

  private func tryKeyTools(_ tools: [KeyTool], failures: [String], trial: Int) {
    guard let tool = tools.first else {
      keyTrial.began = nil
      runner.keyTool = nil
      let reason = failures.joined(separator: ", ")
      guard keyTrial.toldReason != reason else { return }
      keyTrial.toldReason = reason
      return report.warn(
        "nothing here can press keys (\(reason)); press needs wtype, ydotool 1 or xdotool")
    }
    tryOut(tool, KeyPresser.trials(tool), trial: trial) { [unowned self] reason in
      tryKeyTools(
        Array(tools.dropFirst()), failures: failures + ["\(tool.rawValue) \(reason)"], trial: trial)
    }
  }

  /// Has a program pass what it is tried by, and uses it then.
  private func tryOut(
    _ tool: KeyTool, _ trials: [KeyPresser.Trial], trial: Int,
    failed: @escaping (String) -> Void
  ) {
    guard let first = trials.first else {
      if runner.keyTool != tool { report.note("keys are pressed by \(tool.rawValue)") }
      runner.keyTool = tool
      keyTrial.began = nil
      keyTrial.toldReason = nil
      return
    }
    do throws(Errno) {
      try programs.start(first.words, [], title: "press") { [unowned self] end in
        // Another trial may have begun since, in another environment.
        guard trial == keyTrial.number else { return }
        guard end.isSuccess else { return failed(first.failure ?? "\(end)") }
        tryOut(tool, Array(trials.dropFirst()), trial: trial, failed: failed)
      }
    } catch {
      failed(error == .noSuchFile ? "is not installed" : "cannot be started: \(error)")
    }
  }
}

extension ActionSwipe {
  /// Whether swiped is asked for the same by both, whatever is done then.
  fileprivate func asksTheSame(as other: ActionSwipe) -> Bool {
    claimedFeel == other.claimedFeel
      && (followers[.progress] != nil) == (other.followers[.progress] != nil)
      && when == other.when && unless == other.unless
  }

  fileprivate var claimedFeel: ClaimedFeel {
    ClaimedFeel(
      stops: feel.stops?.value ?? [], hysteresis: feel.hysteresis?.value,
      flick: feel.flick.map { $0.value != nil }, flickNumbers: feel.flick?.value)
  }
}
