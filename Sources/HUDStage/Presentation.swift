public import HUDPixels
public import HUDScene

/// The life of one HUD: hidden, appearing, shown, leaving, hidden. Each event starts a motion from wherever the
/// box then is. Times are nanoseconds of CLOCK_MONOTONIC.
public struct Presentation: Sendable {
    private enum Phase {
        case hidden
        case entering
        case leaving
    }

    private let theme: Theme
    private var phase = Phase.hidden
    private var motion = Motion.still(.hidden)

    public init(theme: Theme) {
        self.theme = theme
    }

    /// It comes. During a leaving it turns round where it is.
    public mutating func show(at now: Int64) {
        let start = isHidden(at: now) ? theme.appearFrom : motion.value(at: now)
        motion = Motion(
            from: start, to: .shown, start: now, duration: theme.appearDuration, curve: theme.appearCurve)
        phase = .entering
    }

    /// It goes.
    public mutating func leave(at now: Int64) {
        guard phase == .entering else { return }
        let start = motion.value(at: now)
        motion = Motion(
            from: start, to: Motion.Value(scale: start.scale, alpha: 0), start: now,
            duration: theme.leaveDuration, curve: theme.leaveCurve)
        phase = .leaving
    }

    /// Whether nothing of it is to be seen.
    public func isHidden(at now: Int64) -> Bool {
        switch phase {
        case .hidden: true
        case .entering: false
        case .leaving: now >= motion.end
        }
    }

    /// The pose at `time`, for a layer that rests in `rest`.
    public func pose(at time: Int64, rest: Pose) -> Pose {
        let value = isHidden(at: time) ? .hidden : motion.value(at: time)
        return Pose(
            centerX: rest.centerX, centerY: rest.centerY,
            scale: rest.scale * value.scale, alpha: rest.alpha * value.alpha)
    }

    /// When the motion under way ends.
    public var motionEnd: Int64 { motion.end }
}
