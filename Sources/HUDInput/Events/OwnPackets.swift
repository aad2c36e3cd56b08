/// What was written to a device while nobody else was listening: it comes back as if the device had said it.
struct OwnPackets: Sendable {
    private var packets: [[InputEvent]] = []

    mutating func add(_ events: [InputEvent]) {
        packets.append(Self.core(events[...]))
    }

    /// `events` without the packets that were written; each is removed once.
    mutating func removed(from events: [InputEvent]) -> [InputEvent] {
        if packets.isEmpty { return events }
        var rest: [InputEvent] = []
        var start = 0
        for end in events.indices where events[end].isReport {
            let packet = events[start...end]
            start = end + 1
            let core = Self.core(packet)
            if let index = packets.firstIndex(of: core) {
                packets.remove(at: index)
            } else {
                rest += packet
            }
        }
        return rest + events[start...]
    }

    /// The kernel puts slots in and leaves them out.
    private static func core(_ events: ArraySlice<InputEvent>) -> [InputEvent] {
        events.filter { !$0.isSlot && !$0.isReport }
    }
}
