/// The HUD, drawn once and at rest: premultiplied ARGB8888, rows without padding.
public final class Layer {
    /// Width and height in pixels.
    public let size: Size
    let pixels: UnsafeMutableRawPointer
    let scratch = Scratch()
    private var runs: FlatRuns?
    /// Rows that were lent to be drawn into since the flat runs were looked for.
    private var changed: Range<Int>

    /// A transparent layer.
    public init(size: Size) {
        self.size = size
        changed = 0..<size.height
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
        // Before and after: it may be shown in between.
        change(0..<size.height)
        defer { change(0..<size.height) }
        return try body(surface)
    }

    var surface: Surface {
        Surface(base: pixels, size: size, stride: size.width * 4, format: .argb8888)
    }

    /// Says that pixels of these rows are about to be others.
    func change(_ rows: Range<Int>) {
        if rows.isEmpty { return }
        let all = changed.isEmpty ? rows : changed
        changed = min(all.lowerBound, rows.lowerBound)..<max(all.upperBound, rows.upperBound)
    }

    /// Where the layer is flat now. Whoever keeps a surface of it beyond its loan is not seen.
    func flatRuns() -> FlatRuns {
        let known = runs ?? FlatRuns(size)
        runs = known
        known.update(changed, pixels)
        changed = 0..<0
        return known
    }
}
