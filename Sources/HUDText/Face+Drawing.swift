internal import CFreeType
internal import HUDPixels

extension Face {
    /// Rasterises a line whose start is at column `x`, at any part of a pixel, and whose baseline is the upper
    /// edge of row `baseline`.
    public func draw(_ line: Line, x: Double, baseline: Int) -> PlacedMask {
        use(size: line.size)
        let start = Int((x * 64).rounded())
        let parts = line.glyphs.compactMap { bitmap(of: $0, start: start, baseline: baseline) }
        let bounds = parts.reduce(Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.bounds) }
        var mask = Mask(size: bounds.size)
        for part in parts {
            for y in 0..<part.bounds.height {
                let row = (part.bounds.y - bounds.y + y) * bounds.width + part.bounds.x - bounds.x
                for x in 0..<part.bounds.width {
                    // Neighbours may touch in a pixel, each covering a part of it.
                    let sum = Int(mask.coverage[row + x]) + Int(part.coverage[y * part.bounds.width + x])
                    mask.coverage[row + x] = UInt8(min(sum, 255))
                }
            }
        }
        return PlacedMask(mask, x: bounds.x, y: bounds.y)
    }

    private func bitmap(
        of glyph: Glyph, start: Int, baseline: Int
    ) -> (bounds: Rect, coverage: [UInt8])? {
        let x = start + glyph.x
        let bottom = baseline - (glyph.y + 32) >> 6
        guard let index = glyph.index, loadOutline(index) else {
            let box = MissingGlyph(face)
            let left = (x + 32) >> 6 + box.columns.lowerBound
            let bounds = Rect(x: left, y: bottom - box.height, width: box.columns.count, height: box.height)
            return (bounds, box.coverage)
        }
        guard let outline = face.pointee.glyph.pointer(to: \.outline), outline.pointee.n_points > 0 else {
            return nil
        }
        FT_Outline_Translate(outline, FT_Pos(x & 63), 0)
        var box = FT_BBox()
        FT_Outline_Get_CBox(outline, &box)
        let left = Int(box.xMin) >> 6
        let right = (Int(box.xMax) + 63) >> 6
        let lowest = Int(box.yMin) >> 6
        let highest = (Int(box.yMax) + 63) >> 6
        guard right > left, highest > lowest else { return nil }
        FT_Outline_Translate(outline, FT_Pos(-left * 64), FT_Pos(-lowest * 64))
        let size = Size(width: right - left, height: highest - lowest)
        return (
            Rect(x: x >> 6 + left, y: bottom - highest, width: size.width, height: size.height),
            library.rasterise(outline, size)
        )
    }
}
