import HUDInput
import Testing

private let enter: UInt16 = 28
private func down(_ code: UInt16) -> [InputEvent] { [.key(code, 1), .report] }
private func up(_ code: UInt16) -> [InputEvent] { [.key(code, 0), .report] }
private func scan(_ digits: Int) -> [[InputEvent]] {
    ((0..<digits).map { UInt16(2 + $0 % 10) } + [enter]).flatMap { [down($0), up($0)] }
}

/// A device that has been let go, on the model of the kernel, with a reader that looks once a frame and a hand that does
/// something at certain moments.
private final class Target: DeliveryTarget {
    let kernel = KernelModel()
    private(set) var now: Int64 = 1_000_000_000
    var isWantedAgain = false
    /// What the hand does, and when.
    var hand: [(time: Int64, events: [InputEvent])] = []
    /// A frame, and when the next one begins.
    private let frame: Int64 = 16_000_000
    private var nextFrame: Int64 = 1_000_000_000
    /// How many events wait for the reader, at most.
    private(set) var mostUnread = 0
    private var readSoFar = 0

    init() { kernel.capacity = 64 }

    func wait(until time: Int64) {
        // As the real one does, not longer than some time.
        now = min(time, now + 2_000_000)
        while let first = hand.first, first.time <= now {
            kernel.say(hand.removeFirst().events)
        }
        if now >= nextFrame {
            readSoFar = kernel.program.events.count
            nextFrame += frame
        }
    }

    func write(_ events: [InputEvent]) -> Bool {
        for packet in events.split(separator: .report) { kernel.say(packet + [.report]) }
        mostUnread = max(mostUnread, kernel.program.events.count - readSoFar)
        return true
    }

    func read() -> [InputEvent]? { kernel.readMain() }
    func look() -> Pressed? { kernel.lookMain() }
}

@Suite("Delivering what was held")
struct DeliveryTests {
    private func keys(_ target: Target) -> [InputEvent] { target.kernel.program.events.filter(\.isKey) }

    @Test("a long scan: whole, and no reader's queue overflows", arguments: [1, 13, 14, 40, 120])
    func long(digits: Int) {
        let target = Target()
        var delivery = HeldDelivery(target, until: target.now + 5_000_000_000)
        #expect(delivery.deliver(scan(digits)) == .delivered)
        #expect(keys(target) == scan(digits).joined().filter(\.isKey))
        #expect(target.mostUnread <= 64)
    }

    @Test("a live scan amid a long one is told, and the hand's word is not cut again")
    func mixed() {
        let target = Target()
        let begin = target.now + 20_000_000
        for (number, packet) in scan(20).enumerated() {
            target.hand.append((begin + Int64(number) * 2_000_000, packet))
        }
        var delivery = HeldDelivery(target, until: target.now + 5_000_000_000)
        #expect(delivery.deliver(scan(40)) == .mixed)
        let live = scan(20).joined().filter(\.isKey)
        let held = scan(40).joined().filter(\.isKey)
        let all = keys(target)
        // The live one in one piece.
        let place = all.indices.first { Array(all[$0...].prefix(live.count)) == live }
        #expect(place != nil && all.count == live.count + held.count)
    }

    @Test("a live scan before it is waited for; the whole one comes after it")
    func waits() {
        let target = Target()
        for (number, packet) in scan(10).enumerated() {
            target.hand.append((target.now + Int64(number) * 4_000_000, packet))
        }
        target.wait(until: target.now)
        var delivery = HeldDelivery(target, until: target.now + 5_000_000_000)
        #expect(delivery.deliver(scan(40)) == .delivered)
        #expect(keys(target) == (scan(10) + scan(40)).joined().filter(\.isKey))
    }

    @Test("a key that the hand holds while the same one is delivered: the hand's own is not taken for ours")
    func sameKey() {
        let target = Target()
        target.kernel.say(down(2))
        var delivery = HeldDelivery(target, until: target.now)
        // The time for the hand is over; the kernel drops the press, which changes nothing.
        #expect(delivery.deliver([down(2), up(2)]) == .delivered)
        target.kernel.say(down(2))
        target.isWantedAgain = true
        var later = HeldDelivery(target, until: target.now + 1_000_000_000)
        #expect(later.deliver(scan(1)) == .interrupted)
        #expect(delivery.deliver(scan(1)) == .delivered)
    }

    @Test("own packets never come back as the hand's, and the hand's are never taken for own")
    func ownAndHand() {
        let target = Target()
        var delivery = HeldDelivery(target, until: target.now + 10_000_000_000)
        // The kernel drops this press: the hand has the key down, which is not yet read.
        target.hand = [(target.now, down(2))]
        target.wait(until: target.now)
        _ = delivery.deliver([down(3), up(3)])
        // Waited until the hand's time was over.
        #expect(target.now >= 11_000_000_000)
        target.kernel.say(up(2))
        let second = target.now
        target.hand = [(second + 1_000_000, down(2)), (second + 200_000_000, up(2))]
        target.wait(until: second + 1_000_000)
        var next = HeldDelivery(target, until: target.now + 5_000_000_000)
        #expect(next.deliver(scan(2)) == .delivered)
        #expect(target.now >= second + 200_000_000 + 30_000_000)
    }

    @Test("the next HUD wants the device: nothing of the scan is written")
    func interrupted() {
        let target = Target()
        target.isWantedAgain = true
        var delivery = HeldDelivery(target, until: target.now + 5_000_000_000)
        #expect(delivery.deliver(scan(40)) == .interrupted)
        #expect(keys(target).isEmpty)
    }

    @Test("the longer what is written, the longer the hand must rest before")
    func pace() {
        #expect(DeliveryPace.rest(longest: 0) == 30_000_000)
        #expect(DeliveryPace.rest(longest: 56) == 62_000_000)
        #expect(DeliveryPace.rest(longest: 57) == 78_000_000)
    }
}
