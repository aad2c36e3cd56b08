/// The part of a framebuffer on which a HUD stands, in three pictures: what would be there without it
/// (`background`), and what the HUD wrote, in two generations. It is the worker's working memory and, in a
/// file, what another process needs to put the screen back.
///
/// Of each row one generation is the screen's as it was last seen; the other is being made or was there before.
struct SavedRows {
    private let base: UnsafeMutableRawPointer
    let count: Int
    /// Bytes from one row to the next, in each picture.
    let stride: Int

    init(base: UnsafeMutableRawPointer, count: Int, stride: Int) {
        self.base = base
        self.count = count
        self.stride = stride
    }

    /// The stride for rows of `bytes`: whole cache lines.
    static func stride(_ bytes: Int) -> Int { (bytes + 63) & ~63 }

    static func bytes(count: Int, stride: Int) -> Int {
        Self.stride(count) + 3 * count * stride
    }

    func background(_ row: Int) -> UnsafeMutableRawPointer {
        base + Self.stride(count) + row * stride
    }

    func generation(_ index: Int, _ row: Int) -> UnsafeMutableRawPointer {
        base + Self.stride(count) + ((1 + index) * count + row) * stride
    }

    /// The index of the generation that a row's screen shows.
    func shown(_ row: Int) -> Int { Int(flags(row) & 1) }

    /// The screen is between two generations: a process that died may have written the one that is shown, in
    /// part or not at all.
    func isTorn(_ row: Int) -> Bool { flags(row) & 2 != 0 }

    func mark(_ row: Int, shown: Int, isTorn: Bool) {
        base.storeBytes(of: UInt8(shown) | (isTorn ? 2 : 0), toByteOffset: row, as: UInt8.self)
    }

    private func flags(_ row: Int) -> UInt8 {
        base.load(fromByteOffset: row, as: UInt8.self)
    }
}
