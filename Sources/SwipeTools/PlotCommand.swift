internal import CommitPoint
internal import Haptics
internal import LinuxIO
internal import SwipeAnalysis
internal import SwipeCommandLine
internal import SwipePictures

extension Subcommand {
  static let plot = Subcommand(
    name: "plot", summary: "draw recordings as a picture",
    usage: "[OPTION…] TRACE… -o FILE.svg|png|pdf",
    details: """
      Draws the fingers' offset over time, with the lines at which they arm and disarm,
      what was felt and how each swipe ended. Several traces lie over each other; a
      folder stands for all *.jsonl in it. With --latency it draws how long ticks took.

      Exit code: 0; 2 where there is nothing to draw, or the picture cannot be written.
      """,
    options: [
      CommandLineOption(
        "--output", short: "-o", "FILE", help: "the picture; its name says the format"),
      CommandLineOption(
        "--latency",
        help: "draw how long ticks took: of the TRACEs that were recorded live, of what \"swipectl "
          + "stats --json\" has printed, or, without any, of the running service"),
    ],
    run: { arguments, console throws(UsageError) in
      guard let output = arguments.value("--output"), !output.isEmpty
      else { throw .missingOperand("-o FILE") }
      guard let format = PictureFormat(fileName: output) else {
        throw .badValue(
          option: "--output", reason: "\"\(output)\" ends in none of .svg, .png, .pdf")
      }
      let isLatency = arguments.has("--latency")
      guard isLatency || !arguments.operands.isEmpty else { throw .missingOperand("TRACE") }
      do throws(FileError) {
        let picture =
          isLatency
          ? try latencies(arguments.operands, format) : try swipes(arguments.operands, format)
        if let failure = OutputFile.write(picture, to: output) {
          throw FileError(description: failure)
        }
      } catch {
        console.error("\(error)")
        return ExitCode.failure
      }
      return ExitCode.success
    })

  private static func swipes(
    _ operands: [String], _ format: PictureFormat
  ) throws(FileError) -> [UInt8] {
    let files = RecordingFiles(operands)
    if let failure = files.failures.first { throw FileError(description: failure) }
    var recordings: [Recording] = []
    for path in files.paths { recordings.append(try Recording(file: path)) }
    guard let plot = SwipePlot(recordings) else {
      throw FileError(
        description:
          "\(files.paths.map(shownName).joined(separator: ", ")): there is no swipe to draw")
    }
    do throws(PictureError) { return try plot.picture(format) } catch {
      throw FileError(description: "\(error)")
    }
  }

  private static func latencies(
    _ operands: [String], _ format: PictureFormat
  ) throws(FileError) -> [UInt8] {
    var latencies = Latencies()
    if operands.isEmpty {
      latencies = try ServiceStatistics.ask().latencies
    }
    let files = RecordingFiles(operands)
    if let failure = files.failures.first { throw FileError(description: failure) }
    for path in files.paths { try latencies.read(path) }
    guard let plot = latencies.plot else {
      let where_ = operands.isEmpty ? "swiped" : files.paths.map(shownName).joined(separator: ", ")
      throw FileError(
        description: "\(where_): there is no tick whose latency is known")
    }
    do throws(PictureError) { return try plot.picture(format) } catch {
      throw FileError(description: "\(error)")
    }
  }
}
