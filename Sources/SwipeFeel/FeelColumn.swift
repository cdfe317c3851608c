internal import CommitPoint
internal import SwipeTrace

/// The row where swipes go up and down: it slides as the fingers do, and uncovers its action below or above it.
struct FeelColumn {
  /// The part of the height that the farthest stop takes: so much that the marks of both directions have a line between them
  /// where there are seven.
  private static let stopShare = 0.34
  /// With fewer lines it lies as any other row.
  private static let leastLines = 4
  /// For a mark with its label on each side, as in "down 16 mm ▶".
  private static let labelWidth = 14
  private static let narrowestLabelled = 60

  private let row: FeelRow
  private let lines: Range<Int>
  private let columns: Range<Int>
  private var state: FeelState { row.state }
  private var glyphs: Glyphs { row.glyphs }
  private var hasLabels: Bool { row.layout.track.count >= Self.narrowestLabelled }
  /// In how many steps the edge goes through a line.
  private var steps: Int { glyphs.heights.count }

  /// `nil` where swipes go sideways, or there is no room.
  init?(_ row: FeelRow) {
    self.row = row
    let layout = row.layout
    let top = layout.marksAbove ?? layout.row.lowerBound
    lines = top..<max(top, layout.marksBelow.map { $0 + 1 } ?? layout.row.upperBound)
    let margin = layout.track.count >= Self.narrowestLabelled ? Self.labelWidth : 2
    let left = layout.track.lowerBound + margin
    columns = left..<max(left, layout.track.upperBound - margin)
    guard row.state.axis == .vertical, lines.count >= Self.leastLines, columns.count >= 4 else {
      return nil
    }
  }

  func draw(on grid: inout CellGrid, fill: Bool) {
    let limit = lines.count * steps - 1
    let shift = min(max(steps(row.shownOffset.value), -limit), limit)
    for y in lines {
      for x in columns { grid[x, y] = Cell(" ", .frame) }
      grid[columns.lowerBound, y] = Cell(glyphs.vertical, .frame)
      grid[columns.upperBound - 1, y] = Cell(glyphs.vertical, .frame)
    }
    drawWords(shift, on: &grid)
    if shift == 0 {
      drawEdge(lines.lowerBound, glyphs.horizontal, Array(glyphs.corners.prefix(2)), on: &grid)
      drawEdge(lines.upperBound - 1, glyphs.horizontal, Array(glyphs.corners.suffix(2)), on: &grid)
    } else {
      uncover(shift, fill: fill, on: &grid)
    }
    drawMarks(on: &grid)
  }

  /// Steps of the edge for a distance.
  private func steps(_ distance: Double) -> Int {
    let height = Double((lines.count - 1) * steps) * Self.stopShare
    let count = (distance / row.farthest * height).rounded()
    // A recording may have offsets that no screen has lines for.
    return count.isNaN ? 0 : Int(min(max(count, -1e6), 1e6))
  }

  /// The line where an edge is, and at which of its heights: of the lower edge, which goes up, or of the upper one.
  private func place(ofEdge shift: Int) -> (line: Int, height: Int) {
    let step = shift < 0 ? lines.count * steps - 1 + shift : shift
    return (lines.lowerBound + step / steps, step % steps)
  }

  private func drawEdge(
    _ y: Int, _ line: Unicode.Scalar, _ ends: [Unicode.Scalar], on grid: inout CellGrid
  ) {
    for x in columns { grid[x, y] = Cell(line, .frame) }
    for (x, end) in zip([columns.lowerBound, columns.upperBound - 1], ends) {
      grid[x, y] = Cell(end, .frame)
    }
  }

  private func uncover(_ shift: Int, fill: Bool, on grid: inout CellGrid) {
    let (edge, height) = place(ofEdge: shift)
    drawEdge(edge, glyphs.heights[height], [], on: &grid)
    let uncovered = shift < 0 ? edge + 1..<lines.upperBound : lines.lowerBound..<edge
    let action = row.action(fill: fill)
    for y in uncovered {
      for x in columns { grid[x, y] = action }
    }
    guard !uncovered.isEmpty else { return }
    let word = row.label(room: columns.count - 2)
    grid.write(
      word, x: columns.lowerBound + (columns.count - word.unicodeScalars.count) / 2,
      y: (uncovered.lowerBound + uncovered.upperBound - 1) / 2, action.style)
  }

  private func drawWords(_ shift: Int, on grid: inout CellGrid) {
    let words = row.words(room: columns.count - 4, lines: lines.count)
    let moved = Int((Double(shift) / Double(steps)).rounded())
    let first = lines.lowerBound + (lines.count - words.count) / 2 + moved
    for (index, line) in words.enumerated() where lines.contains(first + index) {
      let shown = glyphs.text(line)
      grid.write(
        shown, x: columns.lowerBound + (columns.count - shown.unicodeScalars.count) / 2,
        y: first + index, index == 0 ? .strong : .faint, limit: columns.upperBound - 1)
    }
  }

  // MARK: Marks

  /// Where the edge has to get: for a swipe upwards the lower one.
  private func drawMarks(on grid: inout CellGrid) {
    for direction in [Direction.up, .down] {
      guard let feel = state.settings[direction] else { continue }
      for (index, stop) in feel.stops.enumerated() {
        let isReached =
          state.armed.map { $0.direction == direction && $0.number > index } ?? false
        let style: CellStyle = isReached ? .armed : .plain
        let back = place(ofEdge: steps((stop - feel.hysteresis).value * direction.sign)).line
        let y = place(ofEdge: steps(stop.value * direction.sign)).line
        if back != y { drawMark(back, glyphs.separator, glyphs.separator, "", .faint, on: &grid) }
        let label = hasLabels ? "\(direction.rawValue) \(row.label(stop)) mm " : ""
        drawMark(
          y, String(Character(glyphs.arrowRight)), String(Character(glyphs.arrowLeft)), label,
          style, on: &grid)
      }
    }
  }

  private func drawMark(
    _ y: Int, _ left: String, _ right: String, _ label: String, _ style: CellStyle,
    on grid: inout CellGrid
  ) {
    let text = label + left
    grid.write(text, x: columns.lowerBound - text.unicodeScalars.count - 1, y: y, style)
    grid.write(right, x: columns.upperBound + 1, y: y, style)
  }
}
