import Foundation
import HUDSystem
import Testing

struct BlockingCallTests {
    @Test func whoAsksGoesOnAndIsToldTheAnswer() throws {
        let gate = DispatchSemaphore(value: 0)
        let call = try BlockingCall { argument in
            gate.wait()
            return Int32(argument[0]) + 1
        }
        #expect(!call.isUnderWay && call.result() == nil && call.wait() == nil)
        for number in [4, 110] as [UInt8] {
            call.start([number])
            #expect(call.isUnderWay && call.result() == nil)
            gate.signal()
            let poller = try Poller()
            try poller.add(call.descriptor)
            let events = try poller.wait(until: Clock.now() + 10_000_000_000)
            #expect(events.count == 1)
            #expect(call.result() == Int32(number) + 1)
            #expect(!call.isUnderWay && call.result() == nil)
        }
        call.start()
        gate.signal()
        #expect(call.wait() == 1)
    }

    /// An owner that has gone is not answered; the thread ends, and lets go of what the call needs.
    @Test func itsThreadEndsWithIt() throws {
        let gate = DispatchSemaphore(value: 0)
        weak var needed: Needed?
        do {
            let object = Needed()
            needed = object
            let call = try BlockingCall { _ in
                gate.wait()
                return object.answer
            }
            call.start()
        }
        #expect(needed != nil)
        gate.signal()
        let deadline = Clock.now() + 10_000_000_000
        while needed != nil && Clock.now() < deadline { Clock.sleep(until: Clock.now() + 1_000_000) }
        #expect(needed == nil)
    }
}

private final class Needed: Sendable {
    let answer: Int32 = 0
}
