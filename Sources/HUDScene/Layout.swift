internal import HUDPixels
internal import HUDText

/// Where the parts of a HUD go, in pixels of its box.
struct Layout {
    let box: Size
    let label: Label?
    let detail: Label?
    let scale: Double
    private let look: Look
    /// Half of what the box is higher than a box with one line of text, in pixels.
    private let growth: Double
    /// How many pixels of that are below the label's first line, and how many above it.
    private let below: Double
    private let above: Double

    /// - Parameter limits: what the box may grow to.
    init(
        _ hud: HUD, _ look: Look, scale: Double, limits: Size, fonts: FontLibrary, face: Face?,
        detailFace: () -> Face?
    ) {
        let room = TextRoom(look, scale: scale, limits: limits, hasSign: hud.kind.hasSign)
        var label: Label?
        if let face, !hud.label.isEmpty {
            label = fonts.label(
                hud.label, face: face, size: look.labelSize * scale,
                room: room.label(hasDetail: !hud.detail.isEmpty))
        }
        var detail: Label?
        if !hud.detail.isEmpty, let room = room.detail(below: label), let face = detailFace() ?? face {
            detail = fonts.label(hud.detail, face: face, size: look.detailSize * scale, room: room)
        }
        self.init(look, scale: scale, limits: limits, label: label, detail: detail, kind: hud.kind)
    }

    private init(
        _ look: Look, scale: Double, limits: Size, label: Label?, detail: Label?, kind: HUD.Kind
    ) {
        self.look = look
        self.scale = scale
        self.label = label
        self.detail = detail
        let side = Layout.side(look, scale)
        let first = label ?? detail
        let lines = (first?.lines.count ?? 1) - 1
        var below = Double(lines * (first?.pitch ?? 0))
        if let label, let detail {
            let gap = Double(Layout.gap(label, detail, look, scale))
            below += gap + Double((detail.lines.count - 1) * detail.pitch)
        }
        // With a sign each further line makes the box higher. Without a sign the box has room for some lines.
        let block = below + (first.map { $0.ascender + $0.descender } ?? 0)
        above = kind.hasSign ? max(0, look.iconSize - Icon.side) * scale : 0
        let isPlain = kind.hasSign || below == 0
        let wanted = isPlain ? Double(side) + below + above : block + 2 * look.padding * scale
        var widest = max(label?.inkWidth ?? 0, detail?.inkWidth ?? 0)
        if kind.hasSign { widest = max(widest, Layout.signWidth(kind, look) * scale) }
        box = Size(
            width: Layout.grown(side, widest + 2 * look.padding * scale, limits.width),
            height: Layout.grown(side, wanted, limits.height))
        growth = Double(box.height - side) / 2
        self.below = below
    }

    /// The sides of a box that is not grown, in pixels.
    static func side(_ look: Look, _ scale: Double) -> Int { max(1, Int((look.boxSize * scale).rounded())) }

    /// What a box may grow to on a screen: never less than it is without a text, on however small a screen.
    static func limits(_ look: Look, scale: Double, screen: Size) -> Size {
        func largest(_ screen: Int, _ points: Double) -> Int {
            let side = side(look, scale)
            var free = Int((Double(screen) - 2 * look.margin * scale).rounded(.down))
            if points > 0 { free = min(free, Int((points * scale).rounded(.down))) }
            return max(side, free - (free - side) & 1)
        }
        return Size(
            width: largest(screen.width, look.greatestWidth),
            height: largest(screen.height, look.greatestHeight))
    }

    /// A side grown to what is wanted, by the same on both ends: what is centred stays on whole pixels.
    private static func grown(_ side: Int, _ wanted: Double, _ limit: Int) -> Int {
        let grown = side + 2 * max(0, Int(((wanted - Double(side)) / 2).rounded(.up)))
        return max(side, min(grown, limit))
    }

    /// How wide a sign is, in points.
    private static func signWidth(_ kind: HUD.Kind, _ look: Look) -> Double {
        if case .progress = kind, look.progressStyle == .bar { return look.barLength }
        return look.iconSize
    }

    /// From the label's last baseline to the detail's first one.
    private static func gap(_ label: Label, _ detail: Label, _ look: Look, _ scale: Double) -> Int {
        Int((label.descender + look.detailGap * scale + detail.ascender).rounded())
    }

    /// The upper left pixel of a picture of this size in the sign's place.
    func signCorner(width: Double, height: Double) -> (x: Int, y: Int) {
        let left = Double(box.width) / 2 - width / 2
        let top = Double(box.height) / 2 - growth + above / 2 + look.iconOffset * scale - height / 2
        return (Int(left.rounded()), Int(top.rounded()))
    }

    /// Where the texts' ink is centred across.
    var center: Double { Double(box.width) / 2 }

    /// The first baselines of label and detail: with a sign the label's first line keeps its distance from the box'
    /// upper edge; without one all lines together are centred down.
    func baselines(hasSign: Bool) -> (label: Int, detail: Int) {
        guard let first = label ?? detail else { return (0, 0) }
        let middle = Double(box.height) / 2 + (hasSign ? look.labelOffset * scale : 0)
        let line = middle - below / 2 + above / 2
        let baseline = Int((line + (first.ascender - first.descender) / 2).rounded())
        guard let label, let detail else { return (baseline, baseline) }
        let last = baseline + (label.lines.count - 1) * label.pitch
        return (baseline, last + Layout.gap(label, detail, look, scale))
    }
}

/// The room that label and detail have in a box that is as large as it may be.
private struct TextRoom {
    private let look: Look
    private let scale: Double
    private let width: Double
    private let height: Double

    init(_ look: Look, scale: Double, limits: Size, hasSign: Bool) {
        self.look = look
        self.scale = scale
        width = Double(limits.width) - 2 * look.padding * scale
        // Under a sign the first line's room is the box's own: what is grown holds the others.
        let side = Double(Layout.side(look, scale)) + max(0, look.iconSize - Icon.side) * scale
        let line = look.labelSize * scale * TextRoom.line
        let highest = Double(limits.height)
        height = hasSign ? highest - side + line : highest - 2 * look.padding * scale
    }

    /// How much higher a line is than its letters are large.
    private static let line = 1.25

    func label(hasDetail: Bool) -> Label.Room {
        var room = Label.Room()
        room.width = width
        room.height = hasDetail ? height - gap - look.detailSize * scale * TextRoom.line : height
        room.lines = look.labelLines
        return room
    }

    /// Nil where there is none.
    func detail(below label: Label?) -> Label.Room? {
        var room = Label.Room()
        room.width = min(width, look.detailWidth * scale)
        room.height = height - (label.map { Double($0.lines.count * $0.pitch) + gap } ?? 0)
        room.lines = look.detailLines
        return label == nil || room.height >= look.detailSize * scale ? room : nil
    }

    private var gap: Double { look.detailGap * scale }
}
