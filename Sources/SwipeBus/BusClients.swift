internal import CommitPoint
internal import SystemBus

/// A connection to the bus that has asked for something that lasts.
final class BusClient {
  let name: String
  let user: UInt32
  /// Tells when it leaves.
  fileprivate let departure: BusSlot
  /// What it wants to hear of all swipes; `nil` for nothing.
  var monitoring: (progress: Bool, Void)?
  /// What of the swipes on a touchpad it has been told of, by the touchpad's number.
  var sightings: [UInt32: Sighting] = [:]
  /// The nodes of the touchpads that it wants left alone, as long as it may want that.
  var leftAlone: Set<String> = []
  var ticks = TickAllowance.ofClient

  enum Sighting {
    /// Its begin.
    case underWay
    /// Its outcome, too. A disarm tick may come after that.
    case over
  }

  fileprivate init(_ name: String, _ user: UInt32, _ departure: BusSlot) {
    self.name = name
    self.user = user
    self.departure = departure
  }
}

/// The clients, each from when it first asks for something that lasts until it leaves the bus.
///
/// sd-bus could do both: `sd_bus_query_sender_creds` and `sd_bus_track_add_name` ask the bus, but wait for its answer.
final class BusClients {
  /// A bus lets a connection have 512 matches (dbus-daemon's default), and each client takes one.
  static let limit = 256
  static let limitOfUser = 64
  /// How many calls of one client can wait for the bus to say who it is.
  private static let longestWait = 64
  /// How many questions who somebody is can be under way.
  private static let mostQuestions = 512

  typealias Introduction = (Result<BusClient, BusError>) -> Void

  private let bus: BusConnection
  private let left: (BusClient) -> Void
  private var known: [String: BusClient] = [:]
  private var unknown: [String: (departure: BusSlot, waiting: [Introduction])] = [:]
  /// What users may still ask for. It outlives their clients, or leaving and coming back would give all of it anew;
  /// what is full again is forgotten.
  private var ticks: [UInt32: TickAllowance] = [:]
  private var preparations: [UInt32: TickAllowance] = [:]
  private var questions = 0

  init(_ bus: BusConnection, left: @escaping (BusClient) -> Void) {
    self.bus = bus
    self.left = left
  }

  subscript(name: String) -> BusClient? { known[name] }

  var all: Dictionary<String, BusClient>.Values { known.values }

  /// Forgets all of them, since the bus is gone.
  func removeAll() -> [BusClient] {
    let clients = Array(known.values)
    // Answers to what was asked on that connection may not come any more.
    questions = 0
    known = [:]
    unknown = [:]
    return clients
  }

  /// Takes a tick from what the client and its user may ask for.
  func takeTick(_ client: BusClient, at now: Microseconds) -> Bool {
    client.ticks.take(at: now) && Self.take(of: &ticks, client.user, .ofUser, at: now)
  }

  /// Takes a word of preparation from what the client's user may say.
  func takePreparation(_ client: BusClient, at now: Microseconds) -> Bool {
    Self.take(of: &preparations, client.user, .ofPreparations, at: now)
  }

  private static func take(
    of allowances: inout [UInt32: TickAllowance], _ user: UInt32, _ new: TickAllowance,
    at now: Microseconds
  ) -> Bool {
    if allowances[user] == nil {
      for (other, allowance) in allowances where allowance.isFull(at: now) {
        allowances[other] = nil
      }
    }
    return allowances[user, default: new].take(at: now)
  }

  /// Calls `body` with the client of this name as soon as it is known who that is, at once if it is.
  ///
  /// The calls of a client keep their order.
  func introduce(_ name: String, _ body: @escaping Introduction) {
    if let client = known[name] { return body(.success(client)) }
    if let count = unknown[name]?.waiting.count {
      guard count < Self.longestWait else { return body(.failure(Self.tooMany)) }
      unknown[name]?.waiting.append(body)
      return
    }
    guard known.count + unknown.count < Self.limit else { return body(.failure(Self.tooMany)) }
    do throws(BusError) {
      // First the match, then the question: who leaves in between is heard of, or is not found.
      let departure = try bus.match(
        "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
          + "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'",
        // Who could not be heard leaving would never be forgotten.
        refused: { [unowned self] in remove(name) }
      ) { [unowned self] _ in remove(name) }
      unknown[name] = (departure, [body])
      askUser(of: name, isIntroduction: true) { [unowned self] result in admit(name, result) }
    } catch {
      body(.failure(error))
    }
  }

  /// Calls `body` with a connection's user: at once if it is known, else when the bus has said it.
  func askUser(
    of name: String, isIntroduction: Bool = false,
    _ body: @escaping (Result<UInt32, BusError>) -> Void
  ) {
    if let client = known[name] { return body(.success(client.user)) }
    // Introductions have a limit of their own; who only asks is not to keep them out.
    guard isIntroduction || questions < Self.mostQuestions else {
      return body(.failure(.limitsExceeded("there are too many calls at once")))
    }
    do throws(BusError) {
      let call = try bus.methodCall(
        to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "GetConnectionUnixUser")
      try call.append(name)
      questions += 1
      bus.call(call) { [unowned self] reply in
        questions = max(0, questions - 1)
        body(
          reply.flatMap { message in
            Result { () throws(BusError) in try message.readUInt32() }
          })
      }
    } catch {
      body(.failure(error))
    }
  }

  private func admit(_ name: String, _ user: Result<UInt32, BusError>) {
    guard let (departure, waiting) = unknown.removeValue(forKey: name) else { return }
    let client = user.flatMap { user -> Result<BusClient, BusError> in
      guard known.values.count(where: { $0.user == user }) < Self.limitOfUser else {
        return .failure(Self.tooMany)
      }
      return .success(BusClient(name, user, departure))
    }
    if case .success(let client) = client { known[name] = client }
    for body in waiting { body(client) }
  }

  private func remove(_ name: String) {
    if let (_, waiting) = unknown.removeValue(forKey: name) {
      for body in waiting { body(.failure(.notConnected)) }
    }
    guard let client = known.removeValue(forKey: name) else { return }
    left(client)
  }

  private static let tooMany = BusError.limitsExceeded("there are too many clients")
}
