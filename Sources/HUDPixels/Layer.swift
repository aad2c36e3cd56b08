/// The HUD, drawn once and at rest: premultiplied ARGB8888, rows without padding.
public final class Layer {
    /// Width and height in pixels.
    public let size: Size
    let pixels: UnsafeMutableRawPointer
    let scratch = Scratch()

    /// A transparent layer.
    public init(size: Size) {
        self.size = size
        let bytes = size.width * size.height * 4
        pixels = .allocate(byteCount: bytes + Layer.slack, alignment: 64)
        pixels.initializeMemory(as: UInt8.self, repeating: 0, count: bytes + Layer.slack)
    }

    deinit {
        pixels.deallocate()
    }

    /// The last row can be read in whole steps of eight pixels.
    private static let slack = 32

    /// Lends the pixels, to draw into or to read: format `.argb8888`, premultiplied, stride `width * 4`.
    ///
    /// No channel of a pixel may exceed its alpha: drawing relies on it.
    public func withSurface<Result, Failure: Error>(
        _ body: (Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(Surface(base: pixels, size: size, stride: size.width * 4, format: .argb8888))
    }
}
