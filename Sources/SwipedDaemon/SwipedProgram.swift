import DeviceRemarks
import LinuxIO
import SwipeCommandLine
import SwipeConfig
import TouchpadInput

/// Runs the program `swiped`.
///
/// - Parameter arguments: those after the program's name.
/// - Returns: the exit status: 0 when it was ended, 2 when something it was asked for cannot be.
public func runSwiped(_ arguments: some Sequence<String>) -> Int32 {
  StandardDescriptors.reserve()
  do throws(UsageError) {
    switch try DaemonOptions.parse(arguments) {
    case .help:
      return say(swipedHelp.text)
    case .version:
      return say("swiped \(swipedVersion)\n")
    case .listDevices(let options):
      return listDevices(options)
    case .run(let options):
      return run(options)
    }
  } catch {
    complain("\(error) (swiped --help has the options)")
    return 2
  }
}

private func run(_ options: DaemonOptions) -> Int32 {
  guard let configuration = configuration(options) else { return 2 }
  do throws(StartError) {
    return try Daemon(options, configuration).run() ? 0 : 2
  } catch {
    complain("\(error)")
    return 2
  }
}

/// What is in force, with all that is to be said of it; `nil` where it is not to be gone by.
private func configuration(_ options: DaemonOptions) -> Configuration? {
  let loaded = Configuration.load(options.source, for: .service)
  for message in loaded.messages { complain(message.description) }
  // A service goes on with what it understands, rather than leave a laptop without its swipes. Somebody
  // who named a file is there to mend it.
  if loaded.hasErrors, case .file = options.source { return nil }
  var configuration = loaded.configuration
  do throws(UsageError) {
    try configuration.overlay(options.commandLine)
  } catch {
    complain("\(error)")
    return nil
  }
  return configuration
}

private func listDevices(_ options: DaemonOptions) -> Int32 {
  do throws(TouchpadInputError) {
    guard let configuration = configuration(options) else { return 2 }
    let lines = deviceList(try TouchpadInput.list(), configuration, program: "swiped")
    if lines.isEmpty { complain("no touchpad here") }
    return say(lines.map { $0 + "\n" }.joined())
  } catch {
    complain("\(error)")
    return 2
  }
}
