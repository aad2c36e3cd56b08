internal import CLinux
internal import Glibc

/// One end of a line between two processes that carries whole messages, both ways (SOCK_SEQPACKET).
public final class Channel: Sendable {
    private let file: FileDescriptor

    init(_ file: consuming FileDescriptor) {
        self.file = file
    }

    /// The longest message, in bytes.
    public static let capacity = 4096

    /// Readable when a message has come, or the other end is gone.
    public var descriptor: Int32 { file.raw }

    /// Sends a message. One that cannot be sent is dropped: that the other end is gone is seen by `receive`.
    public func send(_ message: [UInt8]) {
        try? file.write(message)
    }

    /// The next message, waiting for it; nil when the other end is gone.
    public func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: Self.capacity)
        while true {
            do throws(SystemError) {
                let count = try file.read(into: &buffer)
                return count > 0 ? Array(buffer[..<count]) : nil
            } catch {
                // An end that closes with something unread says so once, before what it sent last is read
                // (net/unix/af_unix.c, unix_release_sock).
                guard error.code == ECONNRESET else { return nil }
            }
        }
    }
}
