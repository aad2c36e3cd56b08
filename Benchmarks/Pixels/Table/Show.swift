import CCairo
import KioskHUD

/// The default HUD appearing at 60 frames a second over a picture, by us and by cairo.
final class Show {
    private let scene: Scene
    private let poses: [Pose]
    private let background: Canvas
    private let mine: Canvas
    private let other: Canvas
    private let cairoTarget: OpaquePointer
    private let cairoBackground: OpaquePointer
    private let cairoLayer: OpaquePointer
    private let context: OpaquePointer

    init(_ scene: Scene, _ screen: Size) {
        self.scene = scene
        let motion = Look.standard.appearing(at: 0)
        poses = (1...18).map { scene.pose(motion.appearance(at: Int64($0) * 300_000_000 / 18)) }
        background = Canvas(screen, .xrgb8888)
        mine = Canvas(screen, .xrgb8888)
        other = Canvas(screen, .xrgb8888)
        func cairo(_ surface: Surface, _ format: cairo_format_t) -> OpaquePointer {
            cairo_image_surface_create_for_data(
                surface.base.assumingMemoryBound(to: UInt8.self), format, Int32(surface.size.width),
                Int32(surface.size.height), Int32(surface.stride))
        }
        cairoTarget = cairo(other.surface, CAIRO_FORMAT_RGB24)
        cairoBackground = cairo(background.surface, CAIRO_FORMAT_RGB24)
        cairoLayer = scene.layer.withSurface { cairo($0, CAIRO_FORMAT_ARGB32) }
        context = cairo_create(cairoTarget)
    }

    deinit {
        cairo_destroy(context)
        for surface in [cairoTarget, cairoBackground, cairoLayer] { cairo_surface_destroy(surface) }
    }

    /// What changes in a frame: where the HUD was and where it is.
    private func area(_ frame: Int) -> Rect {
        let now = poses[frame].bounds(of: scene.layer.size)
        return frame == 0 ? now : now.union(poses[frame - 1].bounds(of: scene.layer.size))
    }

    /// Of all frames.
    var pixels: Int { poses.indices.reduce(0) { $0 + area($1).width * area($1).height } }

    /// Frames of the show.
    var count: Int { poses.count }

    func ours() {
        for frame in poses.indices { self.frame(frame, over: background.surface, into: mine.surface) }
    }

    /// One frame, on surfaces of the screen's size.
    func frame(_ frame: Int, over background: Surface, into target: Surface) {
        let area = area(frame)
        compose(
            scene.layer, poses[frame], over: background.part(area), into: target.part(area), x: area.x,
            y: area.y)
    }

    func cairo() {
        for (frame, pose) in poses.enumerated() {
            let area = area(frame)
            cairo_save(context)
            cairo_rectangle(
                context, Double(area.x), Double(area.y), Double(area.width), Double(area.height))
            cairo_clip(context)
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            cairo_set_source_surface(context, cairoBackground, 0, 0)
            cairo_paint(context)
            cairo_set_operator(context, CAIRO_OPERATOR_OVER)
            cairo_translate(context, pose.centerX, pose.centerY)
            cairo_scale(context, pose.scale, pose.scale)
            let size = scene.layer.size
            cairo_set_source_surface(context, cairoLayer, -Double(size.width) / 2, -Double(size.height) / 2)
            cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
            cairo_paint_with_alpha(context, pose.alpha)
            cairo_restore(context)
        }
    }

    /// The greatest difference of a channel between the two last pictures: whether both did the same work.
    func difference() -> Int {
        ours()
        cairo()
        var worst = 0
        if let area = poses.indices.last.map(area) {
            for y in area.y..<area.maxY {
                for x in area.x..<area.maxX {
                    let (a, b) = (mine.surface.pixel(x: x, y: y), other.surface.pixel(x: x, y: y))
                    for shift: UInt32 in [0, 8, 16] {
                        worst = max(worst, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
                    }
                }
            }
        }
        return worst
    }
}
