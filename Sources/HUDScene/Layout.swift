internal import HUDPixels
internal import HUDText

/// Where the parts of a HUD go, in pixels of its layer.
struct Layout {
    let scale: Double
    let box: Size
    private let theme: Theme
    /// How much higher the box is than one with one line, for each half.
    private let growth: Double

    /// - Parameters:
    ///   - label: what it says, if it says something.
    ///   - hasIcon: whether anything stands above the label.
    init(_ theme: Theme, scale: Double, screen: Size, label: Label?, hasIcon: Bool) {
        self.theme = theme
        self.scale = scale
        let side = Int((theme.boxSize * scale).rounded())
        let lines = (label?.lines.count ?? 1) - 1
        let below = Double(lines * (label?.pitch ?? 0))
        // Below an icon each further line makes the box higher; without one it is high enough for some.
        let block = below + (label.map { $0.ascender + $0.descender } ?? 0)
        let wanted = hasIcon || lines == 0 ? Double(side) + below : block + 2 * theme.padding * scale
        box = Size(
            width: Layout.grown(
                side, (label?.inkWidth ?? 0) + 2 * theme.padding * scale, screen.width, theme.margin * scale),
            height: Layout.grown(side, wanted, screen.height, theme.margin * scale))
        growth = Double(box.height - side) / 2
    }

    /// The room that a label has.
    static func room(_ theme: Theme, scale: Double, screen: Size, hasIcon: Bool) -> Label.Room {
        let side = Int((theme.boxSize * scale).rounded())
        var room = Label.Room()
        room.width = Double(largest(side, screen.width, theme.margin * scale)) - 2 * theme.padding * scale
        // Under an icon the first line's room is the box's own: what is grown holds the others.
        let highest = Double(largest(side, screen.height, theme.margin * scale))
        let line = theme.labelSize * scale * 1.25
        room.height = hasIcon ? highest - Double(side) + line : highest - 2 * theme.padding * scale
        room.lines = theme.labelLines
        return room
    }

    /// A side grown to what is wanted, by the same on both ends: what is centred stays on whole pixels.
    private static func grown(_ side: Int, _ wanted: Double, _ screen: Int, _ margin: Double) -> Int {
        let grown = side + 2 * max(0, Int(((wanted - Double(side)) / 2).rounded(.up)))
        return min(grown, largest(side, screen, margin))
    }

    /// How large a side may become: never smaller than it is without a label, on however small a screen.
    private static func largest(_ side: Int, _ screen: Int, _ margin: Double) -> Int {
        let free = Int((Double(screen) - 2 * margin).rounded(.down))
        return max(side, free - (free - side) & 1)
    }

    /// The upper left pixel of a picture of this size in the icon's place.
    func iconCorner(width: Double, height: Double) -> (x: Int, y: Int) {
        let left = Double(box.width) / 2 - width / 2
        let top = Double(box.height) / 2 - growth + theme.iconOffset * scale - height / 2
        return (Int(left.rounded()), Int(top.rounded()))
    }

    /// Where the label's ink is centred across.
    var labelCenter: Double { Double(box.width) / 2 }

    /// The label's first baseline: its lines, from the first one's ascender to the last one's descender, are
    /// centred down.
    func baseline(_ label: Label, hasIcon: Bool) -> Int {
        let center = Double(box.height) / 2 + (hasIcon ? theme.labelOffset * scale : 0)
        let first = center - Double((label.lines.count - 1) * label.pitch) / 2
        return Int((first + (label.ascender - label.descender) / 2).rounded())
    }

    /// The box's upper left corner on the screen. The origin is rounded, not the difference of the sizes: half
    /// of an odd one would stand between pixels.
    func origin(on screen: Size) -> (x: Int, y: Int) {
        (
            Int((Double(screen.width - box.width) / 2).rounded()),
            Int((Double(screen.height - box.height) / 2).rounded())
        )
    }
}
