internal import CLinux
internal import Glibc
internal import HUDSystem

/// A device that is open twice: the main descriptor takes the grab and hears everything; the witness hears what
/// every other program hears.
final class InputDevice {
    private let main: FileDescriptor
    private let witness: FileDescriptor
    /// What the device can say.
    let capabilities: Capabilities
    private let slots: Int
    private let buffer = UnsafeMutableBufferPointer<input_event>.allocate(capacity: 64)
    /// Why releases cannot be written; nil where they can.
    let writeError: SystemError?

    enum Reader {
        case main
        case witness
    }

    init(path: String) throws(SystemError) {
        do {
            main = try FileDescriptor.open(path, [.readWrite, .nonBlocking])
            writeError = nil
        } catch {
            guard error.isPermission || error.code == EROFS else { throw error }
            main = try FileDescriptor.open(path, [.read, .nonBlocking])
            writeError = SystemError("write to", path, code: error.code)
        }
        witness = try FileDescriptor.open(path, [.read, .nonBlocking])
        capabilities = try Self.capabilities(main)
        slots = capabilities.absoluteAxes.contains(ABS_MT_SLOT) ? Int(try Self.slot(main).maximum) + 1 : 0
        listen()
    }

    deinit {
        buffer.deallocate()
    }

    /// Readable when the device has said something.
    var descriptor: Int32 { main.raw }

    /// Takes the device; false where somebody else has.
    func grab() throws(SystemError) -> Bool {
        do {
            try main.ioctl(CLINUX_EVIOCGRAB, UnsafeMutableRawPointer(bitPattern: 1), "grab")
            return true
        } catch {
            if error.isBusy { return false }
            throw error
        }
    }

    /// Gives the device back; returns when every reader hears it again (32 ms).
    func letGo() throws(SystemError) {
        try main.ioctl(CLINUX_EVIOCGRAB, nil, "let go of")
    }

    /// Everything that there is to read.
    func read(_ reader: Reader) throws(SystemError) -> [InputEvent] {
        switch reader {
        case .main: try read(main)
        case .witness: try read(witness)
        }
    }

    /// Empties the reader, and asks the device what is pressed: nothing happened in between.
    func look(_ reader: Reader) throws(SystemError) -> Pressed {
        switch reader {
        case .main: try look(main)
        case .witness: try look(witness)
        }
    }

    /// Says this in the device's name.
    func write(_ events: [InputEvent]) throws(SystemError) {
        let packet = UnsafeMutableBufferPointer<input_event>.allocate(capacity: events.count)
        defer { packet.deallocate() }
        for (index, event) in events.enumerated() {
            var raw = input_event()
            raw.type = event.type
            raw.code = event.code
            raw.value = event.value
            packet.initializeElement(at: index, to: raw)
        }
        try main.write(UnsafeRawBufferPointer(packet))
    }

    private func read(_ file: borrowing FileDescriptor) throws(SystemError) -> [InputEvent] {
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
            events += buffer[..<count].map { InputEvent(type: $0.type, code: $0.code, value: $0.value) }
            if count < buffer.count { return events }
        }
    }

    private func look(_ file: borrowing FileDescriptor) throws(SystemError) -> Pressed {
        var pressed = Pressed()
        for _ in 0..<16 {
            _ = try read(file)
            pressed = try ask(file)
            if try read(file).isEmpty { break }
        }
        return pressed
    }

    private func ask(_ file: borrowing FileDescriptor) throws(SystemError) -> Pressed {
        let keys = try Self.codes(file, clinux_EVIOCGKEY, last: KEY_MAX)
        var pressed = Pressed(keys: Set(keys.codes))
        guard slots > 0 else {
            pressed.hasFingers =
                capabilities.absoluteAxes.contains(ABS_MT_POSITION_X)
                && pressed.keys.contains(UInt16(BTN_TOUCH))
            return pressed
        }
        var request = [Int32](repeating: -1, count: 1 + slots)
        request[0] = ABS_MT_TRACKING_ID
        try file.ioctl(clinux_EVIOCGMTSLOTS(UInt32(request.count * 4)), &request, "examine")
        for (slot, finger) in request.dropFirst().enumerated() where finger >= 0 {
            pressed.fingers[slot] = finger
        }
        pressed.slot = Int(try Self.slot(file).value)
        return pressed
    }

    private static func capabilities(
        _ file: borrowing FileDescriptor
    ) throws(SystemError) -> Capabilities {
        Capabilities(
            keys: try codes(file, { clinux_EVIOCGBIT(UInt32(EV_KEY), $0) }, last: KEY_MAX),
            relativeAxes: try codes(file, { clinux_EVIOCGBIT(UInt32(EV_REL), $0) }, last: REL_MAX),
            absoluteAxes: try codes(file, { clinux_EVIOCGBIT(UInt32(EV_ABS), $0) }, last: ABS_MAX),
            switches: try codes(file, { clinux_EVIOCGBIT(UInt32(EV_SW), $0) }, last: SW_MAX),
            properties: try codes(file, clinux_EVIOCGPROP, last: INPUT_PROP_MAX))
    }

    private static func codes(
        _ file: borrowing FileDescriptor, _ request: (UInt32) -> UInt, last: Int32
    ) throws(SystemError) -> CodeSet {
        var words = [UInt](repeating: 0, count: Int(last) / UInt.bitWidth + 1)
        try file.ioctl(request(UInt32(words.count * UInt.bitWidth / 8)), &words, "examine")
        return CodeSet(words: words)
    }

    /// The slot that touch events are about, and how many there are.
    private static func slot(_ file: borrowing FileDescriptor) throws(SystemError) -> input_absinfo {
        var axis = input_absinfo()
        try file.ioctl(clinux_EVIOCGABS(UInt32(ABS_MT_SLOT)), &axis, "examine")
        return axis
    }

    /// Hears nothing but what presses and releases: a mouse or finger that moves wakes nobody and cannot
    /// overflow the kernel's queue while the device is being let go. Kernels before 4.4 send everything.
    private func listen() {
        let axes = slots > 0 ? [ABS_MT_SLOT, ABS_MT_TRACKING_ID] : [ABS_MT_POSITION_X]
        hear([], of: EV_REL)
        hear(axes, of: EV_ABS)
        hear([], of: EV_MSC)
        hear([], of: EV_SW)
    }

    private func hear(_ codes: [Int32], of type: Int32) {
        var words = [UInt](repeating: 0, count: Int(ABS_MAX) / UInt.bitWidth + 1)
        for code in codes { words[Int(code) / UInt.bitWidth] |= 1 << UInt(Int(code) % UInt.bitWidth) }
        words.withUnsafeMutableBytes {
            var mask = input_mask(
                type: UInt32(type), codes_size: UInt32($0.count),
                codes_ptr: UInt64(UInt(bitPattern: $0.baseAddress)))
            _ = try? main.ioctl(CLINUX_EVIOCSMASK, &mask, "listen to")
            _ = try? witness.ioctl(CLINUX_EVIOCSMASK, &mask, "listen to")
        }
    }
}
