internal import HUDText

/// What scenes are drawn with.
struct FontSet {
    let fonts: FontLibrary
    /// The label's face; nil where this machine has none.
    let face: Face?
    private let detailFile: String?
    private let isDefault: Bool

    /// The faces that `request` names, else the default ones.
    init(for request: ShowRequest) throws(TextError) {
        fonts = try FontLibrary(fallback: .system)
        face = try request.font.map(fonts.face(at:)) ?? fonts.labelFace()
        detailFile = request.detailFont
        isDefault = request.font == nil
    }

    /// The detail's, opened now; nil: the label's.
    var detailFace: Face? {
        if let detailFile { return try? fonts.face(at: detailFile) }
        return isDefault ? fonts.detailFace() : nil
    }
}
