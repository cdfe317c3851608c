import Foundation
import SwipeTrace
import Testing

struct CaseTests {
  @Test("Every case gives what it expects", arguments: traces(in: "Cases"))
  func caseHolds(_ file: URL) throws {
    let replayed = try Replayed(items(in: Array(Data(contentsOf: file))))
    #expect(replayed.verification.hasClaims)
    #expect(replayed.verification.differences() == [])
  }

  @Test(
    "Every recording gives what it expects and what it recorded",
    arguments: traces(in: "Recordings"))
  func recordingHolds(_ file: URL) throws {
    let replayed = try Replayed(items(in: Array(Data(contentsOf: file))))
    #expect(replayed.verification.recordedCount > 0)
    #expect(replayed.verification.differences() == [])
  }

  @Test("There are cases and recordings to hold to")
  func thereAreSome() {
    #expect(traces(in: "Cases").count >= 30)
    #expect(traces(in: "Recordings").count >= 6)
  }

  @Test("How the bytes come changes nothing", arguments: [1, 2, 7, 64, 4096])
  func chunks(_ size: Int) throws {
    let file = try #require(traces(in: "Cases").first)
    let bytes = Array(try Data(contentsOf: file))
    #expect(try items(in: bytes, chunk: size) == items(in: bytes))
  }
}
