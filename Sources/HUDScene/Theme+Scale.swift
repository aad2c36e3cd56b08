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
    ///   - millimetres: what the display says of its size; many say nothing (0), and some something silly.
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

    /// Pixels an inch; nil if the millimetres cannot be right: none, a density that no panel has, or pixels far
    /// from square.
    private static func density(_ screen: Size, _ millimetres: (width: Int, height: Int)) -> Double? {
        guard millimetres.width > 0, millimetres.height > 0 else { return nil }
        let across = Double(screen.width) * 25.4 / Double(millimetres.width)
        let down = Double(screen.height) * 25.4 / Double(millimetres.height)
        let plausible = 50.0...500.0
        guard plausible.contains(across), plausible.contains(down), (0.8...1.25).contains(across / down)
        else { return nil }
        return (across * down).squareRoot()
    }
}
