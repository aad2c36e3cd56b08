internal import HUDPixels

extension Line {
    /// What the line looks like: a mask for what takes the ink's colour, and the pictures among its glyphs.
    public struct Drawing {
        /// Everything but the pictures.
        public let mask: PlacedMask
        /// Emoji.
        public let pictures: [PlacedPicture]
    }

    /// Rasterises the line with its start at column `x`, to a sixteenth of a pixel, and its baseline on the upper
    /// edge of row `baseline`.
    public func draw(x: Double, baseline: Int) -> Drawing {
        let start = Int((x * 64).rounded())
        var parts: [GlyphCoverage] = []
        var pictures: [PlacedPicture] = []
        for run in runs {
            for glyph in run.glyphs {
                let across = start + run.x + glyph.x
                let down = baseline - (glyph.y + 32) >> 6
                // A tower of accents stands on few pixels and may be as high as a house.
                guard abs(down - baseline) < Int(8 * size) else { continue }
                if let picture = picture(of: glyph, run.face, across, down) {
                    pictures.append(picture)
                } else if let part = coverage(of: glyph, run.face, across, down) {
                    parts.append(part)
                }
            }
        }
        return Drawing(mask: Line.merged(parts), pictures: pictures)
    }

    private func coverage(of glyph: Glyph, _ face: Face, _ x: Int, _ y: Int) -> GlyphCoverage? {
        guard let index = glyph.index else {
            let box = MissingGlyph(size: size)
            let bounds = Rect(
                x: (x + 32) >> 6 + box.columns.lowerBound, y: y - box.height, width: box.columns.count,
                height: box.height)
            return GlyphCoverage(bounds: bounds, coverage: box.coverage)
        }
        let sixteenths = (x + 2) >> 2
        var part = face.coverage(of: index, size: size, sixteenth: sixteenths & 15)
        part?.bounds.x += sixteenths >> 4
        part?.bounds.y += y
        return part
    }

    private func picture(of glyph: Glyph, _ face: Face, _ x: Int, _ y: Int) -> PlacedPicture? {
        guard face.isColored, let index = glyph.index, let picture = face.picture(of: index, size: size)
        else { return nil }
        let factor = face.factor(size: size)
        let left = Double(x) / 64 + Double(picture.left) * factor
        let top = Double(y) - Double(picture.top) * factor
        return PlacedPicture(
            picture: picture,
            target: Rect(
                x: Int(left.rounded()), y: Int(top.rounded()),
                width: max(1, Int((Double(picture.artwork.size.width) * factor).rounded())),
                height: max(1, Int((Double(picture.artwork.size.height) * factor).rounded()))))
    }

    private static func merged(_ parts: [GlyphCoverage]) -> PlacedMask {
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
}

extension Face {
    /// Rasterises a line without its pictures; see `Line.draw`.
    public func draw(_ line: Line, x: Double, baseline: Int) -> PlacedMask {
        line.draw(x: x, baseline: baseline).mask
    }
}
