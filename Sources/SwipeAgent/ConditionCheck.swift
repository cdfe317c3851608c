internal import Glibc
internal import LinuxIO
internal import SwipeActions

/// What is so now, found out when a condition asks for it, and once.
final class SessionFacts {
  private let environment: SessionEnvironment
  /// What all paths begin with; empty but in tests.
  private let root: String
  private var power: Conditions.Power?

  init(_ environment: SessionEnvironment, root: String = "") {
    self.environment = environment
    self.root = root
  }

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

  /// Whether a process of this user has one of these names, or is of a file that has.
  private func runs(_ names: [String]) -> Bool {
    let wanted = Set(names)
    // The kernel keeps 15 bytes of a name.
    let short = Set(names.map { String(decoding: $0.utf8.prefix(15), as: UTF8.self) })
    let user = getuid()
    var others: [String] = []
    for name in (try? Directory.names(in: root + "/proc")) ?? [] where Int32(name) != nil {
      var status = stat()
      guard unsafe stat("\(root)/proc/\(name)", &status) == 0, status.st_uid == user else {
        continue
      }
      if let text = Self.text(of: "\(root)/proc/\(name)/comm") {
        if wanted.contains(text) { return true }
        // Cut off, it may be the beginning of another name as well.
        if text.utf8.count == 15, short.contains(text),
          arguments(ofProcess: name).contains(where: wanted.contains)
        {
          return true
        }
      }
      others.append(name)
    }
    return others.contains { fileName(ofProcess: $0).map(wanted.contains) ?? false }
  }

  /// What the file is called that a process is of, though it may have been replaced since.
  private func fileName(ofProcess number: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("\(root)/proc/\(number)/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(
      decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let deleted = " (deleted)"
    let file = path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
    return file.split(separator: "/").last.map { String($0) }
  }

  /// The file names of what a process was started with: of its program, or of the script that this one runs.
  private func arguments(ofProcess number: String) -> [String] {
    guard let file = try? OwnedDescriptor(path: "\(root)/proc/\(number)/cmdline", .read),
      let bytes = try? file.read(upTo: 4096)
    else { return [] }
    return bytes.split(separator: 0).prefix(4).compactMap { argument in
      argument.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  // MARK: Power

  private var powerNow: Conditions.Power {
    let power = self.power ?? readPower()
    self.power = power
    return power
  }

  /// As `systemd-ac-power` has it: on mains where a supply says so, or where nothing is drawn from a battery.
  private func readPower() -> Conditions.Power {
    let folder = root + "/sys/class/power_supply"
    var batteries: [String] = []
    for name in (try? Directory.names(in: folder)) ?? [] {
      let supply = folder + "/" + name
      // What a mouse has says nothing of the computer.
      if Self.text(of: supply + "/scope") == "Device" { continue }
      switch Self.text(of: supply + "/type") {
      case "Battery": batteries.append(supply)
      case nil: continue
      default: if Self.text(of: supply + "/online") == "1" { return .ac }
      }
    }
    // To ask a battery takes some drivers long, and where something is online it need not be.
    return batteries.contains { Self.text(of: $0 + "/status") == "Discharging" } ? .battery : .ac
  }

  private static func text(of path: String) -> String? {
    guard let file = try? OwnedDescriptor(path: path, .read),
      let bytes = try? file.read(upTo: 256)
    else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
