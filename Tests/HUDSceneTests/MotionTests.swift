import HUDScene
import Testing

@Suite struct MotionTests {
    /// Against the curve itself, walked along in small steps.
    @Test func easesAsTheCurveSays() {
        let curve = Curve.easeInOut
        for step in 1..<1000 {
            let t = Double(step) / 1000
            let time = 3 * (1 - t) * (1 - t) * t * 0.42 + 3 * (1 - t) * t * t * 0.58 + t * t * t
            let way = 3 * (1 - t) * t * t + t * t * t
            #expect(abs(curve.value(at: time) - way) < 1e-12)
        }
        #expect(abs(curve.value(at: 0.5) - 0.5) < 1e-12)
        #expect(abs(curve.value(at: 0.25) - 0.129162) < 1e-5)  // as browsers have it
        #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
        #expect(curve.value(at: -1) == 0 && curve.value(at: 2) == 1)
        #expect(Curve.linear.value(at: 0.3) == 0.3)
    }

    @Test func appearsAndLeavesAsTheAncestor() {
        let motion = Look.standard.appearing(at: 1_000)
        #expect(motion.appearance(at: 0) == Appearance(scale: 1.3, alpha: 0))
        #expect(motion.appearance(at: 1_000) == Appearance(scale: 1.3, alpha: 0))
        let middle = motion.appearance(at: 150_001_000)
        #expect(abs(middle.scale - 1.15) < 1e-9 && abs(middle.alpha - 0.5) < 1e-9)
        #expect(motion.end == 300_001_000)
        #expect(motion.appearance(at: 300_001_000) == .rest)
        #expect(motion.appearance(at: .max) == .rest)
        let leaving = Look.standard.leaving(at: 150_001_000, after: motion)
        #expect(leaving.appearance(at: 150_001_000) == middle)
        #expect(leaving.appearance(at: 300_001_000) == Appearance(scale: 1, alpha: 0))
    }

    @Test func neverRunsBackwards() {
        let motion = Look.standard.appearing(at: 7)
        var last = motion.appearance(at: 7)
        for time in stride(from: Int64(7), through: 310_000_000, by: 777_777) {
            let now = motion.appearance(at: time)
            #expect(now.alpha >= last.alpha && now.scale <= last.scale)
            last = now
        }
    }

    @Test func endsOfTimeAreNoTrap() {
        let late = Look.standard.appearing(at: .max - 5)
        #expect(late.end == .max)
        #expect(late.appearance(at: .max - 5) == late.from)
        let jump = Motion(from: .rest, to: Look.standard.leaveTo, start: 9, duration: 0, curve: .linear)
        #expect(jump.appearance(at: 9) == Look.standard.leaveTo)
        #expect(Motion.still().appearance(at: 3) == .rest)
    }

    private static let frame: Int64 = 16_666_667

    /// What a motion looks like at each frame, from `start` on.
    private func frames(_ motion: Motion, from start: Int64, _ count: Int = 22) -> [Appearance] {
        (0..<count).map { motion.appearance(at: start + Int64($0) * Self.frame) }
    }

    /// Frame by frame each goes one way only, and no step is much larger than an even one.
    @Test(arguments: [Curve.easeInOut, .easeOut, .linear], Transition.Style.allCases)
    func stepsAreSmall(_ curve: Curve, _ style: Transition.Style) {
        let look = Theme.with {
            $0.curve = curve
            $0.appear.style = style
            $0.leave = Transition(style: style, duration: 300_000_000, scale: 1.2)
        }.base
        for (motion, way, sign) in [(look.appearing(at: 0), 0.3, 1.0), (look.leaving(at: 0), 0.2, -1)] {
            let frames = frames(motion, from: 0)
            for (before, after) in zip(frames, frames.dropFirst()) where style != .none {
                let (alpha, scale) = (
                    (after.alpha - before.alpha) * sign, (before.scale - after.scale) * sign
                )
                #expect((-1e-12...0.1).contains(alpha))
                #expect((-1e-12...way * 0.1).contains(scale))
            }
            if style == .fade { #expect(frames.allSatisfy { $0.scale == 1 }) }
            if style == .none { #expect(motion.end == 0) }
        }
    }

    /// Turned round at any moment, and again, it goes on from the pose and at the speed that it has: neither jumps
    /// between frames by more than a motion does that is not interrupted.
    @Test(arguments: [Curve.easeInOut, .easeOut], [Transition.Style.zoom, .fade])
    func turnsRoundWithoutAJump(_ curve: Curve, _ leaving: Transition.Style) {
        let look = Theme.with {
            $0.curve = curve
            $0.leave.style = leaving
        }.base
        for first in stride(from: Int64(0), to: 300_000_000, by: 17_000_000) {
            for second in stride(from: Int64(3_000_000), to: 150_000_000, by: 23_000_000) {
                let one = look.appearing(at: 0)
                let two = look.leaving(at: first, after: one)
                let three = look.appearing(at: first + second, after: two)
                #expect(two.appearance(at: first) == one.appearance(at: first))
                #expect(three.appearance(at: first + second) == two.appearance(at: first + second))
                let times = (0..<2600).map { Int64($0) * 300_000 }
                let course = times.map { time in
                    let motion = time < first ? one : time < first + second ? two : three
                    return motion.appearance(at: time)
                }
                #expect(
                    course.allSatisfy { (0...1).contains($0.alpha) && (0.999...1.301).contains($0.scale) })
                #expect(course.last == .rest)
                // The speed's own steps, a second: those of a leaving in 0.15 s are the largest that there are.
                for (index, last) in course.indices.dropFirst(2).enumerated() {
                    let (a, b, c) = (course[index], course[index + 1], course[last])
                    #expect(
                        abs(c.alpha - 2 * b.alpha + a.alpha) < 0.0015, "\(first) \(second) \(times[index])")
                    #expect(
                        abs(c.scale - 2 * b.scale + a.scale) < 0.00045, "\(first) \(second) \(times[index])")
                }
            }
        }
    }

    /// The check of the test above: a motion that starts at rest where another was under way is seen.
    @Test func aJumpOfSpeedIsSeen() {
        let one = Look.standard.appearing(at: 0)
        let time: Int64 = 150_000_000
        let carried = Look.standard.leaving(at: time, after: one)
        let stopped = Motion(
            from: one.appearance(at: time), to: Look.standard.leaveTo, start: time, duration: 150_000_000,
            curve: .easeInOut)
        func jump(_ motion: Motion) -> Double {
            let step: Int64 = 300_000
            let (a, b, c) = (
                one.appearance(at: time - step), motion.appearance(at: time),
                motion.appearance(at: time + step)
            )
            return abs(c.alpha - 2 * b.alpha + a.alpha)
        }
        #expect(jump(carried) < 0.0001 && jump(stopped) > 0.001)
        #expect(carried.velocity(at: time).alpha > 3)
    }

    @Test func slopesAreThoseOfTheCurve() {
        for curve in [Curve.easeInOut, .easeOut, .linear, .cubic(0.25, 0.1, 0.25, 1)] {
            for step in 1..<100 {
                let time = Double(step) / 100
                let measured = (curve.value(at: time + 1e-6) - curve.value(at: time - 1e-6)) / 2e-6
                #expect(abs(curve.slope(at: time) - measured) < 1e-4)
            }
        }
        #expect(Curve.easeInOut.slope(at: 0) == 0 && Curve.easeInOut.slope(at: 1) == 0)
        #expect(abs(Curve.easeOut.slope(at: 0) - 1.724) < 0.01)
    }
}
