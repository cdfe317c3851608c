internal import Glibc
internal import LinuxIO
internal import SwipeActions

/// What is so now, found out when a condition asks for it, and once.
final class SessionFacts {
  private let environment: SessionEnvironment
  private var programs: Set<String>?
  private var power: Conditions.Power?

  init(_ environment: SessionEnvironment) { self.environment = environment }

  /// Whether a swipe is there.
  func allow(_ swipe: ActionSwipe) -> Bool {
    holdAll(swipe.when) && !holdsAny(swipe.unless)
  }

  private func holdAll(_ conditions: Conditions) -> Bool {
    (conditions.desktops.isEmpty || isDesktop(conditions.desktops))
      && conditions.power.map { $0 == powerNow } ?? true
      && (conditions.programs.isEmpty || runs(conditions.programs))
  }

  private func holdsAny(_ conditions: Conditions) -> Bool {
    isDesktop(conditions.desktops) || conditions.power.map { $0 == powerNow } ?? false
      || (!conditions.programs.isEmpty && runs(conditions.programs))
  }

  private func isDesktop(_ names: [String]) -> Bool {
    let desktops = environment.desktops.map { $0.lowercased() }
    return names.contains { desktops.contains($0.lowercased()) }
  }

  // MARK: Programs

  private func runs(_ names: [String]) -> Bool {
    let programs = self.programs ?? Self.runningPrograms()
    self.programs = programs
    return names.contains { programs.contains($0) || programs.contains(String($0.prefix(15))) }
  }

  /// The names of this user's processes, and of the files that they are of.
  private static func runningPrograms() -> Set<String> {
    var names: Set<String> = []
    let user = getuid()
    for name in (try? Directory.names(in: "/proc")) ?? [] where Int32(name) != nil {
      var status = stat()
      guard unsafe stat("/proc/\(name)", &status) == 0, status.st_uid == user else { continue }
      // The kernel keeps 15 bytes of a name.
      if let text = text(of: "/proc/\(name)/comm") { names.insert(text) }
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = unsafe readlink("/proc/\(name)/exe", &buffer, buffer.count)
      guard count > 0 else { continue }
      let path = String(
        decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if let file = path.split(separator: "/").last { names.insert(String(file)) }
    }
    return names
  }

  // MARK: Power

  private var powerNow: Conditions.Power {
    let power = self.power ?? Self.readPower()
    self.power = power
    return power
  }

  /// As `systemd-ac-power` has it: on mains where a supply says so, or where nothing is drawn from a battery.
  private static func readPower() -> Conditions.Power {
    let folder = "/sys/class/power_supply"
    var isDischarging = false
    for name in (try? Directory.names(in: folder)) ?? [] {
      let supply = folder + "/" + name
      // What a mouse has says nothing of the computer.
      if text(of: supply + "/scope") == "Device" { continue }
      switch text(of: supply + "/type") {
      case "Battery": if text(of: supply + "/status") == "Discharging" { isDischarging = true }
      case nil: continue
      default: if text(of: supply + "/online") == "1" { return .ac }
      }
    }
    return isDischarging ? .battery : .ac
  }

  private static func text(of path: String) -> String? {
    guard let file = try? OwnedDescriptor(path: path, .read),
      let bytes = try? file.read(upTo: 256)
    else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
