internal import CLinux
internal import Glibc

/// Waits for descriptors and for the time (epoll(7)).
package final class Poller {
    // Not a noncopyable value: Swift 6.0.3's compiler crashes on one that is used in a loop without an end.
    private let epoll: FileDescriptor

    /// What became of a descriptor.
    package struct Event: Equatable, Sendable {
        /// Which of those that are watched.
        package let descriptor: Int32
        /// There is something to read.
        package let isReadable: Bool
        /// The other end is gone, or the device (EPOLLHUP, EPOLLERR).
        package let isGone: Bool
    }

    /// Watches nothing yet.
    package init() throws(SystemError) {
        let raw = try Syscall.run("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
            .get("create", "an event queue")
        epoll = FileDescriptor(owning: raw, path: "event queue")
    }

    /// Watches `descriptor` for reading.
    package func add(_ descriptor: Int32) throws(SystemError) {
        try add(descriptor, EPOLLIN.rawValue)
    }

    /// Watches `descriptor`, a file of sysfs, for a change of what it says.
    package func addForChange(_ descriptor: Int32) throws(SystemError) {
        try add(descriptor, EPOLLPRI.rawValue)
    }

    private func add(_ descriptor: Int32, _ events: UInt32) throws(SystemError) {
        var event = epoll_event()
        event.events = events
        event.data.fd = descriptor
        let queue = epoll.raw
        _ = try Syscall.run("epoll_ctl", descriptor: descriptor) {
            epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event)
        }.get("watch", "descriptor \(descriptor)")
    }

    /// Watches `descriptor` no more. One that was closed meanwhile is no error.
    package func remove(_ descriptor: Int32) {
        epoll_ctl(epoll.raw, EPOLL_CTL_DEL, descriptor, nil)
    }

    /// Waits until something happens, at the latest until `deadline` (nil: for ever).
    /// Returns what happened; nothing when the time came.
    package func wait(until deadline: Int64?) throws(SystemError) -> [Event] {
        let queue = epoll.raw
        var events = [epoll_event](repeating: epoll_event(), count: 16)
        while true {
            let count = try Syscall.run("epoll_wait", descriptor: queue) {
                // Rounded up: waking before the deadline would spin.
                let milliseconds = deadline.map {
                    max(0, min(60_000, ($0 - Clock.now() + 999_999) / 1_000_000))
                }
                return epoll_wait(queue, &events, 16, Int32(milliseconds ?? -1))
            }.get("wait on", epoll.path)
            if count == 0, let deadline, Clock.now() < deadline { continue }
            return events[..<Int(count)].map {
                Event(
                    descriptor: $0.data.fd,
                    isReadable: $0.events & EPOLLIN.rawValue != 0,
                    isGone: $0.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
            }
        }
    }
}
