import HUDInput
import Testing

/// The same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}

/// A person at a keyboard or a touch panel.
private final class Hand {
    private let kernel: KernelModel
    private var keys: Set<UInt16> = []
    private var fingers: [Int: Int32] = [:]
    private var nextFinger: Int32 = 200
    private let isTouch: Bool

    /// Keys repeat in hardware.
    private let repeats: Bool

    init(_ kernel: KernelModel, isTouch: Bool, repeats: Bool) {
        self.kernel = kernel
        self.repeats = repeats
        self.isTouch = isTouch
    }

    /// Does nothing any more.
    var isTired = false

    var isUp: Bool { keys.isEmpty && fingers.isEmpty }

    /// Does something; repeats what no reader was to hear only when `isLong`: a repeat takes 250 ms to begin.
    func act(_ random: inout SeededGenerator, isLong: Bool) {
        if isTired { return }
        if isTouch { return touch(&random) }
        let code = UInt16.random(in: 30...33, using: &random)
        guard keys.contains(code) else { return press(code) }
        if Bool.random(using: &random) { return lift(code) }
        guard isLong || !kernel.hidden.contains(code) else { return }
        // What was released in its name stops repeating in software; in hardware it is pressed again.
        if kernel.keys.contains(code) {
            kernel.say([.key(code, 2), .report])
        } else if repeats {
            press(code)
        }
    }

    func liftAll() {
        for code in keys { lift(code) }
        for slot in fingers.keys.sorted() { lift(slot: slot) }
    }

    private func press(_ code: UInt16) {
        keys.insert(code)
        if kernel.isSilent { kernel.hidden.insert(code) }
        kernel.say([.key(code, 1), .report])
    }

    private func lift(_ code: UInt16) {
        keys.remove(code)
        kernel.say([.key(code, 0), .report])
        kernel.hidden.remove(code)
    }

    private func touch(_ random: inout SeededGenerator) {
        let slot = Int.random(in: 0...2, using: &random)
        if fingers[slot] != nil { return lift(slot: slot) }
        let wasUp = fingers.isEmpty
        nextFinger += 1
        fingers[slot] = nextFinger
        // Drivers go on with the number that stands in the slot (input_mt_report_slot_state).
        if kernel.fingers[slot] != nil { return }
        kernel.say([.slot(slot), .finger(nextFinger)] + (wasUp ? [.key(0x14a, 1)] : []) + [.report])
    }

    private func lift(slot: Int) {
        fingers[slot] = nil
        kernel.say([.slot(slot), .finger(-1)] + (fingers.isEmpty ? [.key(0x14a, 0)] : []) + [.report])
    }
}

@Suite("Chance")
struct RandomSequenceTests {
    private static let fairToFingers: Set<Runner.Moment> = [
        .beforeLook, .beforeGrab, .whileGrabbing, .afterGrab, .whileLettingGo, .afterLettingGo,
    ]

    /// One show, with a person at the device who does something at every seam with some likelihood.
    private func show(seed: UInt64) -> [String] {
        var random = SeededGenerator(seed: seed)
        let kernel = KernelModel()
        let isTouch = Bool.random(using: &random)
        if !isTouch, Int.random(in: 0..<8, using: &random) == 0 { kernel.capacity = 6 }
        let hand = Hand(kernel, isTouch: isTouch, repeats: Bool.random(using: &random))
        // Bounded, as the rounds are.
        var budget = Int.random(in: 0...4, using: &random)
        let pace = Int.random(in: 1...12, using: &random)
        for _ in 0..<Int.random(in: 0...4, using: &random) { hand.act(&random, isLong: true) }
        let isPatient = !isTouch && Bool.random(using: &random)
        let runner = Runner(kernel, isPatient: isPatient) { moment, _, _ in
            // A packet that comes between the reading of fingers and the writing about them, some microseconds,
            // may be taken for another finger's; keys do not depend on what was said before.
            if isTouch, !Self.fairToFingers.contains(moment) { return }
            guard budget > 0 else { return }
            if Int.random(in: 0..<pace, using: &random) == 0 {
                budget -= 1
                hand.act(&random, isLong: false)
            }
        }
        runner.start()
        for _ in 0..<Int.random(in: 0...10, using: &random) {
            hand.act(&random, isLong: true)
            runner.wake()
        }
        budget = Int.random(in: 0...4, using: &random)
        runner.want(.open)
        for _ in 0..<Int.random(in: 0...3, using: &random) where runner.ending == nil {
            hand.act(&random, isLong: true)
            runner.wake()
        }
        var faults: [String] = []
        if runner.ending == nil, Int.random(in: 0..<4, using: &random) == 0 {
            // What is written now may be pressed again by the device; the rest holds.
            runner.settle()
        }
        // Everything is lifted, and lifted again if something was pressed while that was noticed.
        for time in 0..<10 where runner.ending == nil || !hand.isUp {
            hand.isTired = time > 5
            hand.liftAll()
            runner.wake()
        }
        if runner.ending != .ungrab { faults.append("not let go") }
        if kernel.isGrabbed { faults.append("still grabbed") }
        if !kernel.program.pressed.isEmpty { faults.append("the program has \(kernel.program.pressed.all)") }
        if !kernel.console.counts.isEmpty { faults.append("the console has \(kernel.console.counts)") }
        if kernel.program.hasDoubleFinger { faults.append("a finger came down where one was") }
        if kernel.program.hasHeardHidden { faults.append("the program heard what was held off") }
        if kernel.console.hasHeardHidden { faults.append("the console heard what was held off") }
        return faults
    }

    @Test("after any show no reader has a stuck key or finger, and none heard what was held off")
    func anyShow() {
        for seed in UInt64(1)...100_000 {
            let faults = show(seed: seed)
            if !faults.isEmpty {
                Issue.record("seed \(seed): \(faults.joined(separator: "; "))")
                return
            }
        }
    }
}
