import Testing

struct SwipectlTests {
  @Test("The help names every command")
  func help() throws {
    for argument in ["--help", "-h", "help"] {
      let run = try Run(argument)
      #expect(run.code == 0)
      for command in ["replay", "devices", "probe", "tick", "repair"] {
        #expect(run.output.contains("\n  \(command) "))
      }
      #expect(run.errors == "")
    }
  }

  @Test(
    "Each command's help fits a terminal, and says what its exit codes mean",
    arguments: ["replay", "devices", "probe", "tick", "repair"])
  func everyHelp(_ command: String) throws {
    let run = try Run(command, "--help")
    #expect(run.code == 0)
    #expect(run.output.contains("Exit code: 0"))
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
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
      (
        ["replay", "--strength", "5", "-"],
        "replay: --strength: ticks are played with --real-time only"
      ),
      (["probe", "event5"], "probe: \"event5\" is not expected here"),
      (["probe", "--device="], "probe: --device: a path is expected"),
      (["probe", "--device", "/nowhere"], "\"/nowhere\" does not exist"),
      (["probe", "--device", "/"], "\"/\" is a directory"),
      (
        ["probe", "--device", "/dev/null"],
        "\"/dev/null\" is a character device, but no input device"
      ),
      (["probe", "--haptic-device", "/etc/passwd"], "\"/etc/passwd\" is a regular file"),
      (
        ["probe", "--haptic-device", "/dev/zero"],
        "\"/dev/zero\" is a character device, but no input device"
      ),
      (
        ["probe", "--haptic-device", "/nowhere"],
        "\"/nowhere\" cannot be had: No such file or directory"
      ),
      (["probe", "--strength", "101"], "probe: --strength: \"101\" is not a number from 0 to 100"),
      (
        ["replay", "--real-time", "--haptic-device", "/", "-"], "\"/\" is a directory"
      ),
      (["tick", "amr"], "tick: \"amr\" is neither arm nor disarm; did you mean \"arm\"?"),
      (["tick", "arm", "disarm"], "tick: \"disarm\" is not expected here"),
      (["tick", "--haptics", "log"], "tick: --haptics: \"log\" plays nothing to feel"),
      (
        ["tick", "--waveform", "buzz"],
        "tick: --waveform: \"buzz\" is none of click, press, release, hover, success, error, snap, "
          + "snap-reverse, knock, tick, toggle-on, toggle-off"
      ),
      (
        ["devices", "--commit", "1km"],
        "devices: --commit: \"1km\" is not a distance from 6 to 60 mm"
      ),
      (
        ["tick", "--device", "/dev/input/event5", "--haptic-device", "/dev/input/event6"],
        "tick: --device: --haptic-device names the device of all ticks; give one of them"
      ),
      (["repair", "all"], "repair: \"all\" is not expected here"),
      (["replay", "--json=1", "-"], "replay: --json takes no value, but has \"1\""),
    ])
  func unknown(_ arguments: [String], _ message: String) throws {
    let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
    let run = try Run(shell: "\"$swipectl\" \(quoted)")
    #expect(run.code == 2)
    #expect(run.output == "")
    #expect(run.errors == "swipectl: \(message)\n")
  }

  @Test(
    "The place of a stream that it was started without is not given to a file",
    arguments: ["/proc/self/fd/1\" >&-", "/proc/self/fd/2\" 2>&-"])
  func closedStreams(_ path: String) throws {
    // It reads what is in the place: nothing is what /dev/null has.
    #expect(try Run(shell: "\"$swipectl\" replay \"\(path)").code == 0)
    #expect(try Run(shell: "\"$swipectl\" --version >&-").code == 2)
  }
}
