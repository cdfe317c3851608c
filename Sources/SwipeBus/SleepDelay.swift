internal import LinuxIO
internal import SystemBus

/// Has the machine wait with its sleep until the ticks of a swipe that was under way are played: logind's delay lock.
///
/// As long as somebody holds one, logind waits after it has announced the sleep, for InhibitDelayMaxSec (5 s) at
/// most. It is held while the machine is awake, given up as soon as there is nothing left to be felt, and taken
/// anew after the sleep.
final class SleepDelay {
  private let bus: BusConnection
  private let isBusy: () -> Bool
  private let refused: (BusError) -> Void
  private var lock: OwnedDescriptor?
  /// Whether one was asked for, and nothing was answered yet.
  private var isOnItsWay = false
  private var isAsleep = false
  private var saidRefused = false

  /// - Parameters:
  ///   - isBusy: whether a swipe is under way, or a tick is owed.
  ///   - refused: called once, with the reason why there is no lock to be had.
  init(
    _ bus: BusConnection, isBusy: @escaping () -> Bool, refused: @escaping (BusError) -> Void
  ) {
    self.bus = bus
    self.isBusy = isBusy
    self.refused = refused
  }

  var isHeld: Bool { lock != nil }

  /// The sessions have changed, and with them whether the machine sleeps, or whether there is anybody to be asked.
  func follow(_ model: SessionModel) {
    isAsleep = model.isAsleep
    guard model.goesByLogind else {
      // With logind gone the lock counts for nothing.
      lock = nil
      isOnItsWay = false
      return
    }
    if isAsleep { releaseIfQuiet() } else { take() }
  }

  /// Gives the lock up if the machine waits for that, and there is nothing left to be felt.
  func releaseIfQuiet() {
    if isAsleep, lock != nil, !isBusy() { lock = nil }
  }

  private func take() {
    guard lock == nil, !isOnItsWay, bus.isConnected else { return }
    do throws(BusError) {
      let call = try bus.methodCall(
        to: "org.freedesktop.login1", path: "/org/freedesktop/login1",
        interface: "org.freedesktop.login1.Manager", member: "Inhibit")
      for word in ["sleep", "swiped", "A swipe under way is cancelled, with its tick", "delay"] {
        try call.append(word)
      }
      isOnItsWay = true
      bus.call(call) { [unowned self] reply in
        isOnItsWay = false
        do throws(BusError) {
          lock = try reply.get().readDescriptor()
          releaseIfQuiet()
        } catch {
          if bus.isConnected, !saidRefused { refused(error) }
          saidRefused = saidRefused || bus.isConnected
        }
      }
    } catch {
      // The connection is gone, and there will be another.
    }
  }
}
