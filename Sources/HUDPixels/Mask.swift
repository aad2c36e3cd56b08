/// 8-bit coverage: 0 outside, 255 fully inside. Rows without padding.
public struct Mask: Equatable, Sendable {
    public let size: Size
    public var coverage: [UInt8]

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
