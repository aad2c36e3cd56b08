/// A number that changes from one value to another. It is a pure function of the time.
struct Tween: Equatable, Sendable {
    let from: Double
    let to: Double
    /// When the change starts and how long it takes, in nanoseconds; a duration of 0 is a jump. The duration is shorter
    /// than the one that was asked for where the number already moves fast towards `to`.
    let start: Int64
    let duration: Int64
    private let curve: Curve
    /// What is added to the curve's own speed at the start, in units per duration.
    private let bend: Double

    /// A number that does not change.
    init(still value: Double) {
        self.init(from: value, to: value, start: .min, duration: 0, curve: .linear)
    }

    /// - Parameters:
    ///   - speed: how fast the number already changes at the start, in units per second; nil: as the curve begins.
    ///   - limits: the range that the number does not leave. A number that still moves away from `to` at the start goes on
    ///     for a moment before it turns round; with limits it stays inside them, and does not overshoot `to`. Nil: it may
    ///     do both.
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
            // The curves come to rest as 1.89 (1 - part)^2 does. A greater speed would overshoot the end, so the change
            // takes less time instead.
            let share = min(1, 1.85 * way / wanted)
            self.duration = max(1, Int64(Double(duration) * share))
            wanted *= share
        } else {
            self.duration = duration
            if let limits {
                // The bend is part (1 - part)^2, and its greatest value is 4/27.
                let room = (down: limits.lowerBound - from, up: limits.upperBound - from)
                wanted = max(room.down * 6.75, min(wanted, room.up * 6.75))
            }
        }
        bend = wanted - way * curve.slope(at: 0)
    }

    /// When the change ends, in nanoseconds.
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

    /// How fast the number changes, in units per second.
    func speed(at time: Int64) -> Double {
        if time >= end || time < start { return 0 }
        let part = Double(time - start) / Double(duration)
        let rest = 1 - part
        let slope = (to - from) * curve.slope(at: part) + bend * rest * (rest - 2 * part)
        return slope * 1e9 / Double(duration)
    }
}
