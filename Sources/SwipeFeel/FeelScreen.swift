internal import CommitPoint
internal import Haptics
internal import SwipeTrace

/// The screen of `swipectl feel`: cells from a state, for any size of terminal.
///
/// In the middle is the row of the origin card. It lies in its place, slides with the fingers, uncovers its action, and
/// turns colour when release would do it; the marks above and below are where its edge has to get for that.
public struct FeelScreen {
  private let state: FeelState
  private let glyphs: Glyphs
  private let layout: FeelLayout
  private var grid: CellGrid

  /// - Parameter fill: whether the action under the row is told by a pattern, where there are no colours.
  public static func draw(
    _ state: FeelState, width: Int, height: Int, glyphs: Glyphs = .unicode, fill: Bool = false
  ) -> CellGrid {
    var screen = FeelScreen(state, width, height, glyphs)
    screen.draw(fill: fill)
    return screen.grid
  }

  private init(_ state: FeelState, _ width: Int, _ height: Int, _ glyphs: Glyphs) {
    self.state = state
    self.glyphs = glyphs
    layout = FeelLayout(width: width, height: height)
    grid = CellGrid(width: width, height: height)
  }

  private mutating func draw(fill: Bool) {
    if let y = layout.title { drawTitle(y) }
    if let y = layout.note {
      grid.write(glyphs.text(state.source.note, room: grid.width - 2), x: 1, y: y, .faint)
    }
    let row = FeelRow(state, layout, glyphs)
    if let column = FeelColumn(row) {
      column.draw(on: &grid, fill: fill)
    } else {
      row.draw(on: &grid, fill: fill)
    }
    if let y = layout.verdict { drawVerdict(y) }
    if let y = layout.metrics { drawMetrics(y) }
    if let rows = layout.story { drawStory(rows) }
    if let y = layout.knobs { drawKnobs(y) }
    if let y = layout.foot { drawFoot(y) }
  }

  private func text(_ text: String) -> String { glyphs.text(text) }

  private func number(_ value: Double, places: Int) -> String {
    let digits = decimal(value, places: places)
    return digits.hasPrefix("-") ? glyphs.minus + digits.dropFirst() : digits
  }

  // MARK: Lines

  private mutating func drawTitle(_ y: Int) {
    var end = grid.write("swiped feel", x: 1, y: y, .strong)
    let name = text(state.source.name)
    let width = name.unicodeScalars.count
    guard width > 0, end + 2 < grid.width - 1 else { return }
    grid.write(name, x: max(end + 2, grid.width - 1 - width), y: y, limit: grid.width - 1)
    let remark = text(state.remark)
    if end + 3 + remark.unicodeScalars.count + 3 < grid.width - 1 - width {
      end = grid.write(remark, x: end + 3, y: y, .faint)
    }
  }

  private mutating func drawVerdict(_ y: Int) {
    let (words, style) = state.verdict
    let shown = text(words)
    let x = max(1, (grid.width - shown.unicodeScalars.count) / 2)
    grid.write(shown, x: x, y: y, style, limit: grid.width - 1)
  }

  private mutating func drawMetrics(_ y: Int) {
    let distance: (String, String)
    if let back = state.distanceToDisarm {
      distance = ("to disarm", "\(number(back.value, places: 1)) mm")
    } else if let ahead = state.distanceToCommit {
      distance = ("to commit", "\(number(ahead.value, places: 1)) mm")
    } else {
      distance = ("to commit", glyphs.separator)
    }
    let latency = state.lastLatency.map { "\(number(Double($0.value) / 1000, places: 2)) ms" }
    let metrics = [
      ("offset", "\(number(state.offset.value, places: 1)) mm"), distance,
      ("velocity", "\(number(state.velocity.value, places: 0)) mm/s"),
      ("ticks", "\(state.ticks)"), ("last tick", state.lastTick?.rawValue ?? glyphs.separator),
      ("latency", latency ?? glyphs.separator),
    ]
    for (index, (label, value)) in metrics.enumerated() {
      let column = index % layout.columns
      let row = y + index / layout.columns
      guard row < y + layout.metricRows else { return }
      let x = layout.x(ofColumn: column)
      let limit = x + layout.columnWidth - 1
      grid.write(label, x: x, y: row, .faint, limit: limit)
      // Figures are read from their last digit.
      let right = min(x + 21, limit)
      let shown = text(value)
      grid.write(
        shown, x: max(x + label.count + 1, right - shown.unicodeScalars.count), y: row,
        limit: limit)
    }
  }

  private mutating func drawStory(_ rows: Range<Int>) {
    let lines = state.story.suffix(rows.count)
    for (y, line) in zip(rows, lines) {
      let style: CellStyle =
        switch line.tone {
        case .plain: .plain
        case .armed: .armed
        case .disarmed: .disarmed
        }
      let seconds = decimal(Double(line.time.value) / 1_000_000, places: 2)
      let pad = String(repeating: " ", count: max(0, 7 - seconds.count))
      var x = grid.write(pad + seconds + " s  ", x: 1, y: y, .faint, limit: grid.width - 1)
      let column = x + 24
      x = grid.write(text(line.what), x: x, y: y, style, limit: grid.width - 1)
      if let offset = line.offset {
        let place = number(offset.value, places: 1) + " mm"
        x = max(x + 2, column + 10 - place.unicodeScalars.count)
        x = grid.write(place, x: x, y: y, limit: grid.width - 1)
      }
      guard !line.meaning.isEmpty else { continue }
      x = max(x + 2, column + (line.offset == nil ? 0 : 13))
      grid.write(text(line.meaning), x: x, y: y, .faint, limit: grid.width - 1)
    }
  }

  private mutating func drawKnobs(_ y: Int) {
    for (index, knob) in FeelKnob.allCases.enumerated() {
      let row = y + index / layout.columns
      guard row < y + layout.knobRows else { return }
      let x = layout.x(ofColumn: index % layout.columns)
      let limit = x + layout.columnWidth - 1
      let isSelected = state.selected == knob
      let isFixed = state.fixedKnobs.contains(knob)
      let keys = knob == .flick ? "f  " : "\(knob.key) \(knob.key.uppercased())"
      var end = grid.write(keys, x: x, y: row, isFixed ? .faint : .key, limit: limit)
      end = grid.write(
        " " + knob.label + " ", x: end, y: row, isSelected ? .selected : .faint, limit: limit)
      let isChanged = state.changes.knobs.contains(knob)
      let value = isFixed ? glyphs.separator : state.choices.value(of: knob)
      let shown = text(value)
      let right = min(x + 24, limit)
      grid.write(
        shown, x: max(end + 1, right - shown.unicodeScalars.count), y: row,
        isChanged ? .strong : .plain, limit: limit)
    }
  }

  /// What a key came to: over as many lines as it needs, the last of them at the foot.
  private mutating func drawMessage(_ foot: Int) {
    let lines = glyphs.lines(state.message, room: grid.width - 2)
    for (y, line) in zip((foot - lines.count + 1)..., lines) {
      for x in 0..<grid.width { grid[x, y] = Cell() }
      grid.write(line, x: 1, y: y, .strong, limit: grid.width - 1)
    }
  }

  private mutating func drawFoot(_ y: Int) {
    guard state.message.isEmpty else { return drawMessage(y) }
    var x = 1
    for (key, word) in state.help {
      let width = key.count + 1 + word.count
      guard x + width < grid.width else { return }
      x = grid.write(key, x: x, y: y, .key)
      x = grid.write(" " + word, x: x, y: y, .faint) + 3
    }
  }
}

extension FeelState {
  /// What release would do, or has done: the sentence under the row.
  public var verdict: (words: String, style: CellStyle) {
    if let armed { return ("let go now: it commits \(armed.words)", .armed) }
    if isTracking { return ("let go now: nothing happens", .plain) }
    switch outcome {
    case .committed(let stop): return ("committed \(stop.words)", .armed)
    case .sprungBack: return ("sprung back: nothing was armed", .plain)
    case .cancelled(let reason): return ("cancelled: \(reason.explanation)", .disarmed)
    case .ignored: return ("ignored: not a swipe of ours", .faint)
    case .armed, .disarmed, .tick, nil: return ("", .plain)
    }
  }

  /// The keys of the foot, the most wanted first.
  var help: [(key: String, word: String)] {
    var keys = [("q", "quit"), ("w", "write"), ("r", "reset")]
    if source.isRecording {
      keys.insert((" space", isPaused ? "play" : "pause"), at: 1)
      keys[1].0 = "space"
      keys.insert(contentsOf: [(".", "step"), ("n", "next")], at: 2)
    }
    keys.append(("c C", "less, more"))
    return keys
  }
}
