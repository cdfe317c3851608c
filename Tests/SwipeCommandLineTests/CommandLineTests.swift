import SwipeCommandLine
import SwipeConfig
import Testing

@Suite struct CommandLineTests {
  private let known = [
    CommandLineOption("--commit", "DISTANCE", help: "how far the fingers go until the swipe arms"),
    CommandLineOption("--json", help: "print a trace"),
    CommandLineOption("--help", short: "-h", help: "say this"),
  ]

  @Test func valuesStandInTheNextArgumentOrBehindTheSign() throws {
    let parsed = try parseCommandLine(
      ["--commit", "16mm", "--commit=20mm", "-h", "FILE", "-"], known)
    #expect(parsed.options.map(\.name) == ["--commit", "--commit", "--help"])
    #expect(parsed.value("--commit") == "20mm")
    #expect(parsed.operands == ["FILE", "-"])
    #expect(parsed.has("--help"))
    #expect(!parsed.has("--json"))
  }

  @Test func afterTwoDashesAllIsOperand() throws {
    let parsed = try parseCommandLine(["--json", "--", "--commit"], known)
    #expect(parsed.operands == ["--commit"])
  }

  @Test func aValueMayBeEmptyOrLookLikeAnOption() throws {
    #expect(try parseCommandLine(["--commit="], known).value("--commit") == "")
    #expect(try parseCommandLine(["--commit", "--json"], known).value("--commit") == "--json")
  }

  @Test(arguments: [
    (["--comit", "3"], "unknown option \"--comit\"; did you mean \"--commit\"?"),
    (["--zzz"], "unknown option \"--zzz\""),
    (["-x"], "unknown option \"-x\""),
    (["--commit"], "--commit needs a value: --commit DISTANCE"),
    (["--json=yes"], "--json takes no value, but has \"yes\""),
  ])
  func mistakesAreNamed(arguments: [String], message: String) {
    #expect {
      try parseCommandLine(arguments, known)
    } throws: {
      "\($0)" == message
    }
  }

  @Test func helpStaysWithinEightyColumns() {
    let long =
      known + [
        CommandLineOption(
          "--tick-interval", "TIME",
          help:
            "the least time between two ticks, so that a trembling finger does not rattle the pad")
      ]
    for line in optionsHelp(long).split(separator: "\n") { #expect(line.count <= 80) }
    #expect(optionsHelp(known).hasPrefix("  --commit DISTANCE  "))
  }

  @Test(arguments: [
    ("hystersis", "hysteresis"), ("comit", "commit"), ("Commit", "commit"), ("ocmmit", "commit"),
  ])
  func aMisspeltWordIsRecognised(word: String, meant: String) {
    #expect(suggestion(for: word, among: ["commit", "hysteresis", "fingers"]) == meant)
  }

  @Test(arguments: ["", "x", "velocity", String(repeating: "commit", count: 100_000)])
  func aWordThatIsNearNoneIsNotGuessed(word: String) {
    #expect(suggestion(for: word, among: ["commit", "hysteresis", "fingers"]) == nil)
  }
}
