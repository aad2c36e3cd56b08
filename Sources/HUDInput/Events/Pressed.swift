internal import CLinux

/// Something that is pressed on a device.
package enum Press: Hashable, Sendable {
    /// A key, a button, or a tool that is near.
    case key(UInt16)
    /// A finger, by its slot.
    case finger(slot: Int)
    /// Fingers on a panel that has no slots (protocol A), however many.
    case fingers
}

/// What is pressed on a device, by the events that one of its readers has read.
package struct Pressed: Equatable, Sendable {
    package var keys: Set<UInt16> = []
    /// The tracking number of the finger in each slot that has one.
    package var fingers: [Int: Int32] = [:]
    /// The slot that touch events are about.
    package var slot = 0
    /// Fingers are down on a panel without slots.
    package var hasFingers = false
    /// Events were dropped: nothing here holds until the device has been looked at.
    package var isLost = false
    private var packet = Packet()

    /// What a packet of a panel without slots has said so far.
    private struct Packet: Equatable {
        var hasPosition = false
        var hasFingerReport = false
    }

    package init(keys: Set<UInt16> = [], fingers: [Int: Int32] = [:], slot: Int = 0) {
        self.keys = keys
        self.fingers = fingers
        self.slot = slot
    }

    package var all: Set<Press> {
        var all = Set(keys.map(Press.key))
        for slot in fingers.keys { all.insert(.finger(slot: slot)) }
        if hasFingers { all.insert(.fingers) }
        return all
    }

    package func contains(_ press: Press) -> Bool {
        switch press {
        case .key(let code): keys.contains(code)
        case .finger(let slot): fingers[slot] != nil
        case .fingers: hasFingers
        }
    }

    package var isEmpty: Bool { keys.isEmpty && fingers.isEmpty && !hasFingers }

    /// Takes an event into account; returns what it released.
    package mutating func apply(_ event: InputEvent) -> [Press] {
        guard !isLost else { return [] }
        switch (Int32(event.type), Int32(event.code)) {
        case (EV_KEY, _):
            return applyKey(event)
        case (EV_ABS, ABS_MT_SLOT):
            slot = Int(event.value)
        case (EV_ABS, ABS_MT_TRACKING_ID):
            if event.value < 0 {
                fingers[slot] = nil
                return [.finger(slot: slot)]
            }
            fingers[slot] = event.value
        case (EV_ABS, ABS_MT_POSITION_X):
            packet.hasPosition = true
        case (EV_SYN, SYN_MT_REPORT):
            packet.hasFingerReport = true
        case (EV_SYN, SYN_REPORT):
            defer { packet = Packet() }
            // A panel with slots never says SYN_MT_REPORT.
            guard packet.hasFingerReport else { return [] }
            hasFingers = packet.hasPosition
            return hasFingers ? [] : [.fingers]
        case (EV_SYN, SYN_DROPPED):
            isLost = true
        default:
            break
        }
        return []
    }

    private mutating func applyKey(_ event: InputEvent) -> [Press] {
        guard event.value == 0 else {
            keys.insert(event.code)
            return []
        }
        keys.remove(event.code)
        guard Int32(event.code) == BTN_TOUCH, hasFingers else { return [.key(event.code)] }
        hasFingers = false
        return [.key(event.code), .fingers]
    }
}
