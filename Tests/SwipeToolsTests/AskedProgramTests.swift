import CommitPoint
import Doctor
import Testing

@testable import SwipeTools

struct AskedProgramTests {
  @Test("A program's answer is what it has written, with its exit code")
  func answer() {
    #expect(
      AskedProgram.answer(["sh", "-c", "echo yes; echo no >&2; exit 3"])
        == .ended(code: 3, output: "yes\n"))
    #expect(AskedProgram.answer(["no-such-program"]) == .notInstalled)
    #expect(AskedProgram.answer([]) == .notInstalled)
  }

  @Test(
    "One that does not end is given up, whether or not its output has",
    arguments: ["exec sleep 60", "exec >&-; exec sleep 60", "exec yes", "kill -9 $$"])
  func hung(_ script: String) {
    #expect(
      AskedProgram.answer(["sh", "-c", script], patience: .milliseconds(200))
        == .failed("it does not answer"))
  }
}
