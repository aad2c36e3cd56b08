/// The HUD, drawn once and at rest: premultiplied ARGB8888, rows without padding.
public final class Layer {
    /// Width and height in pixels.
    public let size: Size
    let pixels: UnsafeMutableRawPointer
    let scratch = Scratch()
    private var runs: FlatRuns?
    /// Rows that were lent to be drawn into since the flat runs were looked for.
    private var changed: Range<Int>
    private var log = ChangeLog()

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

    /// Lends the pixels to draw into: format `.argb8888`, premultiplied, stride `width * 4`.
    ///
    /// No channel of a pixel may exceed its alpha: drawing relies on it.
    public func withSurface<Result, Failure: Error>(
        _ body: (Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withSurface(of: Rect(size), body)
    }

    /// Lends the pixels inside `rect`, as far as they lie in the layer, to draw into.
    public func withSurface<Result, Failure: Error>(
        of rect: Rect, _ body: (Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let part = Rect(size).intersection(rect)
        // Noted before and after `body`: a screen may read the version while `body` draws.
        change(part)
        defer { change(part) }
        return try body(surface.part(part))
    }

    /// Lends the pixels to be read and nothing else.
    public func withPixels<Result, Failure: Error>(
        _ body: (Surface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(surface)
    }

    /// A number that is another one after each change of the pixels; `changes(since:)` takes it.
    public var version: Int { log.version }

    /// The smallest rectangle known to hold all that has changed since the layer had this version: empty where
    /// nothing has, the whole layer where that is too long ago.
    public func changes(since version: Int) -> Rect {
        log.changes(since: version) ?? Rect(size)
    }

    /// Makes the layer transparent inside `rect`, as far as that lies in it.
    public func clear(_ rect: Rect) {
        withSurface(of: rect) { part in
            for row in 0..<part.size.height {
                part.row(row).initializeMemory(as: UInt8.self, repeating: 0, count: part.size.width * 4)
            }
        }
    }

    var surface: Surface {
        Surface(base: pixels, size: size, stride: size.width * 4, format: .argb8888)
    }

    /// Notes that these pixels change.
    func change(_ rect: Rect) {
        if rect.isEmpty { return }
        log.add(rect)
        let rows = rect.y..<rect.maxY
        let all = changed.isEmpty ? rows : changed
        changed = min(all.lowerBound, rows.lowerBound)..<max(all.upperBound, rows.upperBound)
    }

    /// Where the layer has one colour now. It looks again only at rows that were lent to be drawn into since the last call,
    /// so a change through a surface that was kept after `withSurface` returned is missed.
    func flatRuns() -> FlatRuns {
        let known = runs ?? FlatRuns(size)
        runs = known
        known.update(changed, pixels)
        changed = 0..<0
        return known
    }
}
