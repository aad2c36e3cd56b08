/// Where held scans are written: a device that has been let go, and its time. Every call is made by one thread.
package protocol DeliveryTarget {
    /// CLOCK_MONOTONIC, in nanoseconds.
    var now: Int64 { get }
    /// Whether the device is to be held off again, by this process or another one of this program.
    var isWantedAgain: Bool { get }
    /// Returns at `time`, or as soon as the device says something.
    func wait(until time: Int64)
    /// Writes packets to the node; false where the device is gone.
    func write(_ events: [InputEvent]) -> Bool
    /// All that the device has said since this was last called, and all that was written to it; nil where it is gone.
    func read() -> [InputEvent]?
    /// What is pressed, after everything was read; nil where the device is gone.
    func look() -> Pressed?
}

/// Writes what was held to a device that has been let go: what the hand says meanwhile must not mix with it.
package struct HeldDelivery<Target: DeliveryTarget> {
    package enum Outcome: Equatable, Sendable {
        case delivered
        /// Delivered, but the hand has put a key between: no reader has the scan as it was.
        case mixed
        /// Nothing of it is delivered: the device is to be held off again.
        case interrupted
        /// The device is gone, or a finger stays that another one would come down on.
        case failed
    }

    private let target: Target
    /// When the hand is waited for no longer.
    private let deadline: Int64
    private var hand: Pressed
    /// When the hand last said something.
    private var lastWord: Int64 = 0

    /// - Parameter deadline: when the hand is waited for no longer, a value of `target.now`.
    package init(_ target: Target, until deadline: Int64) {
        self.target = target
        self.deadline = deadline
        hand = target.look() ?? Pressed()
    }

    /// Writes a scan, packet by packet, when nothing is pressed by hand, at the latest when the time for that is over.
    package mutating func deliver(_ scan: [[InputEvent]]) -> Outcome {
        let bursts = DeliveryPace.bursts(of: scan)
        guard awaitHand(for: bursts.count) else { return target.isWantedAgain ? .interrupted : .failed }
        if !hand.fingers.isEmpty || hand.hasFingers { return .failed }
        var isMixed = false
        for (number, burst) in bursts.enumerated() {
            if number > 0, !hand.isEmpty || target.now < lastWord + DeliveryPace.gap { settle() }
            guard target.write(burst.flatMap { $0 }), let spoke = listen(after: burst) else { return .failed }
            let end = target.now + DeliveryPace.pause
            var hasSpoken = spoke
            while target.now < end {
                target.wait(until: end)
                guard let spoke = listen(after: []) else { return .failed }
                hasSpoken = hasSpoken || spoke
            }
            if hasSpoken, number + 1 < bursts.count { isMixed = true }
        }
        return isMixed ? .mixed : .delivered
    }

    /// Waits until the hand rests; false where the device is gone or wanted again.
    private mutating func awaitHand(for bursts: Int) -> Bool {
        let gap = DeliveryPace.gap + Int64(bursts - 1) * DeliveryPace.pause
        while true {
            guard listen(after: []) != nil else { return false }
            let now = target.now
            if now >= deadline { return true }
            if target.isWantedAgain { return false }
            if hand.isEmpty, now >= lastWord + gap { return true }
            target.wait(until: min(deadline, hand.isEmpty ? lastWord + gap : now + 5_000_000))
        }
    }

    /// Amid a scan that the hand has come into: its word is let come to an end.
    private mutating func settle() {
        while target.now < deadline, !hand.isEmpty || target.now < lastWord + DeliveryPace.gap {
            target.wait(until: min(deadline, target.now + 5_000_000))
            if listen(after: []) == nil { return }
        }
    }

    /// Reads what has been said, after these packets were written.
    ///
    /// - Returns: whether the hand has said something; nil where the device is gone.
    private mutating func listen(after written: [[InputEvent]]) -> Bool? {
        guard let read = target.read() else { return nil }
        // What was written has come back by now, or never will. It must not be taken for the hand's, nor the hand's for it.
        var own = OwnPackets()
        written.forEach { own.add($0) }
        let events = own.removed(from: read).filter { !$0.isLight }
        for event in events where !event.isRepeat { _ = hand.apply(event) }
        if hand.isLost {
            guard let pressed = target.look() else { return nil }
            hand = pressed
        }
        let hasSpoken = events.contains { !$0.isReport }
        if hasSpoken { lastWord = target.now }
        return hasSpoken
    }
}

/// How fast held scans are written.
package enum DeliveryPace {
    /// Events that are written at once, so that no key of the hand's comes between: readers' queues hold 64, and these
    /// are 13 digits and Enter.
    static let burst = 56
    /// From one burst to the next, for readers that look once a frame, in nanoseconds.
    static let pause: Int64 = 16_000_000
    /// From the hand's last word to ours, in nanoseconds.
    static let gap: Int64 = 30_000_000

    /// How long the hand must rest before a device is let go to which scans of so many events at most are written then: as
    /// long as letting it go takes, and the pauses in the longest scan. In nanoseconds.
    package static func rest(longest events: Int) -> Int64 {
        if events == 0 { return gap }
        return gap + 32_000_000 + Int64((events - 1) / burst) * pause
    }

    /// The packets of a scan, as they are written at once.
    static func bursts(of scan: [[InputEvent]]) -> [[[InputEvent]]] {
        var bursts: [[[InputEvent]]] = [[]]
        var count = 0
        for packet in scan {
            if count > 0, count + packet.count > burst {
                bursts.append([])
                count = 0
            }
            bursts[bursts.count - 1].append(packet)
            count += packet.count
        }
        return bursts
    }
}
