internal import CommitPoint
internal import LinuxIO
internal import SwipeAnalysis
internal import SwipeCommandLine

extension Subcommand {
  static let report = Subcommand(
    name: "report", summary: "make a page of recordings: tables, plots, what-if",
    usage: "[OPTION…] DIR… -o FILE.html",
    details: """
      Makes one page of all recordings (*.jsonl) of a folder, or of those that are
      named: a summary, each with its plot and what other commit points would have
      made of it, and how long ticks took. The page needs nothing beside it, prints
      well, and is light or dark as its reader has it.

      Exit code: 0; 2 where a recording cannot be read, or the page not be written.
      """,
    options: [
      CommandLineOption("--output", short: "-o", "FILE", help: "the page"),
      CommandLineOption("--title", "TEXT", help: "what it is headed with (swipes)"),
    ],
    run: { arguments, console throws(UsageError) in
      guard let output = arguments.value("--output"), !output.isEmpty
      else { throw .missingOperand("-o FILE") }
      guard !arguments.operands.isEmpty else { throw .missingOperand("DIR") }
      let files = RecordingFiles(arguments.operands)
      var failures = files.failures
      var recordings: [Recording] = []
      for path in files.paths {
        do throws(FileError) { recordings.append(try Recording(file: path)) } catch {
          failures.append("\(error)")
        }
      }
      for failure in failures { console.error(failure) }
      guard !recordings.isEmpty else { return ExitCode.failure }
      let report = ReportPage(recordings, title: arguments.value("--title") ?? "Swipes")
      if let failure = OutputFile.write(Array(report.html.utf8), to: output) {
        console.error(failure)
        return ExitCode.failure
      }
      return failures.isEmpty ? ExitCode.success : ExitCode.failure
    })
}
