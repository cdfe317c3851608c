import SwipeClient

extension SwipeClient {
  /// Why swiped has not answered.
  ///
  /// - Parameter advice: what to do where it does not run.
  func absence(_ advice: String) -> String {
    obstacle.map { "the service cannot be asked: no system bus: \($0)" }
      ?? "the service does not run: nobody has the name org.swiped.Swiped1 on the system bus (\(advice))"
  }
}
