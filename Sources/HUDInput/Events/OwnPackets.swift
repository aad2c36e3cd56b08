/// What this process has written to a device: it comes back with the next reading, as if the device had said it.
///
/// It is emptied after that reading. The kernel drops what changes nothing; what has not come back then never will.
struct OwnPackets: Sendable {
    private var packets: [[InputEvent]] = []

    /// Adds one packet that is written.
    mutating func add(_ events: [InputEvent]) {
        packets.append(Self.core(events[...]))
    }

    /// Returns `events` without the packets that were written; each is removed once.
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
