import HUDPixels
import TestSupport
import Testing

@Suite struct PaintingTests {
    @Test func paintsThroughAMaskLikeTheReference() {
        var random = Seeded()
        for round in 0..<500 {
            let layer = Layer.noise(
                Size(width: .random(in: 1...50, using: &random), height: .random(in: 1...6, using: &random)),
                &random)
            let size = Size(
                width: .random(in: 1...50, using: &random), height: .random(in: 1...6, using: &random))
            var mask = Mask(size: size)
            for index in mask.coverage.indices where Bool.random(using: &random) {
                mask.coverage[index] = .random(in: 0...255, using: &random)
            }
            if round % 3 == 0 { mask = Mask(size: size) }  // mostly empty rows take a shorter way
            let color = Color(
                red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                blue: .random(in: 0...255, using: &random), alpha: .random(in: 0...255, using: &random))
            let (dx, dy) = (Int.random(in: -20...20, using: &random), Int.random(in: -3...3, using: &random))
            let before = Picture32(layer)
            // Half of the times through a part of the layer, which may reach beyond it.
            var clip = Rect(layer.size)
            let version = layer.version
            if round % 2 == 0 {
                layer.paint(mask, color, x: dx, y: dy)
            } else {
                clip = Rect(
                    x: .random(in: -9...40, using: &random), y: .random(in: -2...4, using: &random),
                    width: .random(in: 0...30, using: &random), height: .random(in: 0...5, using: &random))
                layer.paint(mask, color, x: dx, y: dy, in: clip)
            }
            let changed = layer.changes(since: version)
            #expect(changed.isEmpty || Rect(layer.size).intersection(clip).intersection(changed) == changed)
            let after = Picture32(layer)
            for y in 0..<layer.size.height {
                for x in 0..<layer.size.width {
                    let (u, v) = (x - dx, y - dy)
                    let isClear = (clip.x..<clip.maxX).contains(x) && (clip.y..<clip.maxY).contains(y)
                    let isInside = isClear && (0..<size.width).contains(u) && (0..<size.height).contains(v)
                    let coverage = isInside ? UInt32(mask.coverage[v * size.width + u]) : 0
                    let source = Reference.times(pixel: color.premultiplied, coverage)
                    #expect(after[x, y] == Reference.over(source, before[x, y]), "round \(round) \(random)")
                }
            }
        }
    }

    @Test func fillsLikeTheReference() {
        var random = Seeded()
        for width in Array(1...40) + Array(510...530) {
            let layer = Layer.noise(Size(width: width + 48, height: 5), &random)
            let before = Picture32(layer)
            let color = Color(red: 200, green: 30, blue: 90, alpha: .random(in: 0...255, using: &random))
            let rect = Rect(x: .random(in: -3...30, using: &random), y: 1, width: width, height: 3)
            layer.fill(rect, color)
            let after = Picture32(layer)
            for y in 0..<5 {
                for x in 0..<layer.size.width {
                    let isInside = x >= rect.x && x < rect.maxX && y >= 1 && y < 4
                    let source = isInside ? color.premultiplied : 0
                    #expect(after[x, y] == Reference.over(source, before[x, y]), "\(rect) \(random)")
                }
            }
        }
    }

    /// On every format, every byte around the rectangle as it was.
    @Test(arguments: PixelFormat.samples) func fillsAndPaintsOnEveryFormat(_ format: PixelFormat) {
        var random = Seeded()
        for round in 0..<150 {
            var target = Canvas(
                Size(width: .random(in: 1...130, using: &random), height: .random(in: 1...4, using: &random)),
                format,
                &random)
            var expected = target
            let rect = Rect(
                x: .random(in: -20...60, using: &random), y: .random(in: -2...3, using: &random),
                width: .random(in: 1...150, using: &random), height: .random(in: 1...4, using: &random))
            let color = Color(
                red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                blue: .random(in: 0...255, using: &random),
                alpha: [0, 255, .random(in: 0...255, using: &random)].randomElement(using: &random)!)
            var mask = Mask(size: rect.size)
            var coverage: UInt8 = 255
            for index in mask.coverage.indices {
                // Runs of all and of nothing, and what is between.
                if Int.random(in: 0...9, using: &random) == 0 {
                    coverage = [0, 255, .random(in: 0...255, using: &random)].randomElement(using: &random)!
                }
                mask.coverage[index] = round % 2 == 0 ? 255 : coverage
            }
            expected.withSurface { surface in
                for y in max(0, rect.y)..<max(0, rect.y, min(surface.size.height, rect.maxY)) {
                    for x in max(0, rect.x)..<max(0, rect.x, min(surface.size.width, rect.maxX)) {
                        let covered = UInt32(mask.coverage[(y - rect.y) * rect.width + x - rect.x])
                        let source = Reference.times(pixel: color.premultiplied, covered)
                        let old = surface.pixel(x: x, y: y)
                        surface.setPixel(Reference.over(source, old, format, x: x, y: y), x: x, y: y)
                    }
                }
            }
            target.withSurface { surface in
                if round % 2 == 0 {
                    surface.fill(rect, color)
                } else {
                    surface.paint(mask, color, x: rect.x, y: rect.y)
                }
            }
            let fault = target.fault(expected)
            #expect(fault == nil, "\(format) \(rect) \(color) round \(round) \(random)")
            if fault != nil { return }
        }
    }
}
