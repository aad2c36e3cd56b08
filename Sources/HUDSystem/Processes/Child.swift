internal import CLinux
internal import Glibc

/// A process that this one has split off, and the messages between the two.
public struct Child: ~Copyable {
    /// The kernel's number for it.
    public let processID: Int32
    /// The way to it.
    public let channel: Channel

    /// Splits the process in two. The child runs `body` with its end of the channel and exits with what it
    /// returns; the parent gets the child. To be called while the process has one thread.
    public static func split(_ body: (Channel) -> Int32) throws(SystemError) -> Child {
        let (parentEnd, childEnd) = try Channel.pair("the second process", "the first process")
        let id = try Syscall.run("fork") { clinux_fork() }.get("start", "a second process")
        if id == 0 {
            close(parentEnd.descriptor)
            _exit(body(childEnd))
        }
        return Child(processID: id, channel: parentEnd)
    }

    /// Sends it a signal.
    public func kill(_ signal: Int32) {
        Glibc.kill(processID, signal)
    }

    /// How a process ended.
    public enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Waits for its end.
    public func wait() -> Ending {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
        let signal = clinux_term_signal(status)
        return signal != 0 ? .killed(signal: signal) : .exited(clinux_exit_status(status))
    }
}
