internal import CFreeType
internal import CHarfBuzz

/// An opened font, at any size. Not to be used by two threads at once.
public final class Face {
    /// The file it was read from.
    public let path: String

    let freeType: FreeType
    /// FreeType reads from it.
    private let file: FontFile
    let face: FT_Face
    /// HarfBuzz' view of `face`; it takes the size from there.
    let font: OpaquePointer
    /// Whether glyphs may have colours of their own.
    let isColored: Bool
    /// Of a font of bitmaps: pixels per em of the one that is used. Nil for outlines.
    let strike: Double?
    /// Whether its strokes are made thicker: it stands in among bold letters, and is not bold itself.
    let isThin: Bool
    private var size = 0

    var runs = Cache<Run.Key, [Glyph]>(limit: 1 << 14)  // glyphs
    var shapes = Cache<GlyphKey, GlyphShape>(limit: 1 << 13)  // glyphs
    var coverages = Cache<GlyphKey, GlyphCoverage>(limit: 1 << 22)  // bytes
    var pictures = Cache<GlyphKey, GlyphPicture>(limit: 1 << 22)  // bytes

    /// Nil if the file is no font. `index` counts the faces of a collection.
    ///
    /// - Throws: `TextError` if the file cannot be read.
    init?(_ path: String, index: Int = 0, _ freeType: FreeType, standsIn: Bool = false) throws(TextError) {
        let file = try FontFile(path)
        var opened: FT_Face?
        guard
            FT_New_Memory_Face(
                freeType.library, file.base, FT_Long(file.size), FT_Long(index), &opened) == 0, let opened
        else { return nil }
        let flags = opened.pointee.face_flags
        if flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 {
            strike = nil
        } else if let largest = Face.largestStrike(opened) {
            FT_Select_Size(opened, FT_Int(largest.index))
            strike = largest.pixels
        } else {
            FT_Done_Face(opened)
            return nil
        }
        isColored = flags & FT_Long(FT_FACE_FLAG_COLOR) != 0
        isThin = standsIn && opened.pointee.style_flags & FT_Long(FT_STYLE_FLAG_BOLD) == 0
        face = opened
        self.freeType = freeType
        self.file = file
        self.path = path
        font = hb_ft_font_create_referenced(face)
        // Advances as designed: hinting would round each to whole pixels, and spoil the spacing.
        hb_ft_font_set_load_flags(font, CInt(FT_LOAD_NO_HINTING))
    }

    deinit {
        hb_font_destroy(font)
        FT_Done_Face(face)
    }

    /// What the font itself is called, for messages.
    public var name: String {
        let family = face.pointee.family_name.map { String(cString: $0) }
        let style = face.pointee.style_name.map { String(cString: $0) }
        return [family, style].compactMap { $0 }.joined(separator: " ")
    }

    /// How far the font's line reaches above the baseline at `size` pixels per em, in pixels.
    public func ascender(size: Double) -> Double { units(face.pointee.ascender, size) }

    /// How far the font's line reaches below the baseline at `size` pixels per em, in pixels.
    public func descender(size: Double) -> Double { -units(face.pointee.descender, size) }

    private func units(_ value: FT_Short, _ size: Double) -> Double {
        Double(value) * size / Double(max(face.pointee.units_per_EM, 1))
    }

    /// Whether the font has a glyph for a character.
    public func has(_ character: Unicode.Scalar) -> Bool {
        FT_Get_Char_Index(face, FT_ULong(character.value)) != 0
    }

    /// Whether the font has all that is on a keyboard; most have, and need not be asked for each letter.
    private(set) lazy var hasASCII = (0x21...0x7E).allSatisfy { FT_Get_Char_Index(face, $0) != 0 }

    /// Pixels per em of what is shaped and drawn next.
    func use(size points: Double) {
        let wanted = Int((points * 64).rounded())
        guard strike == nil, wanted != size else { return }
        size = wanted
        FT_Set_Char_Size(face, 0, FT_F26Dot6(wanted), 72, 72)
        hb_ft_font_changed(font)
    }

    /// How much larger than the font's own bitmaps its glyphs are at `size`; 1 for outlines.
    func factor(size: Double) -> Double { strike.map { size / $0 } ?? 1 }

    private static func largestStrike(_ face: FT_Face) -> (index: Int, pixels: Double)? {
        let strikes = UnsafeBufferPointer(
            start: face.pointee.available_sizes, count: Int(face.pointee.num_fixed_sizes))
        let largest = strikes.enumerated().max { $0.element.y_ppem < $1.element.y_ppem }
        guard let largest, largest.element.y_ppem > 0 else { return nil }
        return (largest.offset, Double(largest.element.y_ppem) / 64)
    }
}
