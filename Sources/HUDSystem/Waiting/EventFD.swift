internal import CLinux
internal import Glibc

/// Wakes whoever waits on its descriptor (eventfd(2)), from any thread.
public struct EventFD: ~Copyable, Sendable {
    private let file: FileDescriptor

    /// Quiet.
    public init() throws(SystemError) {
        let raw = try Syscall.run("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
            .get("create", "a bell")
        file = FileDescriptor(owning: raw, path: "bell")
    }

    /// Readable from `ring()` until `quiet()`.
    public var descriptor: Int32 { file.raw }

    /// Makes it readable.
    public func ring() {
        eventfd_write(file.raw, 1)
    }

    /// Makes it unreadable again.
    public func quiet() {
        var count: eventfd_t = 0
        eventfd_read(file.raw, &count)
    }
}
