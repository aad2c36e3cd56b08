package import HUDText

/// The faces that scenes draw their texts with.
package struct FontSet {
    let fonts: FontLibrary
    /// The label's face; nil where this machine has none.
    let face: Face?
    private let detailFile: String?
    private let isDefault: Bool

    /// The faces that `style` names, else the default ones.
    ///
    /// - Throws: `TextError` where a font file that is named cannot be read or is no font.
    package init(for style: HUDStyle) throws(TextError) {
        fonts = try FontLibrary(fallback: .system)
        face = try style.font.map(fonts.face(at:)) ?? fonts.labelFace()
        detailFile = style.detailFont
        isDefault = style.font == nil
    }

    /// The detail's face, opened now; nil: the label's face draws the detail.
    var detailFace: Face? {
        if let detailFile { return try? fonts.face(at: detailFile) }
        return isDefault ? fonts.detailFace() : nil
    }
}
