public import CommitPoint

/// Whose swipes count, by what logind says: those of the user who owns the active session of the touchpad's seat, if it
/// is a user's (no greeter), is not locked, and the machine is awake.
///
/// Not the session that a client's process belongs to counts, since a user's services belong to none. Where logind does
/// not run everybody counts; where it did and is gone for a moment nobody does, since a lock would go unseen.
public struct SessionModel: Sendable, Hashable {
  /// What was heard.
  public enum Event: Sendable, Hashable {
    /// The bus says whether logind is there.
    case logind(isThere: Bool)
    /// There is no bus (any more), and so no client.
    case noBus
    /// A seat's active session, by its object path; `nil` for none, or no such seat.
    case active(seat: String, session: String?)
    /// A seat is looked at no longer.
    case noSeat(String)
    /// What a session is; comes once for each.
    case session(String, user: UInt32, class: String, isLocked: Bool)
    case locked(session: String, Bool)
    /// PrepareForSleep.
    case sleep(Bool)
  }

  /// Whether a user's swipes on a seat's touchpads count, and why not. The words are those of GetEntitlement.
  public enum Standing: String, Sendable, Hashable, CaseIterable {
    /// They count.
    case entitled
    /// It is the user's session, and it is locked.
    case locked
    /// The seat's active session is somebody else's, or a greeter's.
    case inactive
    /// The seat has no active session, or is none that logind knows.
    case noSession = "no-session"
    /// The machine goes to sleep, or sleeps.
    case asleep
    /// logind has not answered yet, or it was there and is gone.
    case unknown

    /// Why a swipe is cancelled where this comes to be so.
    var obstacle: CancelReason? {
      switch self {
      case .entitled: nil
      case .locked: .locked
      case .inactive, .noSession, .unknown: .inactive
      case .asleep: .suspended
      }
    }
  }

  private enum Logind: Sendable, Hashable {
    /// Whether it is there is not known yet.
    case unknown
    case absent
    case present
    /// It was there on this connection, and is not now.
    case gone
  }

  private struct Session: Sendable, Hashable {
    var user: UInt32
    var isUsers: Bool
    var isLocked: Bool
  }

  private var logind = Logind.absent
  /// Whether the machine goes to sleep, or sleeps.
  private(set) var isAsleep = false
  private var active: [String: String] = [:]
  /// The seats whose active session was told, be it none.
  private var told: Set<String> = []
  private var sessions: [String: Session] = [:]

  /// Without a bus, and so without logind.
  public init() {}

  /// The classes of sessions in which a person works: of systemd's, those that begin with `user`, but not
  /// `user-incomplete`, whose user is not let in yet.
  private static let classes: Set<String> = [
    "user", "user-early", "user-light", "user-early-light",
  ]

  public mutating func handle(_ event: Event) {
    switch event {
    case .noBus:
      self = SessionModel()
    case .logind(let isThere):
      active = [:]
      told = []
      sessions = [:]
      isAsleep = false
      if isThere {
        logind = .present
      } else {
        switch logind {
        case .unknown, .absent: logind = .absent
        case .present, .gone: logind = .gone
        }
      }
    case .active(let seat, let session):
      active[seat] = session
      told.insert(seat)
      forgetSessions()
    case .noSeat(let seat):
      active[seat] = nil
      told.remove(seat)
      forgetSessions()
    case .session(let path, let user, let kind, let isLocked):
      guard active.values.contains(path) else { return }
      sessions[path] = Session(
        user: user, isUsers: Self.classes.contains(kind), isLocked: isLocked)
    case .locked(let path, let isLocked):
      sessions[path]?.isLocked = isLocked
    case .sleep(let isAsleep):
      self.isAsleep = isAsleep
    }
  }

  /// Those that were left are looked up anew when they come back.
  private mutating func forgetSessions() {
    let wanted = Set(active.values)
    sessions = sessions.filter { wanted.contains($0.key) }
  }

  /// The connection to the bus was made; until logind has answered nobody counts.
  public mutating func connected() {
    self = SessionModel()
    logind = .unknown
  }

  /// Whether there is no logind to go by, so that everybody counts.
  public var countsEverybody: Bool { logind == .absent }

  /// Whether it is not known yet if logind is there.
  var isUndecided: Bool { logind == .unknown }

  /// Whether it is on its way who counts at a seat: what was asked for at a start has not been answered yet.
  func isUndecided(about seat: String) -> Bool {
    switch logind {
    case .absent, .gone: return false
    case .unknown: return true
    case .present:
      guard told.contains(seat) else { return true }
      return active[seat].map { sessions[$0] == nil } ?? false
    }
  }

  /// Whether logind can be asked.
  var goesByLogind: Bool { logind == .present }

  /// The active session of a seat, by its object path.
  public func activeSession(of seat: String) -> String? { active[seat] }

  /// Whether swipes of `user` on a touchpad of `seat` count, and why not.
  ///
  /// - Parameter user: `nil` for whoever is there: what ticks by configuration is for every user, but not for the
  ///   locked screen.
  public func standing(of user: UInt32?, on seat: String) -> Standing {
    switch logind {
    case .absent: return .entitled
    case .unknown, .gone: return .unknown
    case .present: break
    }
    if isAsleep { return .asleep }
    guard told.contains(seat) else { return .unknown }
    guard let path = active[seat] else { return .noSession }
    guard let session = sessions[path] else { return .unknown }
    guard session.isUsers, user == nil || session.user == user else { return .inactive }
    return session.isLocked ? .locked : .entitled
  }

  /// Why swipes of `user` on a touchpad of `seat` do not count; `nil` if they do.
  public func obstacle(for user: UInt32?, on seat: String) -> CancelReason? {
    standing(of: user, on: seat).obstacle
  }
}
