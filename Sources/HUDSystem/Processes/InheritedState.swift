internal import CLinux
internal import Glibc

/// What this process inherited from the one that started it, and changes for itself: blocked and ignored signals, the limit on open files.
/// The programs that it starts get it back as it was.
package struct InheritedState: Sendable {
    /// As it was when this was first asked for.
    package static let atStart = InheritedState()

    let mask: sigset_t
    /// Which of the signals that this process ignores for itself were ignored already.
    private let ignored: [Int32]
    private let openFiles: rlimit

    /// The signals whose effect this process changes. SIGXFSZ: a file would become larger than the limit.
    private static let changed = [SIGPIPE, SIGXFSZ, SIGTSTP]

    private init() {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        self.mask = mask
        ignored = Self.changed.filter(Self.isIgnored)
        var limit = rlimit()
        getrlimit(clinux_rlimit_nofile, &limit)
        openFiles = limit
    }

    /// Makes of this process one that does not depend on how it was started: its three standard streams are open; a write
    /// that cannot be done fails, and does not end the process; it hears of its children's ends; it may open as many files as it
    /// is allowed. To be called before anything else.
    package static func prepareProcess() {
        StandardStreams.fill()
        _ = atStart
        Signals.surviveFailedWrites()
        Signals.expectChildren()
        var limit = atStart.openFiles
        limit.rlim_cur = limit.rlim_max
        setrlimit(clinux_rlimit_nofile, &limit)
    }

    /// Whether a signal is ignored.
    static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        return sigaction(signal, nil, &action) == 0 && clinux_is_ignored(&action)
    }

    /// The signals that a program which is started gets in their usual way.
    var usual: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Self.changed where !ignored.contains(signal) { sigaddset(&set, signal) }
        sigaddset(&set, SIGCHLD)
        return set
    }

    /// Runs `body`, which starts a program, with the limit on open files that this process was started with.
    func withOldLimits<Result>(_ body: () -> Result) -> Result {
        var now = rlimit()
        getrlimit(clinux_rlimit_nofile, &now)
        var old = openFiles
        setrlimit(clinux_rlimit_nofile, &old)
        defer { setrlimit(clinux_rlimit_nofile, &now) }
        return body()
    }
}
