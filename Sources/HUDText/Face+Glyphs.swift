internal import CFreeType
internal import HUDPixels

/// One glyph at one size.
struct GlyphKey: Hashable {
    let glyph: UInt32
    /// In 64ths of a pixel per em.
    let size: Int
    /// Sixteenths of a pixel to the right: quarters would show in the distances of small letters.
    var sixteenth = 0
}

/// What a glyph is.
enum GlyphShape: Equatable {
    /// A space, or something invisible.
    case blank
    /// An outline; what it covers to the right of the pen, in 64ths of a pixel.
    case outline(ink: Range<Int>)
    /// A picture; what it covers, likewise.
    case picture(ink: Range<Int>)
    /// Nothing that can be drawn here.
    case unusable
}

/// A glyph as drawn, where the pen is the origin.
struct GlyphCoverage {
    var bounds: Rect
    var coverage: [UInt8]
}

extension Face {
    func shape(of glyph: UInt32, size: Double) -> GlyphShape {
        let key = GlyphKey(glyph: glyph, size: Int((size * 64).rounded()))
        if let shape = shapes.value(for: key, cost: { _ in 1 }) { return shape }
        use(size: size)
        let shape = measure(key, size)
        shapes.insert(shape, for: key, cost: 1)
        return shape
    }

    private func measure(_ key: GlyphKey, _ size: Double) -> GlyphShape {
        if isColored, let picture = picture(of: key.glyph, size: size) {
            let factor = factor(size: size) * 64
            let left = Int((Double(picture.left) * factor).rounded())
            let width = Int((Double(picture.artwork.size.width) * factor).rounded())
            return .picture(ink: left..<left + max(1, width))
        }
        guard loadOutline(key.glyph, size) else { return .unusable }
        let outline = face.pointee.glyph.pointer(to: \.outline)
        var box = FT_BBox()
        guard let outline, outline.pointee.n_points > 0, FT_Outline_Get_BBox(outline, &box) == 0,
            box.xMax > box.xMin
        else { return .blank }
        return .outline(ink: Int(box.xMin)..<Int(box.xMax))
    }

    /// Loads a glyph's outline into the face's slot, hinted vertically only: edges along the line are sharp,
    /// and the shape may stand at any part of a pixel. False if the glyph has none.
    private func loadOutline(_ glyph: UInt32, _ size: Double) -> Bool {
        guard FT_Load_Glyph(face, glyph, Face.light | Int32(FT_LOAD_NO_BITMAP)) == 0,
            face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return false }
        if isThin, let outline = face.pointee.glyph.pointer(to: \.outline) {
            // FreeType makes the outline larger to the right and upwards; moved back by half of that it keeps its centre.
            let across = FT_Pos((size * 64 / 28).rounded())
            let down = FT_Pos((size * 64 / 72).rounded())
            FT_Outline_EmboldenXY(outline, across, down)
            FT_Outline_Translate(outline, -across / 2, -down / 2)
        }
        return true
    }

    private static let light = Int32(FT_RENDER_MODE_LIGHT.rawValue & 15) << 16  // FT_LOAD_TARGET_LIGHT

    /// An outline's coverage, `sixteenth` sixteenths of a pixel to the right; nil if there is nothing to draw.
    func coverage(of glyph: UInt32, size: Double, sixteenth: Int) -> GlyphCoverage? {
        let key = GlyphKey(glyph: glyph, size: Int((size * 64).rounded()), sixteenth: sixteenth)
        if let coverage = coverages.value(for: key, cost: { $0.coverage.count }) { return coverage }
        use(size: size)
        guard loadOutline(glyph, size), let coverage = rasterise(sixteenth) else { return nil }
        coverages.insert(coverage, for: key, cost: coverage.coverage.count)
        return coverage
    }

    private func rasterise(_ sixteenth: Int) -> GlyphCoverage? {
        guard let outline = face.pointee.glyph.pointer(to: \.outline), outline.pointee.n_points > 0 else {
            return nil
        }
        FT_Outline_Translate(outline, FT_Pos(sixteenth * 4), 0)
        var box = FT_BBox()
        FT_Outline_Get_CBox(outline, &box)
        let left = Int(box.xMin) >> 6
        let right = (Int(box.xMax) + 63) >> 6
        let lowest = Int(box.yMin) >> 6
        let highest = (Int(box.yMax) + 63) >> 6
        let (width, height) = (right - left, highest - lowest)
        guard width > 0, height > 0, width * height <= 1 << 24 else { return nil }
        FT_Outline_Translate(outline, FT_Pos(-left * 64), FT_Pos(-lowest * 64))
        return GlyphCoverage(
            bounds: Rect(x: left, y: -highest, width: width, height: height),
            coverage: freeType.rasterise(outline, (width, height)))
    }

    /// A glyph in colours of its own; nil if it has none.
    func picture(of glyph: UInt32, size: Double) -> GlyphPicture? {
        // The bitmaps of a font all have one size.
        let key = GlyphKey(glyph: glyph, size: strike == nil ? Int((size * 64).rounded()) : 0)
        if let picture = pictures.value(for: key, cost: { $0.artwork.pixels.count * 4 }) { return picture }
        use(size: size)
        guard let picture = renderPicture(glyph) else { return nil }
        pictures.insert(picture, for: key, cost: picture.artwork.pixels.count * 4)
        return picture
    }

    private func renderPicture(_ glyph: UInt32) -> GlyphPicture? {
        guard FT_Load_Glyph(face, glyph, Face.light | Int32(FT_LOAD_COLOR)) == 0,
            let slot = face.pointee.glyph
        else { return nil }
        if slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE, slot.pointee.outline.n_points > 0 || strike == nil
        {
            FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL)  // in layers, if it has some
        }
        let bitmap = slot.pointee.bitmap
        guard slot.pointee.format == FT_GLYPH_FORMAT_BITMAP,
            UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_BGRA.rawValue,
            let bytes = bitmap.buffer, bitmap.pitch > 0, bitmap.width > 0, bitmap.rows > 0
        else { return nil }
        let size = Size(width: Int(bitmap.width), height: Int(bitmap.rows))
        var pixels: [UInt32] = []
        pixels.reserveCapacity(size.width * size.height)
        for y in 0..<size.height {
            let row = UnsafeRawPointer(bytes) + y * Int(bitmap.pitch)
            for x in 0..<size.width {
                pixels.append(UInt32(littleEndian: row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)))
            }
        }
        return GlyphPicture(
            artwork: Artwork(size: size, pixels: pixels), left: Int(slot.pointee.bitmap_left),
            top: Int(slot.pointee.bitmap_top))
    }
}
