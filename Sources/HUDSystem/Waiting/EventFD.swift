internal import CLinux
internal import Glibc

/// Lets any thread wake the one that waits on its descriptor (eventfd(2)).
package struct EventFD: ~Copyable, Sendable {
    private let file: FileDescriptor

    /// Not signalled.
    ///
    /// - Throws: `SystemError` where the process or the system has no descriptors left.
    package init() throws(SystemError) {
        let raw = try Syscall.run("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
            .get("create", "an event descriptor")
        file = FileDescriptor(owning: raw, path: "event descriptor")
    }

    /// Readable from `signal()` until `drain()`.
    package var descriptor: Int32 { file.raw }

    /// Makes it readable.
    package func signal() {
        eventfd_write(file.raw, 1)
    }

    /// Makes it unreadable again.
    package func drain() {
        var count: eventfd_t = 0
        eventfd_read(file.raw, &count)
    }
}
