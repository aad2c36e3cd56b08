internal import CLinux
internal import Glibc
internal import HUDSystem

/// Reads a device's events: presses and releases, and all the rest only when asked to.
package final class EventReader {
    let file: FileDescriptor
    private let hasSlots: Bool
    private let isProtocolA: Bool
    private let slots: Int
    private let buffer = UnsafeMutableBufferPointer<input_event>.allocate(capacity: 64)

    init(
        _ file: consuming FileDescriptor, _ capabilities: Capabilities, hearsAll: Bool
    ) throws(SystemError) {
        self.file = file
        hasSlots = capabilities.hasSlots
        isProtocolA = !hasSlots && capabilities.absoluteAxes.contains(ABS_MT_POSITION_X)
        slots = hasSlots ? Self.slots(maximum: try Self.slot(self.file).maximum) : 0
        // A clock that is never set: times are compared.
        var clock = Int32(CLOCK_MONOTONIC)
        _ = try? self.file.ioctl(CLINUX_EVIOCSCLOCKID, &clock, "set the clock of")
        if hearsAll { return }
        // A mouse or finger that moves does not wake this process, and cannot overflow the kernel's queue while the device is
        // let go. Kernels before 4.4 send everything.
        hear([], of: EV_REL)
        hear(hasSlots ? [ABS_MT_SLOT, ABS_MT_TRACKING_ID] : [ABS_MT_POSITION_X], of: EV_ABS)
        hear([], of: EV_MSC)
        hear([], of: EV_SW)
    }

    deinit {
        explicit_bzero(buffer.baseAddress!, buffer.count * MemoryLayout<input_event>.stride)
        buffer.deallocate()
    }

    /// Everything that there is to read.
    func read() throws(SystemError) -> [InputEvent] {
        var events: [InputEvent] = []
        while true {
            let bytes: Int
            do {
                bytes = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                if error.isBusy { return events }
                throw error
            }
            let count = bytes / MemoryLayout<input_event>.stride
            events += buffer[..<count].map { InputEvent($0) }
            if count < buffer.count { return events }
        }
    }

    /// Reads everything, and asks the device what is pressed: nothing happened in between.
    func look() throws(SystemError) -> Pressed {
        var pressed = Pressed()
        for _ in 0..<16 {
            _ = try read()
            pressed = try ask()
            if try read().isEmpty { break }
        }
        return pressed
    }

    private func ask() throws(SystemError) -> Pressed {
        // Throws away the key events in this reader's queue.
        var pressed = Pressed(keys: Set(try CodeSet(file, clinux_EVIOCGKEY, last: KEY_MAX).codes))
        pressed.hasFingers = isProtocolA && pressed.keys.contains(UInt16(BTN_TOUCH))
        guard hasSlots else { return pressed }
        var request = [Int32](repeating: -1, count: 1 + slots)
        request[0] = ABS_MT_TRACKING_ID
        try file.ioctl(clinux_EVIOCGMTSLOTS(UInt32(request.count * 4)), &request, "examine")
        for (slot, finger) in request.dropFirst().enumerated() where finger >= 0 {
            pressed.fingers[slot] = finger
        }
        pressed.slot = Int(try Self.slot(file).value)
        return pressed
    }

    /// The slot that was told last, and how many there are.
    private static func slot(_ file: borrowing FileDescriptor) throws(SystemError) -> input_absinfo {
        var axis = input_absinfo()
        try file.ioctl(clinux_EVIOCGABS(UInt32(ABS_MT_SLOT)), &axis, "examine")
        return axis
    }

    /// How many slots are asked about: a device may claim any number, and one request has room for 4,094.
    package static func slots(maximum: Int32) -> Int { min(max(0, Int(maximum)), 4_093) + 1 }

    /// Hears only these codes of a type.
    private func hear(_ codes: [Int32], of type: Int32) {
        var words = [UInt](repeating: 0, count: Int(ABS_MAX) / UInt.bitWidth + 1)
        for code in codes { words[Int(code) / UInt.bitWidth] |= 1 << UInt(Int(code) % UInt.bitWidth) }
        words.withUnsafeMutableBytes {
            var mask = input_mask(
                type: UInt32(type), codes_size: UInt32($0.count),
                codes_ptr: UInt64(UInt(bitPattern: $0.baseAddress)))
            _ = try? file.ioctl(CLINUX_EVIOCSMASK, &mask, "listen to")
        }
    }
}

extension InputEvent {
    init(_ raw: input_event) {
        self.init(
            type: raw.type, code: raw.code, value: raw.value,
            time: Int64(raw.time.tv_sec) &* 1_000_000 &+ Int64(raw.time.tv_usec))
    }
}
