import CommitPoint
import CLibevdev
import Glibc

/// The simulated year: random days in the virtual laptop's virtual time, with the law beside them.
struct Soak {
  /// Swipes of a day: some three hundred gestures.
  private static let episodesOfDay = 200
  /// How much of the beginning counts as warming up: libraries and buffers have grown to their size by then.
  private static let warmUp = 200
  /// How much more it may hold in the end. The nodes of touchpads that were plugged in often have longer names, and a block is
  /// as large as what was left beside it at times.
  private static let slack = SoakedSwiped.Heap(bytes: 4096, blocks: 8)
  /// And in whole pages, in kB. What is kept lies more and more scattered: after 50,000 swipes it was 132 kB more, without one
  /// block more.
  private static let slackOfPages = 256

  let swiped: String
  /// What counts what is allocated (Tests/Soak/heap.c).
  let heap: String?
  let folder: String

  private var pads: [PadSetup] {
    [(100.0, 60.0), (66, 44)].enumerated().map { number, size in
      var device = DeviceDescription.plainTouchpad(
        name: "Soaked Touchpad \(number)", width: size.0, height: size.1, resolution: 12, slots: 5)
      device.others.append((UInt32(EV_FF), UInt32(FF_RUMBLE)))
      device.product += Int32(number)
      return PadSetup(
        name: "pad \(number)", kind: .rumble, device: device, width: size.0, height: size.1,
        interval: 8000)
    }
  }

  /// Random fingers until there were so many swipes.
  func run(seed: UInt64, swipes: Int) throws -> Bool {
    let bus = try startBus(in: folder)
    defer { bus.send(SIGTERM) }
    var played: [[Happening]] = []
    var fault: SoakedSwiped.Fault?
    let isSame = try live(seed, swipes, &played, &fault)
    // Only now the first life is over, and its touchpads are gone.
    if let fault { reduce(played, fault) }
    return isSame
  }

  private func live(
    _ seed: UInt64, _ swipes: Int, _ played: inout [[Happening]],
    _ found: inout SoakedSwiped.Fault?
  ) throws -> Bool {
    var day = RandomDay(seed: seed, pads: pads.map { ($0.width, $0.height) })
    let start = now()
    let life = try SoakedSwiped(swiped: swiped, heap: heap, folder: folder, pads: pads)
    var before: SoakedSwiped.Held?
    var episodes = 0
    do {
      while life.begins < swipes {
        let episode = day.episode()
        played.append(episode)
        if played.count > Self.episodesOfDay { played.removeFirst() }
        for happening in episode { try life.play(happening) }
        episodes += 1
        if episodes == Self.warmUp { before = try rested(life, &played) }
        if episodes % 1000 == 0 {
          say("seed \(seed): \(life.begins) swipes so far, \(try rested(life, &played))")
          fflush(nil)
          sync()
        }
        // Two hundred episodes and no swipe: then the fingers are not seen at all.
        if episodes % Self.episodesOfDay == 0, life.begins < episodes / 4 {
          throw SoakedSwiped.Fault(message: "\(episodes) episodes gave \(life.begins) swipes")
        }
      }
      let after = try rested(life, &played)
      try life.end()
      let seconds = (now() - start) / 1_000_000
      let outcomes = life.outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      say(
        "ok seed \(seed): \(life.begins) swipes in \(episodes) episodes and \(seconds) s of virtual time, "
          + "\(life.ticks) ticks; \(outcomes.joined(separator: ", ")); \(life.clientCommits) commits heard by clients"
      )
      return compare(before ?? after, after, seed)
    } catch let fault as SoakedSwiped.Fault {
      say("FAILED seed \(seed), episode \(episodes + 1), \(life.begins) swipes: \(fault.message)")
      for line in fault.lines { say("    : \(line)") }
      found = fault
      return false
    }
  }

  /// Plays a list that was printed before.
  func replay(_ happenings: [Happening]) throws -> Bool {
    let bus = try startBus(in: folder)
    defer { bus.send(SIGTERM) }
    guard let fault = try fault(of: happenings) else {
      say("ok \(happenings.count) happenings")
      return true
    }
    say("FAILED \(fault.message)")
    for line in fault.lines { say("    : \(line)") }
    return false
  }

  /// Until it has nothing to do, nobody has a claim on it, and the watchdog's ping has had it give back what it does not need.
  private static let rest: [Happening] =
    (0..<RandomDay.clients).map { .leave(client: $0) } + [
      .reload(0), .check, .wait(milliseconds: 31_000),
    ]

  /// What it holds at rest.
  private func rested(
    _ life: SoakedSwiped, _ played: inout [[Happening]]
  ) throws -> SoakedSwiped.Held {
    played.append(Self.rest)
    for happening in Self.rest { try life.play(happening) }
    return life.held
  }

  private func compare(
    _ before: SoakedSwiped.Held, _ after: SoakedSwiped.Held, _ seed: UInt64
  ) -> Bool {
    let isSame =
      after.descriptors <= before.descriptors && after.effects <= before.effects
      && after.kilobytes <= before.kilobytes + Self.slackOfPages
      && isNoMore(after.heap, before.heap)
    say(
      "\(isSame ? "ok" : "FAILED") seed \(seed): after \(Self.warmUp) episodes \(before); at the end \(after)"
    )
    return isSame
  }

  private func isNoMore(_ after: SoakedSwiped.Heap?, _ before: SoakedSwiped.Heap?) -> Bool {
    guard heap != nil else { return true }
    guard let after, let before else { return false }
    return after.bytes <= before.bytes + Self.slack.bytes
      && after.blocks <= before.blocks + Self.slack.blocks
  }

  // MARK: Making a failure smaller

  private func fault(of happenings: [Happening]) throws -> SoakedSwiped.Fault? {
    let life = try SoakedSwiped(swiped: swiped, heap: heap, folder: folder, pads: pads)
    do {
      for happening in happenings { try life.play(happening) }
      try life.play(.check)
      try life.end()
      return nil
    } catch let fault as SoakedSwiped.Fault {
      return fault
    }
  }

  private func reduce(_ episodes: [[Happening]], _ fault: SoakedSwiped.Fault) {
    // The last episodes that show it in a swiped that has just been started.
    var count = 1
    var found: [Happening]?
    while true {
      let last = Array(episodes.suffix(count).joined())
      if (try? self.fault(of: last)) != nil {
        found = last
        break
      }
      if count >= episodes.count { break }
      count *= 4
    }
    guard let found else {
      return say("    it does not show in the last \(episodes.count) episodes alone")
    }
    let smallest = smaller(found) { (try? self.fault(of: $0)) != nil }
    say(
      "    of \(found.count) happenings these \(smallest.count) are enough (laptop-guest soak --play FILE):"
    )
    for happening in smallest { say("    | \(happening)") }
    guard let last = try? self.fault(of: smallest) else { return }
    say("    \(last.message)")
    for line in last.lines { say("    : \(line)") }
  }

  /// Leaves out parts, halves at first and single happenings in the end, as long as it still fails.
  private func smaller(
    _ happenings: [Happening], _ stillFails: ([Happening]) -> Bool
  ) -> [Happening] {
    var rest = happenings
    var size = max(1, rest.count / 2)
    while true {
      var index = 0
      var hasShrunk = false
      while index < rest.count {
        var trial = rest
        trial.removeSubrange(index..<min(index + size, rest.count))
        if stillFails(trial) {
          rest = trial
          hasShrunk = true
        } else {
          index += size
        }
      }
      if size == 1, !hasShrunk { return rest }
      if size > 1 { size /= 2 }
    }
  }
}
