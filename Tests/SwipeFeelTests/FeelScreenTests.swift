import CommitPoint
import SwipeFeel
import Testing

@Suite struct FeelScreenTests {
  @Test("The screen is the one that was looked at", arguments: Golden.all)
  func golden(_ golden: Golden) throws {
    #expect(try golden.draw() == golden.expected)
  }

  @Test func thereAreScreens() { #expect(Golden.all.count >= 10) }

  @Test("Every size is drawn on, and to its edges only")
  func sizes() throws {
    let state = try FeelState.playing(["two-stops"], until: .milliseconds(1400))
    for width in [0, 1, 2, 5, 10, 19, 20, 40, 79, 80, 81, 120, 160, 161, 200, 500] {
      for height in [0, 1, 2, 3, 5, 8, 10, 12, 16, 23, 24, 25, 40, 50, 51, 200] {
        let grid = FeelScreen.draw(state, width: width, height: height)
        #expect(grid.width == width && grid.height == height)
        #expect(
          grid.text.split(separator: "\n", omittingEmptySubsequences: false).count == height + 1)
      }
    }
  }

  @Test(
    "As soon as there is one line, it has the row; and what release will do as soon as there are two"
  )
  func smallest() throws {
    let state = try FeelState.playing(["commit"], until: .milliseconds(800))
    #expect(FeelScreen.draw(state, width: 80, height: 1).text.contains("let go: left"))
    #expect(
      FeelScreen.draw(state, width: 80, height: 2).text.contains("let go now: it commits left"))
  }

  @Test("A swipe up lifts the row by its lower edge, a swipe down lowers its upper one")
  func vertical() {
    for (direction, sign) in [(Direction.up, -1.0), (.down, 1.0)] {
      var state = FeelState()
      var settings = SwipeSettings(left: nil, right: nil)
      settings[.up] = Feel()
      settings[.down] = Feel()
      state.take(.settings(settings))
      state.take(.began)
      for travel in [0, 4, 12, 17, 30, 500, .infinity] {
        let offset = Millimetres(sign * travel)
        state.take(.moved(FeelMotion(axis: .vertical, offset: offset, velocity: 0)))
        if travel == 17 {
          state.take(
            .event(SwipeEvent(time: 1, kind: .armed(Stop(direction, 1), offset: offset))))
        }
        for width in [0, 1, 5, 12, 20, 39, 40, 80, 200] {
          for height in [0, 1, 3, 5, 8, 12, 24, 50] {
            for glyphs in [Glyphs.unicode, .console, .ascii] {
              let grid = FeelScreen.draw(state, width: width, height: height, glyphs: glyphs)
              #expect(grid.width == width && grid.height == height)
            }
          }
        }
        guard travel >= 17 else { continue }
        let lines = FeelScreen.draw(state, width: 80, height: 24).text.split(
          separator: "\n", omittingEmptySubsequences: false)
        let action = lines.firstIndex { $0.contains("let go: \(direction)") } ?? 0
        let edge = lines.firstIndex { line in "▔─▁".contains { line.contains("\($0)\($0)") } } ?? 0
        #expect(action > 0 && edge > 0 && (direction == .up ? edge < action : action < edge))
      }
    }
  }

  @Test("What a key came to is told to its end, over lines that have other things otherwise")
  func message() {
    var state = FeelState()
    state.message =
      "written to /etc/swiped/swiped.yaml.d/90-feel.yaml: commit 17.5 mm; systemctl reload swiped"
    let lines = FeelScreen.draw(state, width: 80, height: 24).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[23] == " reload swiped" && lines[22].hasSuffix("systemctl"))
    for width in [1, 10, 30] { _ = FeelScreen.draw(state, width: width, height: 3) }
  }

  @Test("What has no room says that it was cut off")
  func cut() {
    var state = FeelState()
    state.source = FeelSourceFacts(name: "pad", note: "a note of more than twenty")
    for (glyphs, mark) in [(Glyphs.unicode, "…"), (.console, "..."), (.ascii, "...")] {
      func note(_ width: Int) -> Substring {
        FeelScreen.draw(state, width: width, height: 24, glyphs: glyphs).text
          .split(separator: "\n")[1]
      }
      #expect(note(28) == " a note of more than twenty")
      #expect(note(27).count == 26 && note(27).hasSuffix(mark))
    }
  }

  @Test("ASCII is ASCII")
  func ascii() throws {
    for name in ["commit", "back-out", "hover", "flick", "drift", "two-stops"] {
      let state = try FeelState.playing([name], until: .milliseconds(900))
      let text = FeelScreen.draw(state, width: 90, height: 30, glyphs: .ascii, fill: true).text
      #expect(!text.unicodeScalars.contains { !$0.isASCII })
    }
  }

  @Test("Armed is to be seen without colours")
  func armedWithoutColour() throws {
    func row(_ time: Int64) throws -> String {
      let state = try FeelState.playing(["back-out"], until: .milliseconds(time))
      return FeelScreen.draw(state, width: 80, height: 24, fill: true).text
    }
    let (before, after) = (try row(540), try row(700))
    #expect(before.contains("░") && !before.contains("▓"))
    #expect(after.contains("▓") && !after.contains("░"))
  }

  @Test("The row's edge is at the mark when it arms, for every width")
  func edge() throws {
    for width in [40, 80, 133, 200] {
      var state = FeelState()
      state.take(.began)
      state.take(.moved(FeelMotion(axis: .horizontal, offset: 16, velocity: 0)))
      let grid = FeelScreen.draw(state, width: width, height: 24)
      let text = grid.text.split(separator: "\n", omittingEmptySubsequences: false)
      let marks = text.first { $0.contains("▼") }.map(Array.init) ?? []
      let middle = text.first { $0.contains("│") }.map(Array.init) ?? []
      // To the right, the row's left edge.
      #expect(marks.firstIndex(of: "▼") == middle.firstIndex(of: "│"))
    }
  }

  @Test("A touchpad may call itself what it likes")
  func names() {
    var state = FeelState()
    state.source = FeelSourceFacts(name: "触摸板\u{1B}[2J\u{301}e\u{202E}", note: "a\nb\tc")
    let text = FeelScreen.draw(state, width: 60, height: 10).text
    #expect(text.contains("???"))
    #expect(!text.unicodeScalars.contains("\u{1B}") && !text.contains("\t"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 11)
  }
}
