import CommitPoint
import SwipeBus
import Testing

@Suite("Whose session counts")
struct SessionModelTests {
  static let ann: UInt32 = 1000
  static let ben: UInt32 = 1001
  static let one = "/org/freedesktop/login1/session/_31"
  static let two = "/org/freedesktop/login1/session/_32"

  /// Ann at seat0, as logind tells it.
  static func annAtSeat0() -> SessionModel {
    var model = SessionModel()
    model.connected()
    model.handle(.logind(isThere: true))
    model.handle(.active(seat: "seat0", session: one))
    model.handle(.session(one, user: ann, class: "user", isLocked: false))
    return model
  }

  func obstacle(_ model: SessionModel, _ user: UInt32?, _ seat: String = "seat0") -> CancelReason? {
    model.obstacle(for: user, on: seat)
  }

  @Test func `is everybody's without a bus`() {
    let model = SessionModel()
    #expect(model.countsEverybody)
    #expect(obstacle(model, Self.ann) == nil)
    #expect(obstacle(model, nil, "seat7") == nil)
  }

  @Test func `is nobody's as long as logind has not answered`() {
    var model = SessionModel()
    model.connected()
    #expect(obstacle(model, Self.ann) == .inactive)
    #expect(obstacle(model, nil) == .inactive)
    model.handle(.logind(isThere: true))
    #expect(obstacle(model, Self.ann) == .inactive)
    model.handle(.active(seat: "seat0", session: Self.one))
    #expect(obstacle(model, Self.ann) == .inactive)
    model.handle(.session(Self.one, user: Self.ann, class: "user", isLocked: false))
    #expect(obstacle(model, Self.ann) == nil)
  }

  @Test func `is everybody's where there is no logind`() {
    var model = SessionModel()
    model.connected()
    model.handle(.logind(isThere: false))
    #expect(model.countsEverybody)
    #expect(obstacle(model, Self.ben) == nil)
  }

  @Test func `is the active session's user's, on its seat`() {
    let model = Self.annAtSeat0()
    #expect(obstacle(model, Self.ann) == nil)
    #expect(obstacle(model, Self.ben) == .inactive)
    #expect(obstacle(model, 0) == .inactive)
    #expect(obstacle(model, nil) == nil)
    #expect(obstacle(model, Self.ann, "seat1") == .inactive)
  }

  @Test func `is nobody's while it is locked`() {
    var model = Self.annAtSeat0()
    model.handle(.locked(session: Self.one, true))
    #expect(obstacle(model, Self.ann) == .locked)
    #expect(obstacle(model, nil) == .locked)
    #expect(obstacle(model, Self.ben) == .inactive)
    model.handle(.locked(session: Self.two, false))
    #expect(obstacle(model, Self.ann) == .locked)
    model.handle(.locked(session: Self.one, false))
    #expect(obstacle(model, Self.ann) == nil)
  }

  @Test func `is nobody's in sleep`() {
    var model = Self.annAtSeat0()
    model.handle(.sleep(true))
    #expect(obstacle(model, Self.ann) == .suspended)
    #expect(obstacle(model, nil) == .suspended)
    model.handle(.sleep(false))
    #expect(obstacle(model, Self.ann) == nil)
  }

  @Test func `goes over to whom the seat is switched to, once it is known who that is`() {
    var model = Self.annAtSeat0()
    model.handle(.active(seat: "seat0", session: Self.two))
    #expect(obstacle(model, Self.ann) == .inactive)
    #expect(obstacle(model, Self.ben) == .inactive)
    model.handle(.session(Self.two, user: Self.ben, class: "user", isLocked: false))
    #expect(obstacle(model, Self.ben) == nil)
    model.handle(.active(seat: "seat0", session: nil))
    #expect(obstacle(model, Self.ben) == .inactive)
  }

  @Test func `is not taken from what was known of a session before it was left`() {
    var model = Self.annAtSeat0()
    model.handle(.active(seat: "seat0", session: nil))
    // It was locked in the meantime, which nobody listened to.
    model.handle(.active(seat: "seat0", session: Self.one))
    #expect(obstacle(model, Self.ann) == .inactive)
    model.handle(.session(Self.one, user: Self.ann, class: "user", isLocked: true))
    #expect(obstacle(model, Self.ann) == .locked)
  }

  @Test func `is not taken from an answer about a session that was left`() {
    var model = Self.annAtSeat0()
    model.handle(.session(Self.two, user: Self.ben, class: "user", isLocked: false))
    #expect(obstacle(model, Self.ben) == .inactive)
  }

  @Test(arguments: [
    ("user", true), ("user-early", true), ("user-light", true), ("user-early-light", true),
    ("user-incomplete", false), ("greeter", false), ("lock-screen", false), ("background", false),
    ("manager", false), ("", false),
  ])
  func `is a person's at work, by the session's class`(kind: String, counts: Bool) {
    var model = SessionModel()
    model.connected()
    model.handle(.logind(isThere: true))
    model.handle(.active(seat: "seat0", session: Self.one))
    model.handle(.session(Self.one, user: Self.ann, class: kind, isLocked: false))
    #expect((obstacle(model, Self.ann) == nil) == counts)
  }

  @Test func `is not known before logind has told of a seat, and none where it has none`() {
    var model = SessionModel()
    model.connected()
    func standing() -> SessionModel.Standing { model.standing(of: Self.ann, on: "seat0") }
    #expect(standing() == .unknown)
    model.handle(.logind(isThere: true))
    #expect(standing() == .unknown)
    model.handle(.active(seat: "seat0", session: nil))
    #expect(standing() == .noSession)
    model.handle(.active(seat: "seat0", session: Self.one))
    #expect(standing() == .unknown)
    model.handle(.session(Self.one, user: Self.ann, class: "user", isLocked: false))
    #expect(standing() == .entitled)
    model.handle(.noSeat("seat0"))
    #expect(standing() == .unknown)
  }

  @Test func `is of each seat by itself`() {
    var model = Self.annAtSeat0()
    model.handle(.active(seat: "seat1", session: Self.two))
    model.handle(.session(Self.two, user: Self.ben, class: "user", isLocked: false))
    #expect(obstacle(model, Self.ann, "seat0") == nil)
    #expect(obstacle(model, Self.ben, "seat1") == nil)
    #expect(obstacle(model, Self.ann, "seat1") == .inactive)
    #expect(obstacle(model, Self.ben, "seat0") == .inactive)
  }

  @Test func `is nobody's while logind is gone, and asked for anew when it is back`() {
    var model = Self.annAtSeat0()
    model.handle(.logind(isThere: false))
    #expect(!model.countsEverybody)
    #expect(obstacle(model, Self.ann) == .inactive)
    model.handle(.logind(isThere: true))
    #expect(obstacle(model, Self.ann) == .inactive)
    model.handle(.active(seat: "seat0", session: Self.one))
    model.handle(.session(Self.one, user: Self.ann, class: "user", isLocked: false))
    #expect(obstacle(model, Self.ann) == nil)
  }

  @Test func `is everybody's again when the bus is lost, where there are no clients`() {
    var model = Self.annAtSeat0()
    model.handle(.noBus)
    #expect(model == SessionModel())
  }
}

@Suite("How many ticks can be asked for")
struct TickAllowanceTests {
  @Test func `is a burst, then one in each interval`() {
    var allowance = TickAllowance(burst: 3, interval: .milliseconds(50))
    let taken = stride(from: Int64(1_000_000), to: 1_200_000, by: 10_000).map {
      allowance.take(at: Microseconds($0))
    }
    // At 0, 10, 20, then at 50, 100 and 150 ms.
    let expected = (0..<20).map { $0 < 3 || $0 == 5 || $0 == 10 || $0 == 15 }
    #expect(taken == expected)
  }

  @Test func `is full again once what was taken is earned`() {
    var allowance = TickAllowance(burst: 3, interval: .milliseconds(50))
    #expect(allowance.isFull(at: 0))
    _ = allowance.take(at: 0)
    _ = allowance.take(at: 0)
    #expect(!allowance.isFull(at: 99_999))
    #expect(allowance.isFull(at: 100_000))
  }

  @Test func `is no more than the burst after however long a rest`() {
    var allowance = TickAllowance(burst: 2, interval: .milliseconds(50))
    _ = allowance.take(at: 0)
    let taken = (0..<4).map { _ in allowance.take(at: Microseconds(.max)) }
    #expect(taken == [true, true, false, false])
  }
}
