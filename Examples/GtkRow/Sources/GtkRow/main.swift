import CGtk

/// Lives as long as the program: GTK's callbacks are plain functions, which find it here.
var row: Row?

/// `g_signal_connect` is a macro, which Swift does not import.
@MainActor func connect(_ object: gpointer, _ signal: String, _ callback: GCallback) {
  g_signal_connect_data(object, signal, callback, nil, nil, GConnectFlags(rawValue: 0))
}

typealias DragCallback = @convention(c) (gpointer, Double, Double, gpointer?) -> Void

@MainActor func activate(_ application: UnsafeMutablePointer<GtkApplication>) {
  guard let window = gtk_application_window_new(application), let area = gtk_drawing_area_new(),
    let drag = gtk_gesture_drag_new()
  else { return }
  do { row = try Row(area) } catch { return print("the row cannot be made: \(error)") }
  window.withMemoryRebound(to: GtkWindow.self, capacity: 1) {
    gtk_window_set_title($0, "A row with a commit point")
    gtk_window_set_default_size($0, 480, 72)
    gtk_window_set_child($0, area)
  }
  area.withMemoryRebound(to: GtkDrawingArea.self, capacity: 1) {
    gtk_drawing_area_set_draw_func(
      $0,
      { _, cairo, width, height, _ in
        guard let cairo else { return }
        MainActor.assumeIsolated {
          row?.draw(cairo, width: Double(width), height: Double(height))
        }
      }, nil, nil)
  }
  gtk_widget_add_controller(area, drag)
  let begin: DragCallback = { _, _, _, _ in MainActor.assumeIsolated { row?.begin() } }
  let update: DragCallback = { _, x, y, _ in
    MainActor.assumeIsolated { row?.move(toX: x, y: y) }
  }
  let end: DragCallback = { _, _, _, _ in MainActor.assumeIsolated { row?.end() } }
  let gesture = gpointer(drag)
  connect(gesture, "drag-begin", unsafeBitCast(begin, to: GCallback.self))
  connect(gesture, "drag-update", unsafeBitCast(update, to: GCallback.self))
  connect(gesture, "drag-end", unsafeBitCast(end, to: GCallback.self))
  window.withMemoryRebound(to: GtkWindow.self, capacity: 1) { gtk_window_present($0) }
}

guard let application = gtk_application_new(nil, G_APPLICATION_NON_UNIQUE) else { fatalError() }
let activated: @convention(c) (gpointer, gpointer?) -> Void = { application, _ in
  MainActor.assumeIsolated { activate(application.assumingMemoryBound(to: GtkApplication.self)) }
}
connect(gpointer(application), "activate", unsafeBitCast(activated, to: GCallback.self))
application.withMemoryRebound(to: GApplication.self, capacity: 1) { status in
  _ = g_application_run(status, 0, nil)
}
