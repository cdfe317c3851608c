internal import CommitPoint
internal import Haptics
internal import LinuxIO
internal import SwipeCommandLine
internal import SwipeConfig

extension Subcommand {
  static let record = Subcommand(
    name: "record", summary: "record swipes as a trace, to be attached to a bug report",
    usage: "[OPTION…] [-o FILE.jsonl]",
    details: """
      Records what fingers do and what comes of it as a trace, until Ctrl-C: of the
      running service, or straight from a touchpad (--device). With --raw the touchpad's
      own frames are recorded too, beside the trace: FILE.yml, as libinput record would
      have written it. Both count time from the first frame.

      Nothing else gets into it: no name of a device or a person, no serial number, no
      time of day. Only touchpads are opened, never a keyboard.

      Exit code: 0; 2 where it cannot record, or the file not be written.
      """,
    options: [
      CommandLineOption(
        "--output", short: "-o", "FILE",
        help: "the trace, which is there as a whole when the recording is over; else it goes to "
          + "standard output, line by line"),
      CommandLineOption("--for", "TIME", help: "end by itself after so long: 10s"),
      CommandLineOption(
        "--device", "PATH",
        help:
          "straight from this touchpad instead of from the service, with ticks; it needs the right "
          + "to read it. The options of feel and of ticks below are for this"),
      CommandLineOption(
        "--raw", help: "the touchpad's evdev frames as well, into FILE.yml beside FILE.jsonl"),
      CommandLineOption("--with-names", help: "with the touchpad's name"),
      CommandLineOption("--name", "TEXT", help: "say in the trace what it shows"),
    ] + feelOptions + hapticCommandLine,
    run: { arguments, console throws(UsageError) in
      if let operand = arguments.operands.first { throw .unexpectedOperand(operand) }
      let options = try RecordOptions(arguments)
      do throws(FileError) {
        let recorder: any Recorder =
          if let path = options.device {
            try DeviceRecorder(path, arguments, options, console)
          } else {
            try ServiceRecorder(options, console)
          }
        try recorder.run()
        return ExitCode.success
      } catch {
        console.error("\(error)")
        return ExitCode.failure
      }
    })
}

/// What is recorded, and where it goes.
struct RecordOptions {
  /// `nil` for standard output.
  var output: String?
  /// Where the frames go; `nil` where they are not wanted.
  var raw: String?
  var span: Microseconds?
  var device: String?
  var hasNames: Bool
  var name: String?

  /// A day: nobody swipes for longer, and files have an end.
  private static let longest = 86_400.0

  init(_ arguments: ParsedCommandLine) throws(UsageError) {
    output = arguments.value("--output")
    if output == "-" { output = nil }
    if output == "" { throw .badValue(option: "--output", reason: "a path is expected") }
    hasNames = arguments.has("--with-names")
    name = arguments.value("--name")
    device = arguments.value("--device")
    if device == "" { throw .badValue(option: "--device", reason: "a path is expected") }
    if let text = arguments.value("--for") { span = try Self.span(text) }
    if arguments.has("--raw") {
      guard let output else {
        throw .badValue(
          option: "--raw", reason: "needs -o FILE, for it writes a second file beside")
      }
      raw = Self.rawName(output)
    }
    let known = Set((feelOptions + hapticCommandLine).map(\.name))
    if device == nil, let option = arguments.options.first(where: { known.contains($0.name) }) {
      throw .badValue(
        option: option.name,
        reason: "the service has its own settings (swipectl config); this goes with --device")
    }
  }

  /// `x.yml` beside `x.jsonl`.
  static func rawName(_ trace: String) -> String {
    (trace.hasSuffix(".jsonl") ? String(trace.dropLast(6)) : trace) + ".yml"
  }

  private static func span(_ text: String) throws(UsageError) -> Microseconds {
    let digits = text.prefix { "0123456789.".contains($0) }
    let factors = ["": 1.0, "s": 1, "ms": 0.001, "min": 60, "h": 3600]
    let unit = text.dropFirst(digits.count).filter { $0 != " " }
    guard let number = Double(digits), let factor = factors[unit], number * factor > 0,
      number * factor <= longest
    else {
      throw .badValue(
        option: "--for", reason: "\"\(text)\" is no time up to a day, such as 10s or 5min")
    }
    return Microseconds(Int64((number * factor * 1_000_000).rounded()))
  }
}

/// Something that records until it is told to end.
protocol Recorder: AnyObject {
  func run() throws(FileError)
}
