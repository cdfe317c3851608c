// Any bytes as settings and fingers: the engine and the plain model of its law have to say the same.

import CommitPoint
import EngineModel

/// Takes numbers out of the input; at its end they are 0.
private struct Bytes {
  var rest: ArraySlice<UInt8>
  var isEmpty: Bool { rest.isEmpty }
  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }
  mutating func signed() -> Double { Double(Int8(truncatingIfNeeded: byte())) }
}

private func feel(_ bytes: inout Bytes) -> Feel? {
  let kind = bytes.byte()
  guard kind & 3 != 0 else { return nil }
  var stops = [Millimetres(6 + Double(bytes.byte()) * 54 / 255)]
  if kind & 4 != 0, let first = stops.first {
    stops.append(first + Millimetres(0.125 + Double(bytes.byte()) / 8))
  }
  return Feel(
    stops: stops, hysteresis: Millimetres(Double(bytes.byte()) / 64),
    flick: kind & 8 != 0
      ? Flick(
        projection: .milliseconds(Int64(bytes.byte()) * 2),
        velocity: MillimetresPerSecond(Double(bytes.byte()) * 7),
        minFraction: Double(bytes.byte()) / 255) : nil)
}

private func settings(_ bytes: inout Bytes) -> SwipeSettings {
  SwipeSettings(
    left: feel(&bytes), right: feel(&bytes), up: feel(&bytes), down: feel(&bytes),
    fingers: bytes.byte() & 1 == 0 ? [3] : [2, 3, 4],
    tickInterval: .milliseconds(Int64(bytes.byte() * 200 / 255)),
    axisLock: Millimetres(Double(bytes.byte()) * 20 / 255),
    wayOut: Millimetres(Double(bytes.byte()) * 100 / 255),
    rest: .milliseconds(Int64(bytes.byte()) * 3), cancelTick: bytes.byte() & 1 == 0)
}

/// Called by libFuzzer for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bytes = Bytes(rest: unsafe Array(UnsafeBufferPointer(start: start, count: count))[...])
  let settings = settings(&bytes)
  guard var tracker = try? SwipeTracker(settings) else { return 0 }
  var model = Model(settings)
  var events: [SwipeEvent] = []
  var time: Int64 = 0
  while !bytes.isEmpty {
    let code = bytes.byte()
    // Mostly a frame later, now and then at once, long after, before, or at the deadline.
    switch code >> 5 {
    case 0: break
    case 1: time += Int64(bytes.byte()) * 1000
    case 2: time -= Int64(bytes.byte())
    case 3: if let deadline = tracker.deadline { time = deadline.value }
    case 4: if let deadline = tracker.deadline { time = deadline.value - 1 }
    default: time += 8000
    }
    let input: SwipeInput
    switch code & 31 {
    case 0...2: input = .begin(fingers: 1 + bytes.byte() % 5)
    case 3...4: input = .end
    case 5: input = .cancel(CancelReason.allCases[bytes.byte() % CancelReason.allCases.count])
    case 6: input = .motion(dx: Millimetres(.nan), dy: Millimetres(.infinity))
    case 7:
      input = .motion(
        dx: Millimetres(bytes.signed() / 8), dy: Millimetres(bytes.signed() / 8),
        fingers: bytes.byte() % 6)
    case 8...9:
      tracker.advance(to: Microseconds(time)) { events.append($0) }
      model.take(.wait(until: Microseconds(time)))
      continue
    case 10...20:
      input = .motion(dx: Millimetres(bytes.signed() / 8), dy: Millimetres(bytes.signed() / 64))
    default:
      input = .motion(dx: Millimetres(bytes.signed() / 8), dy: Millimetres(bytes.signed() / 8))
    }
    tracker.handle(input, at: Microseconds(time)) { events.append($0) }
    model.take(.input(input, at: Microseconds(time)))
    precondition(events == model.events, "the engine says \(events), the law \(model.events)")
    precondition(tracker.deadline?.value == model.deadline)
  }
  // What was felt last is what release does.
  var felt: Stop?
  for event in events {
    switch event.kind {
    case .tick(.arm(let stop)): felt = stop
    case .tick(.disarm): felt = nil
    case .committed(let stop):
      precondition(felt == stop, "committed \(stop), felt \(String(describing: felt))")
      felt = nil
    case .armed, .disarmed, .sprungBack, .cancelled, .ignored: break
    }
  }
  return 0
}
