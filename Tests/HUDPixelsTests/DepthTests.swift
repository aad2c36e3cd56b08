import HUDPixels
import TestSupport
import Testing

/// What few colours make of many.
@Suite struct DepthTests {
    /// A flat box on a flat background is the same four pixels by four all over, and as bright as it should be.
    @Test(arguments: [PixelFormat.rgb565, .bgr565, .xrgb1555, .fields(1, (5, 3), (2, 3), (0, 2))])
    func aFlatBoxIsDitheredEvenly(_ format: PixelFormat) {
        var random = Seeded()
        for _ in 0..<40 {
            let layer = Layer(size: Size(width: 64, height: 32))
            let color = Color(
                red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                blue: .random(in: 0...255, using: &random), alpha: .random(in: 0...255, using: &random))
            layer.fill(Rect(layer.size), color)
            var target = Canvas(Size(width: 64, height: 32), format, &random)
            let below = format.pixel(of: Color(red: 90, green: 140, blue: 200))
            target.withSurface { surface in
                for y in 0..<32 { for x in 0..<64 { surface.setPixel(below, x: x, y: y) } }
                compose(layer, Pose(centerX: 32, centerY: 16), over: surface, into: surface, x: 0, y: 0)
                for y in 0..<32 {
                    for x in 0..<64 {
                        #expect(surface.pixel(x: x, y: y) == surface.pixel(x: x & 3, y: y & 3), "\(random)")
                    }
                }
                for (shift, field) in [(UInt32(16), format.red), (8, format.green), (0, format.blue)] {
                    let most = UInt32(1) << UInt32(field.length) - 1
                    var sum: UInt32 = 0
                    for pixel in 0..<16 {
                        sum += surface.pixel(x: pixel & 3, y: pixel >> 2) >> UInt32(field.offset) & most
                    }
                    let source = color.premultiplied
                    let old = Double(below >> UInt32(field.offset) & most)
                    let exact =
                        old * Double(255 - source >> 24) / 255 + Double(source >> shift & 255) / 255
                        * Double(most)
                    #expect(abs(Double(sum) / 16 - exact) <= 1.0 / 16, "\(format) \(color) \(random)")
                }
            }
        }
    }

    /// Colours that the map has are taken as they are, all others from those around them.
    @Test(arguments: [Palette.console, .cube]) func aPaletteGivesItsNearest(_ palette: Palette) {
        var random = Seeded()
        let format = PixelFormat.c8(palette)
        for (number, color) in palette.colors.enumerated() {
            #expect(format.color(of: UInt32(number)) == color)
            #expect(format.color(of: format.pixel(of: color)) == color)
        }
        for _ in 0..<2000 {
            let color = Color(
                red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                blue: .random(in: 0...255, using: &random))
            func distance(_ other: Color) -> Int {
                let red = Int(color.red) - Int(other.red)
                let green = Int(color.green) - Int(other.green)
                let blue = Int(color.blue) - Int(other.blue)
                return red * red + green * green + blue * blue
            }
            let least = palette.colors.map(distance).min()
            #expect(distance(format.color(of: format.pixel(of: color))) == least, "\(color) \(random)")
        }
    }

    /// A grey ramp on a map of black and white is on average as bright as it should be.
    @Test func twoColoursMakeGreys() {
        let palette = Palette([.black, .white])
        for level in stride(from: UInt8(0), through: 255, by: 5) {
            var random = Seeded()
            var target = Canvas(Size(width: 16, height: 16), .c8(palette), &random)
            let white = target.withSurface { surface in
                surface.fill(Rect(surface.size), Color(red: level, green: level, blue: level))
                return (0..<256).count { surface.pixel(x: $0 % 16, y: $0 / 16) == 1 }
            }
            #expect(abs(Double(white) / 256 - Double(level) / 255) <= 1.0 / 16, "\(level)")
        }
    }

    /// Every format to every other, as one pixel after the other over it.
    @Test(arguments: PixelFormat.samples) func convertsLikeTheReference(_ format: PixelFormat) {
        var random = Seeded()
        for source in PixelFormat.samples {
            let size = Size(width: .random(in: 1...150, using: &random), height: 3)
            var from = Canvas(size, source, &random)
            var to = Canvas(size, format, &random)
            var expected = to
            from.withSurface { from in
                expected.withSurface { surface in
                    for y in 0..<3 {
                        for x in 0..<size.width {
                            var color = source.color(of: from.pixel(x: x, y: y))
                            color.alpha = 255
                            let old = surface.pixel(x: x, y: y)
                            surface.setPixel(
                                Reference.over(color.premultiplied, old, format, x: x, y: y), x: x, y: y)
                        }
                    }
                }
                to.withSurface { $0.convertPixels(from: from) }
            }
            let fault = to.fault(expected)
            #expect(fault == nil, "\(source) to \(format) \(random)")
        }
    }
}
