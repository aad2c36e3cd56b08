import HUDInput
import Testing

@Suite("Values at their extremes")
struct ExtremeTests {
    private static let values: [Int32] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

    @Test(
        "a position is written after another value, whatever it and the step are", arguments: values, values)
    func position(value: Int32, fuzz: Int32) {
        let step = Packet.step(fuzz: fuzz)
        #expect(step >= 1)
        let event = InputEvent(type: 3, code: 0x35, value: value, time: .max)
        let again = Packet.sayingAgain([[[event, .report]]], offBy: { _ in step })
        let events = again.joined().joined().filter { !$0.isReport }
        #expect(events.count == 2 && events.last == event && events.first != event)
        let distance = abs(Int64(events[0].value) - Int64(value))
        #expect(distance >= min(Int64(step), 1 << 31))
    }

    @Test("as many slots as a request has room for", arguments: values)
    func slots(maximum: Int32) {
        #expect(1...4_094 ~= EventReader.slots(maximum: maximum))
    }

    @Test("any event, at any time, goes through everything", arguments: values)
    func anyEvent(value: Int32) {
        let events = [UInt16(0), 1, 2, 3, 4, 17, .max].flatMap { type in
            [UInt16(0), 0x2f, 0x35, 0x39, 0x2ff, .max].map {
                InputEvent(type: type, code: $0, value: value, time: value < 0 ? .min : .max)
            }
        }
        for onlyFast in [false, true] {
            let held = HeldEvents(onlyFast: onlyFast)
            held.append(events + [.report] + events.reversed() + [.report])
            held.append(events)
            _ = Packet.sayingAgain(held.complete(), offBy: { _ in .max })
        }
        let runner = gate(after: [events + [.report]])
        runner.say(events + [.report])
        runner.want(.forced)
        #expect(runner.ending == .ungrab)
        #expect(HalfHeard.count(events, until: .min, known: []) >= 0)
    }

    @Test("more words than there are codes")
    func words() {
        let codes = CodeSet(text: String(repeating: "ffffffffffffffff ", count: 2000))
        #expect(codes.contains(0xffff))
    }
}
