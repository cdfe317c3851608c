import LinuxIO
import Testing

@testable import SwipeAgent

@Suite("What programs find in their environment")
struct EnvironmentTests {
  @Test(
    "A session's variables, without those that are for a service alone",
    arguments: [
      (["HOME=/home/a", "LANG=C"], ["HOME=/home/a", "LANG=C"]),
      (["EMPTY=", "SIGN=a=b", "NONE"], ["EMPTY=", "SIGN=a=b"]),
      (
        [
          "NOTIFY_SOCKET=/run/n", "INVOCATION_ID=1", "JOURNAL_STREAM=8:1", "LISTEN_FDS=1",
          "WATCHDOG_USEC=1", "MANAGERPID=1", "SYSTEMD_EXEC_PID=1", "HOME=/",
        ], ["HOME=/"]
      ),
      // From a program that a swipe has started.
      (["SWIPED_STEP=committed", "SWIPED_X=1", "SWIPE=1"], ["SWIPE=1"]),
      (["A=1", "A=2"], ["A=2"]),
    ])
  func list(_ entries: [String], _ expected: [String]) {
    #expect(SessionEnvironment(entries).list.sorted() == expected)
  }

  @Test func `What the service manager has since counts`() {
    let own = SessionEnvironment(["A=own", "B=own", "DISPLAY=:0", "XDG_CURRENT_DESKTOP=GNOME"])
    #expect(
      own.overlaid(with: ["A=manager", "WAYLAND_DISPLAY=w", "INVOCATION_ID=1"]).list.sorted() == [
        "A=manager", "B=own", "DISPLAY=:0", "WAYLAND_DISPLAY=w", "XDG_CURRENT_DESKTOP=GNOME",
      ])
    #expect(own.withoutDesktop.list.sorted() == ["A=own", "B=own"])
  }

  @Test(
    "The desktop, and whether it is one of Wayland's or X11's",
    arguments: [
      ([], [], false, false),
      (
        ["XDG_CURRENT_DESKTOP=ubuntu:GNOME", "XDG_SESSION_DESKTOP=x"], ["ubuntu", "GNOME"], false,
        false
      ),
      (["XDG_SESSION_DESKTOP=sway"], ["sway"], false, false),
      (["WAYLAND_DISPLAY=wayland-0", "DISPLAY=:0"], [], true, false),
      (["XDG_SESSION_TYPE=wayland"], [], true, false),
      (["WAYLAND_DISPLAY=", "DISPLAY=:0"], [], false, true),
      (["XDG_SESSION_TYPE=x11", "DISPLAY=:0"], [], false, true),
      (["XDG_SESSION_TYPE=x11", "DISPLAY="], [], false, false),
      (["XDG_SESSION_TYPE=tty"], [], false, false),
    ] as [([String], [String], Bool, Bool)])
  func desktop(_ entries: [String], _ desktops: [String], _ isWayland: Bool, _ isX11: Bool) {
    let environment = SessionEnvironment(entries)
    #expect(environment.desktops == desktops)
    #expect(environment.isWayland == isWayland)
    #expect(environment.isX11 == isX11)
  }

  @Test func `Programs are looked for where the session has them`() {
    #expect(SessionEnvironment(["PATH=/a:/b"]).programs.directories == ["/a", "/b"])
    #expect(
      SessionEnvironment([]).programs.directories == ["/usr/local/bin", "/usr/bin", "/bin"])
  }
}
