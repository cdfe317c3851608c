internal import CommitPoint
internal import DeviceRemarks
internal import Haptics
internal import LinuxIO

/// The ticks of a replay that can be felt: on the first touchpad that can tick, or the device that was named.
final class ReplayTicks {
  private let player: TickPlayer?
  private let console: Console
  /// Which rung is in use, and why.
  let summary: String

  /// How long is waited for a device that does not answer, before the replay begins.
  private static let patience = Microseconds.milliseconds(2000)

  init(_ options: HapticOptions, _ console: Console) throws(SearchError) {
    self.console = console
    switch options.choice {
    case .log, .off:
      player = nil
      summary = "ticks: lines only, as asked"
      return
    case .auto, .ffHaptic, .hid, .ffRumble: break
    }
    let devices =
      if let path = options.device {
        [try TickDevice.named(path)]
      } else {
        try TickDevice.touchpads([]).filter(\.isOpen)
      }
    var reasons: [String] = []
    for device in devices {
      let candidate: TickPlayer
      do throws(Errno) { candidate = try TickPlayer(device, options) } catch {
        reasons.append("ticks on \(device.title): lines only (\(error))")
        continue
      }
      let settlement = candidate.settle(within: Self.patience)
      let words = settlement?.summary ?? "lines only (it does not answer)"
      reasons.append("ticks on \(device.title): \(words)")
      guard candidate.plays else { continue }
      player = candidate
      summary = "ticks on \(device.title): \(words)"
      return
    }
    player = nil
    summary =
      reasons.first
      ?? "ticks: lines only (no touchpad here; --haptic-device PATH plays them elsewhere)"
  }

  /// A gesture begins.
  func prepare() { player?.prepare() }

  /// - Parameter time: when the tick was due, `CLOCK_MONOTONIC`.
  func play(_ tick: Tick, at time: Microseconds) {
    guard let player else { return }
    player.play(HapticTick(tick), frameTime: time)
    tellFalls(of: player)
  }

  func close() {
    guard let player else { return }
    player.close()
    tellFalls(of: player)
    if player.dropped > 0 {
      console.error("\(player.dropped) ticks came too late for \(player.device.title)")
    }
  }

  private func tellFalls(of player: TickPlayer) {
    for fall in player.takeFalls() {
      console.error("\(fall.rung.rawValue) has failed on \(player.device.title): \(fall.obstacle)")
    }
  }
}
