import SwipeActions
import Testing

@testable import SwipeAgent

@Suite("What presses keys")
struct KeyPresserTests {
  @Test(
    "The programs to try, the best first",
    arguments: [
      (["WAYLAND_DISPLAY=wayland-0", "DISPLAY=:0"], [KeyTool.wtype, .ydotool]),
      (["DISPLAY=:0"], [.xdotool, .ydotool]),
      ([], [.ydotool]),
    ] as [([String], [KeyTool])])
  func candidates(_ environment: [String], _ expected: [KeyTool]) {
    #expect(KeyPresser.candidates(SessionEnvironment(environment)) == expected)
  }

  @Test(
    "What each is told",
    arguments: [
      (KeyTool.wtype, ["a"], "wtype -k a"),
      (.wtype, ["Ctrl+Shift+T"], "wtype -M ctrl -M shift -k t -m shift -m ctrl"),
      (.wtype, ["Super+Left", "Alt+F4"], "wtype -M logo -k Left -m logo -M alt -k F4 -m alt"),
      (.wtype, ["AudioPlay"], "wtype -k XF86AudioPlay"),
      (.xdotool, ["a"], "xdotool key --clearmodifiers a"),
      (
        .xdotool, ["Ctrl+Shift+T", "Super+Page_Up"],
        "xdotool key --clearmodifiers ctrl+shift+t super+Page_Up"
      ),
      (.ydotool, ["a"], "ydotool key 30:1 30:0"),
      (.ydotool, ["Ctrl+Shift+T"], "ydotool key 29:1 42:1 20:1 20:0 42:0 29:0"),
      (.ydotool, ["Alt+Left", "Super+1"], "ydotool key 56:1 105:1 105:0 56:0 125:1 2:1 2:0 125:0"),
    ])
  func command(_ tool: KeyTool, _ chords: [String], _ expected: String) throws {
    let command = KeyPresser.command(try chords.map { try KeyChord($0) }, with: tool)
    #expect(command.joined(separator: " ") == expected)
  }

  @Test("Each is asked something first that presses nothing", arguments: KeyTool.allCases)
  func trials(_ tool: KeyTool) {
    let trials = KeyPresser.trials(tool)
    #expect(!trials.isEmpty)
    for trial in trials {
      #expect(trial.words.first == tool.rawValue)
      #expect(!trial.words.contains { $0.hasSuffix(":1") || $0 == "-k" })
    }
  }

  @Test func `ydotool has to say that it is 1.0 before it is told a key's number`() {
    // An older one types a 2 for 240:0.
    #expect(KeyPresser.trials(.ydotool).first?.words == ["ydotool", "--help"])
  }
}
