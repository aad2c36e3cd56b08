import HUDPixels
import TestSupport
import Testing

@Suite struct CompositionTests {
    /// Every byte of the memory that holds the target is compared, so nothing else may change either.
    @Test(arguments: PixelFormat.samples) func composesLikeTheReference(_ format: PixelFormat) {
        var random = Seeded()
        for round in 0..<300 {
            let layer = sample(round, &random)
            let width = round % 2 == 0 ? 60 : 190
            var target = Canvas(
                Size(
                    width: .random(in: 1...width, using: &random), height: .random(in: 1...9, using: &random)),
                format, &random)
            let corner = (
                x: Int.random(in: -20...40, using: &random), y: Int.random(in: -4...6, using: &random)
            )
            let pose = pose(layer, corner, round, &random)
            var expected = target
            let source = Picture32(layer)
            expected.withSurface { surface in
                for y in 0..<surface.size.height {
                    for x in 0..<surface.size.width {
                        let pixel = drawn(source, pose, x: x + corner.x, y: y + corner.y)
                        let old = surface.pixel(x: x, y: y)
                        let new = Reference.over(pixel, old, format, x: x + corner.x, y: y + corner.y)
                        surface.setPixel(new, x: x, y: y)
                    }
                }
            }
            target.withSurface { compose(layer, pose, over: $0, into: $0, x: corner.x, y: corner.y) }
            let fault = target.fault(expected)
            #expect(fault == nil, "\(format) \(pose) \(layer.size) round \(round) \(random)")
            if fault != nil { return }
        }
    }

    @Test func drawsPremultipliedAndClearsTheRest() {
        var random = Seeded()
        for round in 0..<400 {
            let layer = sample(round, &random)
            var target = Canvas(Size(width: round % 2 == 0 ? 50 : 170, height: 9), .argb8888, &random)
            let pose = pose(layer, (3, 2), round, &random)
            var expected = target
            let source = Picture32(layer)
            expected.withSurface { surface in
                for y in 0..<9 {
                    for x in 0..<surface.size.width {
                        surface.setPixel(drawn(source, pose, x: x + 3, y: y + 2), x: x, y: y)
                    }
                }
            }
            target.withSurface { draw(layer, pose, into: $0, x: 3, y: 2) }
            let fault = target.fault(expected)
            #expect(fault == nil, "\(pose) \(layer.size) round \(round) \(random)")
            if fault != nil { return }
        }
    }

    /// As wide as a screen: long rows are drawn in parts, and end in another way.
    @Test(arguments: PixelFormat.samples) func wideRowsAreLikeTheReference(_ format: PixelFormat) {
        var random = Seeded()
        for scale in [1, 1, 0.9, 1.3, 2.4] {
            let size = Size(width: .random(in: 540...700, using: &random), height: 3)
            let layer = Layer.noise(size, &random)
            var pose = Pose(
                centerX: 300 + Double(size.width % 2) / 2, centerY: 3.5, scale: scale, alpha: 0.8)
            if scale != 1 { pose.centerX += 0.2 }
            let width = Int.random(in: 540...1600, using: &random)
            var target = Canvas(Size(width: width, height: 7), format, &random)
            var expected = target
            let source = Picture32(layer)
            expected.withSurface { surface in
                for y in 0..<surface.size.height {
                    for x in 0..<surface.size.width {
                        let new = Reference.over(
                            drawn(source, pose, x: x, y: y), surface.pixel(x: x, y: y), format, x: x, y: y)
                        surface.setPixel(new, x: x, y: y)
                    }
                }
            }
            target.withSurface { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
            let fault = target.fault(expected)
            #expect(fault == nil, "\(format) \(scale) \(size) \(random)")
        }
    }

    /// Noise, or something large with flat parts.
    private func sample(_ round: Int, _ random: inout Seeded) -> Layer {
        let size = Size(
            width: .random(in: 1...(round % 2 == 0 ? 41 : 160), using: &random),
            height: .random(in: 1...7, using: &random))
        return round % 2 == 0 ? .noise(size, &random) : .patches(size, &random)
    }

    /// A third at rest on whole pixels, a third at rest but between pixels, a third scaled.
    private func pose(_ layer: Layer, _ corner: (x: Int, y: Int), _ round: Int, _ random: inout Seeded)
        -> Pose
    {
        var pose = Pose(
            centerX: Double(corner.x + Int.random(in: -30...60, using: &random)) + Double(layer.size.width)
                / 2,
            centerY: Double(corner.y + Int.random(in: -5...9, using: &random)) + Double(layer.size.height) / 2
        )
        pose.alpha = round % 5 == 0 ? 1 : Double.random(in: 0...1, using: &random)
        if round % 3 == 1 { pose.centerX += Double.random(in: 0...1, using: &random) }
        if round % 3 == 2 { pose.scale = Double.random(in: 0.3...2.5, using: &random) }
        return pose
    }

    private func drawn(_ layer: Picture32, _ pose: Pose, x: Int, y: Int) -> UInt32 {
        let bounds = pose.bounds(of: layer.size)
        guard (bounds.x..<bounds.maxX).contains(x), (bounds.y..<bounds.maxY).contains(y) else { return 0 }
        let left = pose.centerX - Double(layer.size.width) / 2
        if pose.scale == 1 && left == left.rounded() {
            let alpha = UInt32((pose.alpha * 255).rounded())
            return Reference.times(pixel: layer[x - bounds.x, y - bounds.y], alpha)
        }
        return Reference.zoomed(layer, pose, x: x, y: y)
    }

    /// All 65,536 pairs of a source's alpha and a background, and of a channel and a global alpha.
    @Test func roundsToTheNearest() {
        let side = Size(width: 256, height: 256)
        let layer = Layer(size: side)
        layer.withSurface { surface in
            for y in 0..<256 { for x in 0..<256 { surface.setPixel(UInt32(x) << 24, x: x, y: y) } }
        }
        var picture = Picture(size: side) { UInt32($1) * 0x01_0101 }
        let rest = Pose(centerX: 128, centerY: 128)
        picture.withSurface { compose(layer, rest, over: $0, into: $0, x: 0, y: 0) }
        for y in 0..<256 {
            for x in 0..<256 {
                let exact = Double(y) * Double(255 - x) / 255
                #expect(abs(Double(picture[x, y] & 0xFF) - exact) <= 0.5)
            }
        }
        for alpha in 0...255 {
            let row = Layer(size: Size(width: 256, height: 1))
            row.withSurface { surface in
                for x in 0..<256 { surface.setPixel(0xFF00_0000 | UInt32(x), x: x, y: 0) }
            }
            var pose = Pose(centerX: 128, centerY: 0.5)
            pose.alpha = Double(alpha) / 255
            var drawn = Picture(size: row.size)
            drawn.pixels.withUnsafeMutableBytes {
                let surface = Surface(
                    base: $0.baseAddress!, size: row.size, stride: 1024, format: .argb8888)
                draw(row, pose, into: surface, x: 0, y: 0)
            }
            for x in 0..<256 {
                let exact = Double(x) * Double(alpha) / 255
                #expect(abs(Double(drawn[x, 0] & 0xFF) - exact) <= 0.5)
            }
        }
    }

    /// Held against real numbers and not against the reference's steps: within one step of the format, and what
    /// eight bits of alpha cost.
    @Test(arguments: PixelFormat.samples.filter(\.isColoured))
    func isWithinAStepOfTheExactComposite(_ format: PixelFormat) {
        var random = Seeded()
        let size = Size(width: 40, height: 20)
        let layer = Layer.noise(size, &random)
        var target = Canvas(size, format, &random)
        let before = target.withSurface { surface in
            (0..<20).flatMap { y in (0..<40).map { surface.pixel(x: $0, y: y) } }
        }
        let pose = Pose(centerX: 20, centerY: 10, alpha: 0.6)
        target.withSurface { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
        let source = Picture32(layer)
        for y in 0..<20 {
            for x in 0..<40 {
                let pixel = source[x, y]
                let alpha = Double(pixel >> 24) / 255 * 0.6
                for (shift, field) in [(UInt32(16), format.red), (8, format.green), (0, format.blue)] {
                    let most = UInt32(1) << UInt32(field.length) - 1
                    let old = Double(before[y * 40 + x] >> UInt32(field.offset) & most) / Double(most)
                    let exact = old * (1 - alpha) + Double(pixel >> shift & 0xFF) / 255 * 0.6
                    let new = target.withSurface {
                        Double($0.pixel(x: x, y: y) >> UInt32(field.offset) & most) / Double(most)
                    }
                    #expect(abs(new - exact) <= 1 / Double(most) + 1.0 / 255, "\(format) \(random)")
                }
            }
        }
    }

    @Test func copiesTheBackgroundToTheBit() {
        var random = Seeded()
        for format in PixelFormat.samples {
            var background = Canvas(Size(width: 33, height: 5), format, &random)
            var target = Canvas(Size(width: 33, height: 5), format, &random)
            let layer = Layer.noise(Size(width: 8, height: 8), &random)
            background.withSurface { below in
                target.withSurface { above in
                    compose(layer, Pose(centerX: -50, centerY: 2), over: below, into: above, x: 0, y: 0)
                    for y in 0..<5 {
                        for x in 0..<33 {
                            #expect(above.pixel(x: x, y: y) == below.pixel(x: x, y: y), "\(random)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [
        Pose(centerX: 20, centerY: 20, alpha: 0), Pose(centerX: 20, centerY: 20, scale: 0),
        Pose(centerX: 20, centerY: 20, alpha: .nan), Pose(centerX: 20, centerY: 20, scale: -1),
    ]) func drawsNothingOfWhatIsNotThere(_ pose: Pose) {
        let layer = Layer(size: Size(width: 10, height: 10))
        layer.fill(Rect(layer.size), .white)
        var picture = Picture(size: Size(width: 40, height: 40), color: 0x123456)
        picture.withSurface { compose(layer, pose, over: $0, into: $0, x: 0, y: 0) }
        #expect(picture == Picture(size: picture.size, color: 0x123456))
    }
}
