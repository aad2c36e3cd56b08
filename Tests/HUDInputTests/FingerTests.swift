import HUDInput
import Testing

private let touch: UInt16 = 0x14a

@Suite("Fingers")
struct FingerTests {
    private let twoFingers: [InputEvent] = [
        .slot(0), .finger(100), .slot(1), .finger(101), .key(touch, 1), .report, .slot(0),
    ]

    @Test("two fingers held across the start: each lifted in its slot, and the device goes on in its own")
    func twoSlots() {
        let runner = gate(after: [twoFingers])
        #expect(
            runner.writes == [
                [.slot(0), .finger(-1), .slot(1), .finger(-1), .key(touch, 0), .slot(1), .report]
            ])
        #expect(runner.kernel.program.pressed.isEmpty)
        // The panel lifts them itself; it does not tell a slot that it is already in.
        runner.say([.finger(-1), .slot(0), .finger(-1), .key(touch, 0), .report])
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.pressed.isEmpty)
    }

    @Test("a finger that came down after the grab is lifted in its own slot, after all that was written")
    func deviceKeepsItsSlot() {
        let runner = gate(after: [twoFingers]) { moment, count, runner in
            if moment == .afterGrab, count == 1 { runner.kernel.say([.slot(2), .finger(300), .report]) }
        }
        runner.say([.finger(-1), .report])
        #expect(runner.kernel.fingers.isEmpty)
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.pressed.isEmpty)
    }

    @Test("a tap during the show and a pinch after it: no finger comes down where one is")
    func slotIsTold() {
        let runner = gate(after: [twoFingers + [.finger(-1), .slot(1), .finger(-1), .key(touch, 0), .report]])
        runner.say([.slot(0), .finger(102), .key(touch, 1), .report])
        runner.say([.finger(-1), .key(touch, 0), .report])
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        runner.kernel.say([.slot(0), .finger(103), .slot(1), .finger(104), .key(touch, 1), .report])
        #expect(!runner.kernel.program.hasDoubleFinger)
        #expect(runner.kernel.program.pressed.fingers == [0: 103, 1: 104])
    }

    @Test("the slot is told again as soon as nothing is pressed: a killed gate leaves nothing behind")
    func slotIsToldAtOnce() {
        let runner = gate(after: [[.slot(1), .finger(1), .report], [.finger(-1), .report]])
        runner.say([.slot(0), .finger(102), .key(touch, 1), .report])
        #expect(runner.writes.isEmpty)
        runner.say([.finger(-1), .key(touch, 0), .report])
        #expect(runner.writes == [[.slot(1), .finger(1), .finger(-1), .slot(0), .report]])
        runner.wake()
        #expect(runner.writes.count == 1)
    }

    @Test("a panel without slots: the touch is ended")
    func protocolA() {
        let one: [InputEvent] = [InputEvent(type: 3, code: 0x35, value: 10), .fingerReport]
        let runner = gate { moment, count, runner in
            if moment == .beforeGrab, count == 1 { runner.kernel.say(one + [.key(touch, 1), .report]) }
        }
        #expect(runner.writes == [[.fingerReport, .key(touch, 0), .report]])
        #expect(runner.kernel.program.pressed.isEmpty)
        runner.say(one + [.report])
        runner.want(.open)
        #expect(runner.ending == nil)
        runner.say([.fingerReport, .key(touch, 0), .report])
        #expect(runner.ending == .ungrab)
    }
}
