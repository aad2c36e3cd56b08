/// What a motion changes: how large a HUD is, about its centre, and how strong.
public struct Appearance: Equatable, Sendable {
    /// 1 is the HUD at rest.
    public var scale: Double
    /// 0 is gone, 1 is the HUD at rest.
    public var alpha: Double

    /// A HUD at `scale` and `alpha`.
    public init(scale: Double, alpha: Double) {
        self.scale = scale
        self.alpha = alpha
    }

    /// Neither grown nor faded.
    public static let rest = Appearance(scale: 1, alpha: 1)
}

/// A change from one appearance to another. A value: what it looks like depends on nothing but the time asked
/// about, so a late frame shows what is due then, and a new motion can start from any moment of an old one.
///
/// Times are nanoseconds of one clock, whichever the caller uses.
public struct Motion: Equatable, Sendable {
    /// Before and at `start`.
    public var from: Appearance
    /// At `end` and after, exactly.
    public var to: Appearance
    /// When it starts.
    public var start: Int64
    /// How long it takes; 0 is a jump.
    public var duration: Int64
    /// How it runs.
    public var curve: Curve

    /// A motion from `from` to `to`.
    public init(from: Appearance, to: Appearance, start: Int64, duration: Int64, curve: Curve) {
        self.from = from
        self.to = to
        self.start = start
        self.duration = duration
        self.curve = curve
    }

    /// No motion: the same at any time.
    public static func still(_ appearance: Appearance = .rest) -> Motion {
        Motion(from: appearance, to: appearance, start: 0, duration: 0, curve: .linear)
    }

    /// When it has got there.
    public var end: Int64 {
        let (sum, overflow) = start.addingReportingOverflow(duration)
        return overflow ? .max : sum
    }

    /// What it looks like at a time.
    public func appearance(at time: Int64) -> Appearance {
        if time >= end { return to }
        if time <= start { return from }
        let progress = curve.value(at: Double(time - start) / Double(duration))
        return Appearance(
            scale: from.scale + (to.scale - from.scale) * progress,
            alpha: from.alpha + (to.alpha - from.alpha) * progress)
    }
}
