public import HUDPixels

extension Theme {
    /// The scales that may be asked for: pixels a point.
    public static let scales = 1.0...8.0
    /// The largest that is chosen for a screen.
    private static let largestChosen = 3.0

    /// The scale for a screen: by its size in millimetres where that can be believed, so that the HUD is as large
    /// on every desk, else by its pixels. A box at this scale fits the screen wherever one at scale 1 does.
    ///
    /// - Parameters:
    ///   - screen: the screen in pixels.
    ///   - millimetres: what the display says of its size. Many say nothing (0), and some what cannot be.
    public func scale(for screen: Size, millimetres: (width: Int, height: Int)? = nil) -> Double {
        let shorter = Double(min(screen.width, screen.height))
        let wanted: Double
        if let millimetres, let density = Theme.density(screen, millimetres) {
            wanted = (density / 110).rounded()
        } else {
            wanted = (shorter / 540).rounded()
        }
        let fitting = (shorter / base.boxSize).rounded(.down)
        return max(Theme.scales.lowerBound, min(wanted, fitting, Theme.largestChosen))
    }

    /// Pixels an inch; nil if the millimetres cannot be right: none, an aspect ratio in their place, a density that no
    /// panel has, or pixels far from square.
    private static func density(_ screen: Size, _ millimetres: (width: Int, height: Int)) -> Double? {
        guard millimetres.width > 0, millimetres.height > 0, !isAspectRatio(millimetres) else { return nil }
        let across = Double(screen.width) * 25.4 / Double(millimetres.width)
        let down = Double(screen.height) * 25.4 / Double(millimetres.height)
        let plausible = 50.0...500.0
        guard plausible.contains(across), plausible.contains(down), (0.8...1.25).contains(across / down)
        else { return nil }
        return (across * down).squareRoot()
    }

    /// Whether a size is one of those that televisions and adapters say in place of theirs: 16 x 9, in millimetres, in
    /// centimetres (160 x 90) or in decimetres (1600 x 900).
    private static func isAspectRatio(_ millimetres: (width: Int, height: Int)) -> Bool {
        let longer = max(millimetres.width, millimetres.height)
        let shorter = min(millimetres.width, millimetres.height)
        // 40 x 30 cm is the size of real monitors, so these two are not looked for in decimetres.
        let ratios = [(16, 9, 100), (16, 10, 100), (21, 9, 100), (4, 3, 10), (5, 4, 10)]
        return ratios.contains { ratio in
            [1, 10, 100].contains {
                $0 <= ratio.2 && longer == ratio.0 * $0 && shorter == ratio.1 * $0
            }
        }
    }
}
