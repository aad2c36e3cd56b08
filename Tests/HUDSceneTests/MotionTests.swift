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
}
