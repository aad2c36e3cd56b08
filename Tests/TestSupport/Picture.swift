public import HUDImage
public import HUDPixels

/// A picture that tests hold in their hands: opaque colours, no format, no padding.
public struct Picture: Equatable, Sendable {
    /// Width and height in pixels.
    public let size: Size
    /// 0xRRGGBB, row by row.
    public var pixels: [UInt32]

    /// A picture of one colour, 0xRRGGBB.
    public init(size: Size, color: UInt32 = 0) {
        self.size = size
        pixels = [UInt32](repeating: color, count: size.width * size.height)
    }

    /// A picture whose pixels `body` says by column and row.
    public init(size: Size, _ body: (Int, Int) -> UInt32) {
        self.init(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width { pixels[y * size.width + x] = body(x, y) }
        }
    }

    /// The colours of a surface of any format.
    public init(_ surface: Surface) {
        self.init(size: surface.size) { x, y in
            let color = surface.format.color(of: surface.pixel(x: x, y: y))
            return UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
        }
    }

    /// A PNG file.
    public init(png path: String) throws(ImageError) {
        self = try PNG.image(at: path).withSurface { Picture($0) }
    }

    /// The pixel in column `x` of row `y`.
    public subscript(x: Int, y: Int) -> UInt32 {
        get { pixels[y * size.width + x] }
        set { pixels[y * size.width + x] = newValue }
    }

    /// Lends the picture as a surface of `.xrgb8888`, to read or to draw into.
    public mutating func withSurface<Result>(_ body: (Surface) -> Result) -> Result {
        let size = size
        return pixels.withUnsafeMutableBytes {
            body(Surface(base: $0.baseAddress!, size: size, stride: size.width * 4, format: .xrgb8888))
        }
    }

    /// Writes a PNG file.
    public func write(to path: String) throws(ImageError) {
        let image = Image(size: size)
        image.withSurface { surface in
            for y in 0..<size.height {
                for x in 0..<size.width { surface.setPixel(self[x, y] | 0xFF00_0000, x: x, y: y) }
            }
        }
        try image.withSurface { Result<Void, ImageError>.catching($0, path) }.get()
    }

    /// The part inside `rect`, which must lie within.
    public func cropped(_ rect: Rect) -> Picture {
        Picture(size: rect.size) { self[$0 + rect.x, $1 + rect.y] }
    }

    /// The same picture moved to the right and down; what comes in is the nearest pixel.
    public func moved(_ dx: Int, _ dy: Int) -> Picture {
        Picture(size: size) { x, y in
            self[min(max(x - dx, 0), size.width - 1), min(max(y - dy, 0), size.height - 1)]
        }
    }

    /// Each pixel as a square of `factor` pixels, to look at.
    public func enlarged(_ factor: Int) -> Picture {
        Picture(size: Size(width: size.width * factor, height: size.height * factor)) {
            self[$0 / factor, $1 / factor]
        }
    }

    /// The greatest difference of a channel at a pixel.
    public func difference(_ other: Picture, x: Int, y: Int) -> Int {
        let (a, b) = (self[x, y], other[x, y])
        return [UInt32(0), 8, 16].map { abs(Int(a >> $0 & 0xFF) - Int(b >> $0 & 0xFF)) }.max() ?? 0
    }

    /// The differences as brightness, times four.
    public func difference(_ other: Picture) -> Picture {
        Picture(size: size) { UInt32(min(255, difference(other, x: $0, y: $1) * 4)) * 0x01_0101 }
    }
}

extension Result where Success == Void, Failure == ImageError {
    fileprivate static func catching(_ surface: Surface, _ path: String) -> Self {
        do throws(ImageError) {
            return .success(try PNG.write(surface, to: path))
        } catch {
            return .failure(error)
        }
    }
}
