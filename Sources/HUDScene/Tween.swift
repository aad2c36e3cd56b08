/// A number on its way to another one. A value: what it is depends on nothing but the time asked about.
struct Tween: Equatable, Sendable {
    let from: Double
    let to: Double
    /// When it starts, and how long it takes, in nanoseconds; a duration of 0 is a jump. What comes fast takes less
    /// than was asked for.
    let start: Int64
    let duration: Int64
    private let curve: Curve
    /// What is added to the curve's own speed at the start, a duration.
    private let bend: Double

    /// A number that stays.
    init(still value: Double) {
        self.init(from: value, to: value, start: .min, duration: 0, curve: .linear)
    }

    /// - Parameters:
    ///   - speed: how fast it already changes at the start, a second; nil: as the curve begins.
    ///   - limits: what it stays within although it goes on the other way for a moment, if it does; nor does it go past
    ///     its end then. Nil: it may do both.
    init(
        from: Double, to: Double, start: Int64, duration: Int64, curve: Curve, speed: Double? = nil,
        limits: ClosedRange<Double>? = nil
    ) {
        self.from = from
        self.to = to
        self.start = start
        self.curve = curve
        guard let speed, speed != 0, duration > 0 else {
            self.duration = max(0, duration)
            bend = speed == nil ? 0 : (from - to) * curve.slope(at: 0)
            return
        }
        let way = to - from
        var wanted = speed * Double(duration) / 1e9
        if limits != nil, wanted * way > 0 {
            // Faster than this it would shoot past the end, for the curves come to rest as 1.89 (1 - part)^2 does: it
            // gets there sooner.
            let share = min(1, 1.85 * way / wanted)
            self.duration = max(1, Int64(Double(duration) * share))
            wanted *= share
        } else {
            self.duration = duration
            if let limits {
                // The bend's own peak is 4/27.
                let room = (down: limits.lowerBound - from, up: limits.upperBound - from)
                wanted = max(room.down * 6.75, min(wanted, room.up * 6.75))
            }
        }
        bend = wanted - way * curve.slope(at: 0)
    }

    /// When it has got there.
    var end: Int64 {
        let (sum, overflow) = start.addingReportingOverflow(duration)
        return overflow ? .max : sum
    }

    func value(at time: Int64) -> Double {
        if time >= end { return to }
        if time <= start { return from }
        let part = Double(time - start) / Double(duration)
        let rest = 1 - part
        return from + (to - from) * curve.value(at: part) + bend * part * rest * rest
    }

    /// How fast it changes, a second.
    func speed(at time: Int64) -> Double {
        if time >= end || time < start { return 0 }
        let part = Double(time - start) / Double(duration)
        let rest = 1 - part
        let slope = (to - from) * curve.slope(at: part) + bend * rest * (rest - 2 * part)
        return slope * 1e9 / Double(duration)
    }
}
