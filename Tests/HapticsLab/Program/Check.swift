import Foundation

/// The checks that failed, and the name of the case that they belong to.
struct Checks {
  private(set) var failures = 0
  private var name = ""

  mutating func run(_ name: String, _ body: (inout Checks) throws -> Void) {
    self.name = name
    let before = failures
    do { try body(&self) } catch { fail("threw \(error)") }
    print(failures == before ? "ok      \(name)" : "FAILED  \(name)")
    fflush(nil)
  }

  mutating func that(_ holds: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
    if !holds { fail("line \(line): \(what())") }
  }

  mutating func equal<Value: Equatable>(
    _ found: Value, _ expected: Value, _ what: String, line: Int = #line
  ) {
    if found != expected { fail("line \(line): \(what): \(found), expected \(expected)") }
  }

  private mutating func fail(_ text: String) {
    failures += 1
    print("  \(name): \(text)")
  }
}
