/// The box that stands for a character which the font lacks: the font's own may be empty, and a label that
/// silently loses letters says something else than was meant. Lengths in pixels, but for the advance.
struct MissingGlyph {
    private let em: Double
    private let stroke: Int

    /// - Parameter size: pixels per em.
    init(size: Double) {
        em = size.rounded()
        stroke = max(1, Int((em / 14).rounded()))
    }

    /// In 64ths of a pixel.
    var advance: Int { (columns.upperBound + columns.lowerBound) * 64 }

    /// What it fills, from the pen to the right.
    var columns: Range<Int> {
        let left = max(1, Int((em / 12).rounded()))
        return left..<left + max(3, Int((em * 0.5).rounded()))
    }

    /// How high it stands on the baseline.
    var height: Int { max(4, Int((em * 0.72).rounded())) }

    /// Coverage of the box, `columns.count` by `height`.
    var coverage: [UInt8] {
        let width = columns.count
        var bytes = [UInt8](repeating: 255, count: width * height)
        for y in 0..<height where y >= stroke && y < height - stroke {
            for x in 0..<width where x >= stroke && x < width - stroke {
                bytes[y * width + x] = 0
            }
        }
        return bytes
    }
}
