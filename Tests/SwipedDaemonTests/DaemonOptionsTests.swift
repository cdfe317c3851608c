import CommitPoint
import DeviceRemarks
import SwipeCommandLine
import SwipeConfig
import Testing
import TouchpadInput

@testable import SwipedDaemon

@Suite struct DaemonOptionsTests {
  private func run(_ arguments: String...) throws -> DaemonOptions? {
    guard case .run(let options) = try DaemonOptions.parse(arguments) else { return nil }
    return options
  }

  @Test func withoutOptionsEveryTouchpadIsTaken() throws {
    let options = try #require(try run())
    #expect(options.selection == .all)
    #expect(options.source == .system())
    #expect(!options.isService)
    #expect(options.format == .text)
  }

  @Test func devicesAddUp() throws {
    let options = try #require(
      try run("--device", "/dev/input/event5", "--device=/dev/input/event6"))
    #expect(options.selection == .nodes(["/dev/input/event5", "/dev/input/event6"]))
  }

  @Test func settingsAndFormatAreTaken() throws {
    let options = try #require(try run("--commit", "20mm", "--json"))
    var configuration = Configuration()
    try configuration.overlay(options.commandLine)
    #expect(configuration.feel(on: .unknown).stops == [20])
    #expect(options.format == .json)
  }

  @Test(arguments: [["--help"], ["-h"], ["--help", "--commit", "20mm"]])
  func helpGoesBeforeAllElse(arguments: [String]) throws {
    guard case .help = try DaemonOptions.parse(arguments) else {
      Issue.record("\(arguments) is not taken for a wish for help")
      return
    }
  }

  @Test(arguments: [
    (["event5"], "\"event5\" is not expected here"),
    (["--device"], "--device needs a value: --device PATH"),
    (["--device="], "--device: a path is expected"),
    (["--devices", "x"], "unknown option \"--devices\"; did you mean \"--device\"?"),
    (["--json=1"], "--json takes no value, but has \"1\""),
  ])
  func whatCannotBeIsNamed(arguments: [String], message: String) {
    #expect {
      _ = try DaemonOptions.parse(arguments)
    } throws: {
      "\($0)" == message
    }
  }

  @Test func helpHasEveryOptionAndFitsATerminal() {
    for option in DaemonOptions.all { #expect(swipedHelp.text.contains(option.name)) }
    for line in swipedHelp.text.split(separator: "\n") { #expect(line.count <= 81) }
  }
}
