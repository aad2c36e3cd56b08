internal import HUDPixels
internal import HUDText

/// What one HUD is drawn of, in pixels of its box: made once, painted as often as something changes.
final class Parts {
    let shape: HUD
    let box: Size
    let missing: [Unicode.Scalar]
    let isShortened: Bool
    /// The square of the sign, or the bar's rectangle.
    private let sign: Rect
    private var texts: [(mask: PlacedMask, color: Color)] = []
    private var pictures: [(artwork: Artwork, x: Int, y: Int)] = []
    private var lastMask: (mask: Mask, radius: Double)?
    private var lastPicture: Artwork?

    init(_ layout: Layout, of shape: HUD, _ look: Look) {
        self.shape = shape
        box = layout.box
        missing = Parts.missing(layout)
        let isLeftOut = !shape.detail.isEmpty && layout.detail == nil && layout.label != nil
        isShortened =
            layout.label?.isShortened ?? false || layout.detail?.isShortened ?? false || isLeftOut
        sign = Parts.sign(layout, shape.kind, look)
        let baselines = layout.baselines(hasSign: shape.kind.hasSign)
        if let label = layout.label { draw(label, baselines.label, layout.center, look.inkColor) }
        if let detail = layout.detail { draw(detail, baselines.detail, layout.center, look.detailColor) }
    }

    private static func missing(_ layout: Layout) -> [Unicode.Scalar] {
        let inLabel = layout.label?.missing ?? []
        return inLabel + (layout.detail?.missing ?? []).filter { !inLabel.contains($0) }
    }

    private static func sign(_ layout: Layout, _ kind: HUD.Kind, _ look: Look) -> Rect {
        var (width, height) = (look.iconSize * layout.scale, look.iconSize * layout.scale)
        switch kind {
        case .progress where look.progressStyle == .bar:
            (width, height) = (look.barLength * layout.scale, look.barThickness * layout.scale)
        case .image(let picture):
            let size = picture.fitted(max(1, Int(width.rounded())))
            (width, height) = (Double(size.width), Double(size.height))
        case .text: return Rect(x: 0, y: 0, width: 0, height: 0)
        default: break
        }
        let corner = layout.signCorner(width: width, height: height)
        return Rect(
            x: corner.x, y: corner.y, width: max(1, Int(width.rounded(.up))),
            height: max(1, Int(height.rounded(.up))))
    }

    private func draw(_ label: Label, _ first: Int, _ center: Double, _ color: Color) {
        var baseline = first
        for line in label.lines {
            let drawing = line.draw(x: center - (line.inkLeft + line.inkRight) / 2, baseline: baseline)
            texts.append((drawing.mask, color))
            for picture in drawing.pictures {
                let artwork = picture.picture.artwork
                let target = picture.target
                pictures.append((artwork.scaled(to: target.size), target.x, target.y))
            }
            baseline += label.pitch
        }
    }

    /// How far the parts are from their final places while the box, now `box`, changes its size.
    private func shift(in box: Rect) -> (x: Int, y: Int) {
        (box.x + (box.width - self.box.width) / 2, box.y)
    }

    /// Where the sign is in the layer.
    func signPlace(in box: Rect) -> Rect {
        let shift = shift(in: box)
        return Rect(x: sign.x + shift.x, y: sign.y + shift.y, width: sign.width, height: sign.height)
    }

    /// Paints what of the texts lies inside `clip`. While the box grows, a text that it has no room for yet is faint, and
    /// comes as the room does.
    func paintTexts(on layer: Layer, box: Rect, in clip: Rect) {
        let shift = shift(in: box)
        for text in texts {
            let mask = text.mask.mask
            let (x, y) = (text.mask.x + shift.x, text.mask.y + shift.y)
            var color = text.color
            if box.size != self.box {
                let place = Rect(x: x, y: y, width: mask.size.width, height: mask.size.height)
                color.alpha = UInt8((Double(color.alpha) * Parts.room(for: place, in: box)).rounded())
            }
            layer.paint(mask, color, x: x, y: y, in: clip)
        }
        for picture in pictures {
            layer.paint(picture.artwork, x: picture.x + shift.x, y: picture.y + shift.y, in: clip)
        }
    }

    /// 1 where a text is in the box, a little away from its edges; 0 where its own height, or more, of it is not.
    private static func room(for text: Rect, in box: Rect) -> Double {
        let rim = text.height / 3
        let across = max(box.x + rim - text.x, text.maxX - box.maxX + rim)
        let down = max(box.y + rim - text.y, text.maxY - box.maxY + rim)
        return 1 - Double(min(max(across, down, 0), text.height)) / Double(max(1, text.height))
    }

    /// A box of this size; the one asked for last is kept.
    func boxMask(_ size: Size, _ fonts: FontLibrary, radius: Double) -> Mask {
        if let lastMask, lastMask.mask.size == size, lastMask.radius == radius { return lastMask.mask }
        let mask = fonts.roundedBox(size, radius: radius)
        lastMask = (mask, radius)
        return mask
    }

    /// The picture in the sign's place, as large as it is drawn.
    func picture(_ artwork: Artwork) -> Artwork {
        if let lastPicture { return lastPicture }
        let scaled = artwork.scaled(to: sign.size)
        lastPicture = scaled
        return scaled
    }
}

extension Layer {
    /// Paints what of a picture lies inside `clip` over what is there; what lies outside of the layer is left out.
    func paint(_ picture: Artwork, x: Int, y: Int, in clip: Rect) {
        let part = Rect(size).intersection(clip).intersection(
            Rect(x: x, y: y, width: picture.size.width, height: picture.size.height))
        withSurface(of: part) { surface in
            for row in 0..<surface.size.height {
                let start = (row + part.y - y) * picture.size.width + part.x - x
                for column in 0..<surface.size.width {
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
