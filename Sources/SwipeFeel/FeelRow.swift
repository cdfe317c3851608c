internal import CommitPoint
internal import SwipeTrace

/// The row, what lies under it, and the marks where it arms.
struct FeelRow {
  /// The part of the row's width that the farthest stop takes. On the phone 96 pt are a quarter of it; here it is a little
  /// more, so that a millimetre is a column and a half in a terminal of 80.
  private static let stopShare = 0.3
  /// How far the rubber band gets beyond that stop, in parts of the way to it.
  static let rubberShare = 0.5

  /// On a narrower row the marks' numbers would lie on each other.
  private static let narrowestLabelled = 32

  let state: FeelState
  let layout: FeelLayout
  let glyphs: Glyphs
  let farthest: Double

  init(_ state: FeelState, _ layout: FeelLayout, _ glyphs: Glyphs) {
    self.state = state
    self.layout = layout
    self.glyphs = glyphs
    let stops = [state.axis.negative, state.axis.positive].compactMap {
      state.settings[$0]?.stops.last?.value
    }
    farthest = stops.max() ?? 1
  }

  /// Columns a millimetre.
  private var scale: Double { Double(layout.track.count) * Self.stopShare / farthest }

  private func columns(_ distance: Double) -> Int {
    let columns = (distance * scale).rounded()
    // A recording may have offsets that no screen has columns for.
    return columns.isNaN ? 0 : Int(min(max(columns, -1e6), 1e6))
  }

  /// How far the row is shown from its place, the rubber band included.
  var shownOffset: Millimetres {
    state.settings.displayedOffset(
      of: state.shownOffset, on: state.axis, width: Millimetres(farthest * Self.rubberShare))
  }

  /// The colour, and where there is none the pattern, of what the row uncovers.
  func action(fill: Bool) -> Cell {
    let isArmed = state.armed != nil || isCommitted
    return Cell(
      fill ? isArmed ? glyphs.armedAction : glyphs.action : " ", isArmed ? .armedAction : .action)
  }

  func draw(on grid: inout CellGrid, fill: Bool) {
    guard !layout.track.isEmpty else { return }
    let shown = shownOffset
    let limit = layout.track.count - 1
    let shift = min(max(columns(shown.value), -limit), limit)
    drawAction(shift, fill: fill, on: &grid)
    drawRow(shift, on: &grid)
    if let y = layout.marksAbove { drawMarks(y, glyphs.commitAbove, hasLabels: true, on: &grid) }
    if let y = layout.marksBelow { drawMarks(y, glyphs.commitBelow, hasLabels: false, on: &grid) }
  }

  // MARK: The action

  private func drawAction(_ shift: Int, fill: Bool, on grid: inout CellGrid) {
    guard shift != 0 else { return }
    let action = action(fill: fill)
    let track = layout.track
    let columns =
      shift < 0
      ? track.upperBound + shift..<track.upperBound : track.lowerBound..<track.lowerBound + shift
    for y in layout.row {
      for x in columns { grid[x, y] = action }
    }
    let word = label(room: columns.count - 2)
    guard !word.isEmpty else { return }
    let x = columns.lowerBound + (columns.count - word.unicodeScalars.count) / 2
    grid.write(word, x: x, y: middle, action.style)
  }

  var isCommitted: Bool {
    if case .committed = state.outcome { !state.isTracking } else { false }
  }

  /// What the uncovered action says of itself, as far as there is room.
  func label(room: Int) -> String {
    if isCommitted { return fitting(["committed", "done"], room) }
    guard let armed = state.armed else { return fitting(["not yet", "-"], room) }
    let name = armed.words
    return fitting(
      ["let go: \(name)", name, String(String.UnicodeScalarView([arrow(armed.direction)]))], room)
  }

  private func fitting(_ words: [String], _ room: Int) -> String {
    words.first { $0.unicodeScalars.count <= room } ?? ""
  }

  private func arrow(_ direction: Direction) -> Unicode.Scalar {
    glyphs.arrow(direction.sign < 0, vertical: direction.axis == .vertical)
  }

  // MARK: The row itself

  private var middle: Int { (layout.row.lowerBound + layout.row.upperBound - 1) / 2 }

  private func drawRow(_ shift: Int, on grid: inout CellGrid) {
    let track = layout.track
    let left = track.lowerBound + shift
    let right = track.upperBound - 1 + shift
    func put(_ scalar: Unicode.Scalar, _ x: Int, _ y: Int, _ style: CellStyle) {
      if track.contains(x) { grid[x, y] = Cell(scalar, style) }
    }
    let (top, bottom) = (layout.row.lowerBound, layout.row.upperBound - 1)
    let hasFrame = layout.row.count >= 3
    for y in layout.row {
      for x in max(left, track.lowerBound)...min(right, track.upperBound - 1) {
        put(hasFrame && (y == top || y == bottom) ? glyphs.horizontal : " ", x, y, .frame)
      }
      put(glyphs.vertical, left, y, .frame)
      put(glyphs.vertical, right, y, .frame)
    }
    if hasFrame {
      for (corner, (x, y)) in zip(
        glyphs.corners, [(left, top), (right, top), (left, bottom), (right, bottom)])
      {
        put(corner, x, y, .frame)
      }
    }
    let lines = words(room: track.count - 4, lines: layout.row.count)
    let first = middle - (lines.count - 1) / 2
    for (index, line) in lines.enumerated() where layout.row.contains(first + index) {
      let shown = glyphs.text(line)
      let start = track.lowerBound + (track.count - shown.unicodeScalars.count) / 2 + shift
      for (offset, scalar) in shown.unicodeScalars.enumerated() {
        put(scalar, start + offset, first + index, index == 0 ? .strong : .faint)
      }
    }
  }

  func words(room: Int, lines: Int) -> [String] {
    let directions = [state.axis.negative, state.axis.positive]
      .filter { state.settings[$0] != nil }.map(\.rawValue).joined(separator: " or ")
    guard !directions.isEmpty else { return ["no direction has an action"] }
    let fingers = ["two", "three", "four"].enumerated()
      .filter { state.settings.fingers?.contains($0.offset + 2) ?? false }.map(\.element)
    let title =
      !state.source.headline.isEmpty
      ? state.source.headline
      : "Swipe \(directions)"
        + (fingers.isEmpty ? "" : " with \(fingers.joined(separator: " or ")) fingers")
    guard lines >= 5 else { return [title.count <= room ? title : "swipe"] }
    return [
      title.count <= room ? title : "swipe", "",
      "the last tick you felt is what release will do",
    ].filter { $0.count <= room }
  }

  // MARK: Marks

  /// Where the row's edge has to get: for a direction to the right its left edge, for one to the left its right edge.
  private func drawMarks(
    _ y: Int, _ commit: Unicode.Scalar, hasLabels: Bool, on grid: inout CellGrid
  ) {
    for direction in [state.axis.negative, state.axis.positive] {
      guard let feel = state.settings[direction] else { continue }
      for (index, stop) in feel.stops.enumerated() {
        let isReached =
          state.armed.map { $0.direction == direction && $0.number > index } ?? false
        let style: CellStyle = isReached ? .armed : .plain
        let disarm = stop - feel.hysteresis
        let (near, far) = (place(disarm.value, direction), place(stop.value, direction))
        if near != far { grid[near, y] = Cell(glyphs.disarm, .faint) }
        grid[far, y] = Cell(commit, style)
        guard hasLabels, layout.track.count >= Self.narrowestLabelled else { continue }
        drawLabels(stop, disarm, near, far, direction, y, style, on: &grid)
      }
    }
  }

  private func drawLabels(
    _ stop: Millimetres, _ disarm: Millimetres, _ near: Int, _ far: Int, _ direction: Direction,
    _ y: Int, _ style: CellStyle, on grid: inout CellGrid
  ) {
    let isFirst = state.settings[direction]?.stops.first == stop
    let behind = label(stop) + (layout.track.count >= 60 ? " mm" : "")
    let before = isFirst && near != far && layout.track.count >= 60 ? label(disarm) : ""
    // The labels of a side lie on both sides of its marks, the commit point's on the farther one.
    if direction.sign > 0 {
      grid.write(before, x: near - before.count - 1, y: y, .faint)
      grid.write(behind, x: far + 2, y: y, style)
    } else {
      grid.write(behind, x: far - behind.count - 1, y: y, style)
      grid.write(before, x: near + 2, y: y, .faint)
    }
  }

  func label(_ distance: Millimetres) -> String {
    let text = decimal(distance.value, places: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func place(_ distance: Double, _ direction: Direction) -> Int {
    direction.sign > 0
      ? layout.track.lowerBound + columns(distance)
      : layout.track.upperBound - 1 - columns(distance)
  }
}
