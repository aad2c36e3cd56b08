extension Look {
    /// How long it takes to appear, in nanoseconds.
    public var appearDuration: Int64 { appear.style == .none ? 0 : appear.duration }
    /// How long it takes to leave, in nanoseconds.
    public var leaveDuration: Int64 { leave.style == .none ? 0 : leave.duration }
    /// What it appears from.
    public var appearFrom: Appearance { Appearance(scale: goneScale(appear), alpha: 0) }
    /// What it leaves to.
    public var leaveTo: Appearance { Appearance(scale: goneScale(leave), alpha: 0) }

    private func goneScale(_ transition: Transition) -> Double {
        transition.style == .zoom && !isMotionReduced ? transition.scale : 1
    }

    /// The motion in which a HUD appears.
    ///
    /// - Parameters:
    ///   - start: when it starts, in nanoseconds of any clock.
    ///   - motion: the one that it interrupts, from whose pose and speed it goes on; nil if the HUD was hidden.
    public func appearing(at start: Int64, after motion: Motion? = nil) -> Motion {
        turning(motion, from: appearFrom, to: .rest, start, appearDuration)
    }

    /// The motion in which a HUD leaves.
    ///
    /// - Parameters:
    ///   - start: when it starts, in nanoseconds of any clock.
    ///   - motion: the one that it interrupts, from whose pose and speed it goes on; nil if the HUD was at rest.
    public func leaving(at start: Int64, after motion: Motion? = nil) -> Motion {
        turning(motion, from: .rest, to: leaveTo, start, leaveDuration)
    }

    private func turning(
        _ motion: Motion?, from: Appearance, to: Appearance, _ start: Int64, _ duration: Int64
    ) -> Motion {
        guard let motion else {
            return Motion(from: from, to: to, start: start, duration: duration, curve: curve)
        }
        // What has come to rest starts as the curve does.
        return Motion(
            from: motion.appearance(at: start), to: to, start: start, duration: duration, curve: curve,
            velocity: start < motion.end ? motion.velocity(at: start) : nil,
            largest: max(1, appearFrom.scale, leaveTo.scale),
            smallest: min(1, appearFrom.scale, leaveTo.scale))
    }

    /// How long it takes to read what a HUD says, in nanoseconds: 0.06 s a character and half a second to look there,
    /// and no less than `stay`.
    public func readingTime(of hud: HUD) -> Int64 {
        max(stay, 500_000_000 + 60_000_000 * Int64(hud.label.count + hud.detail.count))
    }

    /// How long a change of what it says takes, in nanoseconds.
    var effectiveChangeDuration: Int64 { isMotionReduced ? 0 : changeDuration }
    /// How long a sign takes to be drawn, in nanoseconds.
    var effectiveDrawDuration: Int64 { isMotionReduced ? 0 : drawDuration }
}
