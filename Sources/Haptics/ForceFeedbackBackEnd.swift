internal import Glibc
internal import LinuxIO

/// An effect to be uploaded.
enum ForceFeedbackEffect: Sendable, Hashable {
  /// The strength is in per cent.
  case haptic(UploadableWaveform, strength: Int)
  case rumble(strong: UInt16, weak: UInt16, milliseconds: UInt16)
  /// The period is in ms as well.
  case periodic(waveform: UInt16, period: UInt16, magnitude: Int16, milliseconds: UInt16)

  var reported: HapticEffect {
    switch self {
    case .haptic(let waveform, let strength):
      .waveform(usage: waveform.rawValue, strength: strength)
    case .rumble(let strong, let weak, let milliseconds):
      .rumble(strong: strong, weak: weak, milliseconds: milliseconds)
    case .periodic(let waveform, _, let magnitude, let milliseconds):
      .periodic(waveform: waveform, magnitude: magnitude, milliseconds: milliseconds)
    }
  }
}

/// Ticks by the kernel's force feedback: FF_HAPTIC, FF_RUMBLE and FF_PERIODIC.
///
/// The node is opened for writing alone, apart from the one that reads the touches: the kernel
/// shows plays to every reader of the device.
final class ForceFeedbackBackEnd: HapticBackEnd {
  let rung: HapticRung
  let ringsOut: Int64
  private let path: String
  private let node: OwnedDescriptor
  private let armEffect: ForceFeedbackEffect
  private let disarmEffect: ForceFeedbackEffect
  private var slots: Slots

  private enum Slots {
    /// Each effect has its place in the device.
    case own(arm: Int16, disarm: Int16)
    /// There was room for one: what is in it is changed before a tick of the other kind, since two
    /// ticks that feel the same would say nothing.
    case shared(Int16, holds: HapticTick)
  }

  var arm: HapticEffect { armEffect.reported }
  var disarm: HapticEffect { disarmEffect.reported }

  var directPlay: DirectPlay? {
    switch slots {
    case .own(let arm, let disarm):
      DirectPlay(descriptor: node.rawValue, arm: arm, disarm: disarm)
    case .shared: nil
    }
  }

  // MARK: FF_HAPTIC

  /// Snap and SnapReverse are what ChromeOS plays on entering a zone and on leaving it; the rest
  /// are the nearest that pads have.
  static let armOrder: [HapticWaveform] = [.snap, .click, .tick, .hover, .success]
  static let disarmOrder: [HapticWaveform] = [.snapReverse, .hover, .tick, .click]
  /// The longest that is waited for a waveform to end, in µs: the pads' lists give their ticks 6 to
  /// 50 ms.
  private static let waveformRingsOut: Int64 = 50_000

  convenience init(haptic survey: DeviceSurvey, _ options: HapticOptions) throws(HapticObstacle) {
    // Where the device has few steps, half of a low strength is to remain one.
    func felt(_ strength: Int) -> Int {
      guard case .success(let descriptor) = survey.descriptor,
        case .manualTrigger(let trigger) = descriptor.verdict, let intensity = trigger.intensity
      else { return strength }
      return intensity.felt(percent: strength)
    }
    let full = felt(options.clampedStrength)
    let half = felt(options.halfStrength)
    func effects(
      _ tick: HapticTick, _ order: [HapticWaveform], _ strength: (HapticWaveform) -> Int
    ) -> [ForceFeedbackEffect] {
      options.candidates(for: tick, before: order).filter(\.isTick).compactMap { waveform in
        UploadableWaveform(waveform).map { .haptic($0, strength: strength(waveform)) }
      }
    }
    try self.init(
      .ffHaptic, survey.node, ringsOut: Self.waveformRingsOut,
      arm: effects(.arm, Self.armOrder) { _ in full },
      disarm: { arm in
        // The same waveform for both at the same strength could not be told apart.
        guard case .haptic(let armWaveform, _) = arm else { return [] }
        let order =
          Self.disarmOrder + [armWaveform.waveform].filter { !Self.disarmOrder.contains($0) }
        return effects(.disarm, order) { waveform in
          waveform == armWaveform.waveform
            || (waveform == .click && options.disarmWaveform != .click)
            ? half : full
        }
      })
  }

  // MARK: FF_RUMBLE and FF_PERIODIC

  /// A tick is 10–20 ms long, the weak motor foremost, since it is the quick one; a phone's
  /// vibrator reads the strong one first. Disarm is shorter and weaker. ff-memless stops within a
  /// jiffy, 4–10 ms: a difference of 10 ms remains one.
  private static let armLength: UInt16 = 20
  private static let disarmLength: UInt16 = 10
  private static let disarmPart = 0.5
  private static let strongPart = 0.25
  /// 20 ms at 100 Hz are two periods; devices without a notion of it take no notice.
  private static let period: UInt16 = 10

  convenience init(rumble survey: DeviceSurvey, _ options: HapticOptions) throws(HapticObstacle) {
    let level = Double(options.clampedStrength) / 100
    let shapes = [ForceFeedbackBit.sine, ForceFeedbackBit.triangle, ForceFeedbackBit.square]
      .filter(survey.has)
    func effects(_ level: Double, _ milliseconds: UInt16) -> [ForceFeedbackEffect] {
      var result: [ForceFeedbackEffect] = []
      if survey.has(ForceFeedbackBit.rumble) {
        result.append(
          .rumble(
            strong: UInt16(65_535 * level * Self.strongPart), weak: UInt16(65_535 * level),
            milliseconds: milliseconds))
      }
      if survey.has(ForceFeedbackBit.periodic) {
        result += shapes.map {
          .periodic(
            waveform: UInt16($0), period: Self.period, magnitude: Int16(32_767 * level),
            milliseconds: milliseconds)
        }
      }
      return result
    }
    try self.init(
      .ffRumble, survey.node, ringsOut: Int64(Self.armLength) * 1000,
      arm: effects(level, Self.armLength),
      disarm: { arm in
        effects(level * Self.disarmPart, Self.disarmLength).filter { $0.isOfTheKind(of: arm) }
      })
  }

  // MARK: Both

  private init(
    _ rung: HapticRung, _ deviceNode: DeviceNode, ringsOut: Int64, arm: [ForceFeedbackEffect],
    disarm: (ForceFeedbackEffect) -> [ForceFeedbackEffect]
  ) throws(HapticObstacle) {
    let path = deviceNode.path
    let node = try deviceNode.open()
    ForceFeedbackCalls.silence(node)
    var armID: Int16 = -1
    guard let armEffect = try Self.upload(arm, &armID, node, path) else { throw .noWaveform }
    var disarmID: Int16 = -1
    let disarmEffects = disarm(armEffect)
    let disarmEffect: ForceFeedbackEffect
    do throws(HapticObstacle) {
      guard let effect = try Self.upload(disarmEffects, &disarmID, node, path) else {
        throw .noWaveform
      }
      disarmEffect = effect
      slots = .own(arm: armID, disarm: disarmID)
    } catch .failed(.upload, _, .noSpaceLeft) {
      guard let effect = try Self.upload(disarmEffects, &armID, node, path) else {
        throw .noWaveform
      }
      disarmEffect = effect
      _ = try Self.upload([armEffect], &armID, node, path)
      slots = .shared(armID, holds: .arm)
    }
    self.rung = rung
    self.path = path
    self.ringsOut = ringsOut
    self.node = node
    self.armEffect = armEffect
    self.disarmEffect = disarmEffect
  }

  /// uinput announces a device a moment before it takes effects for it, and says until then that there is none: how
  /// often that is tried again, and after how long, in µs.
  private static let birth = (tries: 5, pause: UInt32(10_000))

  private static func uploadOnceBorn(
    _ effect: ForceFeedbackEffect, _ id: inout Int16, _ node: borrowing OwnedDescriptor
  ) throws(Errno) {
    for _ in 0..<birth.tries {
      do throws(Errno) { return try ForceFeedbackCalls.upload(effect, &id, node) } catch {
        guard error == .noSuchDevice else { throw error }
      }
      usleep(birth.pause)
    }
    try ForceFeedbackCalls.upload(effect, &id, node)
  }

  /// Uploads the first effect that the device takes; nil if it takes none.
  private static func upload(
    _ effects: [ForceFeedbackEffect], _ id: inout Int16, _ node: borrowing OwnedDescriptor,
    _ path: String
  ) throws(HapticObstacle) -> ForceFeedbackEffect? {
    for effect in effects {
      do {
        try uploadOnceBorn(effect, &id, node)
        return effect
      } catch .invalidArgument {
        // The pad lacks this one.
        continue
      } catch { throw .failed(.upload, path: path, error) }
    }
    return nil
  }

  func prepare() throws(HapticObstacle) {
    do { try ForceFeedbackCalls.touch(node) } catch { throw .failed(.play, path: path, error) }
  }

  func selectionChanged(_ tick: HapticTick) throws(HapticObstacle) {
    let id: Int16
    switch slots {
    case .own(let arm, let disarm): id = tick == .arm ? arm : disarm
    case .shared(var place, let held):
      if held != tick {
        let effect = tick == .arm ? armEffect : disarmEffect
        do { try ForceFeedbackCalls.upload(effect, &place, node) } catch {
          throw .failed(.upload, path: path, error)
        }
        slots = .shared(place, holds: tick)
      }
      id = place
    }
    do { try ForceFeedbackCalls.play(id, node) } catch { throw .failed(.play, path: path, error) }
  }
}

extension ForceFeedbackEffect {
  /// Whether one can be uploaded in the place of the other.
  fileprivate func isOfTheKind(of other: ForceFeedbackEffect) -> Bool {
    switch (self, other) {
    case (.haptic, .haptic), (.rumble, .rumble): true
    case (.periodic(let shape, _, _, _), .periodic(let otherShape, _, _, _)): shape == otherShape
    case (.haptic, _), (.rumble, _), (.periodic, _): false
    }
  }
}
