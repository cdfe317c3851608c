import Glibc

/// The part of the virtual laptop that knows scenarios: checks them on the host, plays them inside.
let usage = """
  Usage: laptop-guest VERB --lab DIR …
    check FILE…                 read scenarios, and say which need a laptop of their own
    play --swiped PATH FILE…    play them (inside the virtual laptop)
    obey FILE                   make the devices of a scenario, and move fingers as the input
                                says, a step a line (inside)
    pads --swiped PATH          try a swipe on every fixture (inside)
        --trace-calls --verbose --into DIR
    faults --swiped PATH [--from N] [--every N] [--count N] [--fault WORDS]… FILE
                                each of swiped's system calls fails once (inside)
    frames --swiped PATH [--seed N] [--frames N]
                                frames that no touchpad sends (inside)
    soak --swiped PATH [--heap LIBRARY] [--seed N] [--swipes N | --play FILE]
                                random fingers, with the law beside them (inside)
  This is called by 'laptop', which is what to use.
  """

func say(_ text: String) { print(text) }

func complain(_ text: String) {
  let line = Array("laptop: \(text)\n".utf8)
  _ = unsafe line.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
}

func readAll(_ files: [String], lab: String) -> [[Scenario]]? {
  var all: [[Scenario]] = []
  var bad = false
  for file in files {
    do {
      all.append(try ScenarioReader.read(file, fixtures: "\(lab)/fixtures"))
    } catch {
      complain(error.description)
      bad = true
    }
  }
  return bad ? nil : all
}

func check(_ files: [String], lab: String) -> Int32 {
  guard let all = readAll(files, lab: lab) else { return 2 }
  for scenarios in all {
    // A pad that stays until power-off would be in the way of the next scenario.
    let stays = scenarios.contains { scenario in
      scenario.pads.contains { $0.kind == .hidHaptic }
    }
    say(stays ? "alone" : "shared")
  }
  return 0
}

func play(_ files: [String], _ options: Player.Options, verbose: Bool) -> Int32 {
  guard let all = readAll(files, lab: options.lab) else { return 2 }
  var status: Int32 = 0
  for (number, scenario) in all.joined().enumerated() {
    do {
      let result = try Player(scenario, options, number: number).play()
      let differing = differences(scenario, result)
      say("\(differing.isEmpty ? "ok     " : "DIFFERS") \(scenario.file): \(scenario.name)")
      for difference in differing { say("    \(difference)") }
      if !differing.isEmpty || verbose { printRecord(result, whole: verbose) }
      if !differing.isEmpty { status = max(status, 1) }
    } catch {
      say("FAILED  \(scenario.file): \(scenario.name)\n    \(error.message)")
      status = 2
    }
    // Should a later one hang, this is already with the host.
    fflush(nil)
    sync()
  }
  return status
}

/// What swiped said. Of a long trace the motions are left out, unless all is wanted.
func printRecord(_ result: Player.Result, whole: Bool) {
  var motions = 0
  for line in result.stdout.split(separator: "\n") {
    if !whole && line.contains("\"event\":\"motion\"") {
      motions += 1
    } else {
      say("    | \(line)")
    }
  }
  if motions > 0 { say("    | (and \(motions) lines of motion)") }
  for line in result.stderr.split(separator: "\n") { say("    ! \(line)") }
  for output in result.outputs { say("    > \(output.time) \(output.text)") }
}

func obey(_ file: String?, _ options: Player.Options) -> Int32 {
  guard let file, let scenario = readAll([file], lab: options.lab)?.first?.first else { return 2 }
  do throws(LabFailure) {
    try Player(scenario, options, number: 0).obey()
    return 0
  } catch {
    complain(error.message)
    return 2
  }
}

func soak(
  _ options: Player.Options, heap: String?, seed: UInt64, swipes: Int, happenings: String?
) -> Int32 {
  let soak = Soak(swiped: options.swiped, heap: heap, folder: options.into)
  do {
    guard let happenings else { return try soak.run(seed: seed, swipes: swipes) ? 0 : 1 }
    let lines = try readText(happenings).split(separator: "\n")
    let list = lines.compactMap { Happening($0.drop { $0 == " " || $0 == "|" }) }
    guard list.count == lines.count else {
      complain("'\(happenings)' has a line that says nothing that can happen")
      return 2
    }
    return try soak.replay(list) ? 0 : 1
  } catch {
    complain("\(error)")
    return 2
  }
}

func run() -> Int32 {
  var words = CommandLine.arguments.dropFirst()
  var options = Player.Options()
  var verbose = false
  var files: [String] = []
  var seed: UInt64 = 1
  var first = 0
  var every = 1
  var count = Int.max
  var only: [String] = []
  var swipes = 300
  var happenings: String?
  var heap: String?
  var frames = 20_000
  guard let verb = words.popFirst() else {
    say(usage)
    return 2
  }
  while let word = words.popFirst() {
    switch word {
    case "--lab": options.lab = words.popFirst() ?? ""
    case "--swiped": options.swiped = words.popFirst() ?? ""
    case "--into": options.into = words.popFirst() ?? ""
    case "--from": first = words.popFirst().flatMap { Int($0) } ?? first
    case "--every": every = words.popFirst().flatMap { Int($0) } ?? every
    case "--count": count = words.popFirst().flatMap { Int($0) } ?? count
    case "--fault": if let words = words.popFirst() { only.append(words) }
    case "--seed": seed = words.popFirst().flatMap { UInt64($0) } ?? seed
    case "--swipes": swipes = words.popFirst().flatMap { Int($0) } ?? swipes
    case "--frames": frames = words.popFirst().flatMap { Int($0) } ?? frames
    case "--play": happenings = words.popFirst()
    case "--heap": heap = words.popFirst()
    case "--trace-calls": options.traceCalls = true
    case "--verbose": verbose = true
    default: files.append(word)
    }
  }
  switch verb {
  case "check": return check(files, lab: options.lab)
  case "play": return play(files, options, verbose: verbose)
  case "obey": return obey(files.first, options)
  case "pads": return printPads(options)
  case "faults": return faults(files, options, from: first, every: every, count: count, only: only)
  case "frames":
    do {
      return try randomFrames(options, seed: seed, frames: frames) ? 0 : 1
    } catch {
      complain("\(error)")
      return 2
    }
  case "soak": return soak(options, heap: heap, seed: seed, swipes: swipes, happenings: happenings)
  default:
    say(usage)
    return 2
  }
}

exit(run())
