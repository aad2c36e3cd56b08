import KioskHUD

/// Whether this was built for x86-64-v3 (`make bench FLAGS+=...`, see README): it has bars of its own.
let isV3 = CommandLine.arguments.contains("--v3")

/// Everything that the table holds, in its order.
struct Contests {
    let content: Content
    let sizes = [(96, 96), (285, 285), (288, 288), (600, 400), (1920, 1080)]
        .map { Size(width: $0.0, height: $0.1) }
    private let black = Color(red: 0, green: 0, blue: 0, alpha: 184)

    func all() -> [() -> Contest] {
        var contests: [() -> Contest] = []
        func each(_ make: @escaping (Size) -> Contest) {
            for size in sizes { contests.append { make(size) } }
        }
        each { solid($0, .xrgb8888, bar: isV3 ? 0.5 : 0.95) }
        each { mask("mask, all partial", content.partialMask($0), .xrgb8888, bar: isV3 ? 0.5 : 0.95) }
        each { mask("mask, text", content.text($0), .xrgb8888, bar: isV3 ? 0.6 : 1.1) }
        each { image("image, noise", content.noise($0), .xrgb8888, 200, bar: isV3 ? 0.5 : 0.95) }
        each { image("image, grained HUD", content.grained(content.hud($0)), .xrgb8888, 200, bar: isV3 ? 0.5 : 0.95) }
        each { image("image, HUD", content.hud($0), .xrgb8888, 200, bar: isV3 ? 0.5 : 0.95) }
        each { image("image, noise", content.noise($0), .xrgb8888, 255, bar: isV3 ? 0.5 : 0.95) }
        each { solid($0, .rgb565, bar: 0.45) }
        each { mask("mask, all partial", content.partialMask($0), .rgb565, bar: 0.45) }
        each { mask("mask, text", content.text($0), .rgb565, bar: 0.45) }
        each { image("image, noise", content.noise($0), .rgb565, 255, bar: 0.75) }
        each { image("image, noise", content.noise($0), .rgb565, 200, bar: 0.75) }
        each { zoom("zoom, grained HUD", content.grained(content.hud($0)), bar: 0.75) }
        each { zoom("zoom, HUD", content.hud($0), bar: 0.35) }
        contests.append { show(Size(width: 1920, height: 1080), scale: 3) }
        contests.append { show(Size(width: 1280, height: 800), scale: 1) }
        return contests
    }

    private func solid(_ size: Size, _ format: PixelFormat, bar: Double) -> Contest {
        let (mine, other) = (Canvas(size, format), Canvas(size, format))
        let (target, source) = (PixmanImage(other.surface), PixmanImage(black))
        return contest("solid", size, format, bar) {
            mine.surface.fill(Rect(size), black)
        } theirs: {
            source.over(target, Rect(size))
            _ = other
        }
    }

    private func mask(_ name: String, _ mask: Mask, _ format: PixelFormat, bar: Double) -> Contest {
        let size = mask.size
        let (mine, other) = (Canvas(size, format), Canvas(size, format))
        let (target, source) = (PixmanImage(other.surface), PixmanImage(.white))
        let coverage = PixmanImage(mask)
        return contest(name, size, format, bar) {
            mine.surface.paint(mask, .white, x: 0, y: 0)
        } theirs: {
            source.over(target, mask: coverage, Rect(size))
            _ = other
        }
    }

    private func image(_ name: String, _ layer: Layer, _ format: PixelFormat, _ alpha: UInt8, bar: Double)
        -> Contest
    {
        let size = layer.size
        let (mine, other) = (Canvas(size, format), Canvas(size, format))
        let (target, source) = (PixmanImage(other.surface), layer.withSurface { PixmanImage($0) })
        let coverage = alpha == 255 ? nil : PixmanImage(Color(red: 0, green: 0, blue: 0, alpha: alpha))
        let pose = Pose(
            centerX: Double(size.width) / 2, centerY: Double(size.height) / 2, alpha: Double(alpha) / 255)
        return contest("\(name), alpha \(alpha)", size, format, bar) {
            compose(layer, pose, over: mine.surface, into: mine.surface, x: 0, y: 0)
        } theirs: {
            source.over(target, mask: coverage, Rect(size))
            _ = other
        }
    }

    /// The layer is as large as the size says; what is drawn is 1.15 times as large.
    private func zoom(_ name: String, _ layer: Layer, bar: Double) -> Contest {
        let size = Size(width: layer.size.width * 23 / 20, height: layer.size.height * 23 / 20)
        let (mine, other) = (Canvas(size, .xrgb8888), Canvas(size, .xrgb8888))
        let (target, source) = (PixmanImage(other.surface), layer.withSurface { PixmanImage($0) })
        source.zoom(1.15)
        let coverage = PixmanImage(Color(red: 0, green: 0, blue: 0, alpha: 200))
        let pose = Pose(
            centerX: Double(layer.size.width) * 0.575, centerY: Double(layer.size.height) * 0.575,
            scale: 1.15, alpha: 200.0 / 255)
        return contest("\(name), 1.15, alpha 200", size, .xrgb8888, bar) {
            compose(layer, pose, over: mine.surface, into: mine.surface, x: 0, y: 0)
        } theirs: {
            source.over(target, mask: coverage, Rect(size))
            _ = (other, layer)
        }
    }

    /// The default HUD appearing in 18 frames: each paints the background and the HUD where either was or is.
    private func show(_ screen: Size, scale: Double) -> Contest {
        let show = Show(content.scene(screen, scale: scale), screen)
        return Contest(
            name: "18 frames of the show, scale \(Int(scale)), against cairo",
            size: "\(screen.width)x\(screen.height)", units: 18 * show.pixels / 18, bar: 0.3,
            ours: { show.ours() }, theirs: { show.cairo() })
    }

    private func contest(
        _ name: String, _ size: Size, _ format: PixelFormat, _ bar: Double, ours: @escaping () -> Void,
        theirs: @escaping () -> Void
    ) -> Contest {
        Contest(
            name: "\(format) \(name)", size: "\(size.width)x\(size.height)", units: size.width * size.height,
            bar: bar, ours: ours, theirs: theirs)
    }
}
