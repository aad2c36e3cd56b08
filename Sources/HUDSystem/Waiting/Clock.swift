internal import CLinux
internal import Glibc

/// CLOCK_MONOTONIC, the clock of all times in this project.
package enum Clock {
    /// Nanoseconds since some moment before the machine's start.
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The moment that is `time` nanoseconds from now, or the last one that there is.
    package static func time(in time: Int64) -> Int64 {
        let (moment, isOver) = now().addingReportingOverflow(time)
        return isOver ? (time < 0 ? .min : .max) : moment
    }

    /// Sleeps until `time`, a value of `now()`.
    package static func sleep(until time: Int64) {
        var target = timespec(
            tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &target, nil) == EINTR {}
    }

    /// The time when `span` nanoseconds from now have passed; `.max` where there is no such time.
    package static func time(after span: Int64) -> Int64 {
        let (time, overflow) = now().addingReportingOverflow(span)
        return overflow ? .max : time
    }
}
