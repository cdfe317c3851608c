import Foundation
import Testing

@testable import SwipeAgent

/// A folder that stands for the root of a machine, and goes with the test.
final class FakeRoot {
  let path = NSTemporaryDirectory() + "facts-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to file: String) throws {
    let url = URL(fileURLWithPath: path + file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// A process of this user, of a program's file and by the kernel's name.
  func run(_ number: Int, _ name: String, of file: String) throws {
    try write(name + "\n", to: "/proc/\(number)/comm")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/proc/\(number)/exe", withDestinationPath: file)
  }
}

@Suite("Conditions")
struct SessionFactsTests {
  @Test(
    "A swipe is there if all of `when` holds and nothing of `unless`",
    arguments: [
      ("", true), ("when: {desktop: sway}", true), ("when: {desktop: [KDE, Sway]}", true),
      ("when: {desktop: GNOME}", false), ("unless: {desktop: GNOME}", true),
      ("unless: {desktop: [GNOME, SWAY]}", false),
      ("when: {running: firefox}", true), ("when: {running: [emacs, firefox]}", true),
      ("when: {running: emacs}", false), ("unless: {running: firefox}", false),
      ("unless: {running: emacs}", true),
      ("when: {desktop: sway, running: emacs}", false),
      ("when: {desktop: sway, running: firefox, power: battery}", true),
      ("unless: {desktop: GNOME, running: firefox}", false),
      ("when: {power: ac}", false), ("when: {power: battery}", true),
      ("unless: {power: battery}", false),
      ("when: {desktop: sway}, unless: {running: firefox}", false),
      // Part of a name, a name that is cut off, and a file that was replaced since.
      ("when: {running: fire}", false), ("when: {running: a-program-with-a-long-name}", true),
      ("when: {running: a-program-with-another}", false), ("when: {running: replaced}", true),
      ("when: {running: a-script-of-long-name}", true),
    ])
  func conditions(_ text: String, _ isThere: Bool) throws {
    let root = FakeRoot()
    try root.run(10, "firefox", of: "/usr/lib/firefox/firefox-bin")
    try root.run(11, "a-program-with-", of: "/usr/bin/a-program-with-a-long-name")
    try root.run(12, "worker", of: "/usr/bin/replaced (deleted)")
    try root.run(13, "a-script-of-lon", of: "/usr/bin/python3")
    try root.write("/usr/bin/python3\0-E\0/home/a/a-script-of-long-name\0", to: "/proc/13/cmdline")
    try root.write("", to: "/proc/self/comm")
    try root.write("Discharging\n", to: "/sys/class/power_supply/BAT0/status")
    try root.write("Battery\n", to: "/sys/class/power_supply/BAT0/type")
    let facts = SessionFacts(
      SessionEnvironment(["XDG_CURRENT_DESKTOP=lab:sway"]), root: root.path)
    let separator = text.isEmpty ? "" : ", "
    #expect(
      facts.allow(try swipe("direction: left, run: \"true\"\(separator)\(text)")) == isThere)
  }

  @Test(
    "On battery is who draws from one and has no mains",
    arguments: [
      ([:], false),
      (["AC": "type Mains,online 0"], false),
      (["BAT0": "type Battery,status Discharging"], true),
      (["BAT0": "type Battery,status Charging"], false),
      (["BAT0": "type Battery,status Full", "BAT1": "type Battery,status Discharging"], true),
      (["AC": "type Mains,online 0", "BAT0": "type Battery,status Discharging"], true),
      (["AC": "type Mains,online 1", "BAT0": "type Battery,status Discharging"], false),
      (["ucsi": "type USB,online 1", "BAT0": "type Battery,status Discharging"], false),
      // A mouse's, a supply that tells nothing.
      (["mouse": "type Battery,scope Device,status Discharging"], false),
      (
        ["mouse": "type USB,scope Device,online 1", "BAT0": "type Battery,status Discharging"], true
      ),
      (["odd": "online 1", "BAT0": "type Battery,status Discharging"], true),
    ] as [([String: String], Bool)])
  func power(_ supplies: [String: String], _ isOnBattery: Bool) throws {
    let root = FakeRoot()
    for (name, files) in supplies {
      for file in files.split(separator: ",") {
        let words = file.split(separator: " ")
        try root.write(words[1] + "\n", to: "/sys/class/power_supply/\(name)/\(words[0])")
      }
    }
    let onBattery = try swipe("direction: left, run: \"true\", when: {power: battery}")
    #expect(SessionFacts(SessionEnvironment([]), root: root.path).allow(onBattery) == isOnBattery)
  }
}
