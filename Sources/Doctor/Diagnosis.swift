internal import DesktopSettings
internal import SwipeActions

/// All that the doctor found.
public struct Diagnosis: Sendable {
  /// The gravest first, each kind in the order in which things depend on each other.
  public var findings: [Finding]
  /// What is well, in a sentence.
  public var health: String

  public init(_ view: SystemView) {
    let bus = BusService(view)
    let desktop = DesktopEnvironment(environment: view.environment)
    let files = SwipesChecks(view, desktop)
    let swipes = files.loaded?.swipes.actions.swipes ?? []
    let session = Diagnosis.session(view)
    var all = session
    all += ServiceChecks(view: view, bus: bus).findings()
    all += TouchpadChecks(view: view, bus: bus, desktop: desktop).findings()
    all += files.findings(isUser: session.isEmpty)
    all += RivalChecks(view: view).findings()
    all += DesktopChecks(view: view, desktop: desktop, swipes: swipes, bus: bus).findings()
    all += ClaimChecks(view: view, swipes: swipes, isOnTheBus: bus != nil).findings()
    findings = Finding.Kind.allCases.flatMap { kind in all.filter { $0.kind == kind } }
    let pads = bus?.touchpads ?? []
    let felt = pads.filter { !["log", "off", ""].contains($0.rung) }.count
    health =
      "swiped \(bus?.version ?? "") reads \(pads.count == 1 ? "1 touchpad" : "\(pads.count) touchpads"),"
      + " \(felt == pads.count ? (felt == 1 ? "which ticks" : "all of which tick") : "\(felt) of which tick"),"
      + " and your swipes.yaml has \(swipes.count == 1 ? "1 swipe" : "\(swipes.count) swipes")"
  }

  public var isWell: Bool { findings.allSatisfy { $0.kind == .note } }

  /// 0 where all is well, 1 where something is wrong, 2 where it could not be found out.
  public var exitCode: Int32 {
    if findings.contains(where: { $0.kind == .problem }) { return 1 }
    return findings.contains { $0.kind == .unknown } ? 2 : 0
  }

  private static func session(_ view: SystemView) -> [Finding] {
    guard view.userID == 0, let user = view.environment("SUDO_USER"), user != "root" else {
      return []
    }
    return [
      .unknown(
        "run-by-sudo", "what concerns \(user)'s session cannot be told as root",
        .sentence("run \"swipectl doctor\" without sudo"))
    ]
  }
}
