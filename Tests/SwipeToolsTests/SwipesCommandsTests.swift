import Testing

/// What is done with a swipes.yaml before an agent reads it: `examples`, `import`, `check`, `doctor`.
struct SwipesCommandsTests {
  /// Runs lines of a shell in a folder of its own.
  private func run(_ lines: String) throws -> Run {
    try Run(shell: "set -e; folder=$(mktemp -d); trap 'rm -rf $folder' EXIT; cd $folder; \(lines)")
  }

  @Test("Each set of examples is printed, and passes the check under its name")
  func examples() throws {
    let all = try run(
      """
      for name in $("$swipectl" examples | cut -d ' ' -f 1); do
        "$swipectl" examples $name >$name.swipes.yaml
        "$swipectl" check --no-programs $name.swipes.yaml
      done
      """)
    #expect(all.code == 0)
    #expect(all.output.hasPrefix("nothing is wrong in gnome-ticks.swipes.yaml\n"))
    let none = try Run("examples", "gnom")
    #expect(none.code == 2)
    #expect(none.errors.contains("did you mean \"gnome\"?"))
  }

  private static let conf = "gesture swipe left 3 playerctl next\\ngesture pinch in true\\n"

  @Test("What is imported goes to standard output, what is left out to standard error")
  func imported() throws {
    let done = try run("printf '\(Self.conf)' | \"$swipectl\" import -")
    #expect(done.code == 0)
    #expect(done.output.contains("run: [playerctl, next]\n"))
    #expect(
      done.errors
        == "swipectl: standard input:2:1: left out: pinch in: swiped has swipes only, no pinches and turns\n"
    )
  }

  @Test(
    "A file is written where there is none yet, or where that is asked for",
    arguments: [
      ("-o new.yaml", 0, "1 swipe is in new.yaml;"), ("-o there.yaml", 2, "with --force"),
      ("-o there.yaml --force", 0, "1 swipe is in there.yaml;"),
      ("-o no/folder.yaml", 2, "its folder has to be there (mkdir -p)"),
      ("--force", 2, "there is no --output"), ("--touchpad 5x5", 2, "from 10 to 1000"),
      ("--desktop gnom", 2, "did you mean \"gnome\"?"),
    ])
  func output(_ options: String, _ code: Int32, _ said: String) throws {
    let done = try run(
      "touch there.yaml; printf '\(Self.conf)' >a.conf; \"$swipectl\" import \(options) a.conf")
    #expect(done.code == code)
    #expect(done.errors.contains(said))
    #expect(done.output == "")
  }

  @Test("Without a swipe nothing is written, and what is broken is told with its place")
  func nothing() throws {
    let empty = try run(
      "echo gesture pinch in true >a.conf; \"$swipectl\" import a.conf -o b || { rc=$?; test ! -e b; exit $rc; }"
    )
    #expect(empty.code == 1)
    let broken = try run("echo gesture swipe >a.conf; \"$swipectl\" import a.conf")
    #expect(broken.code == 2)
    #expect(broken.errors.hasPrefix("swipectl: a.conf:1:1: "))
    #expect(broken.output == "")
  }

  @Test("The doctor ends with a finding and its exit code, whatever the machine")
  func doctor() throws {
    let text = try Run("doctor")
    #expect((0...2).contains(text.code))
    #expect(!text.output.isEmpty)
    let json = try Run("doctor", "--json")
    #expect(json.code == text.code)
    #expect(json.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"kind\":\"") })
  }
}
