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

    /// A premultiplied pixel over one of a format: colours composed in the format's own steps, bits of no channel
    /// kept, alpha opaque wherever the source shows.
    static func over(_ source: UInt32, _ target: UInt32, _ format: PixelFormat) -> UInt32 {
        let alpha = source >> 24
        if alpha == 0 { return target }
        var result = target
        for (shift, field) in [(UInt32(16), format.red), (8, format.green), (0, format.blue)] {
            let most = UInt32(1) << UInt32(field.length) - 1
            let old = target >> UInt32(field.offset) & most
            let new = (old * (255 - alpha) + (source >> shift & 0xFF) * most + 127) / 255
            result = result & ~(most << UInt32(field.offset)) | new << UInt32(field.offset)
        }
        let most = UInt32(1) << UInt32(format.alpha.length) - 1
        return result | most << UInt32(format.alpha.offset)
    }

    /// The zoom: eight bits of place between two pixels, rows first across and then down, each to the nearest;
    /// the layer's border by the part of the pixel that it covers.
    static func zoomed(_ layer: Picture32, _ pose: Pose, x: Int, y: Int) -> UInt32 {
        let across = axis(pose.centerX, pose.scale, layer.size.width, x)
        let down = axis(pose.centerY, pose.scale, layer.size.height, y)
        if across.coverage == 0 || down.coverage == 0 { return 0 }
        let alpha = UInt32((pose.alpha * 255).rounded())
        func row(_ y: Int) -> UInt32 {
            let mixed = mix(layer[across.first, y], layer[across.second, y], across.weight)
            return times(pixel: mixed, across.coverage)
        }
        return times(pixel: mix(row(down.first), row(down.second), down.weight), times(alpha, down.coverage))
    }

    private static func mix(_ a: UInt32, _ b: UInt32, _ weight: UInt32) -> UInt32 {
        pixel(zip(channels(a), channels(b)).map { ($0 * (256 - weight) + $1 * weight + 128) >> 8 })
    }

    private static func axis(_ center: Double, _ scale: Double, _ length: Int, _ pixel: Int)
        -> (first: Int, second: Int, weight: UInt32, coverage: UInt32)
    {
        let start = center - Double(length) * scale / 2
        let end = center + Double(length) * scale / 2
        let place = min(max((Double(pixel) + 0.5 - start) / scale - 0.5, 0), Double(length - 1))
        let first = min(Int(place), max(length - 2, 0))
        let covered = min(Double(pixel) + 1, end) - max(Double(pixel), start)
        return (
            first, min(first + 1, length - 1), UInt32(((place - Double(first)) * 256).rounded()),
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
    ]

    static func fields(
        _ bytes: Int, _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int), _ alpha: (Int, Int) = (0, 0)
    ) -> PixelFormat {
        PixelFormat(
            bytesPerPixel: bytes, red: Field(offset: red.0, length: red.1),
            green: Field(offset: green.0, length: green.1), blue: Field(offset: blue.0, length: blue.1),
            alpha: Field(offset: alpha.0, length: alpha.1))
    }
}
