internal import CLinux
internal import Glibc

/// One end of a line between two processes that carries whole messages, both ways (SOCK_SEQPACKET).
package final class Channel: Sendable {
    private let file: FileDescriptor

    init(_ file: consuming FileDescriptor) {
        self.file = file
    }

    /// Both ends of a line. The names are those of the process at the other end of each, for messages.
    ///
    /// - Throws: where the system has no descriptors left.
    package static func pair(_ other: String, _ one: String) throws(SystemError) -> (Channel, Channel) {
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
    package static let capacity = 4096

    /// Readable when a message has come, or the other end is gone.
    package var descriptor: Int32 { file.raw }

    /// Whether `receive` would not wait.
    package var hasNext: Bool { clinux_is_readable(file.raw) }

    /// Whether the other end is closed.
    package var isGone: Bool { clinux_is_gone(file.raw) }

    /// What became of a message.
    package enum Sending: Equatable, Sendable {
        /// It waits at the other end, or has been read there.
        case sent
        /// There is no room now: the other end reads more slowly, or stands still.
        case full
        /// The other end is closed, or the system refuses.
        case gone
    }

    /// Sends a message, and with it a copy of `descriptor`, waiting for room.
    @discardableResult
    package func send(_ message: [UInt8], with descriptor: Int32? = nil) -> Sending {
        send(message, descriptor, mayWait: true)
    }

    /// The same without waiting for room.
    package func offer(_ message: [UInt8], with descriptor: Int32? = nil) -> Sending {
        send(message, descriptor, mayWait: false)
    }

    private func send(_ message: [UInt8], _ descriptor: Int32?, mayWait: Bool) -> Sending {
        let raw = file.raw
        let result = Syscall.run("sendmsg", descriptor: raw) {
            message.withUnsafeBytes {
                clinux_send(raw, $0.baseAddress!, $0.count, descriptor ?? -1, mayWait)
            }
        }
        switch result {
        case .value: return .sent
        // ETOOMANYREFS: too many descriptors are under way (unix(7)).
        case .failure(EAGAIN), .failure(ENOBUFS), .failure(ENOMEM), .failure(ETOOMANYREFS): return .full
        case .failure: return .gone
        }
    }

    /// A message that has come.
    package struct Received {
        package let message: [UInt8]
        /// The descriptor that came with it, which is the receiver's to own.
        package let descriptor: Int32?
        /// A descriptor came, and this process had no number free for it.
        package let isDescriptorLost: Bool
    }

    /// The next message, waiting for it; nil when the other end is gone.
    package func receive() -> Received? {
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
                guard count > 0 else { return nil }
                return Received(
                    message: Array(buffer[..<count]), descriptor: descriptor < 0 ? nil : descriptor,
                    isDescriptorLost: descriptor == -2)
            case .failure(let code):
                // An end that closes with something unread says so once, before what it sent last is read
                // (net/unix/af_unix.c, unix_release_sock).
                guard code == ECONNRESET else { return nil }
            }
        }
    }
}
