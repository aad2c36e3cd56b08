public import HUDScene

/// The life of one HUD: hidden, appearing, shown, leaving, hidden. Each event starts a motion from wherever the
/// box then is. Times are nanoseconds of CLOCK_MONOTONIC.
public struct Presentation: Sendable {
    private enum Phase {
        case hidden
        case entering
        case leaving
    }

    private let look: Look
    private var phase = Phase.hidden
    private var motion = Motion.still()

    /// Hidden.
    public init(look: Look) {
        self.look = look
    }

    /// It comes. During a leaving it turns round where it is.
    public mutating func show(at now: Int64) {
        motion = look.appearing(at: now, after: isHidden(at: now) ? nil : motion)
        phase = .entering
    }

    /// It goes, from wherever it is.
    public mutating func leave(at now: Int64) {
        guard phase == .entering else { return }
        motion = look.leaving(at: now, after: motion)
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

    /// What it looks like at `time`.
    public func appearance(at time: Int64) -> Appearance {
        isHidden(at: time) ? look.leaveTo : motion.appearance(at: time)
    }

    /// When the motion under way ends.
    public var motionEnd: Int64 { motion.end }
}
