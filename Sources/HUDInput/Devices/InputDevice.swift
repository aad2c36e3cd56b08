internal import CLinux
internal import Glibc
internal import HUDSystem

/// A device that is open twice: the main reader takes the grab and hears everything; the witness hears what every
/// other program hears. Both are closed with it. All calls throw `SystemError` where the device is gone.
final class InputDevice {
    let main: EventReader
    /// nil while it would hear nothing.
    private(set) var witness: EventReader?
    let capabilities: Capabilities
    /// Why releases cannot be written; nil where they can.
    let writeError: SystemError?
    private let hearsAll: Bool
    /// What is lit, as it was when an ungrab was prepared.
    private var lit: Set<UInt16>?
    /// The console that was on the screen when the device was grabbed.
    private var console: String?

    /// - Parameter hearsAll: positions and the rest, too, and not only what is pressed.
    init(path: String, hearsAll: Bool) throws(SystemError) {
        self.hearsAll = hearsAll
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(path, [.readWrite, .nonBlocking])
            writeError = nil
        } catch {
            guard error.isPermission || error.code == EROFS else { throw error }
            file = try FileDescriptor.open(path, [.read, .nonBlocking])
            writeError = SystemError("write to", path, code: error.code)
        }
        capabilities = try Capabilities(file)
        main = try EventReader(file, capabilities, hearsAll: hearsAll)
        try openWitness()
    }

    /// Takes the device; false where another process has.
    func grab() throws(SystemError) -> Bool {
        do {
            try main.file.ioctl(CLINUX_EVIOCGRAB, UnsafeMutableRawPointer(bitPattern: 1), "grab")
            console = ActiveConsole()?.name()
            return true
        } catch {
            if error.isBusy { return false }
            throw error
        }
    }

    /// Gives the device back; returns when every reader hears it again (32 ms). The lock keys' lights stay as they are,
    /// unless another console is on the screen than at the grab: then they are that one's.
    func ungrab() throws(SystemError) {
        try prepareUngrab()
        defer { lit = nil }
        try main.file.ioctl(CLINUX_EVIOCGRAB, nil, "let go of")
        guard writeError == nil, let before = lit, let after = lights() else { return }
        let packet = LockLights.restoring(before, after: after)
        if !packet.isEmpty, isAtHome { try write(packet) }
    }

    /// Whether the console on the screen is the one for which the device was grabbed.
    var isAtHome: Bool { ActiveConsole()?.name() == console }

    /// What is lit; nil where the device does not tell.
    private func lights() -> Set<UInt16>? {
        (try? CodeSet(main.file, clinux_EVIOCGLED, last: LED_MAX)).map { Set($0.codes) }
    }

    /// Does without the witness while the device is held: what a process leaves open when it is killed, the
    /// kernel closes one by one, and each takes it 16 ms and more.
    func dismissWitness() {
        witness = nil
        lit = nil
    }

    /// Does what an ungrab needs. To be called before the reading that decides about letting go: what the device says
    /// between that reading and the ungrab only this process hears.
    func prepareUngrab() throws(SystemError) {
        try openWitness()
        lit = lit ?? lights()
    }

    private func openWitness() throws(SystemError) {
        if witness != nil { return }
        let file = try FileDescriptor.open(main.file.path, [.read, .nonBlocking])
        witness = try EventReader(file, capabilities, hearsAll: hearsAll)
    }

    /// The right to hold the device off, among all processes of this program; false where another has it. It is given up
    /// when the device is closed.
    func tryLock() -> Bool {
        // Where the kernel has no locks no process has one.
        (try? main.file.tryLock()) ?? true
    }

    /// Tells the process that has the right that this one waits for it.
    func awaitLock() {
        try? main.file.awaitLock()
    }

    /// Another process waits for the right.
    var isAwaited: Bool { main.file.isLockAwaited }

    /// A step on an axis that the kernel does not take for noise.
    func step(on axis: UInt16) -> Int32 {
        var info = input_absinfo()
        _ = try? main.file.ioctl(clinux_EVIOCGABS(UInt32(axis)), &info, "examine")
        return Packet.step(fuzz: info.fuzz)
    }

    /// Writes one packet or several to the node: every reader hears them as the device's own.
    func write(_ events: [InputEvent]) throws(SystemError) { try InputEvent.write(events, to: main.file) }
}

extension InputEvent {
    /// Writes one packet or several to a device that is open.
    static func write(_ events: [InputEvent], to file: borrowing FileDescriptor) throws(SystemError) {
        let packet = UnsafeMutableBufferPointer<input_event>.allocate(capacity: events.count)
        defer {
            // It may be of a scan.
            explicit_bzero(packet.baseAddress!, packet.count * MemoryLayout<input_event>.stride)
            packet.deallocate()
        }
        for (index, event) in events.enumerated() {
            var raw = input_event()
            raw.type = event.type
            raw.code = event.code
            raw.value = event.value
            packet.initializeElement(at: index, to: raw)
        }
        try file.write(UnsafeRawBufferPointer(packet))
    }
}

extension Capabilities {
    /// Asks the device.
    init(_ file: borrowing FileDescriptor) throws(SystemError) {
        self.init(
            keys: try CodeSet(file, { clinux_EVIOCGBIT(UInt32(EV_KEY), $0) }, last: KEY_MAX),
            relativeAxes: try CodeSet(file, { clinux_EVIOCGBIT(UInt32(EV_REL), $0) }, last: REL_MAX),
            absoluteAxes: try CodeSet(file, { clinux_EVIOCGBIT(UInt32(EV_ABS), $0) }, last: ABS_MAX),
            switches: try CodeSet(file, { clinux_EVIOCGBIT(UInt32(EV_SW), $0) }, last: SW_MAX),
            properties: try CodeSet(file, clinux_EVIOCGPROP, last: INPUT_PROP_MAX))
    }
}

extension CodeSet {
    /// Asks the device with the request for this many bytes.
    init(
        _ file: borrowing FileDescriptor, _ request: (UInt32) -> UInt, last: Int32
    ) throws(SystemError) {
        var words = [UInt](repeating: 0, count: Int(last) / UInt.bitWidth + 1)
        try file.ioctl(request(UInt32(words.count * UInt.bitWidth / 8)), &words, "examine")
        self.init(words: words)
    }
}
