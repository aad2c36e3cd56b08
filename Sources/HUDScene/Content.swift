/// A HUD that changes: what it was, what it is now, and since when. What is seen is a pure function of the time. Times are
/// nanoseconds of any one clock.
public struct Content: Sendable {
    /// How it looks.
    public let theme: Theme
    /// What it is, or is about to be.
    public private(set) var hud: HUD

    /// How far the progress has come that is shown.
    private(set) var progress: Tween
    /// How much of the sign is drawn.
    private(set) var drawing = Tween(still: 1)
    /// The boxes whose sizes are mixed while the box changes its size; the last one is the size that it will have.
    private(set) var shares: [Share]
    private var turning: Int64
    private var begin: Int64

    /// A part of the box's size.
    struct Share: Sendable {
        let shape: HUD
        var weight: Tween
    }

    /// A HUD that does not change.
    public init(_ hud: HUD, theme: Theme = .standard, at time: Int64) {
        self.hud = hud
        self.theme = theme
        progress = Tween(still: hud.kind.part ?? 0)
        shares = [Share(shape: hud.shape, weight: Tween(still: 1))]
        turning = time
        begin = time
    }

    /// How it looks and moves now.
    public var look: Look { theme[hud.kind] }

    /// Makes it another one, from whatever is to be seen at `time`.
    public mutating func change(to next: HUD, at time: Int64) {
        let last = hud
        hud = next
        begin = time
        changeProgress(from: last, at: time)
        changeSign(from: last, at: time)
        changeSize(at: time)
    }

    private mutating func changeProgress(from last: HUD, at time: Int64) {
        guard let part = hud.kind.part else { return }
        if last.kind.part == nil {
            progress = Tween(still: part)
        } else if part != progress.to {
            progress = Tween(
                from: progress.value(at: time), to: part, start: time,
                duration: look.effectiveChangeDuration, curve: look.curve, speed: progress.speed(at: time),
                limits: 0...1)
        }
    }

    private mutating func changeSign(from last: HUD, at time: Int64) {
        if hud.kind.section == last.kind.section { return }
        turning = time
        let isDrawn = hud.kind == .success || hud.kind == .failure
        drawing =
            isDrawn && look.effectiveDrawDuration > 0
            ? Tween(from: 0, to: 1, start: time, duration: look.effectiveDrawDuration, curve: look.curve)
            : Tween(still: 1)
    }

    /// No more are mixed: when a value changes faster than that, the single steps cannot be seen.
    static let mostShares = 8

    private mutating func changeSize(at time: Int64) {
        let shape = hud.shape
        if shares.last?.shape == shape { return }
        let duration = look.effectiveChangeDuration
        var mixture = shares.filter { time < $0.weight.end || $0.weight.to != 0 }
        let known = mixture.firstIndex { $0.shape == shape }.map { mixture.remove(at: $0) }
        while mixture.count >= Content.mostShares {
            // The one that has the least weight now.
            let weights = mixture.map { abs($0.weight.value(at: time)) }
            mixture.remove(at: weights.firstIndex(of: weights.min() ?? 0) ?? 0)
        }
        mixture.append(known ?? Share(shape: shape, weight: Tween(still: 0)))
        let sum = mixture.reduce(0) { $0 + $1.weight.value(at: time) }
        for index in mixture.indices {
            let weight = mixture[index].weight
            mixture[index].weight = Tween(
                from: weight.value(at: time) / (sum == 0 ? 1 : sum), to: index == mixture.count - 1 ? 1 : 0,
                start: time, duration: duration, curve: look.curve, speed: weight.speed(at: time))
        }
        shares = duration > 0 ? mixture : [Share(shape: shape, weight: Tween(still: 1))]
    }

    /// When nothing of it changes any more by itself; `.max` for a spinner.
    public var stillFrom: Int64 {
        if hud.kind == .busy, !look.isMotionReduced { return .max }
        var end = max(begin, drawing.end, shares.last?.weight.end ?? .min)
        if hud.kind.part != nil { end = max(end, progress.end) }
        return end
    }

    /// Whether nothing of it changes after `time` by itself.
    public func isStill(at time: Int64) -> Bool { time >= stillFrom }

    /// How far round a spinner is, 0..<1.
    func turn(at time: Int64) -> Double {
        if look.isMotionReduced || look.spinnerTurn <= 0 { return 0 }
        let gone = (time &- turning) % look.spinnerTurn
        return Double(gone < 0 ? gone + look.spinnerTurn : gone) / Double(look.spinnerTurn)
    }
}
