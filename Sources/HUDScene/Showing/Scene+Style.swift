package import HUDPixels

extension Scene {
    /// The scene of `hud` in `style`, drawn at its beginning, for one screen.
    ///
    /// - Parameters:
    ///   - hud: what is shown first.
    ///   - style: how it looks.
    ///   - room: how large the layer is.
    ///   - screen: the screen's size in pixels.
    ///   - millimetres: the panel's size, where the panel says one.
    ///   - fonts: what draws the texts.
    package convenience init(
        _ hud: HUD, style: HUDStyle, room: Room, screen: Size, millimetres: Size?, fonts: FontSet
    ) {
        let scale =
            style.scale
            ?? style.theme.scale(for: screen, millimetres: millimetres.map { ($0.width, $0.height) })
        self.init(
            theme: style.theme, screen: screen, scale: scale, room: room, fonts: fonts.fonts,
            face: fonts.face, detailFace: fonts.detailFace)
        draw(Content(hud, theme: style.theme, at: 0), at: 0)
    }

    /// Lines for the user about what could not be drawn as asked.
    package func notices(isVerbose: Bool) -> [String] {
        var lines: [String] = []
        if isLabelLeftOut {
            lines.append("no font, so no label; install fonts-dejavu-core, or give one with --font")
        }
        guard isVerbose else { return lines }
        if isLabelShortened { lines.append("the label is too long for the screen and ends in an ellipsis") }
        for character in missingCharacters {
            lines.append("no font here has U+\(String(character.value, radix: 16, uppercase: true))")
        }
        return lines
    }
}
