import CLibevdev
import EngineModel
import Glibc

/// Sends a touchpad's frames that no touchpad sends: contacts that come and go as they like, numbers beyond the axes,
/// buttons and tools that contradict them. swiped has to go on, and to feel a real swipe afterwards.
func randomFrames(_ options: Player.Options, seed: UInt64, frames: Int) throws -> Bool {
  _ = unsafe mkdir(options.into, 0o755)
  var random = SplitMix64(seed: seed)
  var device = DeviceDescription.plainTouchpad(
    name: "Mad Touchpad", width: 100, height: 60, resolution: 12, slots: 5)
  if random.once(in: 2) {
    device.axes.append(.init(code: UInt32(ABS_MT_TOUCH_MAJOR), minimum: 0, maximum: 255))
    device.axes.append(.init(code: UInt32(ABS_MT_PRESSURE), minimum: 0, maximum: 255))
    device.axes.append(.init(code: UInt32(ABS_MT_TOOL_TYPE), minimum: 0, maximum: 2))
    device.axes.append(.init(code: UInt32(ABS_PRESSURE), minimum: 0, maximum: 255))
  }
  let setup = PadSetup(
    name: "pad", kind: .plain, device: device, width: 100, height: 60, interval: 8000)
  let pad = try UinputTouchpad(setup)
  let output = "\(options.into)/stdout"
  let child = try ChildProcess(
    [options.swiped, "--json"], stdout: output, stderr: "\(options.into)/stderr")
  defer { if !child.hasEnded() { child.send(SIGKILL) } }
  for _ in 0..<5000 where !child.hasOpen(pad.node) { usleep(1000) }

  let keys = [
    BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP,
    BTN_TOOL_QUINTTAP,
  ]
  var place: [UInt32: Int32] = [:]
  for _ in 0..<frames {
    var events: [Recording.Event] = []
    for _ in 0..<(1 + random.below(12)) {
      let event: Recording.Event
      switch random.below(12) {
      case 0:
        event = .init(
          type: UInt16(EV_KEY), code: UInt16(keys[random.below(keys.count)]),
          value: Int32(random.below(2)))
      case 1:
        event = .init(
          type: UInt16(EV_ABS), code: UInt16(ABS_MT_SLOT), value: Int32(random.below(7)) - 1)
      case 2:
        event = .init(
          type: UInt16(EV_ABS), code: UInt16(ABS_MT_TRACKING_ID),
          value: random.once(in: 3) ? -1 : Int32(random.below(65536)))
      default:
        let axis = device.axes[random.below(device.axes.count)]
        // Mostly near where it was, as fingers are; now and then anywhere, and beyond.
        let near = (place[axis.code] ?? axis.maximum / 2) + Int32(random.below(41)) - 20
        let value =
          random.once(in: 20)
          ? Int32(truncatingIfNeeded: random.next()) : min(max(near, axis.minimum), axis.maximum)
        place[axis.code] = min(max(value, axis.minimum), axis.maximum)
        event = .init(type: UInt16(EV_ABS), code: UInt16(axis.code), value: value)
      }
      events.append(event)
    }
    try pad.send(events)
    usleep(UInt32(random.once(in: 50) ? random.below(300_000) : 8000))
    if child.hasEnded() {
      say("FAILED swiped has ended: \(child.status ?? -1)")
      return false
    }
  }
  return try feels(pad, setup, child, output)
}

/// Whether a swipe is felt as though nothing had been, and swiped ends when it is told to.
private func feels(
  _ pad: UinputTouchpad, _ setup: PadSetup, _ child: ChildProcess, _ output: String
) throws -> Bool {
  let none = (0..<5).flatMap { slot in
    [
      Recording.Event(type: UInt16(EV_ABS), code: UInt16(ABS_MT_SLOT), value: Int32(slot)),
      Recording.Event(type: UInt16(EV_ABS), code: UInt16(ABS_MT_TRACKING_ID), value: -1),
    ]
  }
  try pad.send(none)
  try pad.report(Frame())
  usleep(1_000_000)
  let before = readBytes(output)?.count ?? 0
  for step in 0..<20 {
    let contacts = (0..<3).map {
      Contact(number: $0 + 1, x: 40 + Double($0) * 10 - Double(step) * 1.5, y: 30)
    }
    try pad.report(Frame(contacts: contacts))
    usleep(8000)
  }
  try pad.report(Frame())
  usleep(500_000)
  child.send(SIGTERM)
  for _ in 0..<200 where !child.hasEnded() { usleep(1000) }
  let text = String(decoding: (readBytes(output) ?? []).dropFirst(before), as: UTF8.self)
  let outcomes = Trace(text).outcomes
  guard outcomes.last == "committed left", child.status == 0 else {
    say(
      "FAILED after random frames a swipe gives \(outcomes), and swiped ends with \(child.status ?? -1)"
    )
    return false
  }
  return true
}
