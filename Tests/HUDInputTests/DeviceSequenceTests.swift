import HUDInput
import Testing

private let enter: UInt16 = 28
private let shift: UInt16 = 42
private let letter: UInt16 = 30

private func down(_ code: UInt16) -> [InputEvent] { [.key(code, 1), .report] }
private func up(_ code: UInt16) -> [InputEvent] { [.key(code, 0), .report] }
private func again(_ code: UInt16) -> [InputEvent] { [.key(code, 2), .report] }

@Suite("One device, step by step")
struct DeviceSequenceTests {
    @Test("nothing pressed: grabbed once, discarded, let go once")
    func plain() {
        let runner = gate()
        #expect(runner.sequence.isHolding)
        runner.say(down(letter))
        runner.say(up(letter))
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(!runner.kernel.isGrabbed)
        #expect(runner.kernel.program.events.isEmpty)
        #expect(runner.kernel.console.events.isEmpty)
        #expect(runner.writes.isEmpty)
    }

    @Test("Shift down before and lifted during: every reader has one release, and nothing stays")
    func shiftLiftedDuring() {
        let runner = gate(after: [down(shift)])
        #expect(runner.sequence.isHolding)
        #expect(runner.writes == [up(shift)])
        runner.say(up(shift))
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.console.counts.isEmpty)
        #expect(runner.kernel.program.events == down(shift) + up(shift))
    }

    @Test("a letter held across the start, repeating in hardware: one release is seen, no repeat after it")
    func letterAcrossStart() {
        let runner = gate(after: [down(letter)])
        runner.say(down(letter))  // the keyboard presses again: its release was written
        runner.say(again(letter))
        runner.say(up(letter))
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.events == down(letter) + up(letter))
        #expect(runner.kernel.console.events == [.key(letter, 1), .key(letter, 0)])
    }

    @Test("a letter held across the end: nothing arrives, and it is let go when the letter is lifted")
    func letterAcrossEnd() {
        let runner = gate()
        runner.say(down(letter))
        runner.want(.open)
        #expect(runner.ending == nil)
        #expect(runner.isSettling)
        runner.say(again(letter))
        #expect(runner.ending == nil)
        runner.say(up(letter))
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.events.isEmpty)
    }

    @Test("a letter held for longer than the time to settle: its release is written while no reader hears it")
    func settles() {
        let runner = gate()
        runner.say(down(letter))
        runner.want(.open)
        runner.settle()
        #expect(runner.ending == .ungrab)
        #expect(runner.writes == [up(letter)])
        #expect(runner.kernel.program.events.isEmpty)
        runner.kernel.say(up(letter))
        #expect(runner.kernel.program.events.isEmpty)
    }

    @Test("forced open with a letter down: at once, and nothing repeats")
    func forced() {
        let runner = gate(after: [down(enter)])
        runner.say(down(letter))
        runner.want(.forced)
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.keys.isEmpty)
        #expect(runner.kernel.console.counts.isEmpty)
        #expect(runner.kernel.program.events == down(enter) + up(enter))
    }

    @Test("held off again while a letter is waited for: it stays held off, and the time to settle is void")
    func closedAgain() {
        let runner = gate()
        runner.say(down(letter))
        runner.want(.open)
        runner.want(.closed)
        runner.settle()
        runner.say(up(letter))
        #expect(runner.sequence.isHolding)
        runner.want(.open)
        #expect(runner.ending == .ungrab)
    }

    @Test("the show is over before the first look: never grabbed")
    func tooLate() {
        let runner = gate { moment, _, runner in
            if moment == .beforeLook { runner.wanted = .open }
        }
        #expect(runner.ending == .ungrab)
        #expect(runner.writes.isEmpty)
    }

    @Test("another process' grab: left alone, nothing written through it")
    func busy() {
        let kernel = KernelModel()
        kernel.isGrabbedByAnother = true
        let runner = gate(kernel, after: [down(shift)])
        #expect(runner.ending == .busy)
        #expect(runner.writes.isEmpty)
    }

    @Test("killed at any moment before the device is held, the key lifted meanwhile: nothing stays")
    func killed() {
        var isEarly = true
        for stage in 0..<12 {
            var passed = 0
            let runner = gate(after: [down(shift)]) { moment, _, runner in
                passed += 1
                guard passed >= stage, isEarly else { return }
                isEarly = false
                // From here on nothing is written: the process is dead. No reader hears the key come up while the
                // kernel still has the grab.
                runner.isDead = true
                runner.kernel.say(up(shift))
            }
            isEarly = true
            #expect(runner.kernel.program.pressed.isEmpty, "dead at step \(stage)")
            #expect(runner.kernel.console.counts.isEmpty, "dead at step \(stage)")
        }
    }

    @Test("unplugged with a key down: forgotten", arguments: [DeviceSequence.Goal.closed, .open])
    func unplugged(goal: DeviceSequence.Goal) {
        let runner = gate()
        runner.say(down(letter))
        if goal == .open { runner.want(.open) }
        runner.unplug()
        #expect(runner.ending == .gone)
        runner.want(.forced)
        runner.settle()
        #expect(runner.writes.isEmpty)
    }

    @Test("a press between the look and the grab: every reader saw it, and sees its release")
    func pressBeforeGrab() {
        let runner = gate { moment, count, runner in
            if moment == .beforeGrab, count == 1 { runner.kernel.say(down(shift)) }
        }
        #expect(runner.sequence.isHolding)
        runner.say(up(shift))
        runner.want(.open)
        #expect(runner.kernel.program.events == down(shift) + up(shift))
        #expect(runner.kernel.console.counts.isEmpty)
    }

    @Test("a press just after the grab: no reader saw it, nothing is written")
    func pressAfterGrab() {
        let runner = gate { moment, count, runner in
            if moment == .afterGrab, count == 1 { runner.kernel.say(down(shift)) }
        }
        #expect(runner.sequence.isHolding)
        #expect(runner.writes.isEmpty)
        runner.say(up(shift))
        runner.want(.open)
        #expect(runner.kernel.program.events.isEmpty)
    }

    @Test(
        "lifted anywhere on the way to the grab: nothing stays",
        arguments: [
            Runner.Moment.beforeLook, .beforeGrab, .whileGrabbing, .afterGrab, .beforeLettingGo,
            .whileLettingGo,
            .afterLettingGo, .beforeWriting, .afterWriting, .betweenReaders,
        ], [1, 2])
    func liftedOnTheWay(moment: Runner.Moment, count: Int) {
        let runner = gate(after: [down(shift)]) { now, times, runner in
            if now == moment, times == count { runner.kernel.say(up(shift)) }
        }
        runner.say(up(shift))
        #expect(runner.sequence.isHolding)
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.console.counts.isEmpty)
        #expect(runner.kernel.program.pressed.isEmpty)
    }

    @Test("pressed just before the grab ends: held off again, and nothing arrives until it is lifted")
    func pressedBeforeLettingGo() {
        let runner = gate { moment, count, runner in
            if moment == .beforeLettingGo, count == 1 { runner.kernel.say(down(letter)) }
        }
        runner.want(.open)
        #expect(runner.ending == nil)
        runner.say(again(letter))
        runner.say(up(letter))
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.events.allSatisfy { !$0.isKey })
    }

    @Test("pressed while the grab ends, and heard: it is theirs")
    func pressedWhileLettingGo() {
        let runner = gate { moment, _, runner in
            if moment == .whileLettingGo { runner.kernel.say(down(letter)) }
        }
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(runner.writes.isEmpty)
        #expect(runner.kernel.program.events == down(letter))
    }

    @Test("a person who never stops typing is held off after a bounded number of rounds, and nothing stays")
    func typist() {
        var code: UInt16 = 16
        let runner = gate(after: [down(shift)]) { moment, count, runner in
            guard moment == .afterWriting, count < 8 else { return }
            code += 1
            runner.kernel.say(down(code))
        }
        #expect(runner.sequence.isHolding)
        #expect(runner.writes.count <= DeviceSequence.limit)
        for key in runner.kernel.keys { runner.say(up(key)) }
        runner.want(.open)
        while let key = runner.kernel.keys.first { runner.say(up(key)) }
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.pressed.isEmpty)
        #expect(runner.kernel.console.counts.isEmpty)
    }

    @Test("read only: let go while something is pressed, grabbed when nothing is, nothing written")
    func readOnly() {
        let runner = gate(after: [down(shift)], isWritable: false)
        #expect(!runner.kernel.isGrabbed)
        #expect(!runner.sequence.isHolding)
        runner.say(up(shift))
        #expect(runner.sequence.isHolding)
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(runner.writes.isEmpty)
        #expect(runner.kernel.console.counts.isEmpty)
    }

    @Test("dropped events while held off: the device is asked", arguments: [true, false])
    func dropped(isLifted: Bool) {
        let kernel = KernelModel()
        let runner = gate(kernel)
        runner.say(down(letter))
        kernel.capacity = 3
        if isLifted { kernel.say(up(letter)) }
        for _ in 0..<4 { kernel.say(down(enter) + up(enter)) }
        kernel.capacity = .max
        runner.wake()
        runner.want(.open)
        #expect((runner.ending == .ungrab) == isLifted)
        if !isLifted { runner.say(up(letter)) }
        #expect(runner.ending == .ungrab)
        #expect(kernel.program.events.isEmpty)
    }

    @Test("dropped events on the way to the grab: nothing stays")
    func droppedOnTheWay() {
        let kernel = KernelModel()
        let runner = gate(kernel) { moment, count, runner in
            guard moment == .beforeGrab, count == 1 else { return }
            runner.kernel.capacity = 3
            for code in UInt16(16)..<20 { runner.kernel.say(down(code)) }
            runner.kernel.capacity = .max
        }
        #expect(runner.sequence.isHolding)
        for code in UInt16(16)..<20 { runner.say(up(code)) }
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(kernel.program.pressed.isEmpty)
        #expect(kernel.console.counts.isEmpty)
    }
}
