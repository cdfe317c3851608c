/// Which lines of a terminal have what: as much as there is room for, the most needed first.
struct FeelLayout: Hashable {
  private static let widestColumn = 30
  private static let knobCount = 7
  private static let metricCount = 6
  /// What a knob takes.
  private static let narrowestColumn = 25

  let width: Int
  /// Of the row, and of the marks above and below it.
  private(set) var track: Range<Int>
  private(set) var row: Range<Int>
  private(set) var title, note, marksAbove, marksBelow, verdict, metrics, knobs, foot: Int?
  private(set) var story: Range<Int>?
  private(set) var metricRows = 0
  private(set) var knobRows = 0
  let columns, columnWidth: Int

  init(width: Int, height: Int) {
    self.width = width
    columns = max(1, min((width - 2) / Self.narrowestColumn, Self.knobCount))
    columnWidth = min(Self.widestColumn, max(1, (width - 2) / columns))
    let margin = width < 24 ? 0 : 2
    track = margin..<max(margin, width - margin)
    row = 0..<0

    // Each takes what it needs, if that is left.
    var left = height
    func take(_ count: Int) -> Bool {
      guard left >= count else { return false }
      left -= count
      return true
    }
    var rowHeight = take(1) ? 1 : 0
    let hasVerdict = take(1)
    let hasTitle = take(1)
    let hasFoot = take(1)
    let wantedMetrics = (Self.metricCount + columns - 1) / columns
    let hasMetrics = take(min(wantedMetrics, 3))
    if hasMetrics { metricRows = min(wantedMetrics, 3) }
    if take(2) { rowHeight = 3 }
    let hasMarks = take(1)
    let wantedKnobs = (Self.knobCount + columns - 1) / columns
    if take(wantedKnobs) { knobRows = wantedKnobs }
    var storyRows = take(2) ? 2 : 0
    let hasNote = take(1)
    let gapBeforeMetrics = take(1) ? 1 : 0
    let gapBeforeKnobs = take(1) ? 1 : 0
    let gapBeforeRow = take(1) ? 1 : 0
    let gapBeforeStory = take(1) ? 1 : 0
    let hasMarksBelow = rowHeight == 3 && take(1)
    if hasMarksBelow, take(2) { rowHeight = 5 }
    // What remains is the story's, but for a row that is large in a large terminal.
    if left > 20, take(2) { rowHeight = 7 }
    let spread = left > 16 ? 1 : 0
    storyRows += max(0, left - 2 * spread)

    var y = 0
    func place(_ isThere: Bool, _ count: Int = 1) -> Int? {
      guard isThere, count > 0 else { return nil }
      defer { y += count }
      return y
    }
    title = place(hasTitle)
    note = place(hasNote)
    y += gapBeforeRow + spread
    marksAbove = place(hasMarks)
    row = y..<y + rowHeight
    y += rowHeight
    marksBelow = place(hasMarksBelow)
    verdict = place(hasVerdict)
    y += gapBeforeMetrics + spread
    metrics = place(hasMetrics, metricRows)
    y += gapBeforeStory
    if let first = place(storyRows > 0, storyRows) { story = first..<first + storyRows }
    y += gapBeforeKnobs
    knobs = place(knobRows > 0, knobRows)
    foot = place(hasFoot)
  }

  func x(ofColumn column: Int) -> Int { 1 + column * columnWidth }
}
