public import HUDPixels

/// An opaque picture: XRGB8888, the unused byte 255, rows without padding.
public final class Image {
    /// Width and height in pixels.
    public let size: Size
    private let pixels: UnsafeMutableRawPointer

    /// A picture of one colour; its alpha does not count.
    public init(size: Size, color: Color = .black) {
        self.size = size
        let pixel = PixelFormat.argb8888.pixel(
            of: Color(red: color.red, green: color.green, blue: color.blue))
        pixels = .allocate(byteCount: max(1, size.width * size.height * 4), alignment: 64)
        pixels.initializeMemory(as: UInt32.self, repeating: pixel, count: size.width * size.height)
    }

    deinit {
        pixels.deallocate()
    }

    /// Lends the pixels, to draw into or to read: format `.xrgb8888`, stride `width * 4`.
    public func withSurface<Result, Failure: Error>(
        _ body: (Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(Surface(base: pixels, size: size, stride: size.width * 4, format: .xrgb8888))
    }
}
