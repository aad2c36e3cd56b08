public import HUDPixels

/// The signs a HUD can show above its label.
public enum Icon: String, CaseIterable, Sendable {
    /// Done: the ancestor's check mark.
    case check
    /// Failed.
    case cross
    /// Something to know.
    case info
    /// Something to look after.
    case warning
    /// No sign: the label stands alone.
    case none

    /// The side of the square they are drawn in, in points.
    public static let side = 28.0
    /// How thick their lines are, in points.
    public static let lineWidth = 3.0

    /// What is drawn as a line, in a square of `side` points.
    var lines: Outline {
        typealias Point = Outline.Point
        switch self {
        case .check:
            return .polyline([Point(4, 15), Point(11, 22), Point(24, 7)])
        case .cross:
            return .polyline([Point(6, 6), Point(22, 22)]) + .polyline([Point(22, 6), Point(6, 22)])
        case .info:
            return .circle(14, 14, radius: 11.5) + .polyline([Point(14, 14), Point(14, 19.5)])
        case .warning:
            var triangle = Outline.polyline([Point(14, 3.5), Point(25.5, 24.5), Point(2.5, 24.5)])
            triangle.close()
            return triangle + .polyline([Point(14, 11.5), Point(14, 15.5)])
        case .none:
            return Outline()
        }
    }

    /// What is drawn as a filled shape: the dots.
    var dots: Outline {
        switch self {
        case .info: .circle(14, 8.5, radius: 1.75)
        case .warning: .circle(14, 20, radius: 1.75)
        case .check, .cross, .none: Outline()
        }
    }
}

extension FontLibrary {
    /// An icon at `scale` pixels a point; nil for `.none`. The mask is the square, rounded up to whole pixels.
    ///
    /// - Parameters:
    ///   - icon: which one.
    ///   - scale: pixels a point.
    ///   - lineWidth: how thick its lines are, in points.
    ///   - part: how much of its lines is drawn, 0...1, from where a pen would begin.
    public func mask(
        of icon: Icon, scale: Double, lineWidth: Double = Icon.lineWidth, part: Double = 1
    ) -> Mask? {
        if icon == .none { return nil }
        let side = Int((Icon.side * scale).rounded(.up))
        let size = Size(width: side, height: side)
        if part <= 0 { return Mask(size: size) }
        var mask = stroke(icon.lines.beginning(part), width: lineWidth, scale: scale, size: size)
        let dots = fill(icon.dots, scale: scale, size: size)
        for index in mask.coverage.indices {
            mask.coverage[index] = max(mask.coverage[index], dots.coverage[index])
        }
        return mask
    }
}
