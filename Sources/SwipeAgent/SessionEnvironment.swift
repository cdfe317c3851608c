internal import Glibc
internal import LinuxIO

/// The environment of the session, as programs find it.
struct SessionEnvironment: Equatable {
  private var variables: [String: String]

  /// What the service manager tells each of its services alone.
  private static let own: Set<String> = [
    "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
    "INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_WATCH",
    "MEMORY_PRESSURE_WRITE", "MANAGERPID", "FDSTORE",
  ]

  /// What a desktop tells the service manager, and takes away again at its end.
  private static let desktop: Set<String> = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
    "XDG_SESSION_DESKTOP", "SWAYSOCK", "NIRI_SOCKET", "HYPRLAND_INSTANCE_SIGNATURE",
  ]

  init(_ list: some Sequence<String>) {
    variables = [:]
    for entry in list {
      guard let sign = entry.firstIndex(of: "=") else { continue }
      let name = String(entry[..<sign])
      if Self.own.contains(name) || name.hasPrefix("SWIPED_") { continue }
      variables[name] = String(entry[sign...].dropFirst())
    }
  }

  /// That of this process.
  static var ofThisProcess: SessionEnvironment {
    var list: [String] = []
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      unsafe list.append(String(cString: text))
      unsafe entry += 1
    }
    return SessionEnvironment(list)
  }

  /// Without what a desktop has told.
  var withoutDesktop: SessionEnvironment {
    var others = self
    others.variables = variables.filter { !Self.desktop.contains($0.key) }
    return others
  }

  /// With those of the service manager on top, which knows of the desktop that came later.
  func overlaid(with manager: some Sequence<String>) -> SessionEnvironment {
    var both = self
    both.variables.merge(SessionEnvironment(manager).variables) { $1 }
    return both
  }

  subscript(name: String) -> String? { variables[name] }

  /// `NAME=value`, each.
  var list: [String] { variables.map { $0.key + "=" + $0.value } }

  var programs: ProgramSearch {
    ProgramSearch(path: variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
  }

  /// The names of the desktop environment.
  var desktops: [String] {
    (variables["XDG_CURRENT_DESKTOP"] ?? variables["XDG_SESSION_DESKTOP"] ?? "").split(
      separator: ":"
    )
    .map { String($0) }
  }

  var isWayland: Bool {
    variables["XDG_SESSION_TYPE"] == "wayland" || !(variables["WAYLAND_DISPLAY"] ?? "").isEmpty
  }

  var isX11: Bool { !isWayland && !(variables["DISPLAY"] ?? "").isEmpty }
}
