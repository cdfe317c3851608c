import SwipeActions
import SwipeConfig
import Testing

/// The swipes of a swipes.yaml that is these lines.
func swipes(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> [ActionSwipe] {
  let loaded = SwipeActions.parse(Array(("swipes:\n" + text).utf8), name: "test", for: .service)
  try #require(!loaded.hasErrors, "\(loaded.messages)", sourceLocation: location)
  return loaded.actions.swipes
}

func swipe(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> ActionSwipe {
  try #require(try swipes("  - {\(text)}\n", location).first, sourceLocation: location)
}
