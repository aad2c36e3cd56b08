extension Kiosk {
    /// Makes the monitor another size, as if another one was plugged in: the guest's driver learns it as it learns any
    /// (a configuration change of virtio-gpu), and its console follows. The machine must be resizable.
    public func resizeMonitor(width: Int, height: Int) throws {
        guard let socket = UnixSocket(path: directory + "/vnc.sock"), let viewer = Viewer(socket) else {
            throw KioskError.gone("QEMU shows nothing to a viewer")
        }
        guard viewer.resize(width: width, height: height) else {
            throw KioskError.gone("QEMU did not take another size")
        }
    }
}

/// As much of a VNC client as asks for another size (RFC 6143, and "SetDesktopSize" of the community's registry).
private struct Viewer {
    private let socket: UnixSocket

    /// Introduces itself; nil where the other side does not play along.
    init?(_ socket: UnixSocket) {
        self.socket = socket
        guard socket.read(12) != nil, socket.write("RFB 003.008\n"),
            let count = socket.read(1)?.first, let kinds = socket.read(Int(count)), kinds.contains(1),
            // No password, and others may watch.
            socket.write([1]), socket.read(4) == [0, 0, 0, 0], socket.write([1]),
            let start = socket.read(24),
            socket.read(start[20..<24].reduce(0) { $0 << 8 | Int($1) }) != nil
        else { return nil }
    }

    /// True once the other side has answered: it has told the machine then.
    func resize(width: Int, height: Int) -> Bool {
        func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
        let size = two(width) + two(height)
        let nothing: [UInt8] = [0, 0, 0, 0]
        // SetEncodings with one: ExtendedDesktopSize, which is -308.
        let encodings: [UInt8] = [2, 0, 0, 1, 0xFF, 0xFF, 0xFE, 0xCC]
        // SetDesktopSize, and one screen: its number, its place, its size, no flags.
        var request: [UInt8] = [251, 0] + size
        request += [1, 0] as [UInt8]
        request += nothing + nothing
        request += size + nothing
        guard socket.write(encodings), socket.write(request) else { return false }
        return socket.read(1) == [0]
    }
}
