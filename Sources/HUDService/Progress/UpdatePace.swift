internal import HUDSystem

/// When a HUD is told what it says next: no more often than a display shows frames.
struct UpdatePace {
    private static let period: Int64 = 16_666_667

    private var earliest: Int64 = 0
    /// There is something new to tell.
    private(set) var isPending = false

    /// When the next is due; `.max`: there is nothing new.
    var next: Int64 { isPending ? earliest : .max }

    /// There is something new.
    mutating func request() { isPending = true }

    /// Whether it is to be told now; then it counts as told.
    mutating func isDue(at now: Int64) -> Bool {
        guard isPending, now >= earliest else { return false }
        isPending = false
        earliest = now + Self.period
        return true
    }
}

/// When a line that has not ended is looked at: once the program has printed nothing for a moment. What it printed last
/// may be half of a number before.
struct QuietLine {
    private static let time: Int64 = 60_000_000

    /// When that is; `.max`: there is nothing to look at.
    private(set) var next = Int64.max

    /// Something was printed.
    mutating func begin(at now: Int64) { next = now + Self.time }

    /// Whether it is time to look, once.
    mutating func isDue(at now: Int64) -> Bool {
        if now < next { return false }
        next = .max
        return true
    }
}
