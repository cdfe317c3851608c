import SwipeBus
import Testing

@testable import SwipeActions

/// What is written in two places since the agent does not have the service in it.
@Suite("Limits")
struct LimitTests {
  @Test("A file has as many swipes at most as swiped gives to a program")
  func swipes() {
    #expect(SwipesParser.most == ClaimRegistry.limitOfOwner)
  }
}
