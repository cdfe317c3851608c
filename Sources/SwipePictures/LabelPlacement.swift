/// Finds the place for a word beside a point where it lies over the least.
struct LabelPlacement {
  /// What a word has to stay within.
  let frame: Rectangle
  /// What is in the way: lines by their points, close to each other, and whatever was placed already.
  private var points: [PicturePoint] = []
  /// Lines from one side of the frame to the other.
  private var heights: [Double] = []
  private var words: [Rectangle] = []

  init(frame: Rectangle) { self.frame = frame }

  mutating func avoid(_ points: [PicturePoint]) { self.points += points }
  mutating func avoid(height: Double) { heights.append(height) }

  /// Where a word is to stand, by its anchor, so that it is clear of a mark of 6 px around `point`; the place is taken then.
  mutating func place(
    _ word: String, beside point: PicturePoint, _ style: TextStyle
  ) -> (point: PicturePoint, anchor: TextStyle.Anchor) {
    let candidates: [(PicturePoint, TextStyle.Anchor)] = [
      (PicturePoint(point.x + 5, point.y - 12), .end),
      (PicturePoint(point.x + 5, point.y + 21), .end),
      (PicturePoint(point.x + 11, point.y + 4), .start),
      (PicturePoint(point.x - 11, point.y + 4), .end),
      (PicturePoint(point.x - 5, point.y - 12), .start),
      (PicturePoint(point.x - 5, point.y + 21), .start),
      (PicturePoint(point.x, point.y - 16), .middle),
      (PicturePoint(point.x, point.y + 26), .middle),
      (PicturePoint(point.x + 5, point.y - 30), .end),
      (PicturePoint(point.x + 5, point.y + 38), .end),
      (PicturePoint(point.x - 5, point.y - 30), .start),
      (PicturePoint(point.x - 5, point.y + 38), .start),
    ]
    var best = (candidates[0], box: box(word, candidates[0], style), cost: Double.infinity)
    for candidate in candidates {
      let box = box(word, candidate, style)
      let cost = cost(of: box)
      // The first ones are the nearest.
      if cost < best.cost { best = (candidate, box, cost) }
    }
    words.append(best.box)
    return best.0
  }

  private func box(
    _ word: String, _ place: (PicturePoint, TextStyle.Anchor), _ style: TextStyle
  ) -> Rectangle {
    // The mean width of DejaVu's letters, which are wide ones.
    let width = Double(word.count) * style.size * (style.isBold ? 0.69 : 0.61)
    let (point, anchor) = place
    let shift: Double =
      switch anchor {
      case .start: 0
      case .middle: width / 2
      case .end: width
      }
    return Rectangle(
      x: point.x - shift - 2, y: point.y - style.size, width: width + 4,
      height: style.size * 1.35)
  }

  private func cost(of box: Rectangle) -> Double {
    let (right, bottom) = (box.x + box.width, box.y + box.height)
    var cost = 0.0
    let outside =
      max(0, frame.x - box.x) + max(0, right - frame.x - frame.width)
      + max(0, frame.y - box.y) + max(0, bottom - frame.y - frame.height)
    cost += outside * 1000
    cost += Double(words.count { $0.overlaps(box) }) * 500
    cost += Double(points.count { box.x...right ~= $0.x && box.y...bottom ~= $0.y }) * 40
    cost += Double(heights.count { box.y...bottom ~= $0 }) * 30
    return cost
  }
}

extension Rectangle {
  fileprivate func overlaps(_ other: Rectangle) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}
