internal import HUDPixels
internal import HUDScene

extension Scene {
    /// The scene of `request` for a screen of `screen` pixels; `millimetres` is the panel's size where it says one.
    convenience init(for request: ShowRequest, screen: Size, millimetres: Size?, lettering: FontSet) {
        let scale =
            request.scale
            ?? request.theme.scale(for: screen, millimetres: millimetres.map { ($0.width, $0.height) })
        self.init(
            theme: request.theme, screen: screen, scale: scale,
            room: request.mayChange ? .largest : .content(request.hud),
            fonts: lettering.fonts, face: lettering.face, detailFace: lettering.detailFace)
        draw(Content(request.hud, theme: request.theme, at: 0), at: 0)
    }

    /// Lines for the user about what could not be drawn as asked.
    func notices(isVerbose: Bool) -> [String] {
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
