internal import CommitPoint

/// What is shown during a comparison: nothing that tells one feel from the other, but for what fingers feel.
struct CompareState: FeelPicture {
  var comparison: Comparison
  var source = FeelSourceFacts(name: "", note: "looking for a touchpad")
  /// Whether no tick can be felt, so that the colour has to stand for it.
  var showsArmed = false
  var isArmed = false
  var isTracking = false
  var message = ""
  private(set) var told: [String] = []

  init(_ comparison: Comparison) { self.comparison = comparison }

  /// Takes of a source what is the same with either feel: the touchpads' names, and what is said where there is none.
  mutating func take(_ facts: FeelSourceFacts, touchpads names: String) {
    source = FeelSourceFacts(name: names, note: names.isEmpty ? facts.note : "")
  }

  mutating func tell(_ line: String) {
    message = line
    told.append(line)
  }

  /// What a slot is called.
  func name(_ slot: Int) -> String {
    switch comparison.question {
    case .better: "\(slot + 1)"
    case .which: ["A", "B", "X"][min(max(slot, 0), 2)]
    }
  }

  var task: String {
    switch comparison.question {
    case .better: "Which feels better?"
    case .which: "X is A or B: which?"
    }
  }

  var keys: [(key: String, word: String)] {
    switch comparison.question {
    case .better:
      [("1 2", "swipe on it"), ("b", "the one under your fingers is better"), ("q", "end")]
    case .which:
      [("1 2 3", "swipe on A, B, X"), ("a", "X is A"), ("b", "X is B"), ("q", "end")]
    }
  }

  // MARK: Lines

  var heading: String {
    let keys = keys.map { "\($0.key): \($0.word)" }.joined(separator: "; ")
    return [source.name, source.note, "\(task) \(keys)"].filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  var lineCount: Int { told.count }
  func lines(last count: Int) -> [String] { Array(told.suffix(max(0, count))) }

  // MARK: Cells

  private static let boxWidth = 16
  private static let gap = 4

  func cells(width: Int, height: Int, glyphs: Glyphs, fill: Bool) -> CellGrid {
    var grid = CellGrid(width: width, height: height)
    func centred(_ text: String, _ y: Int, _ style: CellStyle) {
      let shown = glyphs.text(text)
      let x = max(1, (width - shown.unicodeScalars.count) / 2)
      grid.write(shown, x: x, y: y, style, limit: width - 1)
    }
    let boxHeight = height >= 12 ? 5 : 3
    let top = max(2, (height - boxHeight) / 2 - 1)
    grid.write("swiped feel compare", x: 1, y: 0, .strong, limit: width - 1)
    let number = min(comparison.current + 1, comparison.trials.count)
    let place = "trial \(number) of \(comparison.trials.count)"
    grid.write(place, x: max(21, width - 1 - place.count), y: 0, limit: width - 1)
    if height > 8 { grid.write(glyphs.text(source.name, room: width - 2), x: 1, y: 1, .faint) }
    if top > 3 { centred(task, top - 2, .strong) }
    if !comparison.isFinished { drawBoxes(on: &grid, top: top, height: boxHeight, glyphs, fill) }
    if top + boxHeight + 1 < height - 1 { centred(message, top + boxHeight + 1, .plain) }
    var x = 1
    for (key, word) in keys where x + key.count + word.count + 1 < width {
      x = grid.write(key, x: x, y: height - 1, .key)
      x = grid.write(" " + word, x: x, y: height - 1, .faint) + 3
    }
    return grid
  }

  private func drawBoxes(
    on grid: inout CellGrid, top: Int, height: Int, _ glyphs: Glyphs, _ fill: Bool
  ) {
    let trial = comparison.trials[comparison.current]
    let count = trial.slots.count
    let width = min(Self.boxWidth, max(6, (grid.width - 2) / count - 1))
    let gap = min(Self.gap, max(1, (grid.width - 2 - count * width) / max(1, count)))
    var left = max(0, (grid.width - count * width - (count - 1) * gap) / 2)
    for slot in trial.slots.indices {
      let isCurrent = slot == comparison.slot
      let style: CellStyle =
        !isCurrent
        ? .plain : showsArmed && isArmed ? .armedAction : isTracking ? .selected : .action
      let pattern: Unicode.Scalar = fill && style == .armedAction ? glyphs.armedAction : " "
      for y in top..<top + height {
        for x in left..<left + width {
          let isEdge = y == top || y == top + height - 1
          let isSide = x == left || x == left + width - 1
          let scalar = isSide ? glyphs.vertical : isEdge ? glyphs.horizontal : pattern
          grid[x, y] = Cell(scalar, isEdge || isSide ? .frame : isCurrent ? style : .plain)
        }
      }
      for (corner, (x, y)) in zip(
        glyphs.corners,
        [
          (left, top), (left + width - 1, top), (left, top + height - 1),
          (left + width - 1, top + height - 1),
        ])
      {
        grid[x, y] = Cell(corner, .frame)
      }
      let middle = top + (height - 1) / 2
      let title = isCurrent ? "\(glyphs.text("·")) \(name(slot)) \(glyphs.text("·"))" : name(slot)
      grid.write(
        title, x: left + (width - title.unicodeScalars.count) / 2, y: middle - (height > 3 ? 1 : 0),
        isCurrent ? style : .strong)
      if height > 3 {
        let swipes = trial.swipes[slot] == 0 ? "not yet" : "swiped \(trial.swipes[slot])"
        grid.write(
          swipes, x: left + max(1, (width - swipes.count) / 2), y: middle + 1,
          isCurrent ? style : .faint, limit: left + width - 1)
      }
      left += width + gap
    }
  }
}
