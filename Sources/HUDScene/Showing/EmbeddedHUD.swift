public import HUDPixels
public import HUDText

/// A HUD for a program that owns its display and wants only the pixels: it draws each frame where the program says, and
/// knows neither screens nor input nor clocks. Times are nanoseconds of one clock, whichever the program uses.
///
/// ```swift
/// let hud = try EmbeddedHUD(screen: Size(width: 1280, height: 800))
/// hud.show(HUD(label: "Tagged"), at: now)
/// while !hud.isHidden(at: now) {
///     drawMyOwn(into: frame)
///     hud.render(into: frame, at: now)
///     present(frame)
/// }
/// ```
public final class EmbeddedHUD {
    private let style: HUDStyle
    private let scene: Scene
    private var presentation: Presentation

    /// Nothing to be seen yet.
    ///
    /// - Parameters:
    ///   - screen: the screen's size in pixels.
    ///   - style: how HUDs look.
    /// - Throws: `TextError` where a font file that the style names cannot be read or is no font.
    public init(screen: Size, style: HUDStyle = HUDStyle()) throws(TextError) {
        self.style = style
        scene = Scene(
            HUD(.text), style: style, room: .any([]), screen: screen, millimetres: nil,
            fonts: try FontSet(for: style))
        presentation = Presentation(theme: style.theme)
    }

    /// Shows a HUD, in place where there is one, for `stay` nanoseconds; nil: as its look says, `.max`: until it is
    /// hidden.
    public func show(_ hud: HUD, for stay: Int64? = nil, at time: Int64) {
        presentation.show(hud, for: stay ?? style[hud.kind].stay, at: time)
        presentation.reachGlass(at: time)
    }

    /// Makes the HUD that is to be seen say something else.
    public func update(_ hud: HUD, at time: Int64) { presentation.update(hud, at: time) }

    /// Lets it leave.
    public func hide(at time: Int64) { presentation.hide(at: time) }

    /// Whether nothing of it is to be seen.
    public func isHidden(at time: Int64) -> Bool {
        presentation.advance(to: time)
        return presentation.isHidden
    }

    /// The pixels of the screen that it may touch at `time`: what must be drawn anew below it for the next frame.
    public func bounds(at time: Int64) -> Rect {
        if isHidden(at: time) { return Rect(x: 0, y: 0, width: 0, height: 0) }
        return scene.pose(presentation.appearance(at: time)).bounds(of: scene.layer.size)
    }

    /// Draws it as it is at `time` over what is in `target`.
    ///
    /// - Parameters:
    ///   - target: the screen, or a part of it, in ordinary memory: it is read again while it is written.
    ///   - time: which moment.
    ///   - x: the screen's column of the target's first.
    ///   - y: the screen's row of the target's first.
    /// - Precondition: the target's format `isSupported`.
    public func render(into target: Surface, at time: Int64, x: Int = 0, y: Int = 0) {
        guard !isHidden(at: time), let content = presentation.content else { return }
        scene.draw(content, at: time)
        compose(
            scene.layer, scene.pose(presentation.appearance(at: time)), over: target, into: target, x: x, y: y
        )
    }
}
