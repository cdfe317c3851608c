import CommitPoint
import Foundation
import SwipeFeel
import Testing

/// A screen that was looked at and found good: a recording, a moment and a terminal in its name, `commit-800ms-80x24-unicode.txt`.
struct Golden: CustomStringConvertible {
  let url: URL
  let recording: String
  let moment: Microseconds
  let width, height: Int
  let glyphs: Glyphs
  let fill: Bool

  var description: String { url.lastPathComponent }

  static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let all: [Golden] = {
    let folder = Bundle.module.bundleURL.appending(path: "Screens")
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "txt" }.compactMap(Golden.init)
      .sorted { $0.description < $1.description }
  }()

  init?(_ url: URL) {
    self.url = url
    var parts = url.deletingPathExtension().lastPathComponent.split(separator: "-").map(String.init)
    guard parts.count >= 4, let kind = parts.popLast(), let size = parts.popLast(),
      let time = parts.popLast(), let milliseconds = Int64(time.dropLast(2))
    else { return nil }
    recording = parts.joined(separator: "-")
    moment = .milliseconds(milliseconds)
    let numbers = size.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    (width, height) = (numbers[0], numbers[1])
    switch kind {
    case "unicode": (glyphs, fill) = (.unicode, false)
    case "mono": (glyphs, fill) = (.unicode, true)
    case "console": (glyphs, fill) = (.console, false)
    case "ascii": (glyphs, fill) = (.ascii, true)
    default: return nil
    }
  }

  var expected: String { get throws { try String(contentsOf: url, encoding: .utf8) } }

  func draw() throws -> String {
    let state = try FeelState.playing([recording], until: moment)
    return FeelScreen.draw(state, width: width, height: height, glyphs: glyphs, fill: fill).text
  }
}

extension Recording {
  init(shipped name: String) throws {
    try self.init(path: Golden.checkout.appending(path: "Recordings/\(name).jsonl").path)
  }
}

extension FeelState {
  /// What is to be seen of recordings at a moment, stopped there.
  static func playing(_ names: [String], until moment: Microseconds) throws -> FeelState {
    var player = RecordingPlayer(try names.map { try Recording(shipped: $0) }, repeats: true)
    var state = FeelState()
    state.fixedKnobs = [.strength, .armWaveform, .disarmWaveform]
    state.isPaused = true
    player.introduce { news, time in
      state.advance(to: time)
      state.take(news)
    }
    player.advance(to: moment) { news, time in
      state.advance(to: time)
      state.take(news)
    }
    state.advance(to: moment)
    return state
  }
}
