internal import CLinux
internal import Glibc

/// One end of a line between two processes that carries whole messages, both ways (SOCK_SEQPACKET).
public final class Channel: Sendable {
    private let file: FileDescriptor

    init(_ file: consuming FileDescriptor) {
        self.file = file
    }

    /// Both ends of a line; the names are of who is at the other end of each, for messages.
    static func pair(_ other: String, _ one: String) throws(SystemError) -> (Channel, Channel) {
        var ends: [Int32] = [-1, -1]
        _ = try Syscall.run("socketpair") {
            socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }.get("create", "a channel to \(other)")
        return (
            Channel(FileDescriptor(owning: ends[0], path: other)),
            Channel(FileDescriptor(owning: ends[1], path: one))
        )
    }

    /// The longest message, in bytes.
    public static let capacity = 4096

    /// Readable when a message has come, or the other end is gone.
    public var descriptor: Int32 { file.raw }

    /// Whether `receive` would not wait.
    public var hasNext: Bool { clinux_is_readable(file.raw) }

    /// Whether the other end is closed.
    public var isGone: Bool { clinux_is_gone(file.raw) }

    /// Sends a message, and with it a copy of `descriptor`. One that cannot be sent is dropped: that the other
    /// end is gone is seen by `receive`.
    public func send(_ message: [UInt8], with descriptor: Int32? = nil) {
        send(message, descriptor, mayWait: true)
    }

    /// The same without waiting for room: for an end that may have stopped reading.
    public func offer(_ message: [UInt8], with descriptor: Int32? = nil) {
        send(message, descriptor, mayWait: false)
    }

    private func send(_ message: [UInt8], _ descriptor: Int32?, mayWait: Bool) {
        let raw = file.raw
        _ = Syscall.run("sendmsg", descriptor: raw) {
            message.withUnsafeBytes {
                clinux_send(raw, $0.baseAddress!, $0.count, descriptor ?? -1, mayWait)
            }
        }
    }

    /// The next message, waiting for it, and the descriptor that came with it, which is the caller's to own; nil
    /// when the other end is gone.
    public func receive() -> (message: [UInt8], descriptor: Int32?)? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.capacity, alignment: 8)
        defer { buffer.deallocate() }
        let raw = file.raw
        var descriptor: Int32 = -1
        while true {
            switch Syscall.run(
                "recvmsg", descriptor: raw,
                { clinux_receive(raw, buffer.baseAddress!, buffer.count, &descriptor) })
            {
            case .value(let count):
                return count > 0 ? (Array(buffer[..<count]), descriptor < 0 ? nil : descriptor) : nil
            case .failure(let code):
                // An end that closes with something unread says so once, before what it sent last is read
                // (net/unix/af_unix.c, unix_release_sock).
                guard code == ECONNRESET else { return nil }
            }
        }
    }
}
