internal import HUDImage
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
    /// Characters of the label that no face has; a box stands for each.
    public let missingCharacters: [Unicode.Scalar]
    /// Whether the label was too long for the screen, and an ellipsis stands for the rest.
    public let isLabelShortened: Bool
    /// Whether there is a label that could not be drawn for want of a face.
    public let isLabelLeftOut: Bool

    /// Draws a HUD.
    ///
    /// - Parameters:
    ///   - hud: what it says.
    ///   - theme: how it looks.
    ///   - screen: the screen's size in pixels. Wherever the HUD is larger than the screen it is cut off.
    ///   - scale: pixels a point, 1...8.
    ///   - fonts: what it is drawn with.
    ///   - face: the label's; nil leaves the label out.
    public init(
        _ hud: HUD, theme: Theme = .standard, screen: Size, scale: Double, fonts: FontLibrary, face: Face?
    ) {
        var label: Label?
        if let face, !hud.label.isEmpty {
            label = fonts.label(
                hud.label, face: face, size: theme.labelSize * scale,
                room: Layout.room(theme, scale: scale, screen: screen, hasIcon: hud.hasIcon))
        }
        let layout = Layout(theme, scale: scale, screen: screen, label: label, hasIcon: hud.hasIcon)
        layer = Layer(size: layout.box)
        missingCharacters = label?.missing ?? []
        isLabelShortened = label?.isShortened ?? false
        isLabelLeftOut = face == nil && !hud.label.isEmpty
        let origin = layout.origin(on: screen)
        restPose = Pose(
            centerX: Double(origin.x) + Double(layout.box.width) / 2,
            centerY: Double(origin.y) + Double(layout.box.height) / 2)

        // One mask: overlapping passes would darken a translucent box where they meet.
        let box = fonts.roundedBox(layout.box, radius: theme.cornerRadius * scale)
        layer.paint(box, theme.boxColor, x: 0, y: 0)
        draw(hud, theme, layout, fonts)
        if let label { draw(label, theme, layout, hasIcon: hud.hasIcon) }
    }

    private func draw(_ hud: HUD, _ theme: Theme, _ layout: Layout, _ fonts: FontLibrary) {
        if let picture = hud.picture {
            let size = picture.fitted(Int((Icon.side * layout.scale).rounded()))
            let corner = layout.iconCorner(width: Double(size.width), height: Double(size.height))
            layer.paint(picture.scaled(to: size), x: corner.x, y: corner.y)
        } else if let icon = fonts.mask(of: hud.icon, scale: layout.scale) {
            let side = Icon.side * layout.scale
            let corner = layout.iconCorner(width: side, height: side)
            layer.paint(icon, theme.inkColor, x: corner.x, y: corner.y)
        }
    }

    private func draw(_ label: Label, _ theme: Theme, _ layout: Layout, hasIcon: Bool) {
        var baseline = layout.baseline(label, hasIcon: hasIcon)
        for line in label.lines {
            let drawing = line.draw(
                x: layout.labelCenter - (line.inkLeft + line.inkRight) / 2, baseline: baseline)
            layer.paint(drawing.mask.mask, theme.inkColor, x: drawing.mask.x, y: drawing.mask.y)
            for picture in drawing.pictures {
                let artwork = Artwork(size: picture.picture.size, pixels: picture.picture.pixels)
                layer.paint(
                    artwork.scaled(to: picture.target.size), x: picture.target.x, y: picture.target.y)
            }
            baseline += label.pitch
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

extension Layer {
    /// Paints a picture over what is there; what lies outside of the layer is left out.
    func paint(_ picture: Artwork, x: Int, y: Int) {
        let part = Rect(size).intersection(
            Rect(x: x, y: y, width: picture.size.width, height: picture.size.height))
        withSurface { surface in
            for row in part.y..<part.maxY {
                let start = (row - y) * picture.size.width - x
                for column in part.x..<part.maxX {
                    let over = picture.pixels[start + column]
                    let below = surface.pixel(x: column, y: row)
                    surface.setPixel(premultipliedOver(over, below), x: column, y: row)
                }
            }
        }
    }
}

/// One premultiplied ARGB8888 pixel over another.
private func premultipliedOver(_ over: UInt32, _ below: UInt32) -> UInt32 {
    let rest = 255 - over >> 24
    return [UInt32(0), 8, 16, 24].reduce(0) { sum, shift in
        let product = (below >> shift & 0xFF) * rest + 128
        return sum | min(255, (over >> shift & 0xFF) + (product + product >> 8) >> 8) << shift
    }
}
