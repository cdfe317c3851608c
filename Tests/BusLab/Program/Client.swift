import CommitPoint
import Glibc
import LabDevices
import SwipeClient

/// Programs as others write them, on `SwipeClient`.
enum Client {
  static func claim(_ direction: String, stops: ArraySlice<String>) throws {
    guard let direction = Direction(rawValue: direction) else {
      throw LabFailure("there is no direction '\(direction)'")
    }
    let client = try SwipeClient()
    let feel = ClaimedFeel(stops: stops.compactMap { Double($0) }.map { Millimetres($0) })
    let swipe = client.claim(fingers: 3, direction: direction, feel: feel)
    while true {
      let isTold = waitFor(client.descriptor, orInput: true)
      if isTold, readLine() == "release" {
        client.release(swipe)
        say("released")
      }
      client.dispatch { event in
        switch event {
        case .connected: say("connected")
        case .disconnected: say("disconnected")
        case .claimed: say("claimed")
        case .refused(_, let reason): say("refused \(reason)")
        case .swipe(_, let step, _, _): say(words(step))
        case .failed(let name, _): say("failed \(name)")
        case .seen, .touchpads, .notDeclined, .service, .entitlement, .leftAlone, .notLeftAlone:
          break
        }
      }
    }
  }

  static func monitor() throws {
    let client = try SwipeClient()
    client.monitor(progress: false)
    while true {
      _ = waitFor(client.descriptor)
      client.dispatch { event in
        switch event {
        case .connected: say("connected")
        case .seen(let sighting, _, _): say(words(sighting))
        case .failed(let name, _): say("failed \(name)")
        default: break
        }
      }
    }
  }

  /// Asks ten times every 5 ms, until it has asked so often.
  static func flood(_ count: Int) throws {
    let client = try SwipeClient()
    var isReady = false
    while !isReady {
      _ = waitFor(client.descriptor)
      client.dispatch { event in
        if case .touchpads(let touchpads) = event { isReady = !touchpads.isEmpty }
      }
    }
    // As fast as the bus lets a client: it allows no more than 128 calls without an answer.
    var errors: [String: Int] = [:]
    var asked = 0
    // What is not answered with an error was played; half a second is more than enough for the last answer.
    var left = 100
    while left > 0 {
      if asked < count {
        for _ in 0..<10 { client.selectionChanged() }
        asked += 10
      } else {
        left -= 1
      }
      usleep(5000)
      client.dispatch { event in
        if case .failed(let name, _) = event { errors[name, default: 0] += 1 }
      }
    }
    say("done \(asked - errors.values.reduce(0, +))")
    for (name, times) in errors.sorted(by: { $0.key < $1.key }) { say("\(name) \(times)") }
  }

  /// Whether there is a line on the standard input; its end is passed over from then on.
  private static func waitFor(_ descriptor: Int32, orInput: Bool = false) -> Bool {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: orInput ? 0 : -1, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&entries, 2, -1)
    return entries[1].revents & Int16(POLLIN) != 0
  }

  private static func words(_ step: SwipeStep) -> String {
    switch step {
    case .began: "began"
    case .progress: "progress"
    case .armed(let stop, _): "armed \(stop)"
    case .disarmed(let stop, _): "disarmed \(stop)"
    case .committed(let stop, _): "committed \(stop)"
    case .sprungBack: "sprung_back"
    case .cancelled(let reason): "cancelled \(reason)"
    }
  }

  private static func words(_ sighting: SwipeSighting) -> String {
    switch sighting {
    case .began(let fingers): "began \(fingers)"
    case .moved: "moved"
    case .armed(let stop, _): "armed \(stop.direction.rawValue) \(stop.number)"
    case .disarmed(let stop, _): "disarmed \(stop.direction.rawValue) \(stop.number)"
    case .ticked(let tick): "ticked \(tick)"
    case .committed(let stop, _): "committed \(stop.direction.rawValue) \(stop.number)"
    case .sprungBack: "sprung_back"
    case .cancelled(let reason): "cancelled \(reason)"
    case .ignored: "ignored"
    }
  }
}

/// Prints a line that others are to read now.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
