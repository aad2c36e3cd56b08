public import HUDPixels
public import HUDText

/// A HUD drawn for a screen: its layer at rest, and the pose that puts it there.
///
/// A display moves the layer by `pose(_:)`; what changes in itself is drawn into it by `draw(_:at:)`.
public final class Scene {
    /// How large the layer is made.
    public enum Room: Equatable, Sendable {
        /// For this HUD, which is drawn; another one has no more room than this.
        case content(HUD)
        /// For each of these HUDs; another one has no more room than these. Nothing is drawn.
        case each([HUD])
        /// For these HUDs and any other: as wide as the theme lets the box grow, or the screen; as high as the theme
        /// lets it, or where the theme says nothing 240 points, the lines that it lets texts take, and these HUDs.
        /// Nothing is drawn.
        case any([HUD])
    }

    /// The box with its sign and texts: premultiplied ARGB8888.
    public let layer: Layer
    /// Where the layer is when nothing moves: its corner on whole pixels.
    public let restPose: Pose
    /// Characters of the texts that no face has; a box stands for each.
    public private(set) var missingCharacters: [Unicode.Scalar] = []
    /// Whether a text was too long for the box, and an ellipsis stands for the rest.
    public private(set) var isLabelShortened = false
    /// Whether there is a text that could not be drawn for want of a face.
    public private(set) var isLabelLeftOut = false

    let fonts: FontLibrary
    let scale: Double
    private let face: Face?
    private let detailFace: FaceOnDemand
    private let anchor: Anchor
    private let limits: Size
    private var theme: Theme
    /// Of the HUDs shown last, the newest first.
    private var known: [Parts] = []
    private var shown: Shown?

    /// What the layer shows.
    private struct Shown: Equatable {
        let shape: HUD
        let look: Look
        let box: Rect
        let boxColor: Color
        /// In pixels.
        let cornerRadius: Double
        let sign: Sign

        /// Whether nothing but the sign differs.
        func differsBySign(from other: Shown) -> Bool {
            shape == other.shape && look == other.look && box == other.box && boxColor == other.boxColor
                && cornerRadius == other.cornerRadius
        }
    }

    /// Makes a layer for a screen.
    ///
    /// - Parameters:
    ///   - theme: how its HUDs look.
    ///   - screen: the screen's size in pixels. Wherever the HUD is larger than the screen it is cut off.
    ///   - scale: pixels a point, 1...8.
    ///   - room: how large the layer is.
    ///   - fonts: what texts are drawn with.
    ///   - face: the label's; nil leaves the texts out.
    ///   - detailFace: the detail's, asked for with the first one; nil: the label's.
    public init(
        theme: Theme = .standard, screen: Size, scale: Double, room: Room, fonts: FontLibrary, face: Face?,
        detailFace: @autoclosure @escaping () -> Face? = nil
    ) {
        self.theme = theme
        self.scale = scale
        self.fonts = fonts
        self.face = face
        self.detailFace = FaceOnDemand(detailFace)
        let place = theme.base
        anchor = place.anchor
        let detail = self.detailFace
        func layout(_ hud: HUD) -> Layout {
            let look = theme[hud.kind]
            return Layout(
                hud.shape, look, scale: scale, limits: Layout.limits(look, scale: scale, screen: screen),
                fonts: fonts, face: face, detailFace: detail.callAsFunction)
        }
        switch room {
        case .content(let hud):
            let layout = layout(hud)
            limits = layout.box
            known = [Parts(layout, of: hud.shape, theme[hud.kind])]
        case .each(let huds):
            limits = Size(enclosing: huds.map { layout($0).box })
        case .any(let huds):
            let looks = Theme.Section.allCases.map { theme[section: $0].boundedDown }
            let all = looks.map { Layout.limits($0, scale: scale, screen: screen) }
            limits = Size(enclosing: all + huds.map { layout($0).box })
        }
        layer = Layer(size: limits)
        let origin = Scene.origin(of: limits, on: screen, place, scale)
        restPose = Pose(
            centerX: Double(origin.x) + Double(limits.width) / 2,
            centerY: Double(origin.y) + Double(limits.height) / 2)
        if case .content(let hud) = room { draw(Content(hud, theme: theme, at: 0), at: 0) }
    }

    /// The layer's upper left corner on the screen. The origin is rounded, not the difference of the sizes: half of an
    /// odd one would stand between pixels.
    private static func origin(of size: Size, on screen: Size, _ place: Look, _ scale: Double)
        -> (x: Int, y: Int)
    {
        func start(_ size: Int, _ screen: Int, _ side: Int, _ offset: Double) -> Int {
            let middle = Double(screen - size) / 2
            let edge = max(0, middle - (place.margin * scale).rounded()) * Double(side)
            let start = Int((middle + edge + offset * scale).rounded())
            if (side == 0 && offset == 0) || size > screen { return Int((middle + edge).rounded()) }
            return min(max(start, 0), screen - size)
        }
        return (
            start(size.width, screen.width, place.anchor.across, place.offsetX),
            start(size.height, screen.height, place.anchor.down, place.offsetY)
        )
    }

    /// Makes the layer show `content` as it is at `time`. Only what has changed is drawn: the square of a spinner, the new
    /// part of a bar, nothing of a HUD that does not change.
    public func draw(_ content: Content, at time: Int64) {
        if content.theme != theme {
            theme = content.theme
            known = []
        }
        let parts = parts(for: content.hud.shape)
        let next = shown(content, at: time)
        if next == shown { return }
        if let shown, next.differsBySign(from: shown) {
            paint(next, parts, in: changed(from: shown, to: next, parts))
        } else {
            paint(next, parts, in: next.box.union(shown?.box ?? next.box))
            missingCharacters = parts.missing
            isLabelShortened = parts.isShortened
            isLabelLeftOut = face == nil && !(next.shape.label.isEmpty && next.shape.detail.isEmpty)
        }
        shown = next
    }

    /// What is to be seen of `content`: while it changes, a box between those that it changes from and to.
    private func shown(_ content: Content, at time: Int64) -> Shown {
        var (width, height, radius) = (0.0, 0.0, 0.0)
        var color = SIMD4<Double>.zero
        for share in content.shares {
            let weight = share.weight.value(at: time)
            if weight == 0 { continue }
            let size = parts(for: share.shape).box
            let look = theme[share.shape.kind]
            width += weight * Double(size.width)
            height += weight * Double(size.height)
            radius += weight * look.cornerRadius
            color += weight * look.boxColor.channels
        }
        // Rounded to 64ths of a pixel, because the sum of equal parts is not exactly the whole.
        return Shown(
            shape: content.hud.shape, look: content.look, box: box(width, height),
            boxColor: Color(channels: color),
            cornerRadius: (max(0, radius) * scale * 64).rounded() / 64, sign: Sign(content, at: time))
    }

    /// The box in the layer, of about this size: in steps of two pixels, so that what is centred stays on whole ones.
    private func box(_ width: Double, _ height: Double) -> Rect {
        func whole(_ length: Double, _ layer: Int) -> Int {
            let rest = ((Double(layer) - length) / 2).rounded()
            return layer - 2 * Int(min(max(rest, 0), Double((layer - 1) / 2)))
        }
        let (wide, high) = (whole(width, limits.width), whole(height, limits.height))
        return Rect(
            x: (limits.width - wide) / 2 * (1 + anchor.across),
            y: (limits.height - high) / 2 * (1 + anchor.down), width: wide, height: high)
    }

    /// Texts are set once, not for each frame.
    private func parts(for shape: HUD) -> Parts {
        if let index = known.firstIndex(where: { $0.shape == shape }) {
            if index > 0 { known.insert(known.remove(at: index), at: 0) }
            return known[0]
        }
        if known.count >= 2 * Content.mostShares { known.removeLast() }
        let look = theme[shape.kind]
        let layout = Layout(
            shape, look, scale: scale, limits: limits, fonts: fonts, face: face,
            detailFace: detailFace.callAsFunction)
        let made = Parts(layout, of: shape, look)
        known.insert(made, at: 0)
        return made
    }

    // MARK: - Painting

    private func changed(from last: Shown, to next: Shown, _ parts: Parts) -> Rect {
        let square = parts.signPlace(in: next.box)
        guard case .progress(.bar, let from) = last.sign, case .progress(.bar, let to) = next.sign else {
            return square
        }
        let length = Double(square.width) / Double(Sign.whole)
        let left = Int((Double(min(from, to)) * length).rounded(.down))
        let right = Int((Double(max(from, to)) * length).rounded(.up))
        return Rect(x: square.x + left, y: square.y, width: right - left, height: square.height)
    }

    private func paint(_ next: Shown, _ parts: Parts, in clip: Rect) {
        layer.clear(clip)
        // One mask: overlapping passes would darken a translucent box where they meet.
        let mask = parts.boxMask(next.box.size, fonts, radius: next.cornerRadius)
        layer.paint(mask, next.boxColor, x: next.box.x, y: next.box.y, in: clip)
        let inside = clip.intersection(next.box)
        if inside.isEmpty { return }
        paint(next.sign, next.look, parts, in: next.box, clip: inside)
        parts.paintTexts(on: layer, box: next.box, in: inside)
    }

    /// Where the layer is, at one moment of a motion: it grows about the middle of the box.
    public func pose(_ appearance: Appearance) -> Pose {
        var pose = restPose
        pose.scale = appearance.scale
        pose.alpha = appearance.alpha
        guard let box = shown?.box else { return pose }
        let away = appearance.scale - 1
        pose.centerX += (Double(limits.width) / 2 - Double(box.x) - Double(box.width) / 2) * away
        pose.centerY += (Double(limits.height) / 2 - Double(box.y) - Double(box.height) / 2) * away
        return pose
    }

    /// The pixels of the screen that the layer touches while a HUD appears, stays and leaves by `theme`.
    public func reach(_ theme: Theme) -> Rect {
        let scales = Theme.Section.allCases.flatMap { section in
            [theme[section: section].appearFrom.scale, theme[section: section].leaveTo.scale]
        }
        let largest = max(1, scales.max() ?? 1)
        let rest = restPose.bounds(of: limits)
        guard largest > 1 else { return rest }
        // The smallest box may grow about any place that its middle can have.
        let middle = (Double(limits.width) / 2, Double(limits.height) / 2)
        var reach = rest
        for (side, down) in [(0, 0), (anchor.across, anchor.down)] {
            var pose = restPose
            pose.scale = largest
            pose.centerX -= middle.0 * Double(side) * (largest - 1)
            pose.centerY -= middle.1 * Double(down) * (largest - 1)
            reach = reach.union(pose.bounds(of: limits))
        }
        return reach
    }
}

extension Look {
    /// With a greatest height in any case: one that has room for all lines that a text may take without line breaks of
    /// its own.
    fileprivate var boundedDown: Look {
        var look = self
        if look.greatestHeight > 0 { return look }
        let lines = Double(labelLines - 1) * labelSize + Double(detailLines) * detailSize
        // Lines of other scripts are higher than the size of their letters by half at most.
        let texts = 1.5 * lines + detailGap
        look.greatestHeight = max(240, boxSize + max(0, iconSize - Icon.side) + texts)
        return look
    }
}

extension Size {
    /// As wide and as high as the widest and the highest of these; at least a pixel.
    fileprivate init(enclosing sizes: [Size]) {
        self.init(width: sizes.map(\.width).max() ?? 1, height: sizes.map(\.height).max() ?? 1)
    }
}

extension Color {
    fileprivate var channels: SIMD4<Double> {
        SIMD4(Double(red), Double(green), Double(blue), Double(alpha))
    }

    fileprivate init(channels: SIMD4<Double>) {
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
        self.init(
            red: byte(channels.x), green: byte(channels.y), blue: byte(channels.z), alpha: byte(channels.w))
    }
}

/// A face that is opened when it is first needed, because few HUDs have a detail.
private final class FaceOnDemand {
    private let open: () -> Face?
    private lazy var face = open()

    init(_ open: @escaping () -> Face?) {
        self.open = open
    }

    func callAsFunction() -> Face? { face }
}
