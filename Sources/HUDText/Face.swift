internal import CFreeType
internal import CHarfBuzz

/// An opened font, at any size. Not to be used by two threads at once.
public final class Face {
    /// The file it was read from.
    public let path: String

    let library: FontLibrary
    let face: FT_Face
    /// HarfBuzz' view of `face`; it takes the size from there.
    let font: OpaquePointer
    private var size = 0

    init(_ face: FT_Face, library: FontLibrary, path: String) {
        self.face = face
        self.library = library
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

    /// Pixels per em of what is shaped and drawn next.
    func use(size points: Double) {
        let wanted = Int((points * 64).rounded())
        guard wanted != size else { return }
        size = wanted
        FT_Set_Char_Size(face, 0, FT_F26Dot6(wanted), 72, 72)
        hb_ft_font_changed(font)
    }

    /// Loads a glyph's outline into the face's slot, hinted vertically only: edges along the line are sharp,
    /// and the shape may stand at any part of a pixel. False if the glyph has none.
    func loadOutline(_ glyph: UInt32) -> Bool {
        let light = Int32(FT_RENDER_MODE_LIGHT.rawValue & 15) << 16  // FT_LOAD_TARGET_LIGHT
        let flags = light | Int32(FT_LOAD_NO_BITMAP)
        return FT_Load_Glyph(face, glyph, flags) == 0
            && face.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    }
}
