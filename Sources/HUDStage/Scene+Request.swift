internal import HUDPixels
internal import HUDScene
internal import HUDText

extension Scene {
    /// The scene of `request` for a screen of `screen` pixels; `millimetres` is the panel's size where it says one.
    convenience init(for request: ShowRequest, screen: Size, millimetres: Size?) {
        let scale = request.scale ?? request.theme.scale(for: screen, millimetres: millimetres)
        self.init(request.hud, theme: request.theme, screen: screen, scale: scale, fonts: FontLibrary.open(request.font))
    }

    /// All pixels that the box touches between its first and its last frame.
    func reach(of theme: Theme) -> Rect {
        var widest = restPose
        widest.scale *= max(1, theme.appearFrom.scale)
        return widest.bounds(of: layer.size)
    }
}
