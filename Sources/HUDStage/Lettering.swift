internal import HUDText

/// What scenes are drawn with.
struct Lettering {
    let fonts: FontLibrary
    /// The label's face; nil where this machine has none.
    let face: Face?
    /// The detail's; nil: the label's.
    let detailFace: Face?

    /// The faces that `request` names, else the default ones.
    init(for request: ShowRequest) throws(TextError) {
        fonts = try FontLibrary(fallback: .system)
        face = try request.font.map(fonts.face(at:)) ?? fonts.labelFace()
        if let file = request.detailFont {
            detailFace = try fonts.face(at: file)
        } else {
            detailFace = request.font == nil ? fonts.detailFace() : nil
        }
    }
}
