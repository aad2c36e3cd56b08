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

/// A change from one appearance to another. It is a pure function of the time: a late frame shows what is due then, and a
/// new motion can start from any moment of an old one.
///
/// Times are nanoseconds of any one clock.
public struct Motion: Equatable, Sendable {
    private let scale: Tween
    private let alpha: Tween

    /// A motion from `from` to `to`.
    ///
    /// - Parameters:
    ///   - from: before and at the start.
    ///   - to: at the end and after.
    ///   - start: when it starts, in nanoseconds of any clock.
    ///   - duration: how long it takes at most; 0 is a jump.
    ///   - curve: how it runs.
    ///   - velocity: how fast the appearance already changes at the start, a second; nil: as the curve begins. A
    ///     motion that turns another one round goes on its way for a moment: nothing stops in an instant.
    ///   - largest: what the scale does not exceed meanwhile.
    ///   - smallest: what it does not fall below.
    public init(
        from: Appearance, to: Appearance, start: Int64, duration: Int64, curve: Curve,
        velocity: Appearance? = nil, largest: Double = .infinity, smallest: Double = 0
    ) {
        scale = Tween(
            from: from.scale, to: to.scale, start: start, duration: duration, curve: curve,
            speed: velocity?.scale,
            limits: min(smallest, from.scale)...max(largest, from.scale))
        alpha = Tween(
            from: from.alpha, to: to.alpha, start: start, duration: duration, curve: curve,
            speed: velocity?.alpha, limits: min(0, from.alpha)...max(1, from.alpha))
    }

    /// No motion: the same at any time.
    public static func still(_ appearance: Appearance = .rest) -> Motion {
        Motion(from: appearance, to: appearance, start: 0, duration: 0, curve: .linear)
    }

    /// Before and at `start`.
    public var from: Appearance { Appearance(scale: scale.from, alpha: alpha.from) }
    /// At `end` and after, exactly.
    public var to: Appearance { Appearance(scale: scale.to, alpha: alpha.to) }
    /// When it starts.
    public var start: Int64 { scale.start }
    /// When the motion ends.
    public var end: Int64 { max(scale.end, alpha.end) }

    /// What it looks like at a time.
    public func appearance(at time: Int64) -> Appearance {
        Appearance(scale: scale.value(at: time), alpha: min(max(alpha.value(at: time), 0), 1))
    }

    /// How fast that changes, a second.
    public func velocity(at time: Int64) -> Appearance {
        Appearance(scale: scale.speed(at: time), alpha: alpha.speed(at: time))
    }
}
