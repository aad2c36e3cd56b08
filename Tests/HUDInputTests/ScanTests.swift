import HUDInput
import Testing

private let enter: UInt16 = 28

/// The packets of a scan of these digits and Enter.
private func scan(_ digits: [UInt16]) -> [[InputEvent]] {
    (digits.map { $0 + 1 } + [enter]).flatMap { [[.key($0, 1), .report], [.key($0, 0), .report]] }
}

/// What a reader makes of it: a release of a key that is up means nothing, and is said where the console may have missed
/// the first.
private func keys(_ events: [InputEvent]) -> [InputEvent] {
    var down: Set<UInt16> = []
    return events.filter { event in
        guard event.isKey else { return false }
        return event.value != 0 ? down.insert(event.code).inserted : down.remove(event.code) != nil
    }
}

@Suite("A scan at the edges of a show")
struct ScanTests {
    private let packets = scan([1, 2, 3])
    private var whole: [InputEvent] { packets.joined().filter(\.isKey) }

    /// A patient gate. At this moment `count` packets are said, one more at each seam from then on until the device is
    /// held, and the rest of them then.
    private func gate(
        at moment: Runner.Moment, _ count: Int, isKeeping: Bool
    ) -> Runner {
        var left = packets[...]
        let runner = HUDInputTests.gate(isKeeping: isKeeping, isPatient: true) { now, _, runner in
            // The console is cut off a moment before the others: what is said then passes it by.
            if left.isEmpty || now == .whileGrabbing || left.count == packets.count && now != moment {
                return
            }
            for _ in 0..<(left.count == packets.count ? count : 1) {
                if let packet = left.popFirst() { runner.kernel.say(packet) }
            }
            runner.isQuiet = false
        }
        while let packet = left.popFirst() { runner.say(packet) }
        runner.isQuiet = true
        runner.wake()
        runner.quiet()
        return runner
    }

    @Test(
        "begun before the grab, over after it: every reader has it whole, and at once",
        arguments: [Runner.Moment.beforeLook, .betweenReaders, .beforeGrab], 1...7)
    func begunBeforeTheGrab(moment: Runner.Moment, count: Int) {
        for isKeeping in [false, true] {
            let runner = gate(at: moment, count, isKeeping: isKeeping)
            #expect(keys(runner.kernel.program.events) == whole)
            #expect(keys(runner.kernel.console.events) == whole)
            #expect(runner.sequence.isHolding && runner.held.scans == 0)
            runner.want(.open)
            #expect(runner.ending == .ungrab)
            #expect(keys(runner.kernel.program.events) == whole)
        }
    }

    @Test("begun just after the grab: no reader hears it, or every one afterwards", arguments: 1...7)
    func begunAfterTheGrab(count: Int) {
        for isKeeping in [false, true] {
            let runner = gate(at: .afterGrab, count, isKeeping: isKeeping)
            #expect(runner.sequence.isHolding && runner.kernel.program.events.isEmpty)
            runner.want(.open)
            #expect(runner.ending == .ungrab)
            #expect(keys(runner.kernel.program.events) == (isKeeping ? whole : []))
            #expect(keys(runner.kernel.console.events) == (isKeeping ? whole : []))
        }
    }

    @Test("begun but not yet read when the show ends: not cut", arguments: 1...7)
    func begunBeforeTheEnd(count: Int) {
        for isKeeping in [false, true] {
            let runner = HUDInputTests.gate(isKeeping: isKeeping, isPatient: true)
            for packet in packets.prefix(count) { runner.kernel.say(packet) }
            runner.isQuiet = false
            runner.want(.open)
            #expect(runner.ending == nil)
            for packet in packets.dropFirst(count) { runner.say(packet) }
            // What comes between the last key and the word that it is quiet.
            for packet in scan([4]) { runner.kernel.say(packet) }
            runner.quiet()
            #expect(runner.ending == nil)
            runner.quiet()
            #expect(runner.ending == .ungrab)
            #expect(
                keys(runner.kernel.program.events)
                    == (isKeeping ? whole + keys(Array(scan([4]).joined())) : []))
        }
    }

    @Test(
        "begun in the very moment before the grab ends: what no reader heard is not written after the rest",
        arguments: 1...7)
    func begunBeforeTheUngrab(count: Int) {
        var left = packets[...]
        let runner = HUDInputTests.gate(isKeeping: true, isPatient: true) { moment, _, runner in
            guard moment == .beforeLettingGo || moment == .afterLettingGo else { return }
            for _ in 0..<(moment == .beforeLettingGo ? count : packets.count) {
                if let packet = left.popFirst() { runner.kernel.say(packet) }
            }
        }
        runner.want(.open)
        #expect(runner.ending == .ungrab)
        // A release without a press means nothing to a reader.
        let heard = packets.dropFirst((count + 1) / 2 * 2).joined().filter(\.isKey)
        #expect(keys(runner.kernel.program.events) == heard)
        #expect(runner.halved == Array(packets.prefix(count).joined()))
    }

    @Test("the rest of a scan is over when the show is: said again all the same")
    func restAtTheEnd() {
        var isSaid = false
        let runner = HUDInputTests.gate(isPatient: true) { moment, _, runner in
            guard moment == .beforeGrab, !isSaid else { return }
            isSaid = true
            for packet in packets.prefix(3) { runner.kernel.say(packet) }
            runner.isQuiet = false
        }
        runner.want(.open)
        #expect(runner.ending == nil)
        for packet in packets.dropFirst(3) { runner.say(packet) }
        runner.quiet()
        #expect(runner.ending == .ungrab)
        #expect(keys(runner.kernel.program.events) == whole)
        #expect(keys(runner.kernel.console.events) == whole)
    }

    @Test("a key that goes down at that moment and stays: held off until it is up, the show ends as ever")
    func keyDownForGood() {
        var isSaid = false
        let runner = HUDInputTests.gate(isPatient: true) { moment, _, runner in
            guard moment == .beforeGrab, !isSaid else { return }
            isSaid = true
            for packet in scan([1]).prefix(3) { runner.kernel.say(packet) }
        }
        #expect(runner.sequence.isHolding && runner.kernel.isGrabbed)
        runner.want(.open)
        #expect(runner.isSettling)
        runner.settle()
        #expect(runner.ending == .ungrab)
        #expect(runner.kernel.console.counts.isEmpty)
        #expect(runner.kernel.program.pressed.isEmpty)
    }
}
