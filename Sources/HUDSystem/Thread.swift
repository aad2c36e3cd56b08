internal import Glibc

/// A thread with a body, joined at the end.
public struct Thread: ~Copyable {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var handle = pthread_t()

    /// Starts `body` at once.
    public init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let retained = Unmanaged.passRetained(Body(body))
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

    /// Waits until the body has returned.
    public consuming func join() {
        pthread_join(handle, nil)
    }
}
