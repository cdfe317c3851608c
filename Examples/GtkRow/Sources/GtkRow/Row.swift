import CGtk
import CommitPoint

/// A row that is archived by a swipe to the left: the origin card, with a mouse or a finger on a touchscreen.
///
/// Six pixels count as a millimetre, so that the commit point lies at the card's 96.
@MainActor final class Row {
  static let pixelsPerMillimetre = 6.0

  private var tracker: SwipeTracker
  private var last = (x: 0.0, y: 0.0)
  private let area: UnsafeMutablePointer<GtkWidget>

  init(_ area: UnsafeMutablePointer<GtkWidget>) throws {
    self.area = area
    // One pointer takes the place of the fingers. Only the left has an action, and every swipe is ours.
    var settings = SwipeSettings(left: Feel(), right: nil, axisLock: 0)
    settings.fingers = [1]
    tracker = try SwipeTracker(settings)
  }

  // MARK: What the fingers do

  func begin() {
    last = (0, 0)
    handle(.begin(fingers: 1))
  }

  /// The way since the begin, in pixels.
  func move(toX x: Double, y: Double) {
    handle(
      .motion(
        dx: Millimetres((x - last.x) / Self.pixelsPerMillimetre),
        dy: Millimetres((y - last.y) / Self.pixelsPerMillimetre)))
    last = (x, y)
  }

  func end() { handle(.end) }

  private func handle(_ input: SwipeInput) {
    tracker.handle(input, at: Microseconds(Int64(g_get_monotonic_time()))) { event in
      switch event.kind {
      case .armed: print("armed: release archives")
      case .disarmed: print("disarmed: release does nothing")
      case .committed: print("archived")
      case .sprungBack: print("sprung back")
      case .cancelled(let reason): print("cancelled: \(reason.rawValue)")
      // A touchpad with a motor plays it: HapticFeedback of the library Haptics, or SelectionChanged over D-Bus.
      case .tick: gdk_display_beep(gdk_display_get_default())
      case .ignored: break
      }
    }
    fflush(nil)
    gtk_widget_queue_draw(area)
  }

  // MARK: What the eye sees

  func draw(_ cairo: OpaquePointer, width: Double, height: Double) {
    let isArmed = tracker.armed != nil
    let offset = tracker.isTracking ? tracker.offset.value * Self.pixelsPerMillimetre : 0
    // What lies beneath the row shows what release will do.
    if isArmed {
      cairo_set_source_rgb(cairo, 0.18, 0.55, 0.34)
    } else {
      cairo_set_source_rgb(cairo, 0.55, 0.55, 0.55)
    }
    cairo_paint(cairo)
    text(cairo, isArmed ? "Let go!" : "Archive", x: width - 82, y: height / 2, white: true)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_rectangle(cairo, min(0, offset), 0, width, height)
    cairo_fill(cairo)
    text(cairo, "A message to be archived", x: 16 + min(0, offset), y: height / 2, white: false)
  }

  private func text(_ cairo: OpaquePointer, _ text: String, x: Double, y: Double, white: Bool) {
    let shade = white ? 1.0 : 0.1
    cairo_set_source_rgb(cairo, shade, shade, shade)
    cairo_set_font_size(cairo, 18)
    cairo_move_to(cairo, x, y + 6)
    cairo_show_text(cairo, text)
  }
}
