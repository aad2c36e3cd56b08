import HUDPixels
import HUDScene
import HUDText
import Testing

@Suite struct LayoutTests {
    @Test(arguments: [
        (320, 240, 1.0, 112, 72), (321, 241, 1, 113, 73), (801, 601, 1, 353, 253), (97, 96, 1, 1, 0),
        (801, 601, 2, 305, 205), (50, 50, 1, -23, -23), (95, 95, 1, -1, -1), (320, 240, 3, 16, -24),
    ]) func theBoxIsCentredOnWholePixels(_ width: Int, _ height: Int, _ scale: Double, _ x: Int, _ y: Int)
        throws
    {
        let scene = try Stage().scene(HUD(label: "Tagged"), Size(width: width, height: height), scale: scale)
        let bounds = scene.restPose.bounds(of: scene.layer.size)
        #expect(bounds == Rect(x: x, y: y, width: Int(96 * scale), height: Int(96 * scale)))
    }

    @Test(arguments: [240, 241, 320, 801, 1920], [1.0, 1.5, 2, 3]) func aLongLabelGrowsTheBox(
        _ width: Int, _ scale: Double
    ) throws {
        let stage = try Stage()
        var last = 0
        var text = ""
        for _ in 0..<40 {
            text += "ab c"
            let scene = stage.scene(HUD(label: text), Size(width: width, height: 400), scale: scale)
            let box = scene.layer.size
            let side = Int((96 * scale).rounded())
            #expect(box.height == side && box.width >= side && (box.width - side) % 2 == 0)
            #expect(box.width == side || Double(box.width) <= Double(width) - 16 * scale)
            #expect(box.width >= last || scene.isLabelShortened)
            last = box.width
            // Twelve points stay free on either side of the label.
            let free = Int((12 * scale).rounded(.down)) - 1
            let ink = scene.layer.count { pixel, x in
                (x < free || x >= box.width - free) && pixel & 0xFF_FFFF != 0
            }
            #expect(ink == 0, "ink in the padding")
        }
        #expect(stage.scene(HUD(label: text), Size(width: 240, height: 400), scale: scale).isLabelShortened)
    }

    @Test func whatIsMissingIsSaid() throws {
        let stage = try Stage()
        let screen = Size(width: 320, height: 240)
        #expect(stage.scene(HUD(label: "日本"), screen, scale: 1).missingCharacters == ["日", "本"])
        let mute = Scene(
            screen: screen, scale: 1, room: .content(HUD(label: "Tagged")), fonts: stage.library, face: nil)
        #expect(mute.isLabelLeftOut)
        let plain = stage.scene(HUD(label: ""), screen, scale: 1)
        #expect(!plain.isLabelLeftOut && plain.missingCharacters == [])
        // Without a face there are box and icon, as if the label were empty.
        let same = mute.layer.withSurface { a in
            plain.layer.withSurface { b in
                (0..<96).allSatisfy { y in
                    (0..<96).allSatisfy { a.pixel(x: $0, y: y) == b.pixel(x: $0, y: y) }
                }
            }
        }
        #expect(same)
    }

    @Test func theInkOfALayerNeverExceedsItsAlpha() throws {
        let stage = try Stage()
        for kind in Stage.kinds {
            for scale in [1, 1.3, 2.7, 3] {
                let scene = stage.scene(
                    HUD(kind, label: "Ünïcødé", detail: "ünïcødé"), Size(width: 800, height: 600),
                    scale: scale)
                let bright = scene.layer.count { pixel, _ in
                    max(pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF) > pixel >> 24
                }
                #expect(bright == 0)
            }
        }
    }

    /// A theme's bounds hold, and what has no room ends in an ellipsis.
    @Test(arguments: [1.0, 1.5, 2]) func theBoxStaysWithinItsBounds(_ scale: Double) throws {
        let stage = try Stage()
        let theme = Theme.with {
            $0.greatestWidth = 150
            $0.greatestHeight = 130
            $0.detailLines = 9
        }
        let hud = HUD(
            .info, label: "A label that is too long", detail: String(repeating: "and more ", count: 30))
        let screen = Size(width: 900, height: 700)
        let large = stage.scene(theme, screen, scale: scale)
        #expect(large.layer.size.width <= Int(150 * scale) && large.layer.size.height <= Int(130 * scale))
        large.draw(Content(hud, theme: theme, at: 0), at: 0)
        #expect(large.isLabelShortened)
        large.draw(Content(HUD(.info, label: "A label"), theme: theme, at: 0), at: 0)
        #expect(!large.isLabelShortened)
        let small = Scene(
            theme: theme, screen: screen, scale: scale, room: .content(hud), fonts: stage.library,
            face: stage.face)
        let (size, most) = (small.layer.size, large.layer.size)
        #expect(size.width <= most.width && size.height <= most.height && small.isLabelShortened)
        // Where a theme says nothing, whatever may come has the screen's width and 240 points.
        #expect(stage.scene(.standard, screen).layer.size == Size(width: screen.width - 16, height: 240))
        #expect(
            stage.scene(.standard, Size(width: 200, height: 101)).layer.size == Size(width: 184, height: 96))
    }

    /// However far it is to be moved, a box that fits the screen stays on it.
    @Test(arguments: Anchor.allCases) func offsetsEndAtTheScreensEdge(_ anchor: Anchor) throws {
        let stage = try Stage()
        let screen = Size(width: 301, height: 203)
        for (across, down) in [(9999.0, -9999.0), (-9999, 9999), (3.5, 3.5), (0, 0)] {
            for margin in [0.0, 8, 1000] {
                let theme = Theme.with {
                    $0.anchor = anchor
                    $0.offsetX = across
                    $0.offsetY = down
                    $0.margin = margin
                }
                let scene = Scene(
                    theme: theme, screen: screen, scale: 1, room: .content(HUD(label: "Tagged")),
                    fonts: stage.library, face: stage.face)
                let bounds = scene.restPose.bounds(of: scene.layer.size)
                #expect(bounds.size == scene.layer.size, "on whole pixels")
                #expect(Rect(screen).intersection(bounds) == bounds)
                if anchor == .left, across == 0, margin == 8 { #expect(bounds.x == 8 && bounds.y == 54) }
                if anchor == .bottomRight, across == 0, margin == 8 {
                    #expect(bounds.maxX == 301 - 8 && bounds.maxY == 203 - 8)
                }
                if across == 9999 { #expect(bounds.maxX == 301 && bounds.y == 0) }
            }
        }
    }

    @Test func reachesAsFarAsItsMotionsGo() throws {
        let scene = try Stage().scene(HUD(label: "Tagged"), Size(width: 320, height: 240), scale: 1)
        #expect(scene.reach(.standard) == Rect(x: 97, y: 57, width: 126, height: 126))
    }

    @Test(arguments: [
        (1920, 1080, 0, 0, 2.0), (1280, 800, 0, 0, 1), (3840, 2160, 0, 0, 3), (800, 480, 0, 0, 1),
        (240, 240, 0, 0, 1), (320, 240, 0, 0, 1), (50, 50, 0, 0, 1), (1080, 1920, 0, 0, 2),
        (1920, 1080, 477, 268, 1),  // a 21.5" monitor, 102 dpi
        (1920, 1080, 294, 165, 2),  // 13.3", 166 dpi
        (3840, 2160, 600, 340, 1),  // 27", 163 dpi: 1.48
        (800, 480, 154, 86, 1),  // a 7" panel, 132 dpi
        (1280, 800, 108, 68, 3),  // a 5" panel, 300 dpi
        (240, 240, 23, 23, 2),  // 1.3", 265 dpi: the box fits twice
        (1920, 1080, 165, 93, 3),  // 295 dpi
        // Aspect ratios in millimetres, centimetres and decimetres, not sizes; of a panel that stands, too.
        (1920, 1080, 16, 9, 2), (1920, 1080, 160, 90, 2), (1920, 1080, 1600, 900, 2),
        (1280, 720, 160, 90, 1), (720, 1280, 90, 160, 1), (3840, 2160, 1600, 900, 3),
        (1280, 800, 160, 100, 1), (3840, 2400, 1600, 1000, 3), (320, 200, 16, 10, 1),
        (640, 480, 40, 30, 1), (1280, 1024, 50, 40, 2), (2560, 1080, 210, 90, 2),
        (1600, 1200, 400, 300, 1),  // a 20" monitor, 102 dpi, in whole centimetres
        (1280, 720, 161, 90, 2),  // 7.3"
        (1920, 1080, 160, 160, 2), (1920, 1080, -1, 300, 2), (1920, 1080, 300, 0, 2),
        (1920, 1080, Int.max, Int.max, 2), (1920, 1080, Int.min, Int.min, 2), (1920, 1080, 1, 1, 2),
        (65535, 65535, 0, 0, 3), (65535, 1, 100, 100, 1), (0, 0, 160, 90, 1),
    ]) func theScaleFollowsTheDisplay(
        _ width: Int, _ height: Int, _ across: Int, _ down: Int, _ scale: Double
    ) {
        let screen = Size(width: width, height: height)
        #expect(Theme.standard.scale(for: screen, millimetres: (across, down)) == scale)
        if across == 0 { #expect(Theme.standard.scale(for: screen) == scale) }
    }
}

extension Layer {
    /// How many pixels are as `body` says of their number and column.
    fileprivate func count(_ body: (UInt32, Int) -> Bool) -> Int {
        withSurface { surface in
            var count = 0
            for y in 0..<surface.size.height {
                for x in 0..<surface.size.width where body(surface.pixel(x: x, y: y), x) { count += 1 }
            }
            return count
        }
    }
}
