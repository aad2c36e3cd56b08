internal import CLinux
internal import Glibc

/// A process that this one has split off.
package struct Child: ~Copyable {
    /// The kernel's number for it.
    package let processID: Int32

    /// Splits the process in two. The child runs `body` and exits with what it returns; the parent gets the child. To be called
    /// while the process has one thread.
    ///
    /// - Parameters:
    ///   - kept: the descriptors that the child keeps, beside the three standard streams. All others are closed in it.
    /// - Throws: where the system can start no process.
    package static func split(keeping kept: [Int32], _ body: () -> Int32) throws(SystemError) -> Child {
        let id = try Syscall.run("fork") { clinux_fork() }.get("start", "a second process")
        if id == 0 {
            var kept = kept
            clinux_close_others(&kept, kept.count)
            _exit(body())
        }
        return Child(processID: id)
    }

    /// Sends it a signal.
    package func kill(_ signal: Int32) {
        Glibc.kill(processID, signal)
    }

    /// How a process ended.
    package enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// Waits for its end.
    ///
    /// - Parameter deadline: how long, as a value of `Clock.now()`: a process that hangs in the kernel does not end.
    /// - Returns: nil where it still runs.
    package func wait(until deadline: Int64 = .max) -> Ending? {
        while true {
            var status: Int32 = 0
            let mayWait = deadline == .max
            let answer = Syscall.run("waitpid") { waitpid(processID, &status, mayWait ? 0 : WNOHANG) }
            switch answer {
            case .value(let id) where id == processID:
                let signal = clinux_term_signal(status)
                return signal != 0 ? .killed(signal: signal) : .exited(clinux_exit_status(status))
            // ECHILD: the kernel has buried it already (SIGCHLD was ignored when this process was started).
            case .failure: return .exited(0)
            case .value: break
            }
            let now = Clock.now()
            if now >= deadline { return nil }
            Clock.sleep(until: min(deadline, now + 2_000_000))
        }
    }

    /// The processor time that it has used so far, in nanoseconds, all of its threads together: it grows while the process
    /// works, however slowly. nil where it has ended.
    package var processorTime: Int64? {
        var clock = clockid_t()
        var time = timespec()
        guard clinux_processor_clock(processID, &clock) == 0, clock_gettime(clock, &time) == 0 else {
            return nil
        }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
