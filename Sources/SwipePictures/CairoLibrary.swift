internal import CCairo
internal import Glibc

/// libcairo, opened when the first picture is drawn.
///
/// It brings the X and font libraries with it, which the same program as a user's agent would otherwise keep mapped for
/// as long as the session lasts (docs/decisions.md). Each call is looked up once, by the type that its header gives it.
@safe
struct CairoLibrary: Sendable {
  /// Debian's package is libcairo2.
  private static let name = "libcairo.so.2"

  typealias Surface = OpaquePointer
  typealias Context = OpaquePointer

  /// What takes the bytes of a picture, with whom they are for.
  typealias Sink =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32
    ) -> cairo_status_t

  let createSVG: @convention(c) (Sink?, UnsafeMutableRawPointer?, Double, Double) -> Surface?
  let createPDF: @convention(c) (Sink?, UnsafeMutableRawPointer?, Double, Double) -> Surface?
  let createImage: @convention(c) (cairo_format_t, Int32, Int32) -> Surface?
  let writePNG: @convention(c) (Surface?, Sink?, UnsafeMutableRawPointer?) -> cairo_status_t
  let finish: @convention(c) (Surface?) -> Void
  let surfaceStatus: @convention(c) (Surface?) -> cairo_status_t
  let destroySurface: @convention(c) (Surface?) -> Void
  let create: @convention(c) (Surface?) -> Context?
  let destroy: @convention(c) (Context?) -> Void
  let status: @convention(c) (Context?) -> cairo_status_t
  let statusText: @convention(c) (cairo_status_t) -> UnsafePointer<CChar>?
  let scale: @convention(c) (Context?, Double, Double) -> Void
  let setSource: @convention(c) (Context?, Double, Double, Double, Double) -> Void
  let setLineWidth: @convention(c) (Context?, Double) -> Void
  let setDash: @convention(c) (Context?, UnsafePointer<Double>?, Int32, Double) -> Void
  let setLineJoin: @convention(c) (Context?, cairo_line_join_t) -> Void
  let moveTo: @convention(c) (Context?, Double, Double) -> Void
  let lineTo: @convention(c) (Context?, Double, Double) -> Void
  let rectangle: @convention(c) (Context?, Double, Double, Double, Double) -> Void
  let arc: @convention(c) (Context?, Double, Double, Double, Double, Double) -> Void
  let closePath: @convention(c) (Context?) -> Void
  let newPath: @convention(c) (Context?) -> Void
  let stroke: @convention(c) (Context?) -> Void
  let fill: @convention(c) (Context?) -> Void
  let fillPreserve: @convention(c) (Context?) -> Void
  let save: @convention(c) (Context?) -> Void
  let restore: @convention(c) (Context?) -> Void
  let rotate: @convention(c) (Context?, Double) -> Void
  let translate: @convention(c) (Context?, Double, Double) -> Void
  let selectFont:
    @convention(c) (
      Context?, UnsafePointer<CChar>?, cairo_font_slant_t, cairo_font_weight_t
    ) -> Void
  let setFontSize: @convention(c) (Context?, Double) -> Void
  let showText: @convention(c) (Context?, UnsafePointer<CChar>?) -> Void
  let textExtents:
    @convention(c) (
      Context?, UnsafePointer<CChar>?, UnsafeMutablePointer<cairo_text_extents_t>?
    ) -> Void

  /// It is never closed: what it has registered with the C library would outlive it.
  ///
  /// The corresponding C functions are `dlopen` and `dlsym`.
  init() throws(PictureError) {
    guard let handle = unsafe dlopen(Self.name, RTLD_NOW | RTLD_LOCAL) else {
      throw .noCairo
    }
    func find<Function>(_ name: String) throws(PictureError) -> Function {
      guard let address = unsafe dlsym(handle, name) else { throw .noCairo }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
    unsafe createSVG = try find("cairo_svg_surface_create_for_stream")
    unsafe createPDF = try find("cairo_pdf_surface_create_for_stream")
    unsafe createImage = try find("cairo_image_surface_create")
    unsafe writePNG = try find("cairo_surface_write_to_png_stream")
    unsafe finish = try find("cairo_surface_finish")
    unsafe surfaceStatus = try find("cairo_surface_status")
    unsafe destroySurface = try find("cairo_surface_destroy")
    unsafe create = try find("cairo_create")
    unsafe destroy = try find("cairo_destroy")
    unsafe status = try find("cairo_status")
    unsafe statusText = try find("cairo_status_to_string")
    unsafe scale = try find("cairo_scale")
    unsafe setSource = try find("cairo_set_source_rgba")
    unsafe setLineWidth = try find("cairo_set_line_width")
    unsafe setDash = try find("cairo_set_dash")
    unsafe setLineJoin = try find("cairo_set_line_join")
    unsafe moveTo = try find("cairo_move_to")
    unsafe lineTo = try find("cairo_line_to")
    unsafe rectangle = try find("cairo_rectangle")
    unsafe arc = try find("cairo_arc")
    unsafe closePath = try find("cairo_close_path")
    unsafe newPath = try find("cairo_new_path")
    unsafe stroke = try find("cairo_stroke")
    unsafe fill = try find("cairo_fill")
    unsafe fillPreserve = try find("cairo_fill_preserve")
    unsafe save = try find("cairo_save")
    unsafe restore = try find("cairo_restore")
    unsafe rotate = try find("cairo_rotate")
    unsafe translate = try find("cairo_translate")
    unsafe selectFont = try find("cairo_select_font_face")
    unsafe setFontSize = try find("cairo_set_font_size")
    unsafe showText = try find("cairo_show_text")
    unsafe textExtents = try find("cairo_text_extents")
  }
}
