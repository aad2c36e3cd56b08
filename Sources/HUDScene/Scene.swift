public import HUDPixels
public import HUDText

/// A HUD drawn for a screen: its layer at rest, and the pose that puts it there.
///
/// It is drawn once; a display moves the layer by `pose(_:)`.
public final class Scene {
    /// The box with its icon and label: premultiplied ARGB8888.
    public let layer: Layer
    /// Where the layer is when nothing moves: its corner on whole pixels.
    public let restPose: Pose
    /// Characters of the label that the face lacks; a box stands for each.
    public let missingCharacters: [Unicode.Scalar]
    /// Whether the label was too long for the screen and ends in an ellipsis.
    public let isLabelShortened: Bool
    /// Whether there is a label that could not be drawn for want of a face.
    public let isLabelLeftOut: Bool

    /// Draws a HUD.
    ///
    /// - Parameters:
    ///   - hud: what it says.
    ///   - theme: how it looks.
    ///   - screen: the screen's size in pixels. Wherever the HUD is larger than the screen it is cut off.
    ///   - scale: pixels a point, 1...3.
    ///   - fonts: what it is drawn with.
    ///   - face: the label's; nil leaves the label out.
    public init(
        _ hud: HUD, theme: Theme = .standard, screen: Size, scale: Double, fonts: FontLibrary, face: Face?
    ) {
        var line: Line?
        if !hud.label.isEmpty {
            line = face?.line(
                hud.label, size: theme.labelSize * scale,
                maximumWidth: Layout.labelWidth(theme, scale: scale, screen: screen))
        }
        let layout = Layout(theme, scale: scale, screen: screen, labelWidth: line?.inkWidth ?? 0)
        layer = Layer(size: layout.box)
        missingCharacters = line?.missing ?? []
        isLabelShortened = line?.isShortened ?? false
        isLabelLeftOut = face == nil && !hud.label.isEmpty
        let origin = layout.origin(on: screen)
        restPose = Pose(
            centerX: Double(origin.x) + Double(layout.box.width) / 2,
            centerY: Double(origin.y) + Double(layout.box.height) / 2)

        // One mask: overlapping passes would darken a translucent box where they meet.
        let box = fonts.roundedBox(layout.box, radius: theme.cornerRadius * scale)
        layer.paint(box, theme.boxColor, x: 0, y: 0)
        if let icon = fonts.mask(of: hud.icon, scale: scale) {
            let corner = layout.iconCorner(side: Icon.side * scale)
            layer.paint(icon, theme.inkColor, x: corner.x, y: corner.y)
        }
        if let face, let line {
            let baseline = layout.baseline(
                ascender: face.ascender(size: line.size), descender: face.descender(size: line.size),
                hasIcon: hud.icon != .none)
            let start = layout.labelCenter - (line.inkLeft + line.inkRight) / 2
            let label = face.draw(line, x: start, baseline: baseline)
            layer.paint(label.mask, theme.inkColor, x: label.x, y: label.y)
        }
    }

    /// Where the layer is, at one moment of a motion.
    public func pose(_ appearance: Appearance) -> Pose {
        var pose = restPose
        pose.scale = appearance.scale
        pose.alpha = appearance.alpha
        return pose
    }

    /// The pixels of the screen that the HUD touches while it appears, stays and leaves by `theme`.
    public func reach(_ theme: Theme) -> Rect {
        [theme.appearFrom, .rest, theme.leaveTo]
            .map { pose($0).bounds(of: layer.size) }
            .reduce(Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    }
}
