import SwipeConfig
import Testing

@Suite struct ConfigurationEditTests {
  private static let commit = ConfigurationEntry("feel", "commit", "18 mm", rival: "stops")
  private static let hysteresis = ConfigurationEntry("feel", "hysteresis", "2 mm")
  private static let strength = ConfigurationEntry("haptics", "strength", "80 %")

  private static let edits: [(String, [ConfigurationEntry], String)] = [
    ("", [commit], "feel:\n  commit: 18 mm\n"),
    (
      "# mine\n", [commit, strength], "# mine\nfeel:\n  commit: 18 mm\nhaptics:\n  strength: 80 %\n"
    ),
    (
      "feel:\n  # long\n  commit: 16 mm   # as ever\n  rest: 120 ms\n", [commit],
      "feel:\n  # long\n  commit: 18 mm   # as ever\n  rest: 120 ms\n"
    ),
    (
      "feel:   # all of it\n    # about the rest\n    rest: 120 ms\n", [hysteresis],
      "feel:   # all of it\n    hysteresis: 2 mm\n    # about the rest\n    rest: 120 ms\n"
    ),
    (
      "feel: {commit: 16 mm, rest: 1 s}", [commit, hysteresis],
      "feel: {hysteresis: 2 mm, commit: 18 mm, rest: 1 s}"
    ),
    ("feel: {}\n", [commit], "feel: {commit: 18 mm}\n"),
    (
      "feel:\n#  commit: 16 mm\nhaptics: {rung: log}\n", [commit],
      "feel:\n  commit: 18 mm\n#  commit: 16 mm\nhaptics: {rung: log}\n"
    ),
    ("feel: ~\n", [commit], "feel: {commit: 18 mm}\n"),
    ("feel:\n  stops: [12 mm, 30 mm]\n", [commit], "feel:\n  commit: 18 mm\n"),
    ("feel:\n  commit: \"16 mm\"", [commit], "feel:\n  commit: 18 mm"),
    ("haptics:\n  rung: log", [strength], "haptics:\n  strength: 80 %\n  rung: log"),
    ("# ü\nfeel:\n  commit: 16 mm # größer\n", [commit], "# ü\nfeel:\n  commit: 18 mm # größer\n"),
  ]

  @Test("A value is set, and all else stays as it was", arguments: edits)
  func set(_ before: String, _ entries: [ConfigurationEntry], _ after: String) throws {
    let result = try ConfigurationEdit.set(entries, in: Array(before.utf8), name: "f")
    #expect(String(decoding: result, as: UTF8.self) == after)
  }

  @Test(
    "Where it is not clear what would come out, nothing is changed",
    arguments: [
      "feel:\n  commit: 500 mm\n",
      "feel:\n  stops:\n    - 12 mm\n    - 30 mm\n",
      "swipes: []\n...\n",
      "{feel: {commit: 16 mm}}\n",
      "feel: [\n",
    ])
  func refused(_ before: String) {
    #expect(throws: ConfigurationEditError.self) {
      try ConfigurationEdit.set([Self.commit], in: Array(before.utf8), name: "f")
    }
  }

  @Test("What the documentation shows at once can be changed in one place")
  func everything() throws {
    let before = """
      feel:
        commit: 18 mm             # a longer way
        flick: {velocity: 200 mm/s, min_fraction: 50 %}

      touchpads:
        - name: "Apple*"
          feel: {commit: 24 mm}
      """
    let flick = ConfigurationEntry("feel", "flick", "false")
    let result = try ConfigurationEdit.set([flick], in: Array(before.utf8), name: "f")
    #expect(
      String(decoding: result, as: UTF8.self)
        == before.replacing("{velocity: 200 mm/s, min_fraction: 50 %}", with: "false"))
  }
}
