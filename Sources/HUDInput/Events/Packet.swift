/// The packets that are written to a device node: the kernel takes them for the device's own events, and every
/// reader sees those that change something.
package enum Packet {
    /// Puts `presses` down that are up.
    static func pressing(_ presses: Set<Press>) -> [InputEvent] {
        // Any number will do: only this process sees it.
        sorted(presses.slots).flatMap { [.slot($0), .finger(1)] } + sorted(presses.keys).map { .key($0, 1) }
    }

    /// Lifts `presses`: fingers first, then keys and buttons, as panels themselves do.
    static func releasing(_ presses: Set<Press>) -> [InputEvent] {
        sorted(presses.slots).flatMap { [.slot($0), .finger(-1)] }
            + (presses.contains(.fingers) ? [.fingerReport] : [])
            + sorted(presses.keys).map { .key($0, 0) }
    }

    /// Makes `slot` the one that the kernel has told last, by changing what is in it and changing it back: a
    /// slot is told together with a change only.
    static func telling(slot: Int, finger: Int32?) -> [InputEvent] {
        if let finger { return [.slot(slot), .finger(-1), .finger(finger)] }
        return [.slot(slot), .finger(1), .finger(-1)]
    }

    /// The packet of `events`, after which the device goes on in the slot that it was in.
    static func whole(_ events: [InputEvent], slot: Int) -> [InputEvent] {
        guard !events.isEmpty else { return [] }
        let touches = events.contains { $0.isSlot }
        return events + (touches ? [.slot(slot), .report] : [.report])
    }

    private static func sorted<Value: Comparable>(_ values: [Value]) -> [Value] { values.sorted() }
}

extension Set<Press> {
    fileprivate var keys: [UInt16] {
        compactMap { if case .key(let code) = $0 { code } else { nil } }
    }

    fileprivate var slots: [Int] {
        compactMap { if case .finger(let slot) = $0 { slot } else { nil } }
    }
}
