import KioskHUD

/// Whether this was built for x86-64-v3: it has bars of its own then.
let isV3 = CommandLine.arguments.contains("--v3")

/// Everything that the table holds, in its order.
struct Contests {
    private let content: Content
    private let black = Color(red: 0, green: 0, blue: 0, alpha: 184)
    private let sizes: [Size] = [(96, 96), (285, 285), (288, 288), (600, 400), (1920, 1080)]
        .map { Size(width: $0.0, height: $0.1) }

    init(_ content: Content) {
        self.content = content
    }

    func all() -> [Contest] {
        let bar = isV3 ? 0.5 : 0.95
        let kernels: [[Contest]] = [
            each("XRGB8888 solid", bar) { solid($0, .xrgb8888) },
            each("XRGB8888 mask, all partial", bar) { mask(content.partialMask($0), .xrgb8888) },
            each("XRGB8888 mask, text", isV3 ? 0.6 : 1.1) { mask(content.text($0), .xrgb8888) },
            each("XRGB8888 image, noise, alpha 200", bar) { image(content.noise($0), .xrgb8888, 200) },
            each("XRGB8888 image, grained HUD, alpha 200", bar) { image(grained($0), .xrgb8888, 200) },
            each("XRGB8888 image, HUD, alpha 200", bar) { image(content.hud($0), .xrgb8888, 200) },
            each("XRGB8888 image, noise, alpha 255", nil) { image(content.noise($0), .xrgb8888, 255) },
            each("RGB565 solid", 0.45) { solid($0, .rgb565) },
            each("RGB565 mask, all partial", 0.45) { mask(content.partialMask($0), .rgb565) },
            each("RGB565 mask, text", 0.45) { mask(content.text($0), .rgb565) },
            each("RGB565 image, noise, alpha 255", 0.75) { image(content.noise($0), .rgb565, 255) },
            each("RGB565 image, noise, alpha 200", 0.75) { image(content.noise($0), .rgb565, 200) },
            each("XRGB8888 zoom of a grained HUD, alpha 200", 0.75) { zoom($0, grained) },
            each("XRGB8888 zoom of a HUD, alpha 200", 0.35) { zoom($0, content.hud) },
        ]
        return kernels.flatMap(\.self) + [
            show(Size(width: 1920, height: 1080), scale: 3), show(Size(width: 1280, height: 800), scale: 1),
        ]
    }

    /// The sizes are of what is drawn.
    private func each(_ name: String, _ bar: Double?, _ make: @escaping (Size) -> Contenders) -> [Contest] {
        sizes.map { size in
            Contest(
                name: name, size: "\(size.width)x\(size.height)", units: size.width * size.height, bar: bar
            ) { make(size) }
        }
    }

    private func grained(_ size: Size) -> Layer { content.grained(content.hud(size)) }

    private func solid(_ size: Size, _ format: PixelFormat) -> Contenders {
        let (mine, other) = (Canvas(size, format), Canvas(size, format))
        let (target, source) = (PixmanImage(other.surface), PixmanImage(black))
        return Contenders {
            mine.surface.fill(Rect(size), black)
        } theirs: {
            source.over(target, Rect(size))
            _ = other
        }
    }

    private func mask(_ mask: Mask, _ format: PixelFormat) -> Contenders {
        let size = mask.size
        let (mine, other) = (Canvas(size, format), Canvas(size, format))
        let (target, source) = (PixmanImage(other.surface), PixmanImage(.white))
        let coverage = PixmanImage(mask)
        return Contenders {
            mine.surface.paint(mask, .white, x: 0, y: 0)
        } theirs: {
            source.over(target, mask: coverage, Rect(size))
            _ = other
        }
    }

    private func image(_ layer: Layer, _ format: PixelFormat, _ alpha: UInt8) -> Contenders {
        let size = layer.size
        let (mine, other) = (Canvas(size, format), Canvas(size, format))
        let (target, source) = (PixmanImage(other.surface), layer.withSurface { PixmanImage($0) })
        let coverage = alpha == 255 ? nil : PixmanImage(Color(red: 0, green: 0, blue: 0, alpha: alpha))
        let pose = Pose(
            centerX: Double(size.width) / 2, centerY: Double(size.height) / 2, alpha: Double(alpha) / 255)
        return Contenders {
            compose(layer, pose, over: mine.surface, into: mine.surface, x: 0, y: 0)
        } theirs: {
            source.over(target, mask: coverage, Rect(size))
            _ = other
        }
    }

    /// What is drawn is 1.15 times as large as the layer.
    private func zoom(_ size: Size, _ make: (Size) -> Layer) -> Contenders {
        let layer = make(Size(width: size.width * 100 / 115 + 1, height: size.height * 100 / 115 + 1))
        let (width, height) = (Double(layer.size.width) * 1.15, Double(layer.size.height) * 1.15)
        let (mine, other) = (Canvas(size, .xrgb8888), Canvas(size, .xrgb8888))
        let (target, source) = (PixmanImage(other.surface), layer.withSurface { PixmanImage($0) })
        source.zoom(1.15)
        let coverage = PixmanImage(Color(red: 0, green: 0, blue: 0, alpha: 200))
        let pose = Pose(centerX: width / 2, centerY: height / 2, scale: 1.15, alpha: 200.0 / 255)
        return Contenders {
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
            name: "18 frames of the show, scale \(Int(scale)), v cairo",
            size: "\(screen.width)x\(screen.height)",
            units: show.pixels, bar: 0.3
        ) {
            Contenders {
                show.ours()
            } theirs: {
                show.cairo()
            }
        }
    }
}
