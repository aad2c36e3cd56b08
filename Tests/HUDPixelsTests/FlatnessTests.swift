import HUDPixels
import TestSupport
import Testing

/// A layer knows where it is flat; what is drawn is the same as without that knowledge.
@Suite struct FlatnessTests {
    let size = Size(width: 120, height: 20)

    /// Whatever is drawn after the layer was shown once.
    @Test(arguments: [Pose(centerX: 70, centerY: 15), Pose(centerX: 70, centerY: 15, scale: 1.2, alpha: 0.7)])
    func whatIsDrawnLaterShows(_ pose: Pose) {
        var random = Seeded()
        for round in 0..<60 {
            let layer = Layer.patches(size, &random)
            let fresh = Layer(size: size)
            #expect(picture(layer, pose) == picture(layer, pose))
            let (x, y) = (Int.random(in: 0..<110, using: &random), Int.random(in: 0..<18, using: &random))
            switch round % 4 {
            case 0: layer.fill(Rect(x: x, y: y, width: 9, height: 2), .white)
            case 1:
                layer.paint(
                    Mask(size: Size(width: 5, height: 1), coverage: [1, 90, 200, 255, 7]), .white, x: x, y: y)
            case 2: layer.withSurface { $0.setPixel(0x8040_2010, x: x, y: y) }
            default:
                layer.copyPixels(
                    of: .noise(size, &random), turned: .none, Rect(x: x, y: y, width: 3, height: 1))
            }
            let all = Picture32(layer)
            fresh.withSurface { surface in
                for y in 0..<size.height {
                    for x in 0..<size.width { surface.setPixel(all[x, y], x: x, y: y) }
                }
            }
            #expect(picture(layer, pose) == picture(fresh, pose), "round \(round) \(random)")
        }
    }

    private func picture(_ layer: Layer, _ pose: Pose) -> Picture {
        var picture = Picture(size: Size(width: 150, height: 30)) {
            UInt32($0 * 12345 + $1 * 777) & 0xFF_FFFF
        }
        picture.withSurface { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
        return picture
    }

    /// Whichever part of the screen is drawn anew, it gets the pixels that the whole would have got.
    @Test(arguments: [PixelFormat.xrgb8888, .rgb888, .rgb565, .xrgb1555, .c8(.console)])
    func partsAreAsTheWhole(_ format: PixelFormat) {
        var random = Seeded()
        for round in 0..<60 {
            let layer = Layer.patches(size, &random)
            var pose = Pose(centerX: 70, centerY: 15, alpha: .random(in: 0...1, using: &random))
            if round % 2 == 1 { pose.scale = .random(in: 0.5...1.4, using: &random) }
            var whole = Canvas(Size(width: 150, height: 30), format, &random)
            var parts = whole
            whole.withSurface { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
            parts.withSurface { surface in
                let split = (
                    x: Int.random(in: 1..<150, using: &random), y: Int.random(in: 1..<30, using: &random)
                )
                for (x, width) in [(0, split.x), (split.x, 150 - split.x)] {
                    for (y, height) in [(0, split.y), (split.y, 30 - split.y)] {
                        let part = surface.part(Rect(x: x, y: y, width: width, height: height))
                        compose(layer, pose, over: part, into: part, x: x, y: y)
                    }
                }
            }
            let fault = parts.fault(whole)
            #expect(fault == nil, "\(pose) round \(round) \(random)")
        }
    }

    /// From a background to elsewhere: as over it in place.
    @Test(arguments: PixelFormat.samples) func theBackgroundMayBeElsewhere(_ format: PixelFormat) {
        var random = Seeded()
        for round in 0..<40 {
            let layer = round % 2 == 0 ? Layer.patches(size, &random) : .noise(size, &random)
            var pose = Pose(centerX: 70, centerY: 15, alpha: .random(in: 0...1, using: &random))
            if round % 4 > 1 { pose.scale = .random(in: 0.5...1.4, using: &random) }
            var background = Canvas(Size(width: 131, height: 24), format, &random)
            var target = Canvas(background.size, format, &random)
            let before = background
            target.withSurface { above in
                background.withSurface { compose(layer, pose, over: $0, into: above, x: 9, y: 3) }
            }
            #expect(background.fault(before) == nil)
            background.withSurface { compose(layer, pose, over: $0, into: $0, x: 9, y: 3) }
            let isSame = target.withSurface { a in
                background.withSurface { b in
                    (0..<24).allSatisfy { y in
                        (0..<131).allSatisfy { a.pixel(x: $0, y: y) == b.pixel(x: $0, y: y) }
                    }
                }
            }
            #expect(isSame, "\(format) \(pose) round \(round) \(random)")
        }
    }
}
