/// The life of one HUD: hidden, waiting, appearing, shown, leaving, hidden. What comes changes it from wherever it then
/// is: nothing pops up twice, and nothing jumps. Times are nanoseconds of CLOCK_MONOTONIC.
package struct Presentation: Sendable {
    private enum Phase {
        case hidden
        /// Nothing is to be seen before this time, or ever, if it is hidden before.
        case waiting(until: Int64)
        case on
        case leaving
    }

    private let theme: Theme
    private let grace: Int64
    private let least: Int64
    private var phase = Phase.hidden
    private var motion = Motion.still()
    /// When its first frame is on glass; nil before.
    private var firstGlass: Int64?
    /// How long it stays from its first frame on, if that is still to come; `.max`: until it is told to leave.
    private var stay = Int64.max
    /// When it leaves by itself.
    private var leaveTime = Int64.max
    /// Since when it says what it says now.
    private var changeTime = Int64.min

    /// What it says, if it says something.
    package private(set) var content: Content?

    /// Hidden.
    ///
    /// - Parameters:
    ///   - theme: how it looks and moves.
    ///   - grace: how long it waits before it appears: what is hidden again meanwhile is never seen.
    ///   - least: how long what it says last stays from its first frame on, even if it is hidden before.
    package init(theme: Theme, grace: Int64 = 0, least: Int64 = 0) {
        self.theme = theme
        self.grace = grace
        self.least = least
    }

    // MARK: - What happens to it

    /// It is to be seen, for `stay` (at least its least time) from its first frame on, or from now on if it is on the
    /// screen; `.max`: until it is told to leave. One that is on the screen changes in place, one that is leaving turns round.
    package mutating func show(_ hud: HUD, for stay: Int64, at now: Int64) {
        advance(to: now)
        switch phase {
        case .hidden:
            content = Content(hud, theme: theme, at: now)
            changeTime = now
            firstGlass = nil
            phase = .waiting(until: now + grace)
        case .waiting, .on:
            change(to: hud, at: now)
        case .leaving:
            change(to: hud, at: now)
            enter(at: now, after: motion)
        }
        self.stay = max(stay, least)
        leaveTime = firstGlass == nil ? .max : Self.sum(now, self.stay)
        advance(to: now)
    }

    /// It says something else, if it is to be seen; for what is leaving or gone it is too late.
    package mutating func update(_ hud: HUD, at now: Int64) {
        advance(to: now)
        switch phase {
        case .hidden, .leaving: break
        case .waiting, .on: change(to: hud, at: now)
        }
    }

    private mutating func change(to hud: HUD, at now: Int64) {
        if content?.hud != hud { changeTime = now }
        content?.change(to: hud, at: now)
    }

    /// It leaves, once what it says now has been seen for its least time.
    package mutating func hide(at now: Int64) {
        advance(to: now)
        switch phase {
        case .hidden, .leaving: break
        case .waiting: phase = .hidden
        case .on:
            stay = least
            leaveTime = firstGlass.map { max(now, Self.sum(max($0, changeTime), least)) } ?? .max
            advance(to: now)
        }
    }

    /// Its first frame is on glass at `time`: the motion in which it appears starts then, however long it took to open
    /// displays. What is said later says nothing new.
    package mutating func reachGlass(at time: Int64) {
        guard firstGlass == nil, case .on = phase else { return }
        firstGlass = time
        motion = look.appearing(at: time)
        leaveTime = Self.sum(time, stay)
    }

    /// Time goes by.
    package mutating func advance(to now: Int64) {
        if case .waiting(let end) = phase, now >= end { enter(at: end, after: nil) }
        if case .on = phase, now >= leaveTime {
            motion = look.leaving(at: now, after: motion)
            phase = .leaving
        }
        if case .leaving = phase, now >= motion.end { phase = .hidden }
    }

    private mutating func enter(at time: Int64, after motion: Motion?) {
        self.motion = look.appearing(at: time, after: motion)
        phase = .on
    }

    private static func sum(_ time: Int64, _ span: Int64) -> Int64 {
        let (sum, overflow) = time.addingReportingOverflow(span)
        return overflow ? .max : sum
    }

    private var look: Look { content?.look ?? theme.base }

    // MARK: - What it is

    /// Nothing of it is to be seen, and nothing will be by itself.
    package var isHidden: Bool {
        if case .hidden = phase { true } else { false }
    }

    /// It is to be seen in a while.
    package var isWaiting: Bool {
        if case .waiting = phase { true } else { false }
    }

    /// It is to be seen, and not on its way out: input is held off.
    package var isOn: Bool {
        if case .on = phase { true } else { false }
    }

    /// What it looks like at `time`, if nothing happens before.
    package func appearance(at time: Int64) -> Appearance {
        switch phase {
        case .hidden, .waiting: look.leaveTo
        case .on where firstGlass == nil: motion.appearance(at: motion.start)
        case .on, .leaving: motion.appearance(at: time)
        }
    }

    /// When the next thing happens by itself; `.max`: nothing does.
    package var nextChange: Int64 {
        switch phase {
        case .hidden: .max
        case .waiting(let end): end
        case .on: leaveTime
        case .leaving: motion.end
        }
    }
}
