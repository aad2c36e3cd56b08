internal import HUDPixels

/// Where the parts of a HUD go, in pixels of its layer.
struct Layout {
    let scale: Double
    let box: Size
    private let theme: Theme

    /// - Parameter labelWidth: how wide the label's ink is, in pixels.
    init(_ theme: Theme, scale: Double, screen: Size, labelWidth: Double) {
        self.theme = theme
        self.scale = scale
        let side = Int((theme.boxSize * scale).rounded())
        let wanted = labelWidth + 2 * theme.padding * scale
        // Grown by the same on both sides: what is centred stays on whole pixels.
        let grown = side + 2 * max(0, Int(((wanted - Double(side)) / 2).rounded(.up)))
        box = Size(width: min(grown, Layout.widest(theme, scale, screen)), height: side)
    }

    /// How wide the ink of a label may be, in pixels.
    static func labelWidth(_ theme: Theme, scale: Double, screen: Size) -> Double {
        Double(widest(theme, scale, screen)) - 2 * theme.padding * scale
    }

    /// How wide a box may become: never narrower than it is without a label, on however small a screen.
    private static func widest(_ theme: Theme, _ scale: Double, _ screen: Size) -> Int {
        let side = Int((theme.boxSize * scale).rounded())
        let free = Int((Double(screen.width) - 2 * theme.margin * scale).rounded(.down))
        return max(side, free - (free - side) & 1)
    }

    /// The upper left pixel of the icon's square.
    func iconCorner(side: Double) -> (x: Int, y: Int) {
        let left = Double(box.width) / 2 - side / 2
        let top = Double(box.height) / 2 + theme.iconOffset * scale - side / 2
        return (Int(left.rounded()), Int(top.rounded()))
    }

    /// Where the label's ink is centred across.
    var labelCenter: Double { Double(box.width) / 2 }

    /// The label's baseline: its line, from ascender to descender, is centred down.
    func baseline(ascender: Double, descender: Double, hasIcon: Bool) -> Int {
        let center = Double(box.height) / 2 + (hasIcon ? theme.labelOffset * scale : 0)
        return Int((center + (ascender - descender) / 2).rounded())
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
