internal import CommitPoint
internal import DeviceRemarks
internal import SwipeCommandLine
internal import SwipeConfig
internal import TouchpadInput

extension Subcommand {
  static let devices = Subcommand(
    name: "devices", summary: "list the touchpads, and why one would not be read",
    usage: "[OPTION…]",
    details: """
      Lists the touchpads as swiped would take them: node, name, size, and what is to
      be known of them; or why one is not taken. The same list is that of swiped
      --list-devices.

      Exit code: 0, also where there is none; 2 where it cannot be told.
      """,
    options: [CommandLineOption("--json", help: "print an object of JSON a touchpad, in a line")]
      + feelOptions,
    examples: [
      CommandExample("swipectl devices", "the touchpads"),
      CommandExample("swipectl devices --json", "the same for a program"),
    ],
    run: { arguments, console throws(UsageError) in
      if let operand = arguments.operands.first { throw .unexpectedOperand(operand) }
      var configuration = Configuration.load(.system(), for: .service).configuration
      try configuration.overlay(arguments)
      let reports: [TouchpadReport]
      do throws(TouchpadInputError) { reports = try TouchpadInput.list() } catch {
        console.error("\(error)")
        return ExitCode.failure
      }
      let lines =
        arguments.has("--json")
        ? reports.compactMap { $0.json(configuration)?.text }
        : deviceList(reports, configuration, program: "swipectl")
      for line in lines { console.write(line + "\n") }
      if lines.isEmpty { console.error("no touchpad here") }
      return ExitCode.success
    })
}

extension TouchpadReport {
  /// Nil for what is no touchpad.
  func json(_ configuration: Configuration) -> JSON? {
    switch result {
    case .success(let touchpad):
      .object([
        "node": .string(node), "name": .string(name), "taken": .bool(true),
        "seat": .string(touchpad.seat), "width_mm": .number(touchpad.width.value),
        "height_mm": .number(touchpad.height.value), "size_is_guess": .bool(touchpad.sizeIsGuess),
        "max_fingers": .integer(touchpad.maxFingers), "slots": .integer(touchpad.slots),
        "can_swipe": .array(
          (2...4).filter { touchpad.canSwipe(fingers: $0) }.map { .integer($0) }),
        "remarks": .string(touchpad.remarks(for: configuration)),
      ])
    case .failure(.notATouchpad): nil
    case .failure(let refusal):
      .object([
        "node": .string(node), "name": .string(name), "taken": .bool(false),
        "reason": .string("\(refusal)"),
      ])
    }
  }
}
