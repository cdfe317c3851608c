internal import Glibc
internal import LinuxIO

/// Lines on the standard error output (in tests elsewhere), with a priority for the journal where it reads them.
final class AgentReport {
  private let output: OutputQueue
  private let program: String
  /// Whether the journal reads what is written, and knows whose lines they are.
  private let isJournal: Bool

  init(in loop: EventLoop, program: String, to descriptor: Int32 = STDERR_FILENO) {
    output = OutputQueue(descriptor, in: loop) { "\(program): \($0) lines lost" }
    self.program = program
    isJournal = Journal.reads(descriptor)
  }

  func note(_ text: String) { write(text, .information) }

  func warn(_ text: String) { write(text, .warning) }

  private func write(_ text: String, _ priority: Journal.Priority) {
    output.write((isJournal ? "<\(priority.rawValue)>" : program + ": ") + printable(text))
  }

  func flush(until deadline: Int64) { output.flush(until: deadline) }
}
