import HUDInput
import Testing

private let enter: UInt16 = 28
private let shift: UInt16 = 42
private let scanCode = InputEvent(type: 4, code: 4, value: 30)

private func down(_ code: UInt16) -> [InputEvent] { [.key(code, 1), .report] }
private func up(_ code: UInt16) -> [InputEvent] { [.key(code, 0), .report] }

/// A scan of digits and Enter: the packets of its keys.
private func scan(_ digits: [UInt16]) -> [[InputEvent]] {
    (digits.map { $0 + 1 } + [enter]).flatMap { [down($0), up($0)] }
}

private func at(_ time: Int64, _ packets: [[InputEvent]]) -> [InputEvent] {
    packets.joined().enumerated().map { index, event in
        InputEvent(type: event.type, code: event.code, value: event.value, time: time + Int64(index) * 500)
    }
}

@Suite("What is held and said again")
struct HoldTests {
    @Test("a scan during the show is heard by every reader after it, once and in order")
    func scanDuring() {
        let runner = gate(isKeeping: true, isPatient: true)
        let packets = scan([4, 0, 0, 6])
        for packet in packets {
            runner.say(packet)
            runner.kernel.wait(milliseconds: 1)
        }
        #expect(runner.kernel.program.events.isEmpty)
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.events == Array(packets.joined()))
        #expect(runner.kernel.console.events == packets.joined().filter(\.isKey))
    }

    @Test("a scan that began before the show arrives whole and live; the device is grabbed after it")
    func scanBefore() {
        let packets = scan([1, 2, 3])
        let kernel = KernelModel()
        packets[..<3].forEach { kernel.say($0) }
        let runner = Runner(kernel, isKeeping: true, isPatient: true)
        runner.isQuiet = false
        runner.start()
        packets[3...].forEach { runner.say($0) }
        #expect(!kernel.isGrabbed)
        #expect(kernel.program.events == Array(packets.joined()))
        runner.quiet()
        #expect(kernel.isGrabbed && runner.sequence.isHolding)
        #expect(runner.writes.isEmpty)
    }

    @Test("the end comes amid a scan: nothing of it arrives until it is over", arguments: [true, false])
    func endAmidScan(isKeeping: Bool) {
        let runner = gate(isKeeping: isKeeping, isPatient: true)
        runner.isQuiet = false
        let packets = scan([1, 2, 3])
        packets[..<4].forEach { runner.say($0) }
        runner.want(.open)
        #expect(runner.ending == nil)
        packets[4...].forEach { runner.say($0) }
        #expect(runner.ending == nil && runner.kernel.program.events.isEmpty)
        runner.quiet()
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.events == (isKeeping ? Array(packets.joined()) : []))
    }

    @Test("a person who never stops typing: let go after the time to settle")
    func neverQuiet() {
        let runner = gate(isPatient: true)
        runner.isQuiet = false
        runner.say(down(30))
        runner.say(up(30))
        runner.want(.open)
        #expect(runner.ending == nil)
        runner.settle()
        #expect(runner.ending == .ungrab)
    }

    @Test("a key that is held at the end is not said again; what was complete is")
    func incomplete() {
        let runner = gate(isKeeping: true)
        runner.say(down(2))
        runner.say(up(2))
        runner.say(down(shift))
        runner.want(.open)
        runner.settle()
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.events == down(2) + up(2))
        #expect(runner.kernel.keys.isEmpty)
    }

    @Test("Shift held across the start and a scan after it: one release live, the scan later")
    func heldAcrossStart() {
        let runner = gate(after: [down(shift)], isKeeping: true)
        runner.say(up(shift))
        scan([7]).forEach { runner.say($0) }
        runner.want(.open)
        #expect(runner.kernel.program.events == down(shift) + up(shift) + scan([7]).joined())
        #expect(runner.kernel.console.counts.isEmpty)
    }

    @Test("pressed just after the grab and just before its end: kept, once")
    func atTheEdges() {
        let runner = gate(isKeeping: true) { moment, count, runner in
            guard count == 1 else { return }
            if moment == .afterGrab { runner.kernel.say(down(2) + up(2)) }
            if moment == .beforeLettingGo { runner.kernel.say(down(3) + up(3)) }
        }
        runner.want(.open)
        #expect(
            runner.kernel.program.events.filter(\.isKey)
                == [down(2), up(2), down(3), up(3)].joined().filter(\.isKey))
    }

    @Test("unplugged: nothing is written")
    func unplugged() {
        let runner = gate(isKeeping: true)
        scan([1]).forEach { runner.say($0) }
        runner.unplug()
        #expect(runner.kernel.program.events.isEmpty)
        #expect(runner.held.scans == 1)
    }

    @Test("a tap during the show is said again where it was, though the kernel has heard the place before")
    func tap() {
        func axis(_ code: UInt16, _ value: Int32) -> InputEvent {
            InputEvent(type: 3, code: code, value: value)
        }
        let held = HeldEvents()
        held.append([.slot(1), .finger(7), axis(53, 100), axis(54, 200), .key(0x14a, 1), .report])
        held.append([axis(53, 101), .report])
        held.append([.finger(-1), .key(0x14a, 0), .report])
        let again = Packet.sayingAgain(held.complete(), offBy: { _ in 5 })
        #expect(
            again == [
                [
                    [
                        .slot(1), .finger(7), axis(53, 105), axis(53, 100), axis(54, 205), axis(54, 200),
                        .key(0x14a, 1), .report,
                    ],
                    [axis(53, 101), .report], [.finger(-1), .key(0x14a, 0), .report],
                ]
            ])
    }

    @Test("fingers are said again in the slots where they were, though the device named them before the show")
    func slots() {
        func touch(_ slot: Int?, _ finger: Int32) -> [InputEvent] {
            (slot.map { [.slot($0)] } ?? []) + [.finger(finger), .report]
        }
        let runner = gate(after: [touch(2, 5), touch(2, -1)], isKeeping: true)
        for packet in [touch(nil, 6), touch(0, 7), touch(0, -1), touch(2, -1)] { runner.say(packet) }
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.program.pressed.isEmpty && !runner.kernel.program.hasDoubleFinger)
        let fingers = runner.kernel.program.events.filter { $0.isFinger || $0.isSlot }.suffix(6)
        #expect(fingers == [.finger(6), .slot(0), .finger(7), .finger(-1), .slot(2), .finger(-1)])
    }

    @Test("a finger that is down at the end is not said again, another one is")
    func fingers() {
        let held = HeldEvents()
        held.append([.slot(0), .finger(7), .key(0x14a, 1), .report])
        held.append([.slot(1), .finger(8), .report])
        held.append([.slot(0), .finger(-1), .report])
        let events = held.complete().joined().joined()
        #expect(events.contains(.finger(7)) && !events.contains(.finger(8)))
        #expect(events.filter { $0 == .finger(-1) }.count == 1)
        #expect(!events.contains { $0.isKey })
    }

    // MARK: - The store

    @Test("scans end with Enter, or after a pause, and never while a key is down")
    func scans() {
        let held = HeldEvents()
        held.append(at(0, scan([1, 2])))
        held.append(at(20_000, scan([3])))
        #expect(held.scans == 2)
        held.append(at(1_000_000, [down(shift)]))
        held.append(at(2_000_000, [down(30), up(30), up(shift)]))
        #expect(held.scans == 3)
        held.append(at(2_300_000, [down(30), up(30)]))
        #expect(held.scans == 4)
    }

    @Test("beyond the bound the oldest whole scan is dropped and counted")
    func bound() {
        // Two scans of one digit take 16 events.
        let held = HeldEvents(capacity: 20)
        for digit in UInt16(1)...4 { held.append(at(Int64(digit) * 1_000_000, scan([digit]))) }
        #expect(held.dropped == 2)
        #expect(held.complete() == [scan([3]), scan([4])])
    }

    @Test("a scan that is longer than the bound is dropped whole, and the next one is kept")
    func tooLong() {
        let held = HeldEvents(capacity: 20)
        held.append(at(0, scan([1])))
        held.append(at(1_000_000, scan([1, 2, 3, 4, 5, 6, 7])))
        held.append(at(2_000_000, scan([8])))
        #expect(held.complete() == [scan([8])])
        #expect(held.dropped == 2)
    }

    @Test("a scan of which the kernel dropped a part is dropped whole")
    func broken() {
        let held = HeldEvents()
        held.append(at(0, [down(2), up(2)]))
        held.append([InputEvent(type: 0, code: 3, value: 0, time: 6_000), .report])
        held.append(at(9_000, [up(5), down(6), up(6)]))
        held.append(at(900_000, scan([8])))
        #expect(held.complete() == [scan([8])])
        #expect(held.dropped == 1)
    }

    @Test("repeats, lights and the numbers of keys in the hardware are not kept")
    func notKept() {
        let held = HeldEvents()
        let light = InputEvent(type: 17, code: 0, value: 1)
        held.append([scanCode, .key(30, 1), .report, scanCode, .key(30, 2), .report, light, .report])
        held.append([scanCode, .report, scanCode, .key(30, 0), .report])
        #expect(held.complete() == [[[.key(30, 1), .report], [.key(30, 0), .report]]])
        held.wipe()
        #expect(held.complete().isEmpty && held.scans == 0)
    }
}

@Suite("What is typed as scanners type")
struct LearningTests {
    private func learnt(_ events: [InputEvent]...) -> [InputEvent] {
        let held = HeldEvents(pause: HeldEvents.scanPause, onlyFast: true)
        events.forEach { held.append($0) }
        return held.complete().flatMap { $0.flatMap { $0 } }
    }

    @Test("a fast burst of keys is a scan; the same keys at a person's pace are not")
    func pace() {
        let fast = at(0, scan([4, 0, 0, 6]))
        #expect(learnt(fast) == fast)
        // 40 ms from key to key.
        let slow = fast.map { InputEvent(type: $0.type, code: $0.code, value: $0.value, time: $0.time * 20) }
        #expect(learnt(slow).isEmpty)
    }

    @Test("a person types, a scanner on the same line, a person again: the scan alone")
    func mixed() {
        let fast = at(1_000_000, scan([4, 0, 0, 6]))
        let letter = at(0, [down(30), up(30)])
        #expect(learnt(letter, fast, at(2_000_000, [down(31), up(31)])) == fast)
    }

    @Test("a code of several lines is one burst: its short lines and what follows an Enter belong to it")
    func severalLines() {
        let other: [[InputEvent]] = [down(108), up(108), down(15), up(15), down(enter), up(enter)]
        // "1" Enter, Enter, "4006" Enter, Down, Tab, Enter.
        let code = at(0, scan([1]) + scan([]) + scan([4, 0, 0, 6]) + other)
        #expect(learnt(code) == code)
        let held = HeldEvents(pause: HeldEvents.scanPause, onlyFast: true)
        held.append(code)
        #expect(held.complete().count == 4)
        // The same as short lines at a person's pace: none.
        let slow = code.map { InputEvent(type: $0.type, code: $0.code, value: $0.value, time: $0.time * 20) }
        #expect(learnt(slow).isEmpty)
        // A person's key before, and one after a pause.
        let person = at(-60_000, [down(30), up(30)])
        let later = at(code.last!.time + 40_000, scan([2]))
        #expect(learnt(person, code, later) == code)
    }

    @Test("short lines alone are no scan, unless there are enough of them")
    func shortLines() {
        #expect(learnt(at(0, scan([]) + scan([]) + scan([]))).isEmpty)
        #expect(!learnt(at(0, scan([1]) + scan([2]))).isEmpty)
    }

    @Test("what is dropped of a scan is counted, of what a person types not")
    func droppedIsCounted() {
        let dropped = [InputEvent(type: 0, code: 3, value: 0, time: 5_000), .report]
        let held = HeldEvents(pause: HeldEvents.scanPause, onlyFast: true)
        held.append(at(0, scan([4, 0, 0])) + dropped + at(8_000, scan([1, 2])) + at(12_000, scan([3])))
        // The line before is whole; that in which it happened and the one after it are lost.
        #expect(held.dropped == 2)
        let small = HeldEvents(capacity: 24, pause: HeldEvents.scanPause, onlyFast: true)
        for number in Int64(0)..<8 { small.append(at(number * 100_000, [down(30), up(30)])) }
        #expect(small.dropped == 0)
        for number in Int64(0)..<2 { small.append(at(1_000_000 + number * 100_000, scan([4, 0, 0]))) }
        #expect(small.dropped == 1)
    }

    @Test("three keys are none, however fast")
    func short() {
        #expect(learnt(at(0, scan([4, 2]))).isEmpty)
        #expect(!learnt(at(0, scan([4, 2, 1]))).isEmpty)
    }
}
