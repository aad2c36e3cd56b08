import HUDImage
import HUDPixels
import HUDScene
import HUDText
import TestSupport
import Testing

/// What a scene draws into its layer when, and that it is what a new scene would draw.
@Suite struct DrawingTests {
    private let millisecond: Int64 = 1_000_000
    private let screen = Size(width: 480, height: 320)

    private func changes(_ scene: Scene, _ body: () -> Void) -> Rect {
        let version = scene.layer.version
        body()
        return scene.layer.changes(since: version)
    }

    @Test(arguments: SpinnerStyle.allCases, [1.0, 1.5, 2]) func aSpinnerRedrawsItsSquare(
        _ style: SpinnerStyle, _ scale: Double
    ) throws {
        let theme = Theme.with { $0.spinnerStyle = style }
        let scene = try Stage().scene(theme, screen, scale: scale)
        let content = Content(HUD(.busy, label: "Wait"), theme: theme, at: 0)
        scene.draw(content, at: 0)
        let before = scene.layer.pixels
        for frame in 1...60 {
            let rect = changes(scene) { scene.draw(content, at: Int64(frame) * 16_666_667) }
            let side = Int((28 * scale).rounded(.up))
            #expect(rect.size == Size(width: side, height: side))
            let middle = Double(rect.x) + Double(rect.width) / 2
            #expect(abs(middle - Double(scene.layer.size.width) / 2) <= 1)
            #expect(scene.layer.pixels != before || frame == 60)
        }
        #expect(!content.isStill(at: .max - 1))
    }

    /// Where the box stays as it is, a check mark is drawn in the spinner's square and nowhere else.
    @Test func aCheckMarkIsDrawnInTheSpinnersSquare() throws {
        let scene = try Stage().scene(.standard, screen)
        var content = Content(HUD(.busy, label: "Wait"), at: 0)
        scene.draw(content, at: 0)
        content.change(to: HUD(.success, label: "Wait"), at: 0)
        scene.draw(content, at: 0)
        for frame in 1...12 {
            let rect = changes(scene) { scene.draw(content, at: Int64(frame) * 16_666_667) }
            #expect(rect.size == Size(width: 28, height: 28))
        }
    }

    @Test func whatIsStillIsNotDrawnAgain() throws {
        let stage = try Stage()
        for kind in Stage.kinds where kind != .busy {
            let scene = stage.scene(.standard, screen)
            var content = Content(HUD(.text, label: "Before"), at: 0)
            scene.draw(content, at: 0)
            content.change(to: HUD(kind, label: "After", detail: "all"), at: 10 * millisecond)
            #expect(content.stillFrom < 1_000 * millisecond)
            scene.draw(content, at: content.stillFrom)
            let version = scene.layer.version
            for time in [content.stillFrom, content.stillFrom + 1, 5_000 * millisecond, .max] {
                scene.draw(content, at: time)
            }
            #expect(scene.layer.version == version, "\(kind.section)")
            #expect(scene.layer.changes(since: version).isEmpty)
        }
    }

    @Test func reducedMotionStandsStill() throws {
        let theme = Theme.with { $0.isMotionReduced = true }
        let scene = try Stage().scene(theme, screen)
        var content = Content(HUD(.busy, label: "Wait"), theme: theme, at: 0)
        scene.draw(content, at: 0)
        #expect(content.isStill(at: 0))
        #expect(changes(scene) { scene.draw(content, at: 300 * millisecond) }.isEmpty)
        content.change(to: HUD(.success, label: "A longer label"), at: 400 * millisecond)
        #expect(content.isStill(at: 400 * millisecond))
        scene.draw(content, at: 400 * millisecond)
        #expect(changes(scene) { scene.draw(content, at: 500 * millisecond) }.isEmpty)
        #expect(theme.base.appearing(at: 0).appearance(at: 0) == Appearance(scale: 1, alpha: 0))
    }

    @Test func aBarRedrawsWhatItGrewBy() throws {
        let scene = try Stage().scene(.standard, screen, scale: 2)
        var content = Content(HUD(.progress(0.25)), at: 0)
        scene.draw(content, at: 0)
        content.change(to: HUD(.progress(0.5)), at: 0)
        let rect = changes(scene) { scene.draw(content, at: 1_000 * millisecond) }
        // 64 points long and 6 high, at two pixels a point: from 32 to 64 of 128.
        #expect(rect.size == Size(width: 32, height: 12))
        #expect(rect.x == scene.layer.size.width / 2 - 32)
        let small = changes(scene) {
            content.change(to: HUD(.progress(0.503)), at: 2_000 * millisecond)
            scene.draw(content, at: 3_000 * millisecond)
        }
        #expect(small.width <= 2)
    }

    /// However a layer came to show something, it shows the same.
    @Test(arguments: [1.0, 1.7]) func drawingBitByBitIsDrawingAnew(_ scale: Double) throws {
        var random = Seeded()
        let stage = try Stage()
        for style in ProgressStyle.allCases {
            var theme = Theme.with { $0.progressStyle = style }
            theme.change(.failure) { $0.boxColor = Color(red: 90, green: 0, blue: 0, alpha: 220) }
            let scene = stage.scene(theme, screen, scale: scale)
            var content = Content(HUD(.busy, label: "Wait"), theme: theme, at: 0)
            var time: Int64 = 0
            for _ in 0..<60 {
                if Int.random(in: 0..<3, using: &random) == 0 {
                    content.change(to: anyHUD(&random), at: time)
                }
                time += Int64.random(in: 1...90, using: &random) * millisecond
                scene.draw(content, at: time)
                let fresh = stage.scene(theme, screen, scale: scale)
                fresh.draw(content, at: time)
                try #require(
                    scene.layer.pixels == fresh.layer.pixels, "\(content.hud.kind.section) \(random)")
            }
        }
    }

    private func anyHUD(_ random: inout Seeded) -> HUD {
        let labels = ["", "A", "Tagged", "A label of some length", "Two\nlines"]
        var kind = Stage.kinds.randomElement(using: &random) ?? .text
        if case .progress = kind { kind = .progress(.random(in: -0.2...1.2, using: &random)) }
        return HUD(
            kind, label: labels.randomElement(using: &random) ?? "",
            detail: labels.randomElement(using: &random) ?? "")
    }

    /// The box of a scene made for one HUD is where it is in one made for any.
    @Test(arguments: Anchor.allCases) func theRoomDoesNotMoveTheBox(_ anchor: Anchor) throws {
        let stage = try Stage()
        for size in [screen, Size(width: 333, height: 241)] {
            for scale in [1, 1.5] {
                let theme = Theme.with { $0.anchor = anchor }
                let hud = HUD(.warning, label: "Tagged", detail: "all of them")
                let large = stage.scene(theme, size, scale: scale)
                large.draw(Content(hud, theme: theme, at: 0), at: 0)
                let small = Scene(
                    theme: theme, screen: size, scale: scale, room: .content(hud), fonts: stage.library,
                    face: stage.face, detailFace: stage.library.detailFace())
                let background = Stage.background(size)
                for zoom in [1, 1.2] {
                    let appearance = Appearance(scale: zoom, alpha: 1)
                    let (one, other) = (
                        stage.picture(large, over: background, appearance),
                        stage.picture(small, over: background, appearance)
                    )
                    let fault = one.fault(
                        against: other, Tolerance(level: zoom == 1 ? 0 : 40, part: 0.002, most: 60))
                    #expect(fault == nil, "\(size) \(scale) \(zoom): \(fault ?? "")")
                }
            }
        }
    }

    /// Where kinds have boxes of other colours, one becomes the other.
    @Test func coloursChangeFrameByFrame() throws {
        var theme = Theme.standard
        theme.change(.failure) { $0.boxColor = Color(red: 200, green: 0, blue: 0, alpha: 255) }
        let scene = try Stage().scene(theme, screen)
        var content = Content(HUD(.busy), theme: theme, at: 0)
        scene.draw(content, at: 0)
        content.change(to: HUD(.failure), at: 0)
        let place = scene.layer.size.height / 2 * scene.layer.size.width + scene.layer.size.width / 2 - 40
        var last = scene.layer.pixels[place]
        #expect(last == 0xBF00_0000)
        for frame in 1...13 {
            scene.draw(content, at: Int64(frame) * 16_666_667)
            let next = scene.layer.pixels[place]
            let step = (Int(next >> 16 & 0xFF) - Int(last >> 16 & 0xFF), Int(next >> 24) - Int(last >> 24))
            #expect((0...36).contains(step.0) && (0...12).contains(step.1), "\(step)")
            last = next
        }
        #expect(last == 0xFFC8_0000)
    }

    /// A text that the box has no room for yet comes with the room, and never at a stroke.
    @Test func aLongLabelComesWithItsRoom() throws {
        let scene = try Stage().scene(.standard, screen)
        var content = Content(HUD(.text, label: "A"), at: 0)
        scene.draw(content, at: 0)
        content.change(to: HUD(.text, label: "A label of some length"), at: 0)
        func brightest() -> Int { scene.layer.pixels.map { Int($0 & 0xFF) }.max() ?? 0 }
        scene.draw(content, at: 0)
        #expect(brightest() == 0)
        var last = 0
        for time in stride(from: Int64(0), through: 200, by: 4) {
            scene.draw(content, at: time * millisecond)
            let next = brightest()
            #expect((0...90).contains(next - last), "\(time) ms: \(last) to \(next)")
            last = next
        }
        #expect(last == 255)
        // One that has room is there at once.
        content.change(to: HUD(.text, label: "A label of same"), at: 500 * millisecond)
        scene.draw(content, at: 500 * millisecond)
        #expect(brightest() == 255)
    }

    @Test func boxesGrowFrameByFrame() throws {
        let scene = try Stage().scene(.standard, screen)
        var content = Content(HUD(label: "A"), at: 0)
        scene.draw(content, at: 0)
        content.change(to: HUD(label: "A label of some length", detail: "and more"), at: 0)
        var last = scene.boxSize
        var steps: [Int] = []
        for frame in 1...14 {
            scene.draw(content, at: Int64(frame) * 16_666_667)
            let size = scene.boxSize
            #expect(size.width >= last.width && size.height >= last.height)
            steps.append(size.width - last.width)
            last = size
        }
        let whole = steps.reduce(0, +)
        #expect(whole > 60 && steps.max() ?? 0 <= whole / 5, "\(steps)")
        #expect(steps.last == 0)
    }

    @Test func tenThousandChangesAreNoTrap() throws {
        var random = Seeded()
        let stage = try Stage()
        let theme = Theme.with { $0.progressStyle = .ring }
        let scene = stage.scene(theme, Size(width: 160, height: 120))
        var content = Content(HUD(label: "Tagged"), theme: theme, at: 0)
        let odd: [Double] = [.nan, .infinity, -.infinity, -1, 2, 1e300, .leastNonzeroMagnitude, -0.0, 0.5]
        var time: Int64 = 0
        for round in 0..<10_000 {
            var hud = anyHUD(&random)
            if round % 3 == 0 { hud.kind = .progress(odd.randomElement(using: &random) ?? 0) }
            content.change(to: hud, at: time)
            // Now and then the clock is a wild one.
            switch Int.random(in: 0..<50, using: &random) {
            case 0: time = Int64.random(in: .min ... .max, using: &random)
            case 1: time = [Int64.min, .max, 0].randomElement(using: &random) ?? 0
            default: time = time &+ Int64.random(in: 0...30_000_000, using: &random)
            }
            if round % 20 == 0 { scene.draw(content, at: time) }
            #expect(content.stillFrom >= .min)
        }
        #expect(scene.boxSize.width <= 160, "\(random)")
    }
}

extension Scene {
    /// How large what the layer shows is.
    fileprivate var boxSize: Size {
        let width = layer.size.width
        let pixels = layer.pixels
        let filled = pixels.indices.filter { pixels[$0] != 0 }
        let columns = filled.map { $0 % width }
        let rows = filled.map { $0 / width }
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
            let bottom = rows.max()
        else { return Size(width: 0, height: 0) }
        return Size(width: right - left + 1, height: bottom - top + 1)
    }
}
