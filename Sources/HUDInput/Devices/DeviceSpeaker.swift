internal import HUDSystem

/// Says again what was held, in the name of a device that has been let go: what its own hand says meanwhile must not mix
/// with it.
struct DeviceSpeaker {
    /// Events that are written at once, so that no key of the hand's comes between: readers' queues hold 64, and these
    /// are 13 digits and Enter.
    private static let burst = 56
    /// From one burst to the next, for readers that look once a frame.
    private static let pause: Int64 = 16_000_000
    /// From the hand's last word to ours.
    private static let gap: Int64 = 30_000_000

    private let device: InputDevice
    /// When the hand is waited for no longer.
    private let deadline: Int64
    private var hand: Pressed
    private var ownPackets = OwnPackets()
    /// When the hand last said something.
    private var lastWord: Int64 = 0

    init(_ device: InputDevice, until deadline: Int64) {
        self.device = device
        self.deadline = deadline
        hand = (try? device.main.look()) ?? Pressed()
    }

    /// Says a scan, packet by packet, when nothing is pressed by hand, at the latest when the time for that is over. False
    /// where the device is gone, or a finger stays that another one would come down on.
    mutating func say(_ scan: [[InputEvent]]) -> Bool {
        do throws(SystemError) {
            try awaitHand()
            if !hand.fingers.isEmpty || hand.hasFingers { return false }
            var burst: [InputEvent] = []
            for packet in scan {
                if !burst.isEmpty, burst.count + packet.count > Self.burst {
                    try write(burst)
                    burst = []
                    Clock.sleep(until: Clock.now() + Self.pause)
                }
                burst += packet
                ownPackets.add(packet)
            }
            try write(burst)
            Clock.sleep(until: Clock.now() + Self.pause)
            return true
        } catch {
            return false
        }
    }

    private func write(_ burst: [InputEvent]) throws(SystemError) {
        if !burst.isEmpty { try device.write(burst) }
    }

    private mutating func awaitHand() throws(SystemError) {
        while true {
            try listen()
            let now = Clock.now()
            if now >= deadline || hand.isEmpty && now >= lastWord + Self.gap { return }
            Clock.sleep(until: min(deadline, now + 5_000_000))
        }
    }

    private mutating func listen() throws(SystemError) {
        let events = ownPackets.removed(from: try device.main.read())
        for event in events where !event.isRepeat { _ = hand.apply(event) }
        if hand.isLost { hand = try device.main.look() }
        if !events.isEmpty { lastWord = Clock.now() }
    }
}
