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
      print(DaemonOptions.help, terminator: "")
    case .version:
      print("swiped \(swipedVersion)")
    case .listDevices(let options):
      return listDevices(options)
    case .run(let options):
      return run(options)
    }
    return 0
  } catch {
    complain("\(error) (swiped --help has the options)")
    return 2
  }
}

private func run(_ options: DaemonOptions) -> Int32 {
  do throws(StartError) {
    return try Daemon(options).run() ? 0 : 2
  } catch {
    complain("\(error)")
    return 2
  }
}

private func listDevices(_ options: DaemonOptions) -> Int32 {
  do throws(TouchpadInputError) {
    let lines = deviceList(try TouchpadInput.list(), options.settings, program: "swiped")
    for line in lines { print(line) }
    if lines.isEmpty { complain("no touchpad here") }
    return 0
  } catch {
    complain("\(error)")
    return 2
  }
}
