internal import CLinux
internal import Glibc

/// A thread with a body, joined or detached at the end. No signal is delivered on it.
package struct Thread: ~Copyable {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var handle = pthread_t()

    /// Starts `body` at once.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let retained = Unmanaged.passRetained(Body(body))
        var all = sigset_t()
        var mask = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &mask)  // a thread starts with its maker's mask
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        let code = pthread_create(
            &handle, nil,
            { argument in
                Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, retained.toOpaque())
        if code != 0 {
            retained.release()
            throw SystemError("start", "a thread", code: code)
        }
    }

    /// Lets the calling thread run before all ordinary ones whenever it has something to do, where that is allowed. It must
    /// wait most of the time.
    package static func useRealtimePriority() {
        var parameters = sched_param()
        parameters.sched_priority = sched_get_priority_min(SCHED_RR)
        pthread_setschedparam(pthread_self(), SCHED_RR, &parameters)
    }

    /// Waits until the body has returned.
    package consuming func join() {
        pthread_join(handle, nil)
    }

    /// Lets it run on its own.
    package consuming func detach() {
        pthread_detach(handle)
    }
}
