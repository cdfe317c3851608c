import CommitPoint
import Testing

@testable import SwipeConfig
@testable import YAMLNodes

/// A seeded generator, so that a failure can be had again: SplitMix64 (https://prng.di.unimi.it/splitmix64.c, public domain).
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct RandomTests {
  static let touchpad = TouchpadIdentity(
    name: "a", hardware: HardwareID(vendor: 1, product: 2), paths: ["/dev/input/event1"])

  /// Whatever a file says, what comes of it can be used.
  private func use(_ bytes: [UInt8], _ seed: UInt64) {
    let loaded = Configuration.parse(bytes, name: "x", for: .service)
    let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D || $0 == 0x85 || $0 >= 0xA0 }
    for message in loaded.messages {
      guard let place = message.place else { continue }
      // Behind the last character at most.
      #expect(
        (1...lines).contains(place.line) && (1...bytes.count + 1).contains(place.column),
        "\(message), seed \(seed)")
    }
    for fingers in 2...4 {
      let settings = loaded.configuration.settings(forFingers: fingers, on: Self.touchpad)
      #expect(throws: Never.self, "seed \(seed)") { try settings.validate() }
    }
    _ = loaded.configuration.haptics(on: Self.touchpad)
    #expect(loaded.hasErrors || !loaded.configuration.yaml().isEmpty)
  }

  @Test func noMutationOfAFileTraps() {
    let seeds = (ConfigurationCase.all(in: "Good") + ConfigurationCase.all(in: "Broken")).map(
      \.bytes)
    let pieces =
      [
        "&a ", "*a", "!t ", "<<: ", "---\n", "...\n", "\t", "\u{FEFF}", "\u{85}", "\u{2028}", "\r",
        "\n",
        "\n  ", "\n- ", ": ", "? ", "[", "]", "{", "}", ",", "\"", "'", "|", ">", "#", "%", "\\",
        "\\x", "~", "1e309",
        "nan", "-0", "0x", "16 mm", "commit: ", "flick: ", "stops: ", "feel:\n", "swipes:\n- ",
        "direction: left\n",
      ].map { Array($0.utf8) } + [
        [0], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90], [0xE2, 0x82],
      ]
    for seed in 0..<UInt64(100_000) {
      var random = SplitMix64(state: seed)
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2:
          bytes.removeSubrange(
            place..<min(bytes.count, place + Int.random(in: 0...6, using: &random)))
        case 3: bytes.removeSubrange(place...)
        default:
          let end = min(bytes.count, place + Int.random(in: 0...30, using: &random))
          bytes.insert(
            contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        }
      }
      use(bytes, seed)
    }
  }

  @Test func noBytesTrap() {
    for seed in 0..<UInt64(20_000) {
      var random = SplitMix64(state: seed)
      let count = Int.random(in: 0...40, using: &random)
      use((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, seed)
    }
  }

  @Test func aTextIsMendedAsSwiftMendsIt() {
    let parts: [[UInt8]] = [
      [0xC3], [0xA9], [0xE2], [0x82], [0xAC], [0xF0], [0x9F], [0x90], [0xED], [0xA0], [0x80],
      [0xF4], [0x8F],
      [0xF5], [0xC0], [0x41], [0x0A],
    ]
    for seed in 0..<UInt64(20_000) {
      var random = SplitMix64(state: seed)
      let bytes = (0..<Int.random(in: 0...8, using: &random)).flatMap { _ in
        parts.randomElement(using: &random) ?? []
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard !text.unicodeScalars.contains(where: { (0x80..<0xA0).contains($0.value) }) else {
        continue
      }
      #expect(YAMLText(bytes).bytes == Array(text.utf8), "seed \(seed)")
    }
  }
}
