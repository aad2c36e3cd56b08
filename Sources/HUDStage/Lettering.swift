internal import HUDText

/// What scenes are drawn with.
struct Lettering {
    let fonts: FontLibrary
    /// The label's face; nil where this machine has none.
    let face: Face?
    /// The detail's; nil: the label's.
    let detailFace: Face?

    /// - Parameter file: the face to use; nil: the default one.
    init(file: String?) throws(TextError) {
        fonts = try FontLibrary(fallback: .system)
        face = try file.map(fonts.face(at:)) ?? fonts.labelFace()
        detailFace = file == nil ? fonts.detailFace() : nil
    }
}
