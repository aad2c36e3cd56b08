internal import CLinux

/// What a device says: the kernel's `input_event`.
package struct InputEvent: Sendable {
    package let type: UInt16
    package let code: UInt16
    package let value: Int32
    /// When its packet was whole, in microseconds; every reader is told the same.
    package var time: Int64

    package init(type: UInt16, code: UInt16, value: Int32, time: Int64 = 0) {
        self.type = type
        self.code = code
        self.value = value
        self.time = time
    }

    /// A key or button goes down (1), repeats (2) or comes up (0).
    package static func key(_ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(type: UInt16(EV_KEY), code: code, value: value)
    }

    /// The touch events that follow are about this slot.
    package static func slot(_ slot: Int) -> InputEvent {
        InputEvent(type: UInt16(EV_ABS), code: UInt16(ABS_MT_SLOT), value: Int32(slot))
    }

    /// A finger comes down in the current slot (its number), or leaves (-1).
    package static func finger(_ identifier: Int32) -> InputEvent {
        InputEvent(type: UInt16(EV_ABS), code: UInt16(ABS_MT_TRACKING_ID), value: identifier)
    }

    /// A key that is held down says so again.
    package var isRepeat: Bool { isKey && value == 2 }
    /// A light of the device's goes on or off.
    var isLight: Bool { type == UInt16(EV_LED) }
    package var isReport: Bool { self == .report }
    package var isKey: Bool { type == UInt16(EV_KEY) }
    package var isSlot: Bool { type == UInt16(EV_ABS) && code == UInt16(ABS_MT_SLOT) }
    package var isFinger: Bool { type == UInt16(EV_ABS) && code == UInt16(ABS_MT_TRACKING_ID) }

    /// About the finger in the current slot.
    package var isInSlot: Bool {
        type == UInt16(EV_ABS) && ABS_MT_TOUCH_MAJOR...ABS_MT_TOOL_Y ~= Int32(code)
    }

    /// The packet ends here.
    package static let report = InputEvent(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0)
    /// Means nothing, and comes back to the process that writes it, unless another one has grabbed the device.
    package static let question = InputEvent(type: UInt16(EV_SYN), code: UInt16(SYN_CONFIG), value: 0)
    /// One finger's part of a packet ends here, on a panel without slots.
    package static let fingerReport = InputEvent(type: UInt16(EV_SYN), code: UInt16(SYN_MT_REPORT), value: 0)
    /// The kernel had no room for what came before this.
    package static let dropped = InputEvent(type: UInt16(EV_SYN), code: UInt16(SYN_DROPPED), value: 0)
}

extension InputEvent: Equatable {
    /// They say the same; when does not matter.
    package static func == (one: InputEvent, other: InputEvent) -> Bool {
        one.type == other.type && one.code == other.code && one.value == other.value
    }
}
