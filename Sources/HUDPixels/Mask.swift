/// 8-bit coverage: 0 outside, 255 fully inside. Rows without padding.
public struct Mask: Equatable, Sendable {
    /// Width and height in pixels.
    public let size: Size
    /// A byte for each pixel, row by row.
    public var coverage: [UInt8]

    /// A mask of the given coverage.
    ///
    /// - Precondition: `coverage` has `size.width * size.height` bytes.
    public init(size: Size, coverage: [UInt8]) {
        precondition(coverage.count == size.width * size.height)
        self.size = size
        self.coverage = coverage
    }

    /// An empty mask.
    public init(size: Size) {
        self.init(size: size, coverage: [UInt8](repeating: 0, count: size.width * size.height))
    }
}
