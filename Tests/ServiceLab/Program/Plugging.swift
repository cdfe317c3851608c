import Foundation
import LabDevices

/// A touchpad that comes and goes under a process that reads it.
enum Plugging {
  private static let warmUp = 20

  static func run(process: String, count: Int) throws {
    for _ in 0..<warmUp { try round(process) }
    let before = try held(process)
    for _ in 0..<count { try round(process) }
    let after = try held(process)
    print("descriptors \(before.descriptors) \(after.descriptors)")
    print("anonymous_kib \(before.anonymous) \(after.anonymous)")
    print("resident_kib \(before.resident) \(after.resident)")
  }

  static func flicker(count: Int) throws {
    for number in 0..<count {
      let touchpad = try UinputDevice.touchpad()
      // udev takes a few ms of computing, which in virtual time is none: its turns are what differs.
      usleep(UInt32(number % 8) * 1000)
      for _ in 0..<(number % 40) { sched_yield() }
      withExtendedLifetime(touchpad) {}
    }
  }

  private static func round(_ process: String) throws {
    var touchpad: UinputDevice? = try UinputDevice.touchpad()
    let node = touchpad?.node ?? ""
    try wait("open", node) { opened(process).contains(node) }
    touchpad = nil
    // What is gone is listed as "NODE (deleted)".
    try wait("close", node) { !opened(process).contains { $0.hasPrefix(node) } }
  }

  private static func wait(_ what: String, _ node: String, _ isDone: () -> Bool) throws {
    for _ in 0..<5000 {
      if isDone() { return }
      usleep(1000)
    }
    throw LabFailure("swiped does not \(what) \(node)")
  }

  private static func opened(_ process: String) -> [String] {
    let files = FileManager.default
    let folder = "/proc/\(process)/fd"
    return ((try? files.contentsOfDirectory(atPath: folder)) ?? [])
      .compactMap { try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
  }

  private static func held(_ process: String) throws
    -> (descriptors: Int, anonymous: Int, resident: Int)
  {
    // What follows a plug-out is over by then.
    sleep(2)
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    func value(_ key: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
      return line.flatMap { Int($0.filter { $0.isNumber }) } ?? 0
    }
    return (opened(process).count, value("RssAnon"), value("VmRSS"))
  }
}

/// What this very process can open.
enum Opening {
  static func run(_ nodes: some Sequence<String>) {
    for node in nodes {
      let descriptor = unsafe open(node, O_RDWR | O_CLOEXEC | O_NONBLOCK)
      print(descriptor >= 0 ? "opened \(node)" : "refused \(errno) \(node)")
      if descriptor >= 0 { close(descriptor) }
    }
  }
}
