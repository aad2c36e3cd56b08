import HUDPixels
import TestSupport

/// What composing means, one pixel at a time in plain integers: what the kernels are held against.
enum Reference {
    /// The nearest integer to `a * b / 255`.
    static func times(_ a: UInt32, _ b: UInt32) -> UInt32 { (a * b + 127) / 255 }

    static func channels(_ pixel: UInt32) -> [UInt32] { [0, 8, 16, 24].map { pixel >> $0 & 0xFF } }

    static func pixel(_ channels: [UInt32]) -> UInt32 {
        channels.enumerated().reduce(0) { $0 | $1.element << UInt32($1.offset * 8) }
    }

    static func times(pixel: UInt32, _ factor: UInt32) -> UInt32 {
        Reference.pixel(channels(pixel).map { times($0, factor) })
    }

    /// Premultiplied over premultiplied.
    static func over(_ source: UInt32, _ target: UInt32) -> UInt32 {
        let rest = 255 - source >> 24
        return pixel(zip(channels(source), channels(target)).map { $0 + times($1, rest) })
    }

    /// A premultiplied pixel over one of a format, in column `x` of row `y`: colours composed in the format's own
    /// steps and alpha with them, bits of no channel kept.
    static func over(_ source: UInt32, _ target: UInt32, _ format: PixelFormat, x: Int, y: Int) -> UInt32 {
        let alpha = source >> 24
        if alpha == 0 { return target }
        if let palette = format.palette {
            let old = format.color(of: target).premultiplied
            return UInt32(number(in: palette, for: over(source, old), x: x, y: y))
        }
        var result = target
        var channels: [(UInt32, PixelFormat.Field)] = [
            (source >> 16 & 0xFF, format.red), (source >> 8 & 0xFF, format.green),
            (source & 0xFF, format.blue),
        ]
        if format.red == format.green { channels = [(grey(source), format.red)] }
        for (value, field) in channels {
            let most = UInt32(1) << UInt32(field.length) - 1
            let old = target >> UInt32(field.offset) & most
            // Rounded to the nearest, or up from where the dither says.
            let up = field.length < 8 ? dither(x: x, y: y) : 127
            let new = (old * (255 - alpha) + value * most + up) / 255
            result = result & ~(most << UInt32(field.offset)) | new << UInt32(field.offset)
        }
        // Alpha like a colour, but never dithered.
        let most = UInt32(1) << UInt32(format.alpha.length) - 1
        let old = target >> UInt32(format.alpha.offset) & most
        let new = (old * (255 - alpha) + alpha * most + 127) / 255
        return result & ~(most << UInt32(format.alpha.offset)) | new << UInt32(format.alpha.offset)
    }

    /// Bayer's matrix: where in a step, of 255ths, a pixel takes the next one.
    static func dither(x: Int, y: Int) -> UInt32 {
        let order: [UInt32] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
        return order[(y & 3) * 4 + x & 3] * 16 + 7
    }

    static func grey(_ pixel: UInt32) -> UInt32 {
        let sum = (pixel >> 16 & 0xFF) * 77 + (pixel >> 8 & 0xFF) * 150 + (pixel & 0xFF) * 29
        return (sum + 128) >> 8
    }

    /// Of the two colours of the map between which a colour lies, the one whose turn it is.
    private static func number(in palette: Palette, for pixel: UInt32, x: Int, y: Int) -> Int {
        func vector(_ pixel: UInt32) -> [Int] { [16, 8, 0].map { Int(pixel >> $0 & 0xFF) } }
        func dot(_ a: [Int], _ b: [Int]) -> Int { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
        let colours = palette.colors.map { vector($0.premultiplied) }
        func nearest(_ wanted: [Int]) -> Int {
            let off = colours.map { zip($0, wanted).map { $0 - $1 } }.map { dot($0, $0) }
            return off.firstIndex(of: off.min()!)!
        }
        let wanted = vector(pixel)
        let first = nearest(wanted)
        let off = zip(wanted, colours[first]).map { $0 - $1 }
        if off == [0, 0, 0] { return first }
        var second = first
        for times in [1, 2, 4, 8] where second == first {
            second = nearest(zip(wanted, off).map { min(max($0 + $1 * times, 0), 255) })
        }
        let way = zip(colours[second], colours[first]).map { $0 - $1 }
        return dot(off, way) * 256 > Int(dither(x: x, y: y) + 1) * dot(way, way) ? second : first
    }

    /// The zoom: eight bits of place between two pixels, two rows mixed and the mixture across, each to the nearest;
    /// the layer's border by the part of the pixel that it covers.
    static func zoomed(_ layer: Picture32, _ pose: Pose, x: Int, y: Int) -> UInt32 {
        let across = axis(pose.centerX, pose.scale, layer.size.width, x)
        let down = axis(pose.centerY, pose.scale, layer.size.height, y)
        let alpha = UInt32((pose.alpha * 255).rounded())
        func column(_ x: Int) -> UInt32 { mix(layer[x, down.first], layer[x, down.second], down.weight) }
        let mixed = mix(column(across.first), column(across.second), across.weight)
        return times(pixel: times(pixel: mixed, across.coverage), times(alpha, down.coverage))
    }

    private static func mix(_ a: UInt32, _ b: UInt32, _ weight: UInt32) -> UInt32 {
        pixel(zip(channels(a), channels(b)).map { ($0 * (256 - weight) + $1 * weight + 128) >> 8 })
    }

    private static func axis(_ center: Double, _ scale: Double, _ length: Int, _ pixel: Int)
        -> (first: Int, second: Int, weight: UInt32, coverage: UInt32)
    {
        let start = center - Double(length) * scale / 2
        let end = center + Double(length) * scale / 2
        // Places in 2 to the power of -32: what is beyond cannot be seen.
        let one = 4_294_967_296.0
        let first = start.rounded(.down)
        let origin = Int64((((0.5 + first - start) / scale - 0.5) * one).rounded())
        let place = origin + Int64(pixel - Int(first)) * Int64((one / scale).rounded())
        let inside = min(max(place, 0), Int64(length - 1) << 32)
        let index = min(inside >> 32, Int64(max(length - 2, 0)))
        let weight = (Double(inside - index << 32) / one * 256).rounded()
        let covered = min(Double(pixel) + 1, end) - max(Double(pixel), start)
        return (
            Int(index), min(Int(index) + 1, length - 1), UInt32(weight),
            UInt32((min(max(covered, 0), 1) * 255).rounded())
        )
    }
}

/// Premultiplied pixels to read from.
struct Picture32 {
    let size: Size
    let pixels: [UInt32]

    subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }

    init(_ layer: Layer) {
        size = layer.size
        pixels = layer.withSurface { surface in
            (0..<surface.size.height).flatMap { y in
                (0..<surface.size.width).map { surface.pixel(x: $0, y: y) }
            }
        }
    }
}

/// A surface inside memory of its own, with odd beginnings, odd strides and a rim of random bytes.
struct Canvas {
    var bytes: [UInt8]
    let size: Size
    let stride: Int
    let offset: Int
    let format: PixelFormat

    init(_ size: Size, _ format: PixelFormat, _ random: inout Seeded) {
        self.size = size
        self.format = format
        offset = Int.random(in: 0...67, using: &random)
        stride = size.width * format.bytesPerPixel + Int.random(in: 0...13, using: &random)
        bytes = []
        for _ in 0..<offset + stride * size.height + 40 {
            bytes.append(UInt8.random(in: 0...255, using: &random))
        }
    }

    /// The first byte that is not as expected, of all there are; nil if there is none.
    func fault(_ expected: Canvas) -> String? {
        guard let index = bytes.indices.first(where: { bytes[$0] != expected.bytes[$0] }) else { return nil }
        let (y, byte) = (index - offset).quotientAndRemainder(dividingBy: stride)
        return "byte \(byte) of row \(y) is \(bytes[index]), not \(expected.bytes[index])"
    }

    mutating func withSurface<Result>(_ body: (Surface) -> Result) -> Result {
        let (size, stride, offset, format) = (size, stride, offset, format)
        return bytes.withUnsafeMutableBytes {
            body(Surface(base: $0.baseAddress! + offset, size: size, stride: stride, format: format))
        }
    }
}

extension Layer {
    /// A layer of rectangles of one colour over each other, some transparent, with noise in one of them.
    static func patches(_ size: Size, _ random: inout Seeded) -> Layer {
        let layer = Layer(size: size)
        layer.withSurface { surface in
            for patch in 0..<6 {
                let color = Color(
                    red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
                    blue: .random(in: 0...255, using: &random),
                    alpha: [0, 3, 100, 191, 255].randomElement(using: &random)!)
                let rect = Rect(
                    x: .random(in: -20...size.width, using: &random),
                    y: .random(in: -3...size.height, using: &random),
                    width: .random(in: 1...size.width * 2, using: &random),
                    height: .random(in: 1...size.height, using: &random)
                ).intersection(Rect(size))
                if rect.isEmpty { continue }
                for y in rect.y..<rect.maxY {
                    for x in rect.x..<rect.maxX {
                        let isNoise = patch == 4 && Bool.random(using: &random)
                        surface.setPixel(isNoise ? 0x2010_2010 : color.premultiplied, x: x, y: y)
                    }
                }
            }
        }
        return layer
    }

    /// A layer of premultiplied noise, with transparent and opaque parts.
    static func noise(_ size: Size, _ random: inout Seeded) -> Layer {
        let layer = Layer(size: size)
        layer.withSurface { surface in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let kind = Int.random(in: 0...7, using: &random)
                    let alpha = kind == 0 ? 0 : kind == 1 ? 255 : UInt8.random(in: 0...255, using: &random)
                    let color = Color(
                        red: .random(in: 0...255, using: &random),
                        green: .random(in: 0...255, using: &random),
                        blue: .random(in: 0...255, using: &random), alpha: alpha)
                    surface.setPixel(color.premultiplied, x: x, y: y)
                }
            }
        }
        return layer
    }
}

extension PixelFormat {
    /// Layouts that Linux framebuffers have, and some that none should.
    static let samples: [PixelFormat] = [
        .xrgb8888, .argb8888, .xbgr8888, fields(4, (0, 8), (8, 8), (16, 8), (24, 8)),
        fields(4, (24, 8), (16, 8), (8, 8)), fields(4, (8, 8), (16, 8), (24, 8), (0, 8)),
        .rgb888, .bgr888, .rgb565, .bgr565, .xrgb1555, fields(2, (10, 5), (5, 5), (0, 5), (15, 1)),
        fields(2, (8, 4), (4, 4), (0, 4), (12, 4)), fields(4, (20, 10), (10, 10), (0, 10), (30, 2)),
        fields(4, (16, 8), (8, 8), (0, 8), (28, 4)), fields(4, (20, 5), (9, 6), (3, 5)),
        fields(3, (13, 5), (7, 6), (1, 6), (20, 3)), fields(4, (0, 8), (8, 8), (24, 8)),
        fields(4, (16, 6), (8, 6), (0, 6)), fields(4, (0, 8), (16, 8), (8, 8)),
        fields(2, (0, 5), (5, 5), (10, 5), (15, 1)), fields(2, (12, 4), (8, 4), (4, 4)),
        fields(2, (1, 5), (6, 5), (11, 5)), fields(2, (0, 8), (8, 4), (12, 4)),
        fields(3, (8, 8), (0, 8), (16, 8)),
        fields(1, (5, 3), (2, 3), (0, 2)), .grey8, fields(1, (4, 4), (4, 4), (4, 4)),
        fields(2, (0, 8), (0, 8), (0, 8), (8, 8)), .c8(.cube), .c8(.console),
    ]

    /// Whether it has three channels of its own.
    var isColoured: Bool { palette == nil && red != green }

    static func fields(
        _ bytes: Int, _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int),
        _ alpha: (Int, Int) = (0, 0),
        palette: Palette? = nil
    ) -> PixelFormat {
        PixelFormat(
            bytesPerPixel: bytes, red: Field(offset: red.0, length: red.1),
            green: Field(offset: green.0, length: green.1), blue: Field(offset: blue.0, length: blue.1),
            alpha: Field(offset: alpha.0, length: alpha.1), palette: palette)
    }
}

extension Palette {
    /// The sixteen colours of a console.
    static let console: Palette = {
        var colours: [Color] = []
        for number: UInt8 in 0..<16 {
            let low = number / 8 * 85
            func channel(_ bit: UInt8) -> UInt8 { (number >> bit & 1) * 170 + low }
            colours.append(Color(red: channel(2), green: channel(1), blue: channel(0)))
        }
        return Palette(colours)
    }()

    /// 6 x 6 x 6 colours, and greys.
    static let cube: Palette = {
        var colours: [Color] = []
        for number: UInt8 in 0..<216 {
            let (red, green, blue) = (number / 36, number / 6 % 6, number % 6)
            colours.append(Color(red: red * 51, green: green * 51, blue: blue * 51))
        }
        for level: UInt8 in 0..<40 {
            colours.append(Color(red: level * 6, green: level * 6, blue: level * 6))
        }
        return Palette(colours)
    }()
}
