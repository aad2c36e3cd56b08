/// The HUD, drawn once and at rest: premultiplied ARGB8888, rows without padding.
public final class Layer {
    public let size: Size
    let pixels: UnsafeMutableRawPointer

    /// A transparent layer.
    public init(size: Size) {
        self.size = size
        let bytes = size.width * size.height * 4
        pixels = .allocate(byteCount: bytes, alignment: 64)
        pixels.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    }

    deinit {
        pixels.deallocate()
    }

    /// Lends the pixels, to draw into or to read: format `.argb8888`, premultiplied, stride `width * 4`.
    public func withSurface<Result>(_ body: (Surface) -> Result) -> Result {
        body(Surface(base: pixels, size: size, stride: size.width * 4, format: .argb8888))
    }
}
