import CommitPoint
import Testing

@testable import Haptics

/// What the loop and a worker tell each other, with a worker that takes nothing until it is told
/// to.
@Suite struct HapticChannelTests {
  private func channel() throws -> HapticChannel {
    let channel = try HapticChannel()
    channel.reopen()
    return channel
  }

  private func tick(_ number: UInt64, at time: Microseconds = 0) -> HapticChannel.Request {
    .tick(HapticTickRequest(number: number, tick: .arm, frameTime: time))
  }

  private func waiting(in channel: HapticChannel) -> [UInt64] {
    var numbers: [UInt64] = []
    while case .request(let request) = channel.next() {
      if case .tick(let tick) = request { numbers.append(tick.number) }
    }
    return numbers
  }

  private func told(_ channel: HapticChannel) -> [String] {
    channel.fetch().map { report in
      if case .tick(let tick) = report { "\(tick.number) \(tick.outcome)" } else { "\(report)" }
    }
  }

  @Test func ticksComeInOrder() throws {
    let channel = try channel()
    for number in 1...3 { #expect(channel.ask(tick(UInt64(number)), now: 0)) }
    #expect(waiting(in: channel) == [1, 2, 3])
    #expect(told(channel) == [])
  }

  @Test func ofTooManyTheOldestAreDroppedAndTold() throws {
    let channel = try channel()
    let limit = HapticFeedback.queueLimit
    for number in 1...(limit + 2) { #expect(channel.ask(tick(UInt64(number)), now: 0)) }
    #expect(told(channel) == ["1 queueFull", "2 queueFull"])
    #expect(waiting(in: channel) == (3...UInt64(limit + 2)).map { $0 })
  }

  @Test func whatHasWaitedTooLongIsDroppedWhenTheNextIsAsked() throws {
    let channel = try channel()
    #expect(channel.ask(tick(1, at: 0), now: 0))
    #expect(channel.ask(tick(2, at: .milliseconds(100)), now: .milliseconds(100)))
    #expect(told(channel) == [])
    #expect(channel.ask(tick(3, at: .milliseconds(101)), now: .milliseconds(101)))
    #expect(told(channel) == ["1 stale"])
    #expect(waiting(in: channel) == [2, 3])
  }

  @Test func oneRequestToMakeReadyIsEnough() throws {
    let channel = try channel()
    for _ in 0..<5 { #expect(channel.ask(.prepare, now: 0)) }
    guard case .request(.prepare) = channel.next() else { return #expect(Bool(false)) }
    guard case .nothingYet = channel.next() else { return #expect(Bool(false)) }
  }

  @Test func aWorkerThatHasLeftTakesNothing() throws {
    let channel = try channel()
    #expect(channel.ask(tick(1), now: 0))
    // Not while there is something to be answered.
    #expect(!channel.leave())
    #expect(waiting(in: channel) == [1])
    #expect(channel.leave())
    #expect(channel.isOver)
    #expect(!channel.ask(tick(2), now: 0))
  }

  @Test func whatWaitsIsPlayedBeforeTheEnd() throws {
    let channel = try channel()
    #expect(channel.ask(tick(1), now: 0))
    channel.close()
    guard case .request = channel.next() else { return #expect(Bool(false)) }
    guard case .end = channel.next() else { return #expect(Bool(false)) }
  }

  @Test func theSameSettlementIsNoNews() throws {
    let channel = try channel()
    let settlement = HapticSettlement(rung: .log, skipped: [SkippedRung(.hid, .notHID)])
    channel.tell(.settled(settlement))
    channel.tell(.settled(settlement))
    #expect(channel.fetch() == [.settled(settlement)])
    channel.tell(.settled(settlement))
    #expect(channel.fetch() == [])
  }
}
