internal import CLinux
internal import Glibc

/// The kernel ends this process where it does not say in time that it is at work, also where it hangs or is stopped
/// (SIGSTOP): a timer of timer_create(2) whose signal is SIGKILL.
package struct Watchdog: ~Copyable {
    /// The kernel's number for it; glibc makes a pointer of that, and the first one is null.
    private let timer: timer_t?

    /// Waits for nothing yet.
    package init() throws(SystemError) {
        var event = sigevent()
        event.sigev_notify = Int32(SIGEV_SIGNAL)
        event.sigev_signo = SIGKILL
        var made: timer_t?
        _ = try Syscall.run("timer_create") { timer_create(CLOCK_MONOTONIC, &event, &made) }
            .get("create", "a watchdog")
        timer = made
    }

    deinit {
        timer_delete(timer)
    }

    /// The process is at work, and will say so again within `time` nanoseconds.
    package func feed(for time: Int64) {
        var spec = itimerspec()
        spec.it_value.tv_sec = Int(time / 1_000_000_000)
        spec.it_value.tv_nsec = Int(time % 1_000_000_000)
        timer_settime(timer, 0, &spec, nil)
    }
}
