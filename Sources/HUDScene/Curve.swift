/// How a motion runs: which part of the way is done after which part of the time.
public enum Curve: Equatable, Sendable {
    /// Evenly.
    case linear
    /// A cubic Bézier curve from (0, 0) to (1, 1) of time and way with these two control points, as in CSS'
    /// `cubic-bezier()`. The times must lie in 0...1.
    case cubic(Double, Double, Double, Double)

    /// Slow, fast, slow: what UIKit calls UIViewAnimationCurveEaseInOut.
    public static let easeInOut = Curve.cubic(0.42, 0, 0.58, 1)

    /// Fast, then slow: UIViewAnimationCurveEaseOut.
    public static let easeOut = Curve.cubic(0, 0, 0.58, 1)

    /// The part of the way that is done at a part of the time, both 0...1.
    public func value(at time: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= 1 { return 1 }
        switch self {
        case .linear:
            return time
        case .cubic(let x1, let y1, let x2, let y2):
            return Curve.bezier(y1, y2, Curve.solve(time, x1, x2))
        }
    }

    /// How fast it runs at a part of the time: 1 is even. Where a curve begins or ends upright, as fast as it is on the
    /// average of the nearest thousandth.
    public func slope(at time: Double) -> Double {
        guard case .cubic(let x1, let y1, let x2, let y2) = self else { return 1 }
        let time = min(max(time, 0), 1)
        let t = time == 0 || time == 1 ? time : Curve.solve(time, x1, x2)
        let across = Curve.derivative(x1, x2, t)
        if across > 1e-6 { return Curve.derivative(y1, y2, t) / across }
        let (before, after) = (max(0, time - 1e-3), min(1, time + 1e-3))
        return (value(at: after) - value(at: before)) / (after - before)
    }

    /// One coordinate of the curve at its parameter `t`.
    private static func bezier(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }

    private static func derivative(_ first: Double, _ second: Double, _ t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * first + 6 * rest * t * (second - first) + 3 * t * t * (1 - second)
    }

    /// The parameter at which the curve's time is `time`. The time never falls, so halving finds it; 53 halvings
    /// are all a Double can tell apart, and take a microsecond.
    private static func solve(_ time: Double, _ first: Double, _ second: Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<53 {
            let middle = (low + high) / 2
            if bezier(first, second, middle) < time { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
