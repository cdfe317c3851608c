import Testing

struct SwipectlTests {
  @Test("The help names every command")
  func help() throws {
    for argument in ["--help", "-h", "help"] {
      let run = try Run(argument)
      #expect(run.code == 0)
      #expect(run.output.contains("\n  replay "))
      #expect(run.errors == "")
    }
  }

  @Test("A command has a help of its own, with its options")
  func commandHelp() throws {
    let run = try Run("replay", "--help")
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("Usage: swipectl replay [OPTION…] FILE…\n"))
    for option in ["--json", "--verify", "--real-time", "--help"] {
      #expect(run.output.contains("  \(option) ") || run.output.contains(", \(option) "))
    }
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 84 })
  }

  @Test("The version is told")
  func version() throws {
    let run = try Run("--version")
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("swipectl "))
  }

  @Test(
    "What it does not know is told in one line, with what was meant",
    arguments: [
      ([], "a command is missing; \"swipectl --help\" lists them"),
      (["reply"], "unknown command \"reply\"; did you mean \"replay\"?"),
      (["xyzzy"], "unknown command \"xyzzy\"; \"swipectl --help\" lists what there is"),
      (["--versoin"], "unknown option \"--versoin\"; did you mean \"--version\"?"),
      (["replay"], "replay: FILE is missing"),
      (["replay", "--jsn", "-"], "replay: unknown option \"--jsn\"; did you mean \"--json\"?"),
      (["replay", "--json=1", "-"], "replay: --json takes no value, but has \"1\""),
    ])
  func unknown(_ arguments: [String], _ message: String) throws {
    let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
    let run = try Run(shell: "\"$swipectl\" \(quoted)")
    #expect(run.code == 2)
    #expect(run.output == "")
    #expect(run.errors == "swipectl: \(message)\n")
  }
}
