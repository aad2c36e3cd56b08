public import HUDPixels

/// How a HUD looks and moves. Lengths are in points, times in nanoseconds.
public struct Theme: Equatable, Sendable {
    /// The sides of the box that is not grown by its label.
    public var boxSize = 96.0
    /// Radius of the box's corners.
    public var cornerRadius = 10.0
    /// The box's colour, with its alpha.
    public var boxColor = Color(red: 0, green: 0, blue: 0, alpha: 191)  // 0.75
    /// Icon and label.
    public var inkColor = Color.white
    /// The centre of the icon's square, below the box's centre.
    public var iconOffset = -12.0
    /// Pixels per em of the label at scale 1.
    public var labelSize = 16.0
    /// How many lines a label may take that has no line breaks of its own; one that is longer ends in an ellipsis.
    public var labelLines = 1
    /// The middle of the label's line, or lines, below the box's centre, if there is an icon.
    public var labelOffset = 24.0
    /// What stays free on either side of a label that grows the box.
    public var padding = 12.0
    /// What stays free between the box and either edge of the screen.
    public var margin = 8.0

    /// How long it takes to appear.
    public var appearDuration: Int64 = 300_000_000
    /// What it appears from.
    public var appearFrom = Appearance(scale: 1.3, alpha: 0)
    /// How long it takes to leave.
    public var leaveDuration: Int64 = 150_000_000
    /// What it leaves to.
    public var leaveTo = Appearance(scale: 1, alpha: 0)
    /// From the first frame on glass to the begin of the leaving, if nobody says otherwise.
    public var stay: Int64 = 600_000_000
    /// How its motions run.
    public var curve = Curve.easeInOut

    /// The ancestor's look.
    public static let standard = Theme()

    private init() {}
}

extension Theme {
    /// The motion in which a HUD appears, from wherever it is.
    ///
    /// - Parameters:
    ///   - start: when it starts, in nanoseconds of any clock.
    ///   - from: what it looks like then; the theme's begin if it was hidden.
    public func appearing(at start: Int64, from: Appearance? = nil) -> Motion {
        Motion(
            from: from ?? appearFrom, to: .rest, start: start, duration: appearDuration, curve: curve)
    }

    /// The motion in which a HUD leaves, from wherever it is.
    public func leaving(at start: Int64, from: Appearance = .rest) -> Motion {
        Motion(from: from, to: leaveTo, start: start, duration: leaveDuration, curve: curve)
    }
}
