public import HUDImage
public import HUDPixels
public import HUDText

/// A show without a display and without a clock: the picture at any moment of it.
public struct OfflineRenderer {
    private let hud: HUD
    private let style: HUDStyle
    private let duration: Int64
    private let scene: Scene

    /// - Parameters:
    ///   - hud: what is shown.
    ///   - style: how it looks and moves.
    ///   - duration: from its first frame to its leaving, in nanoseconds; nil: as its look says.
    ///   - screen: the size in pixels of the screen that is pretended.
    /// - Throws: `TextError` where a font file that the style names cannot be read or is no font.
    public init(
        _ hud: HUD, style: HUDStyle = HUDStyle(), duration: Int64? = nil, screen: Size
    ) throws(TextError) {
        self.hud = hud
        self.style = style
        self.duration = duration ?? style[hud.kind].stay
        scene = Scene(
            hud, style: style, room: .content(hud), screen: screen, millimetres: nil,
            fonts: try FontSet(for: style))
    }

    /// When the box has come to rest, in nanoseconds from the beginning.
    public var restTime: Int64 { min(style[hud.kind].appearDuration, duration) }

    /// When nothing of it is left.
    public var goneTime: Int64 { duration + style[hud.kind].leaveDuration }

    /// Lines for the user: what is missing.
    public func notices(isVerbose: Bool) -> [String] {
        scene.notices(isVerbose: isVerbose)
    }

    /// What the screen shows at `time` nanoseconds, over `background`, which stays as it is.
    public func picture(at time: Int64, over background: Image) -> Image {
        var presentation = Presentation(theme: style.theme)
        presentation.show(hud, for: duration, at: 0)
        presentation.reachGlass(at: 0)
        presentation.advance(to: min(time, duration))
        if let content = presentation.content { scene.draw(content, at: time) }
        let picture = Image(size: background.size)
        background.withSurface { below in
            picture.withSurface { target in
                compose(
                    scene.layer, scene.pose(presentation.appearance(at: time)), over: below, into: target,
                    x: 0,
                    y: 0)
            }
        }
        return picture
    }
}
